// What heads learn and what a map does not prove: other weights with the same output, found by the
// core and checked here by plain sums.

import { attention, multiply, type Rows } from "./support/attention.ts";
import { kedi } from "./support/examples.ts";
import { expectNumbers, matrix, open, sideways, speak, widths } from "./support/page.ts";
import { type Language, shown } from "./support/shown.ts";
import { expect, type Page, test } from "./support/test.ts";

const figure = (page: Page) => page.locator("#figure-meaning");
const sentence = (page: Page) => figure(page).getByRole("status");
const choice = (page: Page, name: string | RegExp) => figure(page).getByRole("radio", { name });
const distances = (page: Page) => page.locator("#meaning-distances tbody td");

async function openFigure(page: Page, language: Language = "en", more = "") {
  await open(page, "index.html", `figure-meaning?v=1&lang=${language}${more}`, language);
  await expect(figure(page)).toBeVisible();
}

const weights = attention(kedi).weights;
const narrow = kedi.v.map((row) => row.slice(0, 2));

/** With two columns v of oturdu is the middle of the other two; all that kedi and mindere can take over, or give. */
function farthest(row: readonly number[]): number[] {
  const [a = 0, b = 0, c = 0] = row;
  const away = [a + c / 2, b + c / 2, 0];
  const gives = Math.min(a, b);
  const towards = [a - gives, b - gives, c + 2 * gives];
  const moved = (to: number[]) =>
    to.reduce((sum, w, j) => sum + Math.abs(w - (row[j] ?? 0)), 0) / 2;
  return moved(away) > moved(towards) ? away : towards;
}

/** As the page writes shares: 0 for nothing. */
const moved = (from: readonly number[], to: readonly number[]) =>
  to.reduce((sum, w, j) => sum + Math.abs(w - (from[j] ?? 0)), 0) / 2;

test("with two columns of V there are other weights, in both languages", async ({ page }) => {
  await openFigure(page);
  for (const language of ["en", "tr"] as const) {
    await speak(page, language);
    const others = weights.map(farthest);
    await expectNumbers(matrix(page, "meaning", "weights"), weights, language);
    await expectNumbers(matrix(page, "meaning", "weights-other"), others, language);
    const output = multiply(weights, narrow);
    await expectNumbers(matrix(page, "meaning", "output"), output, language);
    await expectNumbers(matrix(page, "meaning", "output-other"), output, language);
    const texts = await distances(page).allTextContents();
    const percent = new Intl.NumberFormat(language === "tr" ? "tr-TR" : "en-GB", {
      style: "percent",
      maximumFractionDigits: 1,
    });
    expect(texts.filter((_, i) => i % 2 === 0)).toEqual(
      weights.map((row, i) => percent.format(moved(row, others[i] ?? []))),
    );
    // Nothing, or one of the last bits of a number near 1.
    for (const text of texts.filter((_, i) => i % 2 === 1))
      expect(text).toMatch(/^(?:0|\d(?:[.,]\d)?·10⁻¹[567])$/u);
  }
});

test("with all of V there are none, and the page says so", async ({ page }) => {
  await openFigure(page);
  await choice(page, "all of V").check();
  await expect(sentence(page)).toContainText("no row has other weights");
  await expectNumbers(matrix(page, "meaning", "weights-other"), weights);
  await expectNumbers(matrix(page, "meaning", "output"), multiply(weights, kedi.v));
  await expect(distances(page)).toHaveText(Array(3).fill(["no others", "0"]).flat());
});

test("two values that are alike share their weight as one likes", async ({ page }) => {
  await openFigure(page);
  await choice(page, "v of oturdu := v of kedi").check();
  const v: Rows = [kedi.v[0], kedi.v[1], kedi.v[0]];
  await expectNumbers(matrix(page, "meaning", "v"), v);
  await expect(matrix(page, "meaning", "v").locator(".dk-badge")).toHaveText("set by hand");
  // All of it on the one that had less.
  const others = weights.map(([a = 0, b = 0, c = 0]) => (a > c ? [0, b, a + c] : [a + c, b, 0]));
  const rows = matrix(page, "meaning", "weights-other").locator("tbody tr");
  for (const i of [0, 2])
    await expect(rows.nth(i).locator(".dk-value-text")).toHaveText(
      others[i]?.map((w) => shown(w)) ?? [],
    );
  await expectNumbers(matrix(page, "meaning", "output-other"), multiply(weights, v));
});

test("by keyboard, and a link keeps the choice", async ({ page }) => {
  await openFigure(page);
  await choice(page, "first 2 columns of V").focus();
  await page.keyboard.press("ArrowRight");
  await expect(choice(page, "all of V")).toBeChecked();
  await expect(page).toHaveURL(/meaning\.values/u);
  await page.reload();
  await expect(choice(page, "all of V")).toBeChecked();
  await expect(sentence(page)).toContainText("no row has other weights");
});

test("edits, masks and values given as they are reach the figure", async ({ page }) => {
  const rows = (all: Rows) => all.map((row) => row.join(",")).join(";");
  // v of the third is the middle of the others in all columns.
  const v = [kedi.v[0], kedi.v[1], [1, 1, 0.5, 0.5]];
  const given = `Q=${rows(kedi.q)}&K=${rows(kedi.k)}&V=${rows(v)}`;
  await openFigure(page, "en", `&${given}&fig=meaning.values:own`);
  await expectNumbers(matrix(page, "meaning", "weights-other"), weights.map(farthest));
  await expect(matrix(page, "meaning", "v").locator(".dk-badge")).toHaveText("set by hand");
  const question = page.locator("#question-meaning");
  await question.getByRole("radio", { name: "No, only these" }).check();
  await question.getByRole("button", { name: "Check" }).click();
  await expect(question.getByRole("status")).toContainText("Not quite. There are: [0.788 0.212 0]");
  await page.getByRole("switch", { name: "causal mask" }).first().check();
  // kedi sees itself alone, mindere two tokens: only oturdu has a choice.
  await expect(sentence(page)).toContainText("1 of 3 rows have other weights");
  await expect(question.getByRole("status")).toContainText("Right. There are none.");
  await expect(matrix(page, "meaning", "weights-other").locator(".dk-masked")).toHaveCount(3);
});

test("what is no number is told, and the rest of the page goes on", async ({ page }) => {
  await openFigure(page);
  await matrix(page, "projections", "wv").locator("input").first().fill("NaN");
  await expect(figure(page).getByRole("alert")).toContainText("other weights cannot be looked for");
  await expect(page.locator("#question-meaning")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expectNumbers(matrix(page, "meaning", "weights"), weights);
});

test("the heads of BERT, with their source", async ({ page }) => {
  await openFigure(page, "tr");
  const bert = page.locator("#figure-bert");
  await expect(bert.locator("tbody td")).toHaveText(
    [
      "8-11 %94,3 %51,7",
      "8-10 %86,8 %40",
      "4-10 %82,5 %40,5",
      "7-6 %80,5 %47,7",
      "9-6 %76,3 %34,6",
      "5-4 %65,1 %52",
    ].flatMap((row) => row.split(" ")),
  );
  await expect(bert.locator("figcaption")).toContainText("alıntıdır");
  const sources = page.locator("#meaning .lesson-sources a");
  await expect(sources).toHaveCount(5);
  await expect(sources.first()).toHaveAttribute("href", "https://arxiv.org/abs/1906.04341");
});

test("the page does not scroll sideways at any width", async ({ page }) => {
  await page.setViewportSize({ width: widths[0], height: 800 });
  await openFigure(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    for (const name of ["all of V", /^v of/u]) {
      await choice(page, name).check();
      expect(await sideways(page), `${width} px, ${name}`).toBe(0);
    }
  }
});
