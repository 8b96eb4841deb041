import AxeBuilder from "@axe-core/playwright";
import { open } from "./support/page.ts";
import { expect, test } from "./support/test.ts";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

for (const name of ["index.html", "playground.html"] as const) {
  test(`${name} has no violation of WCAG 2.2 AA`, async ({ page }) => {
    await open(page, name);
    const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
    expect(violations).toEqual([]);
  });
}
