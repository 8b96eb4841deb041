// Many heads, with each head's numbers worked out once more in float64.

import { attention, causal, multiply, type Rows } from "./support/attention.ts";
import { expectAccessibleInAll } from "./support/axe.ts";
import { kedi } from "./support/examples.ts";
import { expectNumbers, matrix, open, sideways, speak, widths } from "./support/page.ts";
import { type Language, shown } from "./support/shown.ts";
import { expect, type Page, test } from "./support/test.ts";

const figure = (page: Page) => page.locator("#figure-heads");

async function openHeads(page: Page, language: Language = "en", fig = "") {
  const choices = fig === "" ? "" : `&fig=${fig}`;
  await open(page, "index.html", `heads?v=1&lang=${language}${choices}`, language);
  await expect(figure(page)).toBeVisible();
}

const pick = (page: Page, group: string, name: string) =>
  figure(page)
    .getByRole("group", { name: group, exact: true })
    .getByRole("radio", { name })
    .check();

const columns = (rows: Rows, first: number, width: number): Rows =>
  rows.map((row) => row.slice(first, first + width));

/** Each head of the example; head h reads the keys and values of the first head of its group. */
function headsOf(heads: number, kvHeads = heads, sees?: (q: number, k: number) => boolean) {
  const width = 4 / heads;
  const group = heads / kvHeads;
  return Array.from({ length: heads }, (_, h) => {
    const source = (h - (h % group)) * width;
    return attention({
      q: columns(kedi.q, h * width, width),
      k: columns(kedi.k, source, width),
      v: columns(kedi.v, source, width),
      ...(sees ? { sees } : {}),
    });
  });
}

const sideBySide = (heads: readonly { output: Rows }[]): Rows =>
  kedi.tokens.map((_, i) => heads.flatMap(({ output }) => output[i] ?? []));

/** The numbers as they are shown: three decimals. */
async function numbersOf(page: Page, name: string): Promise<Rows> {
  const rows = matrix(page, "heads", name).locator("tbody tr");
  const texts = await Promise.all(
    (await rows.all()).map((row) => row.locator(".dk-value-text").allTextContents()),
  );
  return texts.map((row) => row.map((text) => Number(text.replace("−", "-").replace(",", "."))));
}

const largest = (a: Rows, b: Rows) =>
  Math.max(...a.flatMap((row, i) => row.map((x, j) => Math.abs(x - (b[i]?.[j] ?? Number.NaN)))));

test("every head has weights and an output of its own, in both languages", async ({ page }) => {
  await openHeads(page, "en", "heads.mixing:identity");
  for (const language of ["en", "tr"] as const) {
    await speak(page, language);
    const words = { en: "Heads", tr: "Başlıklar" };
    for (const count of [2, 4, 1]) {
      await pick(page, words[language], String(count));
      const heads = headsOf(count);
      await expect(figure(page).locator(".head")).toHaveCount(count);
      for (const [h, { weights, output }] of heads.entries()) {
        await expectNumbers(matrix(page, "heads", `weights-${h + 1}`), weights, language);
        await expectNear(page, `output-${h + 1}`, output);
      }
      await expectNear(page, "output-merged", sideBySide(heads));
      await expectNear(page, "output-mixed", sideBySide(heads));
    }
    // A single head is the attention of the page.
    await expectNumbers(matrix(page, "heads", "output-1"), attention(kedi).output, language);
  }
});

/** To what three decimals can tell. */
async function expectNear(page: Page, prefix: string, rows: Rows, off = 0.0006) {
  await expect.poll(async () => largest(rows, await numbersOf(page, prefix))).toBeLessThan(off);
}

test("the columns of the merged output are told by their heads", async ({ page }) => {
  await openHeads(page);
  const merged = matrix(page, "heads", "output-merged");
  await expect(merged.locator("thead .head-band")).toHaveText(["Head 1", "Head 2"]);
  await expect(merged.locator("thead tr").last().locator("th")).toHaveText([
    "query",
    "1a",
    "1b",
    "2a",
    "2b",
  ]);
  await expect(matrix(page, "heads", "wv-mixing").locator("tbody th")).toHaveText([
    "1a",
    "1b",
    "2a",
    "2b",
  ]);
});

test("W_O is drawn from its seed and mixes what stands side by side", async ({ page }) => {
  await openHeads(page);
  await expect(figure(page).locator(".dk-badge-random")).toHaveText("random, seed 1");
  const mixed = async () => multiply(sideBySide(headsOf(2)), await numbersOf(page, "wv-mixing"));
  await expectNear(page, "output-mixed", await mixed(), 0.004);
  const before = await numbersOf(page, "wv-mixing");
  await figure(page).getByRole("button", { name: "Draw again" }).click();
  await expect(figure(page).locator(".dk-badge-random")).toHaveText("random, seed 2");
  expect(largest(before, await numbersOf(page, "wv-mixing"))).toBeGreaterThan(0.1);
  await expectNear(page, "output-mixed", await mixed(), 0.004);
});

test("a head that is switched off leaves zeros, and the change is told", async ({ page }) => {
  await openHeads(page, "en", "heads.mixing:identity");
  const status = figure(page).locator(".heads-ablation");
  await expect(status).toContainText("All heads are on.");
  const second = figure(page).getByRole("switch", { name: "head 2 on" });
  await second.focus();
  await page.keyboard.press("Space");
  await expect(second).not.toBeChecked();
  await expect(second).toBeFocused();
  const heads = headsOf(2);
  const off = heads[1]?.output ?? [];
  await expectNear(
    page,
    "output-2",
    off.map((row) => row.map(() => 0)),
    1e-9,
  );
  await expectNear(
    page,
    "output-mixed",
    sideBySide(heads).map((row) => row.map((x, c) => (c < 2 ? x : 0))),
  );
  await expect(status.locator("b")).toHaveText(shown(Math.max(...off.flat())));
  await expect(figure(page).locator(".head-off .head-note")).toHaveText(
    "switched off: zeros go on from here",
  );
  await expect(page).toHaveURL(/heads\.off(:|%3A)2/u);
  await page.reload();
  await expect(second).not.toBeChecked();
});

test("heads share keys and values", async ({ page }) => {
  await openHeads(page, "en", "heads.heads:4,heads.mixing:identity");
  const kept = figure(page).locator(".heads-cost tbody tr").last().locator("td").nth(1);
  for (const [kvHeads, numbers] of [
    [4, "24"],
    [2, "12"],
    [1, "6"],
  ] as const) {
    await pick(page, "Heads of K and V", String(kvHeads));
    const heads = headsOf(4, kvHeads);
    for (const [h, { weights }] of heads.entries())
      await expectNumbers(matrix(page, "heads", `weights-${h + 1}`), weights);
    await expectNear(page, "output-mixed", sideBySide(heads));
    // 3 tokens, and of each a key and a value in every K/V head, 1 wide.
    await expect(kept).toHaveText(numbers);
  }
  await expect(figure(page).locator(".head").nth(3)).toContainText("reads the K and V of head 1");
});

test("many narrow heads cost what one wide head does", async ({ page }) => {
  await openHeads(page);
  const row = (i: number) => figure(page).locator(".heads-cost tbody tr").nth(i).locator("td");
  // Operations: 2 · heads · pairs · (d_k + d_v).
  await expect(row(0)).toHaveText(["144", "144", "2,048,000,000", "2,048,000,000"]);
  await expect(row(1)).toHaveText(["9", "18", "1,000,000", "8,000,000"]);
  await expect(row(2)).toHaveText(["64", "64", "1,048,576", "1,048,576"]);
  await expect(row(3)).toHaveText(["24", "24", "1,024,000", "1,024,000"]);
  await page.getByRole("switch", { name: "causal mask" }).first().check();
  // 6 of 9 pairs.
  await expect(row(0).nth(1)).toHaveText("96");
});

test("edits and switches of the page reach the heads", async ({ page }) => {
  await openHeads(page, "en", "heads.mixing:identity");
  await page.getByRole("switch", { name: "causal mask" }).first().check();
  const heads = headsOf(2, 2, causal);
  await expectNear(page, "output-merged", sideBySide(heads));
  await expect(matrix(page, "heads", "weights-1").locator(".dk-masked")).toHaveCount(3);
  await page.getByRole("button", { name: "Undo" }).click();
  await matrix(page, "projections", "wv").locator("input").first().fill("3");
  // X · W_V with 3 in the place of 1: the first column of V grows by twice that of X.
  const v = kedi.v.map((row, i) => row.map((x, c) => (c === 0 ? x + 2 * ([1, 0, 1][i] ?? 0) : x)));
  const { output } = attention({
    q: columns(kedi.q, 0, 2),
    k: columns(kedi.k, 0, 2),
    v: columns(v, 0, 2),
  });
  await expectNear(page, "output-1", output);
});

test("Q, K and V of one's own are cut by their columns", async ({ page }) => {
  await openHeads(page, "en", "heads.mixing:identity");
  await page.getByRole("radio", { name: "Q, K and V" }).check();
  await expect(figure(page)).toContainText("no X to project");
  await expectNear(page, "output-merged", sideBySide(headsOf(2)));
  await expect(
    figure(page).locator(".heads-cost tbody tr").nth(2).locator("td").first(),
  ).toHaveText("–");
});

test("what cannot be cut stays one head", async ({ page }) => {
  const link =
    "heads?v=1&lang=en&Q=1,0,1;0,1,0;1,1,1&K=1,0,1;1,1,0;0,1,1&V=1,2;3,0;0,4&tokens=ben,gel,dim";
  await open(page, "index.html", link);
  await expect(figure(page)).toContainText(
    "Keys 3 numbers wide and values 2 wide cannot be cut into equal heads.",
  );
  await expect(figure(page).locator(".head")).toHaveCount(1);
  await expect(page.locator("#question-heads-cost, #question-heads-scale")).toHaveCount(0);
});

test("the questions are judged by what the core computes", async ({ page }) => {
  await openHeads(page, "tr");
  const scale = page.locator("#question-heads-scale");
  await scale.getByRole("textbox").fill("1,414");
  await scale.getByRole("button", { name: "Denetle" }).click();
  await expect(scale.getByRole("status")).toContainText("Doğru.");
  const cost = page.locator("#question-heads-cost");
  await cost.getByRole("radio", { name: "daha çok işlem ister" }).check();
  await cost.getByRole("button", { name: "Denetle" }).click();
  await expect(cost.getByRole("status")).toContainText("Olmadı.");
  await expect(cost.getByRole("status")).toContainText("144");
});

test("WCAG 2.2 AA, both themes and languages", async ({ page }) => {
  test.slow();
  await openHeads(page, "en", "heads.heads:4,heads.kv:2,heads.off:2");
  await expectAccessibleInAll(page, "#heads");
});

test("the page does not scroll sideways at any width", async ({ page }) => {
  await page.setViewportSize({ width: widths[0], height: 800 });
  await openHeads(page, "tr");
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    for (const count of ["1", "2", "4"]) {
      await pick(page, "Başlıklar", count);
      expect(await sideways(page), `${width} px, ${count}`).toBe(0);
    }
  }
});
