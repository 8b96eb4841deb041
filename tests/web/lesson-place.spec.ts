// Language, theme and place in the lesson: a switch changes what it says it does and nothing else.

import { attention } from "./support/attention.ts";
import { kedi } from "./support/examples.ts";
import { cell, dark, expectNumbers, matrix, open } from "./support/page.ts";
import { expect, type Page, test } from "./support/test.ts";

const topOf = (page: Page, id: string) =>
  page.locator(`#${id}`).evaluate((element) => element.getBoundingClientRect().top);

/** Puts the top of a section `below` pixels under the top of the window. */
async function scrollTo(page: Page, id: string, below: number) {
  await page.evaluate(
    ([section, distance]) => {
      const { top } = document.getElementById(section)?.getBoundingClientRect() ?? { top: 0 };
      window.scrollBy({ top: top - distance, behavior: "instant" });
    },
    [id, below] as const,
  );
  await expect.poll(() => topOf(page, id)).toBeCloseTo(below, -1);
}

/** With the mouse and nothing else: a click by the driver would scroll the bar into view first. */
async function press(page: Page, language: string) {
  const button = page.getByRole("button", { name: language });
  await expect(button).toBeInViewport({ ratio: 1 });
  const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {};
  await page.mouse.click(x + width / 2, y + height / 2);
}

test("the language switch changes words, title, language and decimal marks", {
  tag: "@chromium:content",
}, async ({ page }) => {
  await open(page, "index.html");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page).toHaveTitle("dikkat: self-attention, one cell at a time");
  await page.getByRole("button", { name: "Türkçe" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "tr");
  await expect(page).toHaveTitle("dikkat: öz dikkat, hücre hücre");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dikkat, hücre hücre");
  await expect(page.getByRole("button", { name: "Türkçe" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  const { weights } = attention(kedi);
  await expectNumbers(matrix(page, "softmax", "weights"), weights, "tr");
  await expect(page.locator("#output .lesson-prose")).toContainText("[1,575 0,425 1,155 0,579]");
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expectNumbers(matrix(page, "softmax", "weights"), weights, "en");
});

for (const [id, below] of [
  ["softmax", 90],
  ["output", 40],
] as const) {
  test(`the language switch leaves section ${id} where it was`, {
    tag: id === "softmax" ? [] : "@chromium:variant",
  }, async ({ page }) => {
    // By a link, which waits for all that stands above.
    await open(page, "index.html", id);
    await expect(page.locator(`#${id}-title`)).toBeFocused();
    await scrollTo(page, id, below);
    const before = await topOf(page, id);
    await press(page, "Türkçe");
    await expect(page.locator("html")).toHaveAttribute("lang", "tr");
    await expect.poll(async () => Math.abs((await topOf(page, id)) - before)).toBeLessThan(4);
    await press(page, "English");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await expect.poll(async () => Math.abs((await topOf(page, id)) - before)).toBeLessThan(4);
  });
}

test("the language switch keeps edits and the open cell", { tag: "@chromium:state" }, async ({
  page,
}) => {
  await open(page, "index.html");
  await matrix(page, "projections", "wk").locator("input").first().fill("2.5");
  const third = cell(matrix(page, "scores", "scores"), 0, 2);
  await third.click();
  await press(page, "Türkçe");
  await expect(third).toHaveAttribute("aria-selected", "true");
  await expect(third).toHaveText("8,500");
  await expect(matrix(page, "projections", "wk").locator("input").first()).toHaveValue("2,5");
});

test("the chosen language is remembered, and a link's own goes before it", {
  tag: "@chromium:state",
}, async ({ page }) => {
  await page.goto("index.html");
  await page.getByRole("button", { name: "Türkçe" }).click();
  await page.goto("playground.html");
  await expect(page.locator("html")).toHaveAttribute("lang", "tr");
  await open(page, "playground.html", "?lang=en");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

for (const [locale, language] of [
  ["tr-TR", "tr"],
  ["en-US", "en"],
  ["de-DE", "en"],
] as const) {
  test.describe(`a browser that speaks ${locale}`, () => {
    test.use({ locale });
    test(`is greeted in ${language}`, {
      tag: language === "tr" ? [] : "@chromium:variant",
    }, async ({ page }) => {
      await page.goto("index.html");
      await expect(page.locator("html")).toHaveAttribute("lang", language);
    });
  });
}

test("a chosen theme holds and is remembered", { tag: "@chromium:state" }, async ({ page }) => {
  await open(page, "index.html");
  await expect.poll(() => dark(page)).toBe(false);
  const theme = page.getByRole("combobox", { name: "Theme" });
  await theme.selectOption("Dark");
  await expect.poll(() => dark(page)).toBe(true);
  await page.reload();
  await expect(theme).toHaveValue("dark");
  await expect.poll(() => dark(page)).toBe(true);
  await theme.selectOption("Light");
  await expect.poll(() => dark(page)).toBe(false);
});

test("a link to a section opens there", async ({ page }) => {
  await page.goto("index.html#softmax");
  const heading = page.getByRole("heading", { name: "Softmax: from scores to shares" });
  await expect(heading).toBeInViewport();
  await expect.poll(() => topOf(page, "softmax")).toBeLessThan(150);
  await expect.poll(() => topOf(page, "softmax")).toBeGreaterThan(-1);
});

test("the list of sections leads to each of them and leaves the edits in the address", async ({
  page,
}) => {
  await open(page, "index.html");
  const first = matrix(page, "projections", "wk").locator("input").first();
  await first.fill("2.5");
  await expect.poll(() => page.url()).toContain("WK=2.5");
  const links = page.getByRole("navigation", { name: "Sections" }).getByRole("link");
  for (const id of ["words", "qkv", "scores", "scale", "softmax", "output", "mask"]) {
    await links.and(page.locator(`[href="#${id}"]`)).press("Enter");
    await expect.poll(() => topOf(page, id)).toBeLessThan(150);
    await expect(page.locator(`#${id} h2`)).toBeInViewport();
    await expect(first).toHaveValue("2.5");
    await expect.poll(() => page.url()).toContain("WK=2.5");
  }
});
