// The pages without a mouse: from the address bar to a number, and to its sum.

import { selfAttention, withCell } from "./support/attention.ts";
import { kediProjected } from "./support/examples.ts";
import { cell, equationOf, expectNumbers, inspector, matrix, open } from "./support/page.ts";
import { expect, type Page, test } from "./support/test.ts";

const focusIsIn = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((wanted) => document.activeElement?.closest(wanted) !== null, selector);

/** Presses Tab until something in `selector` has the focus. */
async function tabTo(page: Page, selector: string, most = 90): Promise<void> {
  for (let pressed = 1; pressed <= most; pressed++) {
    await page.keyboard.press("Tab");
    if (await focusIsIn(page, selector)) return;
  }
  throw new Error(`${most} times Tab do not lead to ${selector}`);
}

for (const name of ["index.html", "playground.html"] as const) {
  test(`${name}: the first stop skips to the content`, {
    tag: name === "index.html" ? [] : "@chromium:variant",
  }, async ({ page }) => {
    await open(page, name);
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to the content" });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page.locator("main")).toBeFocused();
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
  });
}

test("Tab leads to the first matrix, a number is changed and its sum walked, all by keyboard", async ({
  page,
}) => {
  await open(page, "index.html");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await tabTo(page, "#words-x");
  await page.keyboard.type("2");
  const x = withCell(kediProjected.x, 0, 0, 2);
  const { output } = selfAttention({ ...kediProjected, x });
  await expectNumbers(matrix(page, "output", "output"), output);
  for (const selector of ["#scores-scores", "#scale-scaled"]) {
    await tabTo(page, selector);
    // A matrix is one stop, whatever the number of its cells.
    await page.keyboard.press("Tab");
    expect(await focusIsIn(page, selector)).toBe(false);
  }
  await tabTo(page, "#output-output");
  await page.keyboard.press("Enter");
  const first = cell(matrix(page, "output", "output"), 0, 0);
  await expect(first).toHaveAttribute("aria-selected", "true");
  await expect.poll(() => equationOf(inspector(page, "output"))).toContain("O[kedi,1]=");
  await page.keyboard.press("Escape");
  await expect(first).toHaveAttribute("aria-selected", "false");
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest("#output-output") !== null))
    .toBe(true);
});

test("every stop of the Tab key shows that it has the focus", async ({ page }) => {
  await open(page, "playground.html");
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press("Tab");
    const bare = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return "nothing has the focus";
      // A switch and a choice draw it on what stands for them.
      const shown = [element, element.nextElementSibling, element.parentElement].filter(
        (candidate) => candidate !== null,
      );
      const marked = shown.some((candidate) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(candidate);
        return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
      });
      return marked ? null : element.outerHTML.slice(0, 120);
    });
    expect(bare).toBeNull();
  }
});
