// The address holds what the reader did, also where the page goes at once.

import { field, matrix, open } from "./support/page.ts";
import { expect, type Page, test } from "./support/test.ts";

const wq = (page: Page) => field(matrix(page, "projections", "wq"), "W_Q, row 1, column 1");
const way = (page: Page, name: string) =>
  page.locator("#figure-positions").getByRole("radio", { name });

/** Types and reloads in one task of the page: nothing can be written in between. */
const editAndReload = (page: Page) =>
  Promise.all([
    page.waitForEvent("load"),
    wq(page).evaluate((input: HTMLInputElement) => {
      input.focus();
      input.value = "7";
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
      location.reload();
    }),
  ]);

test("an edit and a reload in the same breath", async ({ page }) => {
  await open(page, "index.html", "qkv?lang=en");
  await editAndReload(page);
  await expect(wq(page)).toHaveValue("7");
});

test("a second edit and a reload in the same breath", async ({ page }) => {
  await open(page, "index.html", "qkv?lang=en");
  await wq(page).fill("3");
  await editAndReload(page);
  await expect(wq(page)).toHaveValue("7");
});

test("an edit, and the browser's own reload", async ({ page }) => {
  await open(page, "index.html", "qkv?lang=en");
  await wq(page).fill("3");
  await wq(page).fill("7");
  await page.reload();
  await expect(wq(page)).toHaveValue("7");
});

test("a choice and a reload in the same breath", async ({ page }) => {
  await open(page, "index.html", "order?v=1&lang=en");
  await Promise.all([
    page.waitForEvent("load"),
    way(page, "ALiBi").evaluate((radio: HTMLInputElement) => {
      radio.click();
      location.reload();
    }),
  ]);
  await expect(way(page, "ALiBi")).toBeChecked();
});

test("the way back leads to where the reader was, and nothing that was done is lost", async ({
  page,
}) => {
  await open(page, "index.html", "qkv?lang=en");
  await wq(page).fill("3");
  await expect.poll(() => page.url()).toContain("WQ=3");
  const link = page.getByRole("navigation", { name: "Sections" }).locator('[href="#order"]');
  await link.focus();
  const topOf = () => link.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  const top = await topOf();
  await link.press("Enter");
  await expect(way(page, "ALiBi")).toBeVisible();
  await way(page, "ALiBi").check();
  await expect.poll(() => page.url()).toContain("positions.way%3Aalibi");
  await page.goBack();
  await expect.poll(topOf).toBe(top);
  await expect(way(page, "ALiBi")).toBeChecked();
  await expect.poll(() => page.url()).toContain("positions.way%3Aalibi");
  await wq(page).fill("7");
  await page.goForward();
  await expect(way(page, "ALiBi")).toBeInViewport();
  await expect(wq(page)).toHaveValue("7");
  await expect(way(page, "ALiBi")).toBeChecked();
});

test("the way back from another link leads to the numbers before it", async ({ page }) => {
  await open(page, "index.html", "qkv?lang=en");
  await wq(page).fill("3");
  await expect.poll(() => page.url()).toContain("WQ=3");
  await page.evaluate(() => location.assign("#qkv?v=1&lang=en&fig=positions.way:alibi"));
  await expect(wq(page)).toHaveValue("1");
  await page.goBack();
  await expect(wq(page)).toHaveValue("3");
});
