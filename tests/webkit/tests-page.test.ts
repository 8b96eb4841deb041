// The suite of the core and the cases, run in the page.

import { cases } from "../cases.ts";
import { expect, page, test } from "./support/test.ts";

const builds = [
  { build: "chosen by the page", query: "" },
  { build: "scalar", query: "?build=scalar" },
];

/** Of a busy machine. */
const patience = 240_000;

for (const { build, query } of builds) {
  test(`all tests pass: ${build}`, { timeout: patience }, async () => {
    await page.open(`tests.html${query}#?lang=en`);
    const verdict = () => page.attribute("html", "data-tests");
    await expect.poll(verdict, { timeout: patience }).toMatch(/^passed \d+ failed 0$/u);
    const passed = await page.texts("[data-suite=cases] .tests-test");
    expect(passed).toHaveLength(cases.length);
  });
}
