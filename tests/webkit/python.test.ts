// The Python cell: it runs, stops, says what is wrong.

import { attention } from "../web/support/attention.ts";
import { kedi } from "../web/support/examples.ts";
import { allShown } from "../web/support/shown.ts";
import { expect, page, test } from "./support/test.ts";

async function openCell(): Promise<void> {
  await page.open("playground.html#?lang=en");
  await page.scrollTo("#python");
  await page.element("#python-code");
}

async function run(code: string): Promise<void> {
  await page.fill("#python-code", code);
  await page.click("button", "Run");
}

const printed = () => page.text("#figure-python [role=log]");
const status = () => page.text(".py-bar [role=status]");
const numbersOf = (table: string) => page.texts(`#${table} td .dk-value-text`);

test("the five lines give what the core gives", async () => {
  await openCell();
  await page.click("button", "Run");
  await expect.poll(status).toMatch(/^Done in \d+ ms\.$/u);
  const { weights, output } = attention(kedi);
  expect(await numbersOf("python-own-1-weights")).toEqual(allShown(weights));
  expect(await numbersOf("python-own-1-output")).toEqual(allShown(output));
  expect(await page.text(".py-told")).toContain("attention weights: the same as the core’s");
});

test("an endless loop is stopped, and the next run works", async () => {
  await openCell();
  await run('print("before")\nwhile True: pass');
  await expect.poll(printed).toBe("before");
  expect(await status()).toBe("Running…");
  await page.click("button", "Stop");
  await expect.poll(status).toBe("Stopped. What was printed until then stays.");
  await run("print(6 * 7)");
  await expect.poll(printed).toBe("42");
});

test("an error names its line and what to do", async () => {
  await openCell();
  await run("a = 1\nb = a / 0");
  const fault = () => page.text("#figure-python [role=alert]");
  await expect.poll(fault).toContain("ZeroDivisionError: division by zero");
  expect(await fault()).toContain("Something is divided by 0.");
  expect(await page.text(".py-faulty")).toBe("2");
});
