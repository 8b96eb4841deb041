import { expectAccessible } from "./support/axe.ts";
import { open } from "./support/page.ts";
import { test } from "./support/test.ts";

for (const name of ["index.html", "playground.html"] as const) {
  test(`${name} has no violation of WCAG 2.2 AA`, async ({ page }) => {
    await open(page, name);
    await expectAccessible(page);
  });
}
