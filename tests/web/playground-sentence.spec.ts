// An own sentence: its tokens, its seeded numbers, and how long it may be. What is tagged tells of the
// page's own code alone, which is the same in every browser.

import { type Rows, selfAttention } from "./support/attention.ts";
import { expectNumbers, matrix, open } from "./support/page.ts";
import { sentence, tokens, type } from "./support/playground.ts";
import { expect, type Locator, type Page, test } from "./support/test.ts";

/** The numbers in the fields of an input. */
async function inputs(table: Locator): Promise<Rows> {
  return table
    .locator("tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll("input")].map((field) =>
          Number(field.value.replace("\u2212", "-").replace(",", ".")),
        ),
      ),
    );
}

const x = (page: Page) => matrix(page, "projections", "x");

test("a Turkish sentence is cut into its tokens, lower-cased by Turkish rules", async ({
  page,
}) => {
  await open(page, "playground.html", "", "tr");
  await page.getByRole("radio", { name: "Bir cümle" }).check();
  await sentence(page).fill("İpek ŞIK bir kazağı gördü.");
  const words = ["ipek", "şık", "bir", "kazağı", "gördü", "."];
  await expect(tokens(page)).toHaveText(words);
  await expect(page.getByText("6 token", { exact: true })).toBeVisible();
  const weights = matrix(page, "softmax", "weights");
  await expect(weights.locator("tbody th")).toHaveText(words);
  await expect(weights.locator("thead tr").last().locator("th[title]:not([title=''])")).toHaveText(
    words,
  );
});

test("the text's language decides about I and İ, not the browser's (T15)", async ({ page }) => {
  await open(page, "playground.html");
  await type(page, "IĞDIR İSTANBUL");
  await expect(tokens(page)).toHaveText(["ığdır", "istanbul"]);
  const lengths = await tokens(page).evaluateAll((all) => all.map((li) => li.textContent?.length));
  expect(lengths).toEqual([5, 8]);
  await sentence(page).fill("TITLE");
  await page.getByRole("combobox", { name: "Lower-case it as" }).selectOption("English");
  await expect(tokens(page)).toHaveText(["title"]);
  await page.getByRole("combobox", { name: "Lower-case it as" }).selectOption("Turkish");
  await expect(tokens(page)).toHaveText(["tıtle"]);
});

test.describe("in a Turkish browser", () => {
  test.use({ locale: "tr-TR" });
  test("English text keeps its dotted i (T15)", async ({ page }) => {
    await open(page, "playground.html", "?lang=en");
    await type(page, "TITLE of the BOOK IN PRINT");
    await expect(tokens(page)).toHaveText(["title", "of", "the", "book", "in", "print"]);
  });
});

test("a word typed with separate accents is the same word (T17)", {
  tag: "@chromium:content",
}, async ({ page }) => {
  await open(page, "playground.html");
  await type(page, `${"ağaç".normalize("NFC")} ${"ağaç".normalize("NFD")}`);
  await expect(tokens(page)).toHaveText(["ağaç", "ağaç"]);
  const lengths = await tokens(page).evaluateAll((all) => all.map((li) => li.textContent?.length));
  expect(lengths).toEqual([4, 4]);
  const [first, second] = await inputs(x(page));
  expect(second).toEqual(first);
});

test("what is computed follows from the random matrices shown", {
  tag: "@chromium:content",
}, async ({ page }) => {
  await open(page, "playground.html");
  await type(page, "dün gece yağmur yağdı");
  await expect(x(page).locator("tbody tr")).toHaveCount(4);
  const given = {
    x: await inputs(x(page)),
    wq: await inputs(matrix(page, "projections", "wq")),
    wk: await inputs(matrix(page, "projections", "wk")),
    wv: await inputs(matrix(page, "projections", "wv")),
  };
  const { weights, output } = selfAttention(given);
  await expectNumbers(matrix(page, "softmax", "weights"), weights);
  await expectNumbers(matrix(page, "output", "output"), output);
});

test("a seed gives the same numbers again, another seed gives others", {
  tag: "@chromium:content",
}, async ({ page }) => {
  await open(page, "playground.html");
  await type(page, "kedi gördü kedi");
  const seed = page.getByRole("textbox", { name: "Seed", exact: true });
  await seed.fill("7");
  await expect(page.getByText("drawn from seed 7:")).toBeVisible();
  await expect(page.locator("[data-matrix=x] .dk-badge").first()).toHaveText("random, seed 7");
  const before = await inputs(x(page));
  // One row a token, of its text alone.
  expect(before[2]).toEqual(before[0]);
  expect(before[1]).not.toEqual(before[0]);

  await expect.poll(() => page.url()).toContain("seed=7");
  await page.reload();
  await expect(seed).toHaveValue("7");
  expect(await inputs(x(page))).toEqual(before);

  await page.getByRole("button", { name: "Another seed" }).click();
  await expect(seed).not.toHaveValue("7");
  await expect(page.getByText(`drawn from seed ${await seed.inputValue()}:`)).toBeVisible();
  expect(await inputs(x(page))).not.toEqual(before);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(seed).toHaveValue("7");
  expect(await inputs(x(page))).toEqual(before);
});

test("a random matrix with a changed number says that it was edited", { tag: "@chromium" }, async ({
  page,
}) => {
  await open(page, "playground.html");
  await type(page, "bir iki");
  await x(page).locator("input").first().fill("9");
  await expect(page.locator("[data-matrix=x] .dk-badge").first()).toHaveText(
    "random, seed 1, edited",
  );
  await expect(page.locator("[data-matrix=wq] .dk-badge").first()).toHaveText("random, seed 1");
  await page.getByRole("button", { name: "Draw again" }).click();
  await expect(page.locator("[data-matrix=x] .dk-badge").first()).toHaveText("random, seed 1");
});

for (const [language, tab, told, limit] of [
  ["en", "A sentence", "the sentence has 512 tokens, the limit is 64.", "up to 64 tokens"],
  ["tr", "Bir cümle", "cümlede 512 token var, sınır 64.", "en fazla 64 token"],
] as const) {
  test(`512 words get a sentence, and the page goes on (T19), ${language}`, {
    tag: "@chromium:content",
  }, async ({ page }) => {
    await open(page, "playground.html", "", language);
    await page.getByRole("radio", { name: tab }).check();
    // The limit is stated before.
    await expect(page.locator("#sentence-hint")).toContainText(limit);
    await sentence(page).fill("kelime ".repeat(512));
    await expect(page.getByRole("alert")).toContainText(told);
    await expect(sentence(page)).toHaveAttribute("aria-invalid", "true");
    await expect(sentence(page)).toHaveAccessibleDescription(/512/);
    // The page answers, and the last results stand.
    await page.getByRole("combobox", { name: /^(Theme|Görünüm)$/ }).selectOption("dark");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(matrix(page, "softmax", "weights").locator("tbody tr")).toHaveCount(3);
    await sentence(page).fill("kelime ".repeat(5));
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(matrix(page, "softmax", "weights").locator("tbody tr")).toHaveCount(5);
  });
}

test("64 tokens are drawn as a picture, with the numbers of a chosen row", async ({ page }) => {
  await open(page, "playground.html");
  const words = Array.from({ length: 64 }, (_, i) => `söz${i + 1}`);
  await type(page, words.join(" "));
  const weights = page.locator("#figure-softmax [data-matrix=weights]");
  const picture = weights.locator("canvas");
  await expect(picture).toBeVisible();
  const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {};
  expect(Math.min(width, height)).toBeGreaterThan(64);
  // Not one element per cell.
  expect(await weights.locator("*").count()).toBeLessThan(600);

  const drawn = () =>
    picture.evaluate((canvas) => {
      const { width: w, height: h } = canvas as HTMLCanvasElement;
      const data = (canvas as HTMLCanvasElement).getContext("2d")?.getImageData(0, 0, w, h).data;
      return new Set(new Uint32Array(data?.buffer ?? new ArrayBuffer(0))).size;
    });
  await expect.poll(drawn).toBeGreaterThan(8);

  await weights.getByRole("combobox", { name: "Numbers of row" }).selectOption("10. söz10");
  await expect(weights.getByRole("rowheader")).toHaveText(["söz10"]);
  const texts = await weights.locator("td .dk-value-text").allTextContents();
  expect(texts).toHaveLength(64);
  const sum = texts.reduce((total, text) => total + Number(text), 0);
  expect(Math.abs(sum - 1)).toBeLessThan(64 * 0.0005);

  // Key by key, and into the sum.
  await picture.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.locator("#figure-softmax .dk-equation")).toContainText("A[söz");
});

test("65 words are one too many, and an empty sentence asks for words", {
  tag: "@chromium",
}, async ({ page }) => {
  await open(page, "playground.html");
  await type(page, "bir iki");
  const before = await inputs(x(page));
  await sentence(page).fill("kelime ".repeat(65));
  await expect(page.getByRole("alert")).toContainText("65 tokens, the limit is 64");
  await sentence(page).fill("   ");
  await expect(page.getByRole("alert")).toContainText("there are no words in it");
  expect(before).toHaveLength(2);
  expect(await inputs(x(page))).toEqual(before);
});

for (const [name, text, told] of [
  ["Seed", "abc", "Seed: “abc” is not a whole number from 0 to 4294967295."],
  ["Numbers per token", "0", "Numbers per token: “0” is not a whole number from 1 to 64."],
  ["Numbers per token", "65", "Numbers per token: “65” is not a whole number from 1 to 64."],
] as const) {
  test(`${name} “${text}” is told beside the field`, { tag: "@chromium" }, async ({ page }) => {
    await open(page, "playground.html");
    await type(page, "bir iki");
    const box = page.getByRole("textbox", { name, exact: true });
    await box.fill(text);
    await expect(page.getByRole("alert")).toContainText(told);
    await box.fill("3");
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
}

test("the width of the embeddings can be chosen", { tag: "@chromium" }, async ({ page }) => {
  await open(page, "playground.html");
  await type(page, "bir iki");
  await page.getByRole("textbox", { name: "Numbers per token" }).fill("2");
  await expect(x(page).locator("input")).toHaveCount(4);
  await expect(matrix(page, "projections", "wq").locator("input")).toHaveCount(4);
});
