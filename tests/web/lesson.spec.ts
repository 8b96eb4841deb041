// The lesson as it is read: the numbers of its examples, in the figures and in the prose, and the
// switches that every figure follows.

import { attention, causal, type Rows } from "./support/attention.ts";
import { ben, kedi } from "./support/examples.ts";
import { expectNumbers, matrix, open, tools } from "./support/page.ts";
import { type Language, shown } from "./support/shown.ts";
import { expect, type Page, test } from "./support/test.ts";

const prose = (page: Page, section: string) => page.locator(`#${section} .lesson-prose`);

/** A row as the prose writes it. */
const row = (numbers: readonly number[], language: Language = "en") =>
  `[${numbers.map((value) => shown(value, language)).join(" ")}]`;

for (const language of ["en", "tr"] as const) {
  test(`the worked example runs from X to the output, ${language}`, {
    tag: language === "en" ? [] : "@chromium:variant",
  }, async ({ page }) => {
    await open(page, "index.html", "", language);
    const { scores, scaled, exponentials, weights, output } = attention(kedi);
    await expectNumbers(matrix(page, "projections", "q"), kedi.q, language);
    await expectNumbers(matrix(page, "projections", "k"), kedi.k, language);
    await expectNumbers(matrix(page, "projections", "v"), kedi.v, language);
    await expectNumbers(matrix(page, "scores", "scores"), scores, language);
    await expectNumbers(matrix(page, "scale", "scaled"), scaled, language);
    await expectNumbers(matrix(page, "softmax", "exponentials"), exponentials, language);
    await expectNumbers(matrix(page, "softmax", "weights"), weights, language);
    await expectNumbers(matrix(page, "output", "output"), output, language);
  });

  test(`the numbers worked out on paper stand on the page, ${language}`, {
    tag: "@chromium:content",
  }, async ({ page }) => {
    await open(page, "index.html", "", language);
    const marked = (texts: readonly string[]) =>
      texts.map((text) => (language === "tr" ? text.replace(".", ",") : text));
    const firstRow = (figure: string, name: string) =>
      matrix(page, figure, name).locator("tbody tr").first().locator(".dk-value-text");
    await expect(firstRow("softmax", "weights")).toHaveText(marked(kedi.weights));
    await expect(firstRow("output", "output")).toHaveText(marked(kedi.output));
    const oturdu = matrix(page, "softmax", "weights").locator("tbody tr").nth(2);
    await expect(oturdu.locator("td").first()).toHaveText(marked(["0.547"])[0] ?? "");
    await expect(prose(page, "softmax")).toContainText(language === "tr" ? "%54,7" : "54.7%");
  });
}

test("the prose tells the numbers of the figures", { tag: "@chromium:content" }, async ({
  page,
}) => {
  await open(page, "index.html");
  const { scores, masked, exponentials, weights, output } = attention(kedi);
  const all = (...rows: (readonly number[] | undefined)[]) => rows.map((r) => row(r ?? []));
  await expect(prose(page, "qkv")).toContainText(
    `the query is ${row(kedi.q[0])}, the key ${row(kedi.k[0])} and the value ${row(kedi.v[0])}`,
  );
  await expect(prose(page, "scores")).toContainText("oturdu give 4");
  expect(scores[0]?.[2]).toBe(4);
  for (const text of all(masked[0], exponentials[0], weights[0]))
    await expect(prose(page, "softmax")).toContainText(text);
  await expect(prose(page, "output")).toContainText(`which makes ${row(output[0] ?? [])}`);
  const unscaled = attention({ ...kedi, scale: 1 });
  await expect(prose(page, "scale")).toContainText(
    `${shown(unscaled.weights[0]?.[0] ?? 0)} without the division and 0.665 with it`,
  );
  const left = attention({ ...kedi, sees: causal });
  await expect(prose(page, "mask")).toContainText(
    `under the mask the row of mindere is ${row(left.weights[1] ?? [])}`,
  );
  // 32 x (2 x 4096 x 4096 + 2 x 4096 x 1024) of 8.03 billion
  await expect(prose(page, "qkv")).toContainText("= 1.34 billion of the 8.03 billion");
});

test("“ben gel dim” by hand, computed and scaled", { tag: "@chromium:content" }, async ({
  page,
}) => {
  await open(page, "index.html");
  const texts = (name: string) => page.locator(`#by-hand-${name} .dk-value-text`);
  // On paper: weights with two decimals, rows 1.68 1.48, 1.42 2.00, 1.95 1.26.
  await expect(texts("output-rounded")).toHaveText([
    "1.680",
    "1.480",
    "1.420",
    /^2(\.000)?$/,
    "1.950",
    "1.260",
  ]);
  await expect(texts("output-unscaled").nth(0)).toHaveText("1.689");
  await expect(texts("output-unscaled").nth(1)).toHaveText("1.466");
  const unscaled = attention({ ...ben, scale: 1 });
  await expectNumbers(page.locator("#by-hand-weights-unscaled"), unscaled.weights);
  await expectNumbers(page.locator("#by-hand-output-unscaled"), unscaled.output);
  const scaled = page.locator("#by-hand-weights-scaled tbody tr").first();
  await expect(scaled.locator("td")).toHaveText(["0.401", "0.401", "0.198"]);
  await expectNumbers(page.locator("#by-hand-output-scaled"), attention(ben).output);
});

test("“ben gel dim” by hand in Turkish has decimal commas", { tag: "@chromium:content" }, async ({
  page,
}) => {
  await open(page, "index.html", "", "tr");
  await expect(page.locator("#by-hand-output-rounded .dk-value-text").first()).toHaveText("1,680");
  await expect(page.locator("#by-hand-output-unscaled .dk-value-text").first()).toHaveText("1,689");
});

async function expectFollowed(page: Page, scaled: Rows, weights: Rows, output: Rows) {
  await expectNumbers(matrix(page, "scale", "scaled"), scaled);
  await expectNumbers(matrix(page, "softmax", "weights"), weights);
  await expectNumbers(matrix(page, "output", "output"), output);
}

test("the scale can be switched off and on", { tag: "@chromium:content" }, async ({ page }) => {
  await open(page, "index.html");
  const divide = { name: /^divide by √\s*d\s*k$/ };
  const inFigure = page.locator("#figure-scale").getByRole("switch", divide);
  const inBar = tools(page).getByRole("switch", divide);
  await expect(inFigure).toBeChecked();
  await inFigure.uncheck();
  await expect(inBar).not.toBeChecked();
  const off = attention({ ...kedi, scale: 1 });
  await expectFollowed(page, off.scaled, off.weights, off.output);
  await inBar.check();
  await expect(inFigure).toBeChecked();
  const on = attention(kedi);
  await expectFollowed(page, on.scaled, on.weights, on.output);
});

test("the causal mask hides the upper right triangle and nothing else", {
  tag: "@chromium:content",
}, async ({ page }) => {
  await open(page, "index.html");
  await page.locator("#figure-mask").getByRole("switch", { name: "causal mask" }).check();
  const { masked, weights, output } = attention({ ...kedi, sees: causal });
  await expectNumbers(matrix(page, "mask", "masked"), masked);
  await expectNumbers(matrix(page, "softmax", "weights"), weights);
  await expectNumbers(matrix(page, "output", "output"), output);
  const rows = matrix(page, "softmax", "weights").locator("tbody tr");
  await expect(rows.nth(0).locator("td")).toHaveText(["1", "0 masked", "0 masked", "1"]);
  for (const [i, hidden] of [2, 1, 0].entries()) {
    await expect(rows.nth(i).locator(".dk-masked")).toHaveCount(hidden);
    await expect(rows.nth(i).locator(".dk-sum")).toHaveText("1");
    if (hidden > 0) await expect(rows.nth(i).locator("td").nth(2)).toHaveClass(/dk-masked/);
  }
  await tools(page).getByRole("switch", { name: "causal mask" }).uncheck();
  await expectNumbers(matrix(page, "softmax", "weights"), attention(kedi).weights);
  await expect(rows.locator(".dk-masked")).toHaveCount(0);
});

test("the temperature is set by keyboard", async ({ page }) => {
  await open(page, "index.html");
  const slider = page.locator("#figure-softmax").getByRole("slider", { name: "temperature" });
  await expect(slider).toHaveAttribute("aria-valuetext", "1");
  await slider.focus();
  // Eight steps double it.
  for (let i = 0; i < 8; i++) await page.keyboard.press("ArrowRight");
  await expect(slider).toHaveAttribute("aria-valuetext", "2");
  const warm = attention({ ...kedi, temperature: 2 });
  await expectFollowed(page, warm.scaled, warm.weights, warm.output);
  for (let i = 0; i < 16; i++) await page.keyboard.press("ArrowLeft");
  await expect(slider).toHaveAttribute("aria-valuetext", "0.5");
  await expectNumbers(
    matrix(page, "softmax", "weights"),
    attention({ ...kedi, temperature: 0.5 }).weights,
  );
  // The slider's way is one undo step.
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(slider).toHaveAttribute("aria-valuetext", "1");
  await expectNumbers(matrix(page, "softmax", "weights"), attention(kedi).weights);
});
