// The tiles of the tiled path: stepped by mouse and by keyboard, with the numbers of every step
// worked out once more in float64.

import { attention, causal, type Rows } from "./support/attention.ts";
import { expectAccessible, looks } from "./support/axe.ts";
import { kedi } from "./support/examples.ts";
import { matrix, open, speak, wear, widths } from "./support/page.ts";
import { type Language, shown } from "./support/shown.ts";
import { expect, type Locator, type Page, test } from "./support/test.ts";

const figure = (page: Page) => page.locator("#figure-tiles");
const stage = (page: Page) => page.locator(".tiles-stage");
const status = (page: Page) => figure(page).locator(".steps-position");
const press = (page: Page, name: string) =>
  figure(page).getByRole("button", { name, exact: true }).click();
const table = (page: Page, name: string | RegExp) =>
  figure(page).getByRole("table", { name }).or(figure(page).getByRole("grid", { name }));

/** At once: what stands in its place until it has come is another element. */
const comeNear = (page: Page) =>
  page.evaluate(() => document.getElementById("tiles")?.scrollIntoView());

async function openTiles(page: Page, language: Language = "en") {
  await open(page, "index.html", "", language);
  await comeNear(page);
  await expect(stage(page)).toBeVisible();
}

interface Kept {
  maximum: number;
  sum: number;
  output: number[];
}

interface Row {
  query: number;
  before: Kept;
  after: Kept;
  rescale: number;
  weights: number[];
}

/** Online softmax as the literature has it, with a maximum that rises by powers of two. */
function online(masked: Rows, v: Rows, tile: { queries: number; keys: number }): Row[][] {
  const width = v[0]?.length ?? 0;
  const steps: Row[][] = [];
  for (let q = 0; q < masked.length; q += tile.queries) {
    const rows = masked.slice(q, q + tile.queries);
    let kept = rows.map(
      (): Kept => ({ maximum: Number.NEGATIVE_INFINITY, sum: 0, output: new Array(width).fill(0) }),
    );
    for (let k = 0; k < v.length; k += tile.keys) {
      const step = rows.map((row, i): Row => {
        const before = kept[i] as Kept;
        const scores = row.slice(k, k + tile.keys);
        const largest = Math.max(...scores);
        const first = before.maximum === Number.NEGATIVE_INFINITY;
        const rise = Math.max(0, Math.ceil((largest - before.maximum) / Math.LN2));
        const maximum = first ? largest : before.maximum + rise * Math.LN2;
        const rescale = first ? 0 : 2 ** -rise;
        const weights = scores.map((score) => Math.exp(score - maximum));
        const sum = before.sum * rescale + weights.reduce((a, b) => a + b, 0);
        const output = before.output.map((value, c) =>
          weights.reduce((all, w, j) => all + w * (v[k + j]?.[c] ?? 0), value * rescale),
        );
        return { query: q + i, before, after: { maximum, sum, output }, rescale, weights };
      });
      kept = step.map(({ after }) => after);
      steps.push(step);
    }
  }
  return steps;
}

const share = (value: number, language: Language) => {
  const text = Number.isInteger(value) ? `${value}` : value.toFixed(3);
  return language === "tr" ? text.replace(".", ",") : text;
};

/** The texts of the shown cells, without what is only heard. */
const cells = (t: Locator) => t.locator("tbody tr:not(.tiles-filler) td");

async function expectStep(page: Page, rows: readonly Row[], language: Language) {
  const names =
    language === "en"
      ? { kept: /^What is kept/, before: "partial output, before", after: "partial output, after" }
      : { kept: /^Her sorgu için/, before: "ara çıktı, önce", after: "ara çıktı, sonra" };
  const show = (value: number) => shown(value, language);
  await expect(cells(table(page, names.kept))).toHaveText(
    rows.flatMap(({ before, after, rescale, weights }) => [
      ...[before.maximum, after.maximum, rescale, before.sum, after.sum].map(show),
      ...weights.map((weight) => share(weight, language)),
    ]),
  );
  await expect(cells(table(page, names.before))).toHaveText(
    rows.flatMap(({ before }) => before.output.map(show)),
  );
  await expect(cells(table(page, names.after))).toHaveText(
    rows.flatMap(({ after }) => after.output.map(show)),
  );
}

const { masked } = attention(kedi);

test("every step of the example has its numbers, in both languages", async ({ page }) => {
  await openTiles(page);
  const steps = online(masked, kedi.v, { queries: 2, keys: 1 });
  expect(steps).toHaveLength(6);
  for (const language of ["en", "tr"] as const) {
    await speak(page, language);
    await stage(page).press("Home");
    for (const [i, rows] of steps.entries()) {
      const place = language === "en" ? `Step ${i + 1} of 7:` : `Adım ${i + 1} / 7:`;
      await expect(status(page)).toContainText(place);
      await expectStep(page, rows, language);
      const filled = figure(page).locator("td.tiles-now");
      const weights = rows.flatMap((row) => row.weights).map((w) => share(w, language));
      await expect(filled).toHaveText(weights);
      await press(page, language === "en" ? "Next" : "İleri");
    }
    await expect(status(page)).toContainText(
      language === "en" ? "Step 7 of 7: all tiles are done" : "Adım 7 / 7: karolar bitti",
    );
  }
});

test("a sentence for each row says how its sum came about", async ({ page }) => {
  await openTiles(page);
  await press(page, "Next");
  // mindere: 1, and then 3, which raises the maximum by three powers of two.
  const [first, second] = online(masked, kedi.v, { queries: 2, keys: 1 })[1] ?? [];
  expect(second?.rescale).toBe(0.125);
  const sentences = figure(page).locator(".tiles-sums li:not([aria-hidden])");
  const sentence = (row: Row | undefined, name: string) =>
    `${name} ${shown(row?.after.sum ?? 0)} = ${shown(row?.before.sum ?? 0)} · ${shown(row?.rescale ?? 0)} + ${shown(row?.weights[0] ?? 0)}`;
  await expect(sentences.nth(0)).toHaveText(sentence(first, "kedi"));
  await expect(sentences.nth(1)).toHaveText(`${sentence(second, "mindere")} larger score`);
});

test("at the end the sum divides, and the difference is counted in ulp", async ({ page }) => {
  await openTiles(page);
  await press(page, "Last");
  const { output } = attention(kedi);
  const steps = online(masked, kedi.v, { queries: 2, keys: 1 });
  const last = new Map(steps.flat().map(({ query, after }) => [query, after]));
  await expect(cells(table(page, /^The division/))).toHaveText(
    output.flatMap((row, i) => [
      ...(last.get(i)?.output ?? []).map((value) => shown(value)),
      shown(last.get(i)?.sum ?? 0),
      ...row.map((value) => shown(Math.fround(value))),
    ]),
  );
  const ulps = (await cells(table(page, /^Difference from float64/)).allTextContents()).map(Number);
  expect(ulps).toHaveLength(12);
  for (const ulp of ulps) expect(ulp >= 0 && ulp < 16).toBe(true);
  const told = (await figure(page).locator(".tiles-largest").textContent()) ?? "";
  const [, largest, name, column, here, there] =
    /^Largest difference: (\S+) ulp, in row (\S+), component (\d): (\S+) here, (\S+) in/u.exec(
      told,
    ) ?? [];
  expect(Number(largest)).toBe(Math.max(...ulps));
  const row = kedi.tokens.indexOf(name as "kedi");
  const wanted = output[row]?.[Number(column) - 1] ?? Number.NaN;
  expect(Number(here)).toBe(Math.fround(Number(here)));
  expect(Math.abs(Number(there) - wanted)).toBeLessThan(1e-15);
  const ulp = 2 ** (Math.floor(Math.log2(wanted)) - 23);
  expect(Number(largest)).toBeCloseTo(Math.abs(Number(here) - Number(there)) / ulp, 3);
});

test("the keyboard steps while the grid has the focus", async ({ page }) => {
  await openTiles(page);
  await stage(page).focus();
  const step = (n: number) => expect(status(page)).toContainText(`Step ${n} of 7:`);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await step(3);
  await page.keyboard.press("ArrowLeft");
  await step(2);
  await page.keyboard.press("End");
  await step(7);
  await page.keyboard.press("ArrowRight");
  await step(7);
  await page.keyboard.press("Home");
  await step(1);
  await expect(stage(page)).toBeFocused();
  // A button that has nothing to do keeps the focus, and the arrows go on from it.
  const back = figure(page).getByRole("button", { name: "Back" });
  await back.focus();
  await expect(back).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Enter");
  await step(1);
  await page.keyboard.press("ArrowRight");
  await step(2);
  await expect(back).toBeFocused();
  const slider = figure(page).getByRole("slider", { name: "Step" });
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  await step(3);
  await expect(slider).toHaveAttribute("aria-valuetext", "3 / 7");
});

for (const reducedMotion of ["no-preference", "reduce"] as const) {
  test(`space plays and pauses, motion: ${reducedMotion}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    await page.clock.install();
    await openTiles(page);
    await stage(page).focus();
    const step = (n: number) => expect(status(page)).toContainText(`Step ${n} of 7:`);
    await page.keyboard.press("Space");
    const pause = figure(page).getByRole("button", { name: "Pause" });
    await expect(pause).toBeVisible();
    await expect(status(page)).toHaveAttribute("aria-live", "off");
    await page.clock.runFor(1500);
    await step(2);
    await page.keyboard.press("Space");
    await expect(pause).toHaveCount(0);
    await expect(status(page)).toHaveAttribute("aria-live", "polite");
    await page.clock.runFor(60_000);
    await step(2);
    await press(page, "Play");
    await page.clock.runFor(60_000);
    await step(7);
    await expect(figure(page).getByRole("button", { name: "Play" })).toBeVisible();
  });
}

test("other tiles, and a click on one", async ({ page }) => {
  await openTiles(page);
  await figure(page).getByRole("radio", { name: "2 × 2" }).check();
  const steps = online(masked, kedi.v, { queries: 2, keys: 2 });
  await expect(status(page)).toHaveText("Step 1 of 5: queries kedi, mindere × keys kedi, mindere.");
  await expectStep(page, steps[0] ?? [], "en");
  const grid = table(page, "The matrix that is never written");
  await grid.locator("tbody tr").nth(2).locator("td").nth(2).click();
  await expect(status(page)).toHaveText("Step 4 of 5: query oturdu × key oturdu.");
  await expectStep(page, steps[3] ?? [], "en");
});

test("the switches and the edits of the page reach the tiles", async ({ page }) => {
  await openTiles(page);
  await page
    .getByRole("switch", { name: /^divide by/ })
    .first()
    .uncheck();
  const unscaled = attention({ ...kedi, scale: 1 }).masked;
  await expectStep(page, online(unscaled, kedi.v, { queries: 2, keys: 1 })[0] ?? [], "en");
  await page.getByRole("button", { name: "Undo" }).click();
  await matrix(page, "projections", "wv").locator("input").first().fill("3");
  // X · W_V with 3 in the place of 1: the first column of V grows by twice that of X.
  const v = kedi.v.map((row, i) => row.map((x, c) => (c === 0 ? x + 2 * ([1, 0, 1][i] ?? 0) : x)));
  await expectStep(page, online(masked, v, { queries: 2, keys: 1 })[0] ?? [], "en");
});

test("the causal mask skips a tile of the example", async ({ page }) => {
  await openTiles(page);
  await figure(page).getByRole("switch", { name: "causal mask" }).check();
  await expect(figure(page).locator(".tiles-count")).toHaveText(
    "1 of 6 tiles skipped: the mask leaves nothing of them.",
  );
  await expect(status(page)).toContainText("Step 1 of 6");
  await expect(figure(page).locator("td.tiles-skipped")).toHaveCount(2);
  await press(page, "Next");
  const hidden = figure(page).locator("td.tiles-now").first();
  await expect(hidden).toHaveText("skipped or masked");
  await press(page, "Last");
  const { output } = attention({ ...kedi, sees: causal });
  const texts = await cells(table(page, /^The division/)).allTextContents();
  const last = texts.filter((_, i) => i % 9 >= 5);
  expect(last).toEqual(output.flat().map((value) => shown(Math.fround(value))));
});

test("on the larger example the causal mask skips 3 of 9 tiles", async ({ page }) => {
  await openTiles(page, "tr");
  await figure(page).getByRole("radio", { name: "12 token" }).check();
  await expect(figure(page).locator(".dk-badge-random")).toHaveText("rastgele, tohum 7");
  await expect(status(page)).toHaveText("Adım 1 / 10: sorgular 1–4 × anahtarlar 1–4.");
  await expect(figure(page).locator("td.tiles-skipped")).toHaveCount(0);
  await figure(page).getByRole("switch", { name: "nedensel maske" }).check();
  await expect(status(page)).toHaveText("Adım 1 / 7: sorgular 1–4 × anahtarlar 1–4.");
  await expect(figure(page).locator(".tiles-count")).toContainText("9 karodan 3 tanesi atlandı");
  await expect(figure(page).locator("td.tiles-skipped")).toHaveCount(3 * 16);
  // Within the tile in hand, the pairs above the diagonal.
  await expect(figure(page).locator("td.tiles-now.tiles-hidden")).toHaveCount(6);
  const before = await cells(table(page, "ara çıktı, sonra")).allTextContents();
  await press(page, "Yeniden çek");
  await expect(figure(page).locator(".dk-badge-random")).toHaveText("rastgele, tohum 8");
  expect(await cells(table(page, "ara çıktı, sonra")).allTextContents()).not.toEqual(before);
  await press(page, "Son");
  // The first token sees only itself: its value, rounded to float32 and nothing more.
  const texts = await cells(table(page, /^float64’ten farkı/)).allTextContents();
  expect(texts).toHaveLength(48);
  for (const text of texts.slice(0, 4))
    expect(Number(text.replace(",", "."))).toBeLessThanOrEqual(0.5);
});

test("what is no number stays where it is", async ({ page }) => {
  await openTiles(page);
  await matrix(page, "projections", "x").locator("input").nth(4).fill("NaN");
  await expect(matrix(page, "output", "output").locator("tbody tr").nth(1)).toContainText("NaN");
  await expect(
    table(page, /^What is kept/)
      .locator("tbody tr")
      .nth(1),
  ).toContainText("NaN");
  await press(page, "Last");
  await expect(figure(page).locator(".tiles-largest")).toContainText("float64 reference");
  await page.getByRole("button", { name: "Undo" }).click();
  await press(page, "First");
  await expectStep(page, online(masked, kedi.v, { queries: 2, keys: 1 })[0] ?? [], "en");
});

test("the prose says what the matrix would need, and names its sources", async ({ page }) => {
  await openTiles(page);
  const prose = page.locator("#tiles .lesson-prose");
  await expect(prose).toContainText(/1,000 that is 4\s?MB/u);
  await expect(prose).toContainText(/100,000 it is 40\s?GB/u);
  await expect(prose).toContainText(/works in \d{3}\s?kB beside/u);
  for (const paper of ["1805.02867", "2205.14135"])
    await expect(prose.locator(`a[href="https://arxiv.org/abs/${paper}"]`).first()).toBeVisible();
});

test("the figure is fetched when the reader comes near", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await open(page, "index.html");
  await page.waitForLoadState("networkidle");
  const figureFiles = () => asked.filter((url) => /\/tiles-/u.test(url));
  expect(figureFiles()).toEqual([]);
  await comeNear(page);
  await expect(stage(page)).toBeVisible();
  expect(figureFiles().length).toBeGreaterThan(0);
});

test("WCAG 2.2 AA, both themes and languages", async ({ page }) => {
  test.slow();
  await openTiles(page);
  const inAll = async () => {
    for (const look of looks) {
      await wear(page, look);
      await expectAccessible(page, "#tiles");
    }
    await speak(page, "en");
  };
  await press(page, "Next");
  await inAll();
  await figure(page).getByRole("radio", { name: "12 tokens" }).check();
  await figure(page).getByRole("switch").check();
  await inAll();
  await press(page, "Last");
  await inAll();
});

test("the page does not scroll sideways at any width", async ({ page }) => {
  await page.setViewportSize({ width: widths[0], height: 800 });
  await open(page, "index.html", "tiles?lang=en");
  await expect(stage(page)).toBeVisible();
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    for (const example of ["the example", "12 tokens"]) {
      await figure(page).getByRole("radio", { name: example }).check();
      await stage(page).press("Home");
      expect(await sideways(), `${width} px, ${example}`).toBeLessThanOrEqual(0);
      await press(page, "Last");
      expect(await sideways(), `${width} px, ${example}, the division`).toBeLessThanOrEqual(0);
    }
  }
});
