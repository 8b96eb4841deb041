// The suite of the core and the cases, run in the page.

import { cases } from "../cases.ts";
import { listed } from "../web/support/catch2.ts";
import { expect, page, test } from "./support/test.ts";

/** Of a busy machine. */
const patience = 240_000;

test("all tests pass on the build that the page chooses", { timeout: patience }, async () => {
  const all = listed("wasm") + cases.length;
  await page.open("tests.html#?lang=en");
  const verdict = () => page.attribute("html", "data-tests");
  await expect.poll(verdict, { timeout: patience }).toBe(`passed ${all} failed 0`);
  expect(await page.texts("[data-suite=cases] .tests-test")).toHaveLength(cases.length);
  expect(await page.text(".tests-verdict[role=status]")).toBe(`All ${all} tests passed.`);
});
