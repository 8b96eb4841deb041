// A plain host sends no headers that isolate a page from others: there is no shared memory then, and
// none is asked for.

import { attention } from "./support/attention.ts";
import { kedi } from "./support/examples.ts";
import { expectNumbers, matrix, open } from "./support/page.ts";
import { expect, type Page, test } from "./support/test.ts";

const isolated = (page: Page) =>
  page.evaluate(() => ({ crossOriginIsolated, shared: "SharedArrayBuffer" in globalThis }));

test("without isolation the numbers are the same (E08)", async ({ page }) => {
  await open(page, "playground.html");
  expect(await isolated(page)).toEqual({ crossOriginIsolated: false, shared: false });
  const { weights, output } = attention(kedi);
  await expectNumbers(matrix(page, "softmax", "weights"), weights);
  await expectNumbers(matrix(page, "output", "output"), output);
});

test.describe("in a frame of another site", () => {
  test.use({ expectedComplaints: [/^request: http:\/\/127\.0\.0\.1:/u] });

  test("the numbers are the same (E08)", async ({ page }) => {
    await page.goto("hosts/plain.html");
    await page.locator("iframe").evaluate((frame: HTMLIFrameElement) => {
      const address = new URL("../embed.html?lang=en#figure-output", location.href);
      address.hostname = "127.0.0.1";
      frame.src = address.href;
    });
    const frame = page.frameLocator("iframe");
    await expectNumbers(frame.locator("#output-output"), attention(kedi).output);
    expect(await frame.locator("html").evaluate(() => crossOriginIsolated)).toBe(false);
  });
});
