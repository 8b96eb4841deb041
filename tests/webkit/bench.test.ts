// The page that measures, at its smallest: every contender runs, and agrees with the reference.

import { expect, page, test } from "./support/test.ts";

test("all contenders are measured and agree", { timeout: 120_000 }, async () => {
  await page.open("bench.html#?lang=en");
  await page.click("option[value='256']");
  await page.click("button", "Start");
  const status = () => page.text(".bench-progress [role=status]");
  await expect.poll(status, { timeout: 100_000 }).toMatch(/^Done: \d+ measurements\.$/u);
  const cores = await page.evaluate(() => navigator.hardwareConcurrency);
  const contenders = cores > 1 ? 5 : 4;
  expect(await status()).toBe(`Done: ${3 * contenders} measurements.`);
  await page.click("summary", "Largest difference from the reference");
  // What separates float32 from float64: some units of 2^-24, on outputs of about 1.
  const differences = (await page.texts("#bench-differences td")).filter((text) =>
    /\d/u.test(text),
  );
  expect(differences).toHaveLength(3 * (contenders - 1));
  for (const text of differences) expect(text).toMatch(/^[\d.]+·10⁻[⁷⁸]$/u);
});
