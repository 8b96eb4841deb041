// The forms of the playground, filled in as a reader fills them.

import { expect, type Locator, type Page } from "./test.ts";

export type Tab =
  | "A sentence"
  | "X and weights"
  | "Q, K, V"
  | "Bir cümle"
  | "X ve ağırlık matrisleri";

export async function choose(page: Page, tab: Tab): Promise<void> {
  await page.getByRole("radio", { name: tab, exact: true }).check();
}

/** The field of the sentence; the tab must be open. */
export function sentence(page: Page): Locator {
  return page.getByRole("textbox", { name: /^(Sentence|Cümle)/ });
}

export async function type(page: Page, text: string): Promise<void> {
  await choose(page, "A sentence");
  await sentence(page).fill(text);
}

/** The tokens that the page shows below the sentence. */
export function tokens(page: Page): Locator {
  return page.locator(".play-tokens li");
}

/** Opens the form for a matrix and fills it in. */
export async function fillPaste(page: Page, name: string, text: string): Promise<void> {
  await page.getByTitle(new RegExp(`^(Paste into ${name}|${name} matrisine yapıştır)$`)).click();
  await pasteForm(page).getByRole("textbox").fill(text);
}

export function pasteForm(page: Page): Locator {
  return page.locator("form.play-paste");
}

export async function paste(page: Page, name: string, text: string): Promise<void> {
  await fillPaste(page, name, text);
  await pasteForm(page)
    .getByRole("button", { name: /^(Use it|Kullan)$/ })
    .click();
  await expect(pasteForm(page)).toHaveCount(0);
}

/** Puts what is on the clipboard into a field, as a reader does, and says what it is. */
export async function clipboardText(field: Locator): Promise<string> {
  await field.fill("");
  await field.press("ControlOrMeta+v");
  await expect(field).not.toHaveValue("");
  return field.inputValue();
}
