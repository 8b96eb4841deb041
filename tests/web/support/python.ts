// The Python cell, found and used in the words of its reader.

import { open } from "./page.ts";
import { expect, type Locator, type Page } from "./test.ts";

export const FIGURE = "#figure-python";

export const editor = (page: Page): Locator => page.locator("#python-code");
export const output = (page: Page): Locator => page.getByRole("log");
export const runs = (page: Page): Locator => page.getByRole("button", { name: /^(Run|Çalıştır)$/ });
export const stops = (page: Page): Locator => page.getByRole("button", { name: /^(Stop|Durdur)$/ });
export const status = (page: Page): Locator => page.locator(".py-bar [role=status]");
export const told = (page: Page): Locator => page.locator(".py-told");
export const shelf = (page: Page): Locator =>
  page.getByRole("combobox", { name: /^(Listing|Hazır kod)/ });
export const fault = (page: Page): Locator => page.locator(`${FIGURE} [role=alert]`);

export async function openCell(page: Page, hash = "", language: "en" | "tr" = "en"): Promise<void> {
  await open(page, "playground.html", hash, language);
  await page.locator("#python").scrollIntoViewIfNeeded();
  await expect(editor(page)).toBeVisible();
}

export async function run(page: Page, code: string): Promise<void> {
  await editor(page).fill(code);
  await runs(page).click();
}

export async function finished(page: Page): Promise<void> {
  await expect(status(page)).toHaveText(/^(Done in \d+ ms\.|\d+ ms içinde bitti\.)$/);
}
