// Finding one's way on the pages, in the words a reader sees or hears.

import type { Rows } from "./attention.ts";
import { allShown, type Language } from "./shown.ts";
import { expect, type Locator, type Page } from "./test.ts";

export type PageName = "index.html" | "playground.html";

/** Opens a page in a language and waits for its first results; the lesson's, as for one who reads it. */
export async function open(page: Page, name: PageName, hash = "", language: Language = "en") {
  await page.goto(`${name}#${hash === "" ? `?lang=${language}` : hash}`);
  if (name === "index.html" && !hash.includes("view=teach")) await read(page);
  else await expect(page.locator(".dk-figure").first()).toBeVisible();
}

/** Gives the first sign of reading, and waits for the sections that come with it. */
export async function read(page: Page): Promise<void> {
  await expect(page.locator("#mask")).toBeAttached();
  await page.evaluate(() => dispatchEvent(new Event("scroll")));
  await expect(page.locator("#figure-mask")).toBeAttached();
}

/** Switches the open page to a language by its own button. */
export async function speak(page: Page, language: Language): Promise<void> {
  const name = language === "tr" ? "Türkçe" : "English";
  await page.getByRole("button", { name }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", language);
}

export interface Look {
  readonly theme: "light" | "dark";
  readonly language: Language;
}

/** Switches the open page to a theme and a language by its own controls. */
export async function wear(page: Page, { theme, language }: Look): Promise<void> {
  await page.getByRole("combobox", { name: /^(Theme|Görünüm)$/ }).selectOption(theme);
  await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
  await speak(page, language);
}

/** Puts another link into the address of the open page, as a reader does who pastes one there. */
export async function follow(page: Page, hash: string): Promise<void> {
  await page.evaluate((text) => {
    location.hash = text;
  }, hash);
}

/** The bar of tools. */
export function tools(page: Page): Locator {
  return page.getByRole("group", { name: /^(Example|Örnek)$/ });
}

/** A matrix in one of the figures: softmax, weights. */
export function matrix(page: Page, figure: string, name: string): Locator {
  return page.locator(`#${figure}-${name}`);
}

export function cell(table: Locator, row: number, column: number): Locator {
  return table.locator(`[data-row="${row}"][data-column="${column}"]`);
}

/** A field of an editable matrix, by the name a screen reader says. */
export function field(table: Locator, name: string): Locator {
  return table.getByRole("textbox", { name, exact: true });
}

/** The numbers of a computed matrix, as they are to be read. */
export async function expectNumbers(table: Locator, rows: Rows, language: Language = "en") {
  await expect(table.locator("td .dk-value-text")).toHaveText(allShown(rows, language));
}

/** The texts of an editable matrix. */
export async function expectFields(table: Locator, texts: readonly (readonly string[])[]) {
  const fields = table.locator("input");
  await expect
    .poll(() => fields.evaluateAll((all) => all.map((field) => (field as HTMLInputElement).value)))
    .toEqual(texts.flat());
}

export function inspector(page: Page, figure: string): Locator {
  return page.locator(`#figure-${figure} .dk-inspector`);
}

/** The sum in an inspector, without spaces: what stands in exponents and fractions has none. */
export async function equationOf(panel: Locator): Promise<string> {
  const texts = await panel.locator(".dk-equation").allTextContents();
  return texts.join("").replace(/\s+/gu, "");
}

/** Of the screens that no page may be wider than. */
export const widths = [320, 360, 768, 1280] as const;

/** How far the page can be scrolled sideways; a scroll bar takes its own room. */
export function sideways(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return Math.max(0, scrollWidth - clientWidth);
  });
}

/** At no width of a screen is the page wider than it. */
export async function expectNoSideways(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect(await sideways(page), `${width} px`).toBe(0);
  }
}

/** Is the page dark? By the light of its background, whatever colour space it is written in. */
export function dark(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const context = document.createElement("canvas").getContext("2d");
    if (!context) throw new Error("no canvas");
    for (const element of [document.documentElement, document.body]) {
      context.fillStyle = getComputedStyle(element).backgroundColor;
      context.fillRect(0, 0, 1, 1);
    }
    const [r = 0, g = 0, b = 0] = context.getImageData(0, 0, 1, 1).data;
    return r + g + b < 3 * 128;
  });
}
