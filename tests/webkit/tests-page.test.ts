// The suite of the core and the cases, run in the page.

import { cases } from "../cases.ts";
import { listed } from "../web/support/catch2.ts";
import { expect, page, test } from "./support/test.ts";

/** Of a busy machine. */
const patience = 240_000;

for (const { query, preset } of [
  { query: "", preset: "wasm" },
  { query: "?build=scalar", preset: "wasm-scalar" },
]) {
  test(`all tests pass: ${preset}`, { timeout: patience }, async () => {
    const all = listed(preset) + cases.length;
    await page.open(`tests.html${query}#?lang=en`);
    const verdict = () => page.attribute("html", "data-tests");
    await expect.poll(verdict, { timeout: patience }).toBe(`passed ${all} failed 0`);
    expect(await page.texts("[data-suite=cases] .tests-test")).toHaveLength(cases.length);
    expect(await page.text("[role=status]")).toBe(`All ${all} tests passed.`);
  });
}
