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
