// The bug lab: every fault by one click, its numbers worked out anew, and the guess.

import { attention, causal, type Rows } from "./support/attention.ts";
import { kedi } from "./support/examples.ts";
import { expectNumbers, matrix, open, sideways, speak, widths } from "./support/page.ts";
import { type Language, shown } from "./support/shown.ts";
import { expect, type Page, test } from "./support/test.ts";

const figure = (page: Page) => page.locator("#figure-bugs");
const pick = (page: Page, name: string) =>
  figure(page).getByRole("radio", { name, exact: true }).check();
const holds = (page: Page) => figure(page).locator(".bugs-holds");
const side = (page: Page, name: "weights" | "output", which: string) =>
  page.locator(`#bugs-${name}-${which}-${name}`);

async function openLab(page: Page, language: Language = "en") {
  await open(page, "index.html", `bugs?lang=${language}`, language);
  await expect(figure(page)).toBeVisible();
}

const after = attention(kedi).weights.map((row, i) => row.map((w, j) => (causal(i, j) ? w : 0)));
const right = attention({ ...kedi, sees: causal }).weights;
const minus = (a: Rows, b: Rows) => a.map((row, i) => row.map((x, j) => x - (b[i]?.[j] ?? 0)));
const texts = (rows: Rows, language: Language) =>
  rows.flat().map((x) => {
    // A weight: three decimals however small, and exactly nothing without.
    const size = Math.abs(x) < 1e-12 ? 0 : Math.abs(x);
    return (x < 0 && size > 0 ? "\u2212" : "") + shown(size, language);
  });

test("mask after softmax: right, wrong, difference and the sum that breaks, in both languages", async ({
  page,
}) => {
  await openLab(page);
  for (const language of ["en", "tr"] as const) {
    await speak(page, language);
    await pick(page, language === "en" ? "mask after softmax" : "softmax’ten sonra maskelemek");
    const numbers = (which: string) => side(page, "weights", which).locator("td .dk-value-text");
    await expect(numbers("right")).toHaveText(texts(right, language));
    await expect(numbers("wrong")).toHaveText(texts(after, language));
    await expect(numbers("difference")).toHaveText(texts(minus(after, right), language));
    await expect(holds(page)).toContainText(shown(after[0]?.[0] ?? 0, language));
    await expect(figure(page).locator(".bugs-met a")).toHaveAttribute(
      "href",
      "https://github.com/huggingface/pytorch-image-models/pull/2236",
    );
  }
});

test("every fault is one click away and tells what breaks", async ({ page }) => {
  await openLab(page);
  const radios = figure(page).locator(".bugs-picker").getByRole("radio");
  await expect(radios).toHaveCount(16);
  const told = new Set<string>();
  for (let i = 0; i < 16; i++) {
    await radios.nth(i).check();
    await expect(figure(page).locator(".bugs-lines .dk-code")).toHaveCount(2);
    const text = (await holds(page).textContent()) ?? "";
    expect(text).not.toContain("undefined");
    expect(text.includes("changes nothing")).toBe(false);
    told.add(text);
    await expect(side(page, "output", "difference")).toBeVisible();
  }
  expect(told.size).toBe(16);
});

test("two heads hide the root of the heads, four show it; the link keeps both", async ({
  page,
}) => {
  await openLab(page);
  await pick(page, "divided by √heads");
  await expect(figure(page).getByRole("radio", { name: "4", exact: true })).toBeChecked();
  await expect(holds(page)).toContainText("divided by √dk = 1, from");
  await figure(page).getByRole("radio", { name: "2", exact: true }).check();
  await expect(holds(page)).toContainText("the fault does not show");
  await expect(holds(page)).toContainText("Largest difference of the outputs: 0.");
  await figure(page).getByRole("radio", { name: "C++" }).check();
  // The address follows from the first thing on that changes what is computed or opens a cell.
  await matrix(page, "output", "output").locator("td").first().click();
  await expect.poll(() => page.url()).toContain("scale-heads");
  await expect.poll(() => page.url()).toContain("cpp");
  await page.reload();
  await expect(page.locator("#bugs")).toBeAttached();
  await page.evaluate(() => document.getElementById("bugs")?.scrollIntoView());
  await expect(figure(page).getByRole("radio", { name: "divided by √heads" })).toBeChecked();
  await expect(figure(page).getByRole("radio", { name: "2", exact: true })).toBeChecked();
  await expect(figure(page).locator(".bugs-lines pre").nth(1)).toContainText("std::sqrt(S(h))");
});

test("by keyboard, and what is edited above reaches the lab", async ({ page }) => {
  await openLab(page);
  await pick(page, "softmax down the columns");
  await figure(page).getByRole("radio", { name: "softmax down the columns" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(figure(page).getByRole("radio", { name: "Q = K" })).toBeChecked();
  await expect(holds(page)).toContainText("is 1 when it is right, and 0 here");
  // W_V doubled in one place: the first column of V grows by that of X.
  await pick(page, "mask after softmax");
  await matrix(page, "projections", "wv").locator("input").first().fill("3");
  const v = kedi.v.map((row, i) => row.map((x, c) => (c === 0 ? x + 2 * ([1, 0, 1][i] ?? 0) : x)));
  await expectNumbers(
    side(page, "output", "right"),
    attention({ ...kedi, v, sees: causal }).output,
  );
});

test("a row with nothing to see is NaN, where the core has zeros", async ({ page }) => {
  await openLab(page);
  await pick(page, "a row with nothing to see");
  const first = (which: string) =>
    side(page, "weights", which).locator("tbody tr").first().locator(".dk-value-text");
  await expect(first("right")).toHaveText(["0", "0", "0"]);
  await expect(first("wrong")).toHaveText(["NaN", "NaN", "NaN"]);
  await expect(holds(page)).toContainText("Of the 12 numbers of the output 4 are NaN");
});

test("the guess is judged by the matrices that are shown", async ({ page }) => {
  await openLab(page);
  const game = page.locator("#figure-bugs-guess");
  const answer = async (name: string) => {
    await game.getByRole("radio", { name }).check();
    await game.getByRole("button", { name: "Check" }).click();
  };
  await answer("Every row of weights adds up to 1");
  await expect(game.locator(".lesson-verdict")).toContainText("Not quite. It was “mask with 0”.");
  await game.getByRole("button", { name: "Another one" }).click();
  await expect(game).toContainText("Fault 2 of 7");
  await answer("Every row of weights adds up to 1");
  await expect(game.locator(".lesson-verdict")).toContainText("Right. It was “softmax down");
});

test("the question before the lab: what a mask after softmax leaves", async ({ page }) => {
  await openLab(page);
  const question = page.locator("#question-bugs");
  const left = (after[1] ?? []).reduce((a, b) => a + b, 0);
  await question.getByRole("textbox").fill(left.toFixed(3));
  await question.getByRole("button", { name: "Check" }).click();
  await expect(question.getByRole("status")).toContainText("Right.");
});

test("the page does not scroll sideways at any width", async ({ page }) => {
  await openLab(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    for (const name of ["divided by √heads", "heads averaged", "ALiBi with the wrong sign"]) {
      await pick(page, name);
      expect(await sideways(page), `${width} px, ${name}`).toBe(0);
    }
  }
  // A line of code that is too long goes on under its own beginning, beside its number.
  await page.setViewportSize({ width: 360, height: 800 });
  await pick(page, "divided by √heads");
  const starts = await page
    .locator(".bugs-lines .dk-line")
    .first()
    .evaluate((line) => {
      const range = document.createRange();
      range.selectNodeContents(line);
      return [...range.getClientRects()].filter(({ width }) => width > 0).map(({ x }) => x);
    });
  expect(starts.length).toBeGreaterThan(2);
  expect(Math.min(...starts)).toBe(starts[0]);
});
