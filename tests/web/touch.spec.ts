// What makes the figures touchable: the sentence with its attention, rows that travel into a cell,
// cells that light up together, and the line that says what was changed.

import { attention, causal } from "./support/attention.ts";
import { expectAccessible, looks } from "./support/axe.ts";
import { kedi } from "./support/examples.ts";
import {
  cell,
  equationOf,
  expectNoSideways,
  inspector,
  matrix,
  open,
  sideways,
  tools,
  wear,
} from "./support/page.ts";
import { type Language, shown } from "./support/shown.ts";
import { at, flights, play } from "./support/steps.ts";
import { expect, type Page, test } from "./support/test.ts";

const { weights } = attention(kedi);
const masked = attention({ ...kedi, sees: causal }).weights;
const strip = (page: Page, figure = "softmax") => page.locator(`#figure-${figure} .dk-strip`);
const word = (page: Page, name: string, figure = "softmax") =>
  strip(page, figure).getByRole("radio", { name, exact: true });
const changes = (page: Page) => page.locator(".page-changes");

async function expectShares(page: Page, query: number, language: Language = "en") {
  const row = (weights[query] ?? []).map((weight) => shown(weight, language));
  await expect(strip(page).locator(".dk-share-number")).toHaveText(row);
}

for (const [language, sentence] of [
  ["en", "mindere asks; the answers: kedi 0.107; mindere 0.787; oturdu 0.107."],
  ["tr", "mindere soruyor; yanıtlar: kedi 0,107; mindere 0,787; oturdu 0,107."],
] as const) {
  test(`a word is chosen by click and by arrow keys, ${language}`, {
    tag: language === "en" ? [] : "@chromium:variant",
  }, async ({ page }) => {
    await open(page, "index.html", "", language);
    await expectShares(page, 0, language);
    await word(page, "mindere").click();
    await expect(word(page, "mindere")).toHaveAttribute("aria-checked", "true");
    await expectShares(page, 1, language);
    await expect(strip(page).getByRole("status")).toHaveText(sentence);
    await page.keyboard.press("ArrowRight");
    await expect(word(page, "oturdu")).toBeFocused();
    await expectShares(page, 2, language);
    await page.keyboard.press("Home");
    await expectShares(page, 0, language);
    // The other figure asks with the same word.
    await expect(word(page, "kedi", "mask")).toHaveAttribute("aria-checked", "true");
  });
}

test("a line is as wide and as strong as its weight", { tag: "@chromium:content" }, async ({
  page,
}) => {
  await open(page, "index.html");
  const lines = await strip(page)
    .locator(".dk-lines path")
    .evaluateAll((paths) =>
      paths.map((path) => ({
        width: Number.parseFloat(getComputedStyle(path).strokeWidth),
        opacity: Number.parseFloat(getComputedStyle(path).strokeOpacity),
        drawn: (path.getAttribute("d") ?? "").length > 10,
      })),
    );
  for (const [j, weight] of (weights[0] ?? []).entries()) {
    expect(lines[j]?.width).toBeCloseTo(1 + 8 * weight, 1);
    expect(lines[j]?.opacity).toBeCloseTo(0.3 + 0.7 * weight, 2);
    expect(lines[j]?.drawn).toBe(true);
  }
});

for (const [language, name, told] of [
  ["en", "masked", "kedi asks; the answers: kedi 1. masked: mindere, oturdu."],
  ["tr", "maskeli", "kedi soruyor; yanıtlar: kedi 1. maskeli: mindere, oturdu."],
] as const) {
  test(`masked words are struck and said to be so, ${language}`, {
    tag: "@chromium:content",
  }, async ({ page }) => {
    await open(page, "index.html", "", language);
    await tools(page).getByRole("switch").nth(1).check();
    expect(masked[0]).toEqual([1, 0, 0]);
    for (const figure of ["softmax", "mask"]) {
      const numbers = strip(page, figure).locator(".dk-share-number");
      await expect(numbers).toHaveText(["1", name, name]);
      await expect(strip(page, figure).getByRole("status")).toHaveText(told);
    }
    const style = (index: number) =>
      strip(page)
        .locator(".dk-token > span")
        .nth(index)
        .evaluate((element) => getComputedStyle(element).textDecorationLine);
    expect(await style(0)).not.toContain("line-through");
    expect(await style(1)).toContain("line-through");
  });
}

/** The copies on their way, by the numbers that they carry. */
const boxes = (page: Page, figure: string) =>
  page.locator(`#figure-${figure}`).evaluate((element) =>
    [element, ...element.querySelectorAll("table, .dk-steps > *, .dk-legend")].map((one) => {
      const { width, height } = one.getBoundingClientRect();
      return [Math.round(width), Math.round(height)].join("×");
    }),
  );

test("a row of Q and a row of K travel into their score, and nothing else moves", async ({
  page,
}) => {
  await open(page, "index.html");
  const before = await boxes(page, "scores");
  await cell(matrix(page, "scores", "scores"), 0, 2).click();
  await expect.poll(() => flights(page, "scores")).toEqual(["3 1 3 1", "1 1 0 0"]);
  const animated = await page
    .locator("#figure-scores .dk-flight")
    .evaluateAll((all) =>
      all.flatMap((one) =>
        one
          .getAnimations()
          .flatMap((move) =>
            (move.effect as KeyframeEffect).getKeyframes().flatMap((frame) => Object.keys(frame)),
          ),
      ),
    );
  const meta = ["offset", "computedOffset", "easing", "composite"];
  expect(new Set(animated.filter((name) => !meta.includes(name)))).toEqual(new Set(["transform"]));
  await expect(page.locator("#figure-scores .dk-flight")).toHaveCount(0);
  expect(await boxes(page, "scores")).toEqual(before);
});

test("an output takes a row of weights and a column of V, a weight its row", {
  tag: "@chromium:variant",
}, async ({ page }) => {
  await open(page, "index.html");
  await cell(matrix(page, "output", "output"), 0, 1).click();
  await expect.poll(() => flights(page, "output")).toEqual(["0.665 0.090 0.245", "0 2 1"]);
  await cell(matrix(page, "softmax", "weights"), 0, 1).click();
  await expect.poll(() => flights(page, "softmax")).toEqual(["1 0.135 0.368"]);
});

for (const [language, words] of [
  ["en", { show: "Show how", pause: "Pause", second: "step 2 of 9", none: "9 steps" }],
  [
    "tr",
    {
      show: "Nasıl olduğunu göster",
      pause: "Duraklat",
      second: "9 adımın 2. adımı",
      none: "9 adım",
    },
  ],
] as const) {
  test(`it plays, pauses, steps, and pauses out of view, ${language}`, {
    tag: language === "en" ? [] : "@chromium:variant",
  }, async ({ page }) => {
    // What comes above is there then, and moves nothing out of view.
    await open(page, "index.html", `scores?lang=${language}`);
    await expect(at(page, "scores")).toHaveText(words.none);
    await expect(play(page, "scores")).toHaveText(words.show);
    await play(page, "scores").click();
    await expect(play(page, "scores")).toHaveText(words.pause);
    await expect(at(page, "scores")).toHaveText(words.second);
    await play(page, "scores").click();
    await expect(play(page, "scores")).toHaveText(words.show);
    const next = page.locator("#figure-scores .dk-steps .dk-button").nth(2);
    await next.click();
    await expect.poll(() => equationOf(inspector(page, "scores"))).toContain("S[kedi,oturdu]=");
    await play(page, "scores").click();
    await expect(play(page, "scores")).toHaveText(words.pause);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(play(page, "scores")).toHaveText(words.show);
  });
}

test("the space bar on a cell plays from there, and pauses where it has come to", async ({
  page,
}) => {
  await open(page, "index.html", "scores?lang=en");
  const table = matrix(page, "scores", "scores");
  await cell(table, 1, 0).focus();
  await page.keyboard.press("Space");
  await expect(at(page, "scores")).toHaveText("step 4 of 9");
  await expect(cell(table, 1, 1)).toBeFocused();
  await page.keyboard.press("Space");
  await expect(play(page, "scores")).toHaveText("Show how");
  await expect(cell(table, 1, 1)).toHaveAttribute("aria-selected", "true");
  // Enter opens, as everywhere.
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(at(page, "scores")).toHaveText("step 6 of 9");
});

test("a cell lights what it comes from and what it goes into, in every figure", {
  tag: "@chromium:content",
}, async ({ page }) => {
  await open(page, "index.html");
  const has = (figure: string, name: string, row: number, column: number) =>
    cell(matrix(page, figure, name), row, column);
  await cell(matrix(page, "scores", "scores"), 1, 2).focus();
  await expect(has("scores", "q", 1, 0)).toHaveClass(/dk-source/);
  await expect(has("projections", "k", 2, 3)).toHaveClass(/dk-source/);
  // The third token feeds the key; the first has no part in this score.
  const field = (row: number) =>
    matrix(page, "words", "x").locator(`td:has([data-row="${row}"][data-column="0"])`);
  await expect(field(2)).toHaveClass(/dk-before/);
  await expect(field(0)).not.toHaveClass(/dk-before/);
  await expect(has("scale", "scaled", 1, 2)).toHaveClass(/dk-after/);
  await expect(has("scale", "scaled", 1, 1)).not.toHaveClass(/dk-after/);
  await expect(has("softmax", "weights", 1, 0)).toHaveClass(/dk-after/);
  await expect(has("output", "output", 1, 3)).toHaveClass(/dk-after/);
  await expect(has("output", "output", 0, 3)).not.toHaveClass(/dk-after/);
});

test("a word lights its rows in every figure, from the sentence and from the head of a row", {
  tag: "@chromium:content",
}, async ({ page }) => {
  await open(page, "index.html");
  const lit = cell(matrix(page, "output", "v"), 1, 0);
  await word(page, "mindere").focus();
  await expect(lit).toHaveClass(/dk-of-word/);
  await expect(cell(matrix(page, "projections", "q"), 1, 3)).toHaveClass(/dk-of-word/);
  await expect(cell(matrix(page, "projections", "q"), 0, 3)).not.toHaveClass(/dk-of-word/);
  await word(page, "mindere").blur();
  await expect(lit).not.toHaveClass(/dk-of-word/);
  await matrix(page, "scores", "k").getByRole("rowheader", { name: "mindere" }).hover();
  await expect(lit).toHaveClass(/dk-of-word/);
});

for (const [language, words] of [
  [
    "en",
    {
      before: "The example as it was",
      after: "Changed: X, division off, causal mask on",
      restore: "Restore the example",
      undo: "Undo",
      settings: "Settings",
    },
  ],
  [
    "tr",
    {
      before: "Örnek olduğu gibi",
      after: "Değiştirilen: X, bölme kapalı, nedensel maske açık",
      restore: "Eski hâline döndür",
      undo: "Geri al",
      settings: "Ayarlar",
    },
  ],
] as const) {
  test(`what was changed is said and undone, ${language}`, { tag: "@chromium:content" }, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    await open(page, "index.html", "", language);
    const height = () => page.locator(".page-tools").evaluate((bar) => bar.clientHeight);
    const place = () => page.locator("h1").evaluate((h) => h.getBoundingClientRect().top);
    const [before, top] = [await height(), await place()];
    await expect(changes(page).getByRole("status")).toHaveText(words.before);
    // Told, but it takes no room.
    expect((await changes(page).boundingBox())?.height).toBeLessThan(2);
    await page.getByRole("button", { name: words.settings }).click();
    await tools(page).getByRole("switch").nth(0).uncheck();
    await tools(page).getByRole("switch").nth(1).check();
    await page.keyboard.press("Escape");
    // It hangs from the bar and moves nothing.
    await expect(changes(page)).toHaveClass(/page-changed/u);
    expect([await height(), await place()]).toEqual([before, top]);
    await matrix(page, "words", "x").locator("input").first().fill("2");
    await expect(changes(page).getByRole("status")).toHaveText(words.after);
    await page.evaluate(() => window.scrollTo(0, 6000));
    await expect(changes(page)).toBeInViewport();
    expect(await sideways(page)).toBe(0);
    await changes(page).getByRole("button", { name: words.restore }).click();
    await expect(changes(page).getByRole("status")).toHaveText(words.before);
    await tools(page).getByRole("button", { name: words.undo }).click();
    await expect(changes(page).getByRole("status")).toHaveText(words.after);
  });
}

test("every matrix says where its numbers come from", { tag: "@chromium:content" }, async ({
  page,
}) => {
  await open(page, "index.html");
  const missing = await page
    .locator(".dk-matrix")
    .evaluateAll((all) =>
      all.filter((one) => !one.querySelector(".dk-badge")).map((one) => one.outerHTML.slice(0, 80)),
    );
  expect(missing).toEqual([]);
  await expect(page.locator(".dk-matrix .dk-badge")).not.toHaveCount(0);
});

test("WCAG 2.2 AA while a step is shown, both themes and languages", async ({ page }) => {
  await open(page, "index.html");
  await tools(page).getByRole("switch").nth(1).check();
  await cell(matrix(page, "softmax", "weights"), 2, 1).click();
  for (const look of looks) {
    await wear(page, look);
    await word(page, "oturdu").focus();
    await expect(inspector(page, "softmax").locator(".dk-equation").first()).toBeVisible();
    await expect(page.locator(".dk-flight")).toHaveCount(0);
    await expectAccessible(page, "#softmax");
  }
});

test("no sideways scroll at any width", async ({ page }) => {
  await open(page, "index.html", "", "tr");
  await play(page, "output").click();
  await word(page, "oturdu").click();
  await expectNoSideways(page);
});

test.describe("when the movement cannot be fetched", () => {
  test.use({ expectedComplaints: [/^console: (Failed to load|.*ERR_FAILED)/] });
  test("the cell opens all the same, and nothing is amiss", { tag: "@chromium:failure" }, async ({
    page,
  }) => {
    await page.route(/\/flight-[^/]*\.js/u, (route) => route.abort());
    await open(page, "index.html");
    const refused = page.waitForEvent("requestfailed", (request) => /flight-/.test(request.url()));
    await cell(matrix(page, "scores", "scores"), 0, 2).click();
    await refused;
    await expect.poll(() => equationOf(inspector(page, "scores"))).toContain("=4");
  });
});
