// Figures with numbers of their own: every cell of their matrices opens into its sum, by mouse and
// by keyboard, in both languages, and a link holds the one that is open.

import { attention, multiply } from "./support/attention.ts";
import { expectAccessibleInAll } from "./support/axe.ts";
import { kedi, kediProjected } from "./support/examples.ts";
import { cell, equationOf, inspector, matrix, open, speak } from "./support/page.ts";
import { permute, permuteBoth } from "./support/positions.ts";
import { type Language, shown } from "./support/shown.ts";
import { expect, type Locator, type Page, test } from "./support/test.ts";

async function openAt(page: Page, section: string, figure: string, fig = "", language?: Language) {
  const chosen = fig === "" ? "" : `&fig=${fig}`;
  await open(page, "index.html", `${section}?v=1&lang=${language ?? "en"}${chosen}`, language);
  await expect(inspector(page, figure)).toBeVisible();
}

/** 3 · 1 + 1 · 0, as the inspector writes it. */
const dot = (a: readonly number[], b: readonly number[], language: Language = "en") => {
  const bare = (x: number) => shown(x, language);
  const text = (x: number) => (x < 0 ? `(${bare(x)})` : bare(x));
  return a.map((x, i) => `${i === 0 ? bare(x) : text(x)}·${text(b[i] ?? Number.NaN)}`).join("+");
};

const fault = (page: Page, figure: string) => page.locator(`#figure-${figure} > .dk-fault`);

/** Opens by the pointer and closes by Escape; opens by both keys. */
async function expectOpened(page: Page, figure: string, at: Locator, equation: string) {
  const panel = inspector(page, figure);
  await at.click();
  await expect(panel).toHaveClass(/dk-pinned/);
  await expect.poll(() => equationOf(panel)).toBe(equation);
  await expect(at).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Escape");
  await expect(panel).not.toHaveClass(/dk-pinned/);
  for (const key of ["Enter", "Space"]) {
    await at.focus();
    await page.keyboard.press(key);
    await expect(panel).toHaveClass(/dk-pinned/);
    await expect.poll(() => equationOf(panel)).toBe(equation);
    await page.keyboard.press("Escape");
    await expect(panel).not.toHaveClass(/dk-pinned/);
  }
}

const { weights, output } = attention(kedi);

test("the orders: an output is a sum of the moved weights and values", async ({ page }) => {
  await openAt(page, "order", "order", "order.order:2.0.1");
  const moved = [2, 0, 1];
  const [w, v] = [permuteBoth(moved, weights), permute(moved, kedi.v)];
  for (const language of ["en", "tr"] as const) {
    await speak(page, language);
    const column = v.map((row) => row[1] ?? Number.NaN);
    const result = shown(output[2]?.[1] ?? Number.NaN, language);
    await expectOpened(
      page,
      "order",
      cell(matrix(page, "order", "output-moved"), 0, 1),
      `O[oturdu,2]=${dot(w[0] ?? [], column, language)}=${result}`,
    );
  }
  const at = cell(matrix(page, "order", "weights"), 0, 2);
  await at.click();
  await inspector(page, "order").getByRole("button").first().click();
  await expect.poll(() => equationOf(inspector(page, "order"))).toMatch(/^E\[kedi,oturdu\]=e/u);
});

test("the positions: vectors, turns and penalties are written out", async ({ page }) => {
  await openAt(page, "order", "positions", "positions.way:sinusoidal,positions.shift:3");
  const panel = inspector(page, "positions");
  await expectOpened(
    page,
    "positions",
    cell(matrix(page, "positions", "x-places"), 1, 2),
    `P[4,3]=sin(4÷10,0002/4)=${shown(Math.sin(4 / 10_000 ** 0.5))}`,
  );
  await cell(matrix(page, "positions", "x-placed"), 0, 0).click();
  const first = Math.sin(3);
  await expect
    .poll(() => equationOf(panel))
    .toBe(`X+P[kedi,1]=1+${shown(first)}=${shown(1 + first)}`);
  await page.locator("#figure-positions").getByRole("radio", { name: "ALiBi" }).check();
  await cell(matrix(page, "positions", "scaled-penalty"), 0, 2).click();
  await expect.poll(() => equationOf(panel)).toBe(`−m·|i−j|[kedi,oturdu]=−0.5·|1−3|=−1`);
  await page.locator("#figure-positions").getByRole("radio", { name: /RoPE/ }).check();
  const scores = cell(matrix(page, "positions", "masked"), 0, 0);
  await scores.click();
  // S″ to S′ to S, and from there to a turned query.
  for (const letter of ["S′[", "S[", "Q′["]) {
    await panel.locator(".dk-right .dk-factor").first().click();
    await expect.poll(() => equationOf(panel)).toContain(letter);
  }
  const [a = 0, b = 0] = kedi.q[0] ?? [];
  await expect
    .poll(() => equationOf(panel))
    .toBe(`Q′[kedi,1]=${a}·cos3−${b}·sin3=${shown(a * Math.cos(3) - b * Math.sin(3))}`);
});

test("the heads: side by side, then mixed by W_O", async ({ page }) => {
  await openAt(page, "heads", "heads", "heads.mixing:identity");
  const half = (rows: readonly (readonly number[])[], from: number) =>
    rows.map((row) => row.slice(from, from + 2));
  const heads = [0, 2].map((from) =>
    attention({ q: half(kedi.q, from), k: half(kedi.k, from), v: half(kedi.v, from) }),
  );
  const second = heads[1]?.output[0] ?? [];
  const merged = [...(heads[0]?.output[0] ?? []), ...second];
  for (const language of ["en", "tr"] as const) {
    await speak(page, language);
    await expectOpened(
      page,
      "heads",
      cell(matrix(page, "heads", "output-mixed"), 0, 2),
      `ZWO[kedi,3]=${dot(merged, [0, 0, 1, 0], language)}=${shown(second[0] ?? 0, language)}`,
    );
  }
  await expectOpened(
    page,
    "heads",
    cell(matrix(page, "heads", "output-2"), 0, 0),
    `O2[kedi,2a]=${dot(
      heads[1]?.weights[0] ?? [],
      [1, 0, 0].map((_, i) => kedi.v[i]?.[2] ?? 0),
      "tr",
    )}=${shown(second[0] ?? 0, "tr")}`,
  );
});

test("the cache: each step has its own sums, and the keys stay with the cell", async ({ page }) => {
  await openAt(page, "cache", "cache");
  const panel = inspector(page, "cache");
  await page.locator(".cache-stage").focus();
  await page.keyboard.press("End");
  const slots = page.locator("#cache-slots");
  const first = cell(slots, 0, 1);
  await first.click();
  await expect.poll(() => equationOf(panel)).toMatch(/^K\[1kedi,1\]=1·/u);
  // The arrows walk the cells and do not step.
  await page.keyboard.press("ArrowRight");
  await expect(cell(slots, 0, 2)).toBeFocused();
  await expect(page.locator("#figure-cache .steps-position")).toContainText("Step 12 of 12");
  const causal = (query: number, key: number) => key <= query;
  const times = Array.from({ length: 12 }, (_, i) => i % 3);
  const [q, k, v] = [kedi.q, kedi.k, kedi.v].map((rows) => times.map((i) => rows[i] ?? []));
  const full = attention({ q: q ?? [], k: k ?? [], v: v ?? [], sees: causal });
  const result = full.output[11]?.[0] ?? Number.NaN;
  await expectOpened(
    page,
    "cache",
    cell(page.locator("#cache-output"), 2, 0),
    `difference[12oturdu,1]=|${shown(result)}−${shown(result)}|=0`,
  );
  await cell(page.locator("#cache-output"), 0, 0).click();
  const column = (v ?? []).map((row) => row[0] ?? 0);
  await expect.poll(() => equationOf(panel)).toContain(`=${shown(result)}`);
  expect(await equationOf(panel)).toContain(dot(full.weights[11] ?? [], column));
  await page.locator("#figure-cache").getByRole("button", { name: "Back" }).click();
  await expect.poll(() => equationOf(panel)).toMatch(/^O\[11mindere,1\]/u);
});

test("other sections: shifted scores, the example by hand, other weights", async ({ page }) => {
  await openAt(page, "softmax", "shift");
  const masked = cell(matrix(page, "shift", "masked"), 0, 0);
  // q · k of kedi with itself is 6, over √4.
  await expectOpened(page, "shift", masked, "S″[kedi,kedi]=3+1,000(bias)=1,003");
  const rounded = cell(page.locator("#by-hand-weights-rounded"), 0, 0);
  const paper = attention({
    ...kedi,
    q: [[1, 0]],
    k: [
      [1, 0],
      [1, 1],
      [0, 1],
    ],
    v: [[0], [0], [0]],
    scale: 1,
  });
  const exact = paper.weights[0]?.[0] ?? Number.NaN;
  await expectOpened(
    page,
    "by-hand",
    rounded,
    `A[ben,ben]=${shown(exact)}≈${shown(Math.round(exact * 100) / 100)}`,
  );
  await openAt(page, "meaning", "meaning");
  const given = cell(matrix(page, "meaning", "output"), 1, 0);
  const mixed = multiply(weights, kedi.v)[1]?.[0] ?? Number.NaN;
  const column = kedi.v.map((row) => row[0] ?? 0);
  await expectOpened(
    page,
    "meaning",
    given,
    `O[mindere,1]=${dot(weights[1] ?? [], column)}=${shown(mixed)}`,
  );
});

test("the block: norms, attention, weights that were drawn", async ({ page }) => {
  await openAt(page, "block", "block", "block.open:norm1");
  const panel = inspector(page, "block");
  const [x = []] = kediProjected.x;
  const mean = x.reduce((a, b) => a + b, 0) / 4;
  const variance = x.reduce((sum, y) => sum + (y - mean) ** 2, 0) / 4;
  const result = ((x[2] ?? 0) - mean) / Math.sqrt(variance + 1e-5);
  const norm = `(${shown(x[2] ?? 0)}−${shown(mean)})÷√(${shown(variance)}+1·10⁻⁵)`;
  await expectOpened(
    page,
    "block",
    cell(page.locator("#block-x-norm1"), 0, 2),
    `Norm,beforeattention[kedi,3]=${norm}=${shown(result)}`,
  );
  await page.locator('[data-stage="attention"] summary').click();
  await cell(page.locator("#block-output"), 0, 0).click();
  // From the output to a value, and from there to the row that the norm left.
  await panel.locator(".dk-right .dk-value").first().click();
  await panel.locator(".dk-right .dk-factor").first().click();
  await expect.poll(() => equationOf(panel)).toContain("Norm,beforeattention[kedi,1]=");
  await page.locator('[data-stage="hidden"] summary').click();
  await cell(page.locator("#block-x-w1"), 0, 0).click();
  await expect(panel.locator(".dk-equation .dk-badge")).toHaveText("random, seed 1");
});

test("a state-space layer: each state from the one before, and back to a value", async ({
  page,
}) => {
  await openAt(page, "patterns", "reach", "state.keep:0.25");
  await expectOpened(
    page,
    "reach",
    cell(page.locator("#state-x-state"), 1, 1),
    `state-spacelayer[state,mindere]=0.25·2+0=${shown(0.5)}`,
  );
});

test("the tiles: a step carries on what the tile before left", async ({ page }) => {
  await openAt(page, "tiles", "tiles", "tiles.block:1x1");
  const panel = inspector(page, "tiles");
  const figure = page.locator("#figure-tiles");
  await page.locator(".tiles-stage").focus();
  await page.keyboard.press("ArrowRight");
  const { masked } = attention(kedi);
  // The first score of kedi is the largest, so the second tile changes neither maximum nor factor.
  const [first = 0, second = 0] = masked[0] ?? [];
  const weight = shown(Math.exp(second - first));
  const after = figure.getByRole("grid", { name: /^partial output, after/u });
  await expectOpened(
    page,
    "tiles",
    cell(after, 0, 0),
    `partialoutput,after[kedi,1]=2·1+${weight}·0=2`,
  );
  // From there to the sum of the tile before, and to the scores of the page.
  await cell(figure.getByRole("grid", { name: /^What is kept/u }), 0, 3).click();
  await expect.poll(() => equationOf(panel)).toBe("runningsum[kedi,before]=1(takenoverasitis)=1");
  await panel.locator(".dk-right .dk-factor").click();
  await expect.poll(() => equationOf(panel)).toBe("runningsum[kedi,after]=0·0+1=1");
  await panel.locator(".dk-right .dk-factor").last().click();
  await expect.poll(() => equationOf(panel)).toBe("weightsofthetile[kedi,kedi]=exp(3−3)=1");
  await panel.locator(".dk-right .dk-factor").first().click();
  await expect.poll(() => equationOf(panel)).toContain("S″[kedi,kedi]=3");
  await page.locator(".tiles-stage").press("End");
  const difference = figure.getByRole("grid", { name: /^Difference from float64/u });
  await cell(difference, 0, 0).click();
  await expect.poll(() => equationOf(panel)).toMatch(/^Differencefromfloat64,inulp\[kedi,1\]=\|/u);
});

test.describe("a finger", () => {
  test.use({ viewport: { width: 360, height: 800 }, hasTouch: true, reducedMotion: "reduce" });

  test("opens a cell low in the window, and its long sum does not lie over it", async ({
    page,
  }) => {
    await openAt(page, "block", "block", "block.open:forward");
    const at = cell(page.locator("#block-x-forward"), 1, 0);
    await at.evaluate((element) => {
      const { bottom } = element.getBoundingClientRect();
      window.scrollBy({ top: bottom - window.innerHeight + 20, behavior: "instant" });
    });
    const { x = 0, y = 0 } = (await at.boundingBox()) ?? {};
    await page.touchscreen.tap(x + 10, y + 10);
    const panel = inspector(page, "block");
    await expect(panel).toHaveClass(/dk-pinned/);
    const edge = (locator: Locator, side: "top" | "bottom") =>
      locator.evaluate((element, name) => element.getBoundingClientRect()[name], side);
    await expect
      .poll(async () => (await edge(panel, "top")) - (await edge(at, "bottom")))
      .toBeGreaterThan(0);
    expect(await edge(at, "top")).toBeGreaterThan(0);
    await panel.getByRole("button", { name: "Close" }).tap();
    await expect(panel).not.toHaveClass(/dk-pinned/);
  });
});

/** The cell that the figure of reach holds is that of its state-space layer. */
const choiceOf = (figure: string) => (figure === "reach" ? "state" : figure);

const held = [
  ["order", "order", "weights.moved_0_1", "order-weights-moved"],
  ["order", "positions", "output_1_1", "positions-output"],
  ["heads", "heads", "wv.mixing_0_0", "heads-wv-mixing"],
  ["cache", "cache", "weights_0_0", "cache-slots"],
  ["softmax", "shift", "weights_0_0", "shift-weights"],
  ["meaning", "meaning", "weights.other_0_0", "meaning-weights-other"],
  ["block", "block", "x.residual1_0_0", "block-x-residual1"],
  ["patterns", "reach", "x.state_1_2", "state-x-state"],
  ["tiles", "tiles", "output.after_0_0", ""],
] as const;

for (const [section, figure, written, table] of held) {
  test(`a link holds the open cell of ${figure}`, async ({ page }) => {
    await openAt(page, section, figure, `${choiceOf(figure)}.cell:${written}`);
    await expect(inspector(page, figure)).toHaveClass(/dk-pinned/);
    const shownIn = table === "" ? page.locator(`#figure-${figure}`) : page.locator(`#${table}`);
    const opened = shownIn.locator("td.dk-selected");
    await expect(opened).toHaveCount(1);
    // And its table can be taken along.
    const framed = page.locator(":is(.dk-matrix, .dk-open-table):has(td.dk-selected)");
    await expect(framed.locator(".dk-take")).toHaveCount(1);
    await opened.focus();
    await page.keyboard.press("Escape");
    await expect
      .poll(() => page.evaluate(() => location.hash))
      .not.toContain(`${choiceOf(figure)}.cell`);
    await expect(fault(page, figure)).toHaveCount(0);
  });
}

test("WCAG 2.2 AA with open cells", async ({ page }) => {
  const cells = held.map(([, figure, written]) => `${choiceOf(figure)}.cell:${written}`).join(",");
  await openAt(page, "cache", "cache", cells);
  await expectAccessibleInAll(page, "#cache");
});
