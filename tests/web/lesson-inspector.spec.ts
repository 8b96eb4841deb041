// Any cell opens into the sum that made it: by pointer, by key and by finger, and from there down to
// a number of X.

import { attention } from "./support/attention.ts";
import { kedi } from "./support/examples.ts";
import { cell, equationOf, inspector, matrix, open, tools } from "./support/page.ts";
import { shown } from "./support/shown.ts";
import { expect, type Locator, type Page, test } from "./support/test.ts";

const firstOutput = (page: Page) => cell(matrix(page, "output", "output"), 0, 0);

/** 0.665 · 2 + 0.090 · 0 + 0.245 · 1: the weights of kedi times the first column of V. */
const { weights, output } = attention(kedi);
const terms = kedi.v.map(([v = 0], j) => `${shown(weights[0]?.[j] ?? 0)}·${shown(v)}`);
const sumOfFirstOutput = `O[kedi,1]=${terms.join("+")}=${shown(output[0]?.[0] ?? 0)}`;

async function expectOpen(page: Page) {
  expect(sumOfFirstOutput).toBe("O[kedi,1]=0.665·2+0.090·0+0.245·1=1.575");
  await expect.poll(() => equationOf(inspector(page, "output"))).toBe(sumOfFirstOutput);
  await expect(firstOutput(page)).toHaveAttribute("aria-selected", "true");
}

const hint = "Pick a cell: its sum is written out here.";

test("a click opens a cell into its sum, Escape closes it", async ({ page }) => {
  await open(page, "index.html");
  await expect(inspector(page, "output")).toHaveText(hint);
  await firstOutput(page).click();
  await expectOpen(page);
  await page.keyboard.press("Escape");
  await page.mouse.move(0, 0);
  await expect(inspector(page, "output")).toHaveText(hint);
  await expect(firstOutput(page)).toHaveAttribute("aria-selected", "false");
});

test("Enter opens a cell, the button closes it and gives the focus back", async ({ page }) => {
  await open(page, "index.html");
  await firstOutput(page).focus();
  await page.keyboard.press("Enter");
  await expectOpen(page);
  await inspector(page, "output").getByRole("button", { name: "Close" }).click();
  await expect(firstOutput(page)).toHaveAttribute("aria-selected", "false");
  await expect(firstOutput(page)).toBeFocused();
});

test("in Turkish the sum has decimal commas and Turkish words", {
  tag: "@chromium:content",
}, async ({ page }) => {
  await open(page, "index.html", "", "tr");
  await firstOutput(page).click();
  await expect
    .poll(() => equationOf(inspector(page, "output")))
    .toBe("O[kedi,1]=0,665·2+0,090·0+0,245·1=1,575");
  await expect(inspector(page, "output").getByText("kedi ne alıyor")).toBeVisible();
});

/** Firefox is driven without touch; there, what a tap tells the page is told to it directly. */
async function tap(target: Locator, browserName: string) {
  if (browserName !== "firefox") return target.tap();
  await target.scrollIntoViewIfNeeded();
  const finger = { pointerType: "touch", isPrimary: true, bubbles: true };
  for (const type of ["pointerover", "pointerdown", "pointerup", "pointerleave", "click"])
    await target.dispatchEvent(type, finger);
}

test.describe("with a finger", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test("a tap opens a cell", async ({ page, browserName }) => {
    await open(page, "index.html");
    await tap(firstOutput(page), browserName);
    await expectOpen(page);
    await expect(inspector(page, "output")).toBeInViewport();
  });
});

test("the way from the output to a number of X, factor by factor", {
  tag: "@chromium:content",
}, async ({ page }) => {
  await open(page, "index.html");
  await firstOutput(page).click();
  const panel = inspector(page, "output");
  // The pressed button is gone; the next key must still be heard here.
  const expectFocusInside = () =>
    expect.poll(() => panel.evaluate((p) => p.contains(document.activeElement))).toBe(true);
  // What the factor to be pressed is called, and the sum that it opens into.
  const way: [factor: string, sum: RegExp | string][] = [
    ["0.665, attention weights[kedi, kedi]", "A[kedi,kedi]=11+0.135+0.368=0.665"],
    ["1, exponentials[kedi, kedi]", "E[kedi,kedi]=e3\u22123=1"],
    ["3, masked scores[kedi, kedi]", "S″[kedi,kedi]=3(visible,nothingadded)=3"],
    ["3, scaled scores[kedi, kedi]", "S′[kedi,kedi]=6÷√4=3"],
    ["6, scores[kedi, kedi]", "S[kedi,kedi]=3·1+1·0+3·1+1·0=6"],
    ["3, queries[kedi, 1]", "Q[kedi,1]=1·1+1·1+(\u22121)·0+1·1=3"],
    ["\u22121, embeddings[kedi, 3]", "X[kedi,3]=\u22121setbyhand"],
  ];
  for (const [factor, sum] of way) {
    await panel.getByRole("button", { name: factor, exact: true }).first().press("Enter");
    await expect.poll(() => equationOf(panel)).toBe(sum);
    await expectFocusInside();
  }
  const trail = panel.getByRole("navigation", { name: "How you came here" });
  await expect(trail.getByRole("button")).toHaveCount(way.length);
  await trail.getByRole("button", { name: "scores[kedi, kedi]", exact: true }).click();
  await expect.poll(() => equationOf(panel)).toBe("S[kedi,kedi]=3·1+1·0+3·1+1·0=6");
  await expectFocusInside();
  // Closed: where the way began, the sum is shown as of any cell that has the focus.
  await page.keyboard.press("Escape");
  await expect(firstOutput(page)).toBeFocused();
  await expect(firstOutput(page)).toHaveAttribute("aria-selected", "false");
  await firstOutput(page).blur();
  await page.mouse.move(0, 0);
  await expect(panel).toHaveText(hint);
});

for (const [how, close] of [
  ["Escape", (page: Page) => page.keyboard.press("Escape")],
  [
    "the button",
    (page: Page) => inspector(page, "output").getByRole("button", { name: "Close" }).press("Enter"),
  ],
] as const) {
  test(`after a walk down, ${how} gives the focus back to the cell it began at`, {
    tag: how === "Escape" ? [] : "@chromium:variant",
  }, async ({ page }) => {
    await open(page, "index.html");
    await firstOutput(page).focus();
    await page.keyboard.press("Enter");
    await expectOpen(page);
    const panel = inspector(page, "output");
    // A weight, which is in this figure as well; its exponential, which is not; and a number of V.
    for (const factor of ["0.665, attention weights[kedi, kedi]", "1, exponentials[kedi, kedi]"])
      await panel.getByRole("button", { name: factor, exact: true }).first().press("Enter");
    await expect.poll(() => equationOf(panel)).toBe("E[kedi,kedi]=e3\u22123=1");
    await close(page);
    await expect(firstOutput(page)).toBeFocused();
    await expect(firstOutput(page)).toHaveAttribute("aria-selected", "false");
    // From there the arrow keys walk on.
    await page.keyboard.press("ArrowRight");
    await expect(cell(matrix(page, "output", "output"), 0, 1)).toBeFocused();
  });
}

test("from a number that its figure does not show, Escape leads back as well", {
  tag: "@chromium:handling",
}, async ({ page }) => {
  // Nothing of it is left: a number of X, which that figure does not show.
  await open(page, "index.html");
  await cell(matrix(page, "scores", "scores"), 0, 2).focus();
  await page.keyboard.press("Enter");
  const panel = inspector(page, "scores");
  await panel.getByRole("button", { name: "3, queries[kedi, 1]", exact: true }).press("Enter");
  await panel
    .getByRole("button", { name: /embeddings\[kedi, 1\]/ })
    .first()
    .press("Enter");
  await expect.poll(() => equationOf(panel)).toContain("X[kedi,1]=");
  await page.keyboard.press("Escape");
  await expect(cell(matrix(page, "scores", "scores"), 0, 2)).toBeFocused();
});

test("a masked cell says why it is hidden", { tag: "@chromium:content" }, async ({ page }) => {
  await open(page, "index.html");
  await page.locator("#figure-mask").getByRole("switch", { name: "causal mask" }).check();
  await cell(matrix(page, "mask", "masked"), 0, 2).click();
  const panel = inspector(page, "mask");
  await expect.poll(() => equationOf(panel)).toBe("S″[kedi,oturdu]=2→\u2212∞");
  await expect(panel).toContainText("This pair is hidden. In force: causal mask.");
});

test("hovering a cell lights its sources and writes its sum", async ({ page }) => {
  await open(page, "index.html");
  const lit = (name: string) => matrix(page, "scores", name).locator(".dk-source");
  await cell(matrix(page, "scores", "scores"), 0, 2).hover();
  // Row kedi of Q against row oturdu of K.
  await expect(lit("q")).toHaveText(["3", "1", "3", "1"]);
  await expect(lit("k")).toHaveText(["1", "1", "0", "0"]);
  await expect(
    matrix(page, "scores", "q").locator("tbody tr").nth(0).locator(".dk-source"),
  ).toHaveCount(4);
  await expect(
    matrix(page, "scores", "k").locator("tbody tr").nth(2).locator(".dk-source"),
  ).toHaveCount(4);
  await expect
    .poll(() => equationOf(inspector(page, "scores")))
    .toBe("S[kedi,oturdu]=3·1+1·1+3·0+1·0=4");
  await page.mouse.move(0, 0);
  await expect(lit("q")).toHaveCount(0);
});

test("arrow keys walk the cells of a computed matrix, one stop of the Tab key", async ({
  page,
}) => {
  await open(page, "index.html");
  const table = matrix(page, "softmax", "weights");
  await expect(table.locator("td[tabindex='0']")).toHaveCount(1);
  await cell(table, 0, 0).focus();
  const walk: [key: string, row: number, column: number][] = [
    ["ArrowRight", 0, 1],
    ["ArrowDown", 1, 1],
    ["End", 1, 2],
    ["ArrowRight", 1, 2],
    ["Home", 1, 0],
    ["Control+End", 2, 2],
    ["ArrowUp", 1, 2],
    ["Control+Home", 0, 0],
    ["ArrowLeft", 0, 0],
  ];
  for (const [key, row, column] of walk) {
    await page.keyboard.press(key);
    await expect(cell(table, row, column), `after ${key}`).toBeFocused();
  }
  await expect(table.locator("td[tabindex='0']")).toHaveCount(1);
});

async function expectFocusIn(table: Locator) {
  await expect.poll(() => table.evaluate((t) => t.contains(document.activeElement))).toBe(true);
  await expect(table).toBeInViewport();
  // Until the page has come to rest: two frames at one place.
  await table.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let last = Number.NaN;
        const look = () => {
          if (window.scrollY === last) return resolve();
          last = window.scrollY;
          requestAnimationFrame(look);
        };
        look();
      }),
  );
}

test("in the formula each symbol leads to its matrix", async ({ page }) => {
  await open(page, "index.html");
  const formula = page.locator(".lesson-formula");
  for (const [symbol, figure, name] of [
    ["O, output", "output", "output"],
    ["A, attention weights", "softmax", "weights"],
    ["Q, queries", "projections", "q"],
    ["K, keys", "projections", "k"],
    ["V, values", "projections", "v"],
  ] as const) {
    await formula.getByRole("link", { name: symbol, exact: true }).press("Enter");
    await expectFocusIn(matrix(page, figure, name));
  }
  await formula.getByRole("link", { name: "O, output", exact: true }).click();
  await expectFocusIn(matrix(page, "output", "output"));
});

test("the mask's symbol stands in the formula while a mask is on", {
  tag: "@chromium:content",
}, async ({ page }) => {
  await open(page, "index.html");
  const symbol = page.locator(".lesson-formula").getByRole("link", { name: "S″, masked scores" });
  await expect(symbol).toHaveCount(0);
  await tools(page).getByRole("switch", { name: "causal mask" }).check();
  await symbol.press("Enter");
  await expectFocusIn(matrix(page, "mask", "masked"));
});
