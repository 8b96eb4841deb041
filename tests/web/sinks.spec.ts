// Attention sinks: the stream drawn and attended to once more, with the first tokens kept and
// dropped.

import { attention, causal, type Results } from "./support/attention.ts";
import { kedi } from "./support/examples.ts";
import { expectNoSideways, expectNumbers, matrix, open, speak, widths } from "./support/page.ts";
import { Random } from "./support/random.ts";
import { type Language, shown } from "./support/shown.ts";
import { expect, type Page, test } from "./support/test.ts";

const figure = (page: Page) => page.locator("#figure-sinks");
const cells = (page: Page) => page.locator("#sinks-ways tbody td");
const sentence = (page: Page) => figure(page).locator(".sinks-sentence");
const slider = (page: Page, name: string) => figure(page).getByRole("slider", { name });

async function openFigure(page: Page, language: Language = "en", more = "") {
  await open(page, "index.html", `figure-sinks?v=1&lang=${language}${more}`, language);
  await expect(cells(page).first()).toBeVisible();
}

interface Setup {
  readonly seed: number;
  readonly kept: number;
  readonly temperature: number;
}

const TOKENS = 48;

/** Four first keys that lie along component 1 of every query, and whose values are 0. */
function attended({ seed, temperature }: Setup, sees: (i: number, j: number) => boolean): Results {
  const random = new Random(seed);
  const [q, k, v] = [0, 1, 2].map(() => random.rows(TOKENS, 8).map((row) => [...row]));
  for (const row of q ?? []) row[0] = 3;
  for (const [i, row] of (k ?? []).entries()) row[0] = i < 4 ? 4.5 : 0;
  for (const row of (v ?? []).slice(0, 4)) row.fill(0);
  return attention({ q: q ?? [], k: k ?? [], v: v ?? [], temperature, sees });
}

/** Mean and largest difference and the share of what is dropped, for each number of first tokens. */
function ways(setup: Setup): [number, number, number][] {
  const full = attended(setup, (i, j) => j <= i);
  const mean = (all: number[]) => all.reduce((a, b) => a + b, 0) / all.length;
  return [0, 1, 2, 3, 4].map((first) => {
    const sees = (i: number, j: number) => j <= i && (j < first || i - j < setup.kept - first);
    const some = attended(setup, sees);
    const later = full.output.map((row, i) => ({ row, i })).slice(setup.kept);
    const differences = later.map(({ row, i }) =>
      Math.max(...row.map((x, c) => Math.abs(x - (some.output[i]?.[c] ?? Number.NaN)))),
    );
    const lost = later.map(({ i }) =>
      (full.weights[i] ?? []).reduce((sum, w, j) => sum + (sees(i, j) ? 0 : w), 0),
    );
    return [mean(differences), Math.max(...differences), mean(lost)];
  });
}

function table(setup: Setup, language: Language = "en"): string[] {
  const percent = new Intl.NumberFormat(language === "tr" ? "tr-TR" : "en-GB", {
    style: "percent",
    maximumFractionDigits: 1,
  });
  return ways(setup).flatMap(([mean, largest, lost]) => [
    shown(mean, language),
    shown(largest, language),
    percent.format(lost),
  ]);
}

const begins = { seed: 1, kept: 12, temperature: 1 };

test("the five ways have their numbers, in both languages", async ({ page }) => {
  await openFigure(page);
  for (const language of ["en", "tr"] as const) {
    await speak(page, language);
    await expect(cells(page)).toHaveText(table(begins, language));
    const all = ways(begins);
    const [none = 0, four = 0] = [all[0]?.[0], all[4]?.[0]];
    // What the figure is there to show.
    expect(four).toBeLessThan(none / 10);
    await expect(sentence(page)).toContainText(shown(none, language));
    await expect(sentence(page)).toContainText(shown(four, language));
  }
});

test("sliders by keyboard: tokens kept, first tokens, temperature; a link keeps them", async ({
  page,
}) => {
  await openFigure(page);
  await slider(page, "of these, first tokens").focus();
  await page.keyboard.press("Home");
  await expect(sentence(page)).toHaveText(/^Keeping 0 \+ 12, the output is off by 0\.\d{3}/u);
  await expect(page.locator("#sinks-ways tr[aria-current] th")).toHaveText("0 + 12");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("#sinks-ways tr[aria-current] th")).toHaveText("1 + 11");
  await slider(page, "tokens kept").focus();
  for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowRight");
  await slider(page, "temperature").focus();
  for (let i = 0; i < 8; i++) await page.keyboard.press("ArrowRight");
  await expect(slider(page, "temperature")).toHaveAttribute("aria-valuetext", "2");
  const setup = { seed: 1, kept: 16, temperature: 2 };
  await expect(cells(page)).toHaveText(table(setup));
  // The address follows a little later: the last that was turned is in it as well.
  await expect
    .poll(() => page.evaluate(() => decodeURIComponent(location.hash)))
    .toMatch(/sinks\.kept:16.*sinks\.temperature:2(?!\d|\.)/u);
  await page.reload();
  await expect(cells(page)).toHaveText(table(setup));
  await expect(page.locator("#sinks-ways tr[aria-current] th")).toHaveText("1 + 15");
});

test("another draw, with badges that say what is random and what is not", async ({ page }) => {
  await openFigure(page);
  await figure(page).getByRole("button", { name: "Draw again" }).click();
  await expect(figure(page).locator(".dk-badge-random")).toHaveText("random, seed 2");
  await expect(figure(page).locator(".dk-badge-hand")).toHaveText("set by hand");
  await expect(figure(page)).toContainText(
    "Component 1 of every query is 3, of the first four keys 4.5",
  );
  await expect(cells(page)).toHaveText(table({ ...begins, seed: 2 }));
});

test("a pair pointed at in one picture has its number in both", async ({ page }) => {
  await openFigure(page);
  const pictures = figure(page).locator("canvas");
  await expect(pictures).toHaveCount(2);
  await pictures.first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Home");
  const full = attended(begins, (i, j) => j <= i).weights;
  const kept = attended(begins, (i, j) => j <= i && (j < 4 || i - j < 8)).weights;
  const places = figure(page).locator(".dk-map-place");
  await expect(places.nth(0)).toHaveText(`48 → 1: ${shown(full[47]?.[0] ?? 0)}`);
  await expect(places.nth(1)).toHaveText(`48 → 1: ${shown(kept[47]?.[0] ?? 0)}`);
});

for (const [language, hint] of [
  ["en", "Enter keeps one marked, Escape lets it go"],
  ["tr", "Enter birini işaretli tutar, Escape bırakır"],
] as const) {
  test(`the number of a cell stands beside it: focused, pointed at, kept, ${language}`, async ({
    page,
  }) => {
    await openFigure(page, language);
    const full = attended(begins, (i, j) => j <= i).weights;
    const [first, second] = [full[0]?.[0] ?? 0, full[1]?.[1] ?? 0].map((n) => shown(n, language));
    const picture = figure(page).locator("canvas").first();
    const number = figure(page).locator(".dk-map-number").first();
    // It tells what the keys do here: no sum opens.
    await expect(picture).toHaveAttribute("aria-label", new RegExp(hint, "u"));
    await picture.focus();
    await expect(number).toHaveText(`1 → 1: ${first}`);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await expect(number).toHaveText(`2 → 2: ${second}`);
    await expect(number).toBeVisible();
    // A press keeps it, also when the focus or the pointer goes.
    await page.keyboard.press("Enter");
    await picture.blur();
    await expect(number).toHaveText(`2 → 2: ${second}`);
    await picture.focus();
    await page.keyboard.press("Escape");
    await expect(number).toHaveCount(0);
    await picture.blur();
    await picture.click({ position: { x: 3, y: 3 } });
    await page.mouse.move(0, 0);
    await picture.blur();
    await expect(number).toHaveText(`1 → 1: ${first}`);
  });
}

test("the question is judged by what was computed", async ({ page }) => {
  await openFigure(page);
  const question = page.locator("#question-sinks");
  await question.getByRole("radio", { name: "more" }).check();
  await question.getByRole("button", { name: "Check" }).click();
  await expect(question.getByRole("status")).toContainText("Not quite.");
  for (const temperature of [1, 4]) {
    const [mean, , lost] = table({ ...begins, temperature });
    await expect(question.getByRole("status")).toContainText(`held ${lost}`);
    await expect(question.getByRole("status")).toContainText(`off by ${mean}`);
  }
  await question.getByRole("button", { name: "Answer again" }).click();
  await question.getByRole("radio", { name: "less" }).check();
  await question.getByRole("button", { name: "Check" }).click();
  await expect(question.getByRole("status")).toContainText("Right.");
});

test("the same number added to every score changes no weight", async ({ page }) => {
  await openFigure(page);
  const shift = page.locator("#figure-shift");
  const { masked, exponentials, weights } = attention(kedi);
  const more = masked.map((row) => row.map((score) => score + 1000));
  await expectNumbers(matrix(page, "shift", "masked"), more);
  await expectNumbers(matrix(page, "shift", "exponentials"), exponentials);
  await expectNumbers(matrix(page, "shift", "weights"), weights);
  await expect(shift.getByRole("status")).toHaveText(/^1,000 is added to every score; no weight/u);
  await shift.getByRole("slider").focus();
  await page.keyboard.press("Home");
  const less = masked.map((row) => row.map((score) => score - 1000));
  await expectNumbers(matrix(page, "shift", "masked"), less);
  await expectNumbers(matrix(page, "shift", "weights"), weights);
  await expect(page).toHaveURL(/shift\.add/u);
  // A score that is hidden stays hidden.
  await page.getByRole("switch", { name: "causal mask" }).first().check();
  await expect(matrix(page, "shift", "masked").locator(".dk-masked")).toHaveCount(3);
  await expectNumbers(
    matrix(page, "shift", "weights"),
    attention({ ...kedi, sees: causal }).weights,
  );
});

test("the page does not scroll sideways at any width", async ({ page }) => {
  await page.setViewportSize({ width: widths[0], height: 800 });
  await openFigure(page);
  await expectNoSideways(page);
});
