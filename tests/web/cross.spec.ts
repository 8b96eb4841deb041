// Self, causal and cross: the same queries, other keys, worked out once more.

import { attention, causal, multiply, withCell } from "./support/attention.ts";
import { expectAccessibleInAll } from "./support/axe.ts";
import { kedi, kediProjected } from "./support/examples.ts";
import {
  cell,
  equationOf,
  expectNumbers,
  inspector,
  matrix,
  open,
  sideways,
  speak,
  widths,
} from "./support/page.ts";
import { type Language, shown } from "./support/shown.ts";
import { expect, type Page, test } from "./support/test.ts";

const other = {
  tokens: ["my", "cat", "sat", "on", "her", "cushion"],
  k: [
    [0, 0, 0, 0],
    [2, -1, 1, 0],
    [0, 3, 1, 0],
    [0, 0, 0, 1],
    [0, 0, 0, 0],
    [0, 0, 0, 2],
  ],
  v: [
    [0, 0, 0, 0],
    [4, 0, 0, 0],
    [0, 0, 4, 0],
    [0, 1, 0, 1],
    [0, 0, 0, 0],
    [0, 4, 0, 0],
  ],
};

const figure = (page: Page) => page.locator("#figure-cross");
const told = (page: Page) => figure(page).locator(".cross-told");
const choose = (page: Page, name: string) =>
  figure(page).getByRole("radio", { name, exact: true }).check();

async function openCross(page: Page, language: Language = "en", more = "") {
  await open(page, "index.html", `cross?lang=${language}${more}`, language);
  await expect(figure(page)).toBeVisible();
}

async function expectView(
  page: Page,
  problem: Parameters<typeof attention>[0],
  language: Language = "en",
) {
  const { weights, output } = attention(problem);
  await expectNumbers(matrix(page, "cross", "q"), problem.q, language);
  await expectNumbers(matrix(page, "cross", "k"), problem.k, language);
  await expectNumbers(matrix(page, "cross", "v"), problem.v, language);
  await expectNumbers(matrix(page, "cross", "weights"), weights, language);
  await expectNumbers(matrix(page, "cross", "output"), output, language);
  await expect(matrix(page, "cross", "weights").locator("td.dk-sum")).toHaveText(["1", "1", "1"]);
}

test("three views of the same queries, in both languages", async ({ page }) => {
  await openCross(page);
  for (const language of ["en", "tr"] as const) {
    const names = { en: ["self", "causal", "cross"], tr: ["öz", "nedensel", "çapraz"] }[language];
    await speak(page, language);
    await choose(page, names[0] ?? "");
    await expectView(page, kedi, language);
    const before = await figure(page).boundingBox();
    await choose(page, names[1] ?? "");
    await expectView(page, { ...kedi, sees: causal }, language);
    await choose(page, names[2] ?? "");
    await expectView(page, { q: kedi.q, k: other.k, v: other.v }, language);
    await expect(told(page)).toContainText("3 × 6");
    const captions = matrix(page, "cross", "weights").locator("caption");
    await expect(captions).toContainText("3 × 6");
    await expect(matrix(page, "cross", "output").locator("caption")).toContainText("3 × 4");
    await expect(
      figure(page).locator("[data-matrix=weights] thead th.dk-head:not(.dk-sum)"),
    ).toHaveText(other.tokens);
    expect((await figure(page).boundingBox())?.height).toBe(before?.height);
    // e^4 / (e^4 + e^3 + e^1/2 + e + 2)
    const share = Math.E ** 4 / (Math.E ** 4 + Math.E ** 3 + Math.E ** 0.5 + Math.E + 2);
    await expect(page.locator("#cross .lesson-prose")).toContainText(
      `kedi → cat (${shown(share, language)})`,
    );
  }
});

test("the page’s causal switch leaves cross-attention alone; its own does not", async ({
  page,
}) => {
  await openCross(page, "en", "&v=1&fig=cross.view:cross");
  const open = { q: kedi.q, k: other.k, v: other.v };
  const own = figure(page).getByRole("switch", { name: "put the causal mask on it anyway" });
  await page.getByRole("switch", { name: "causal mask" }).first().check();
  await expect(matrix(page, "mask", "weights").locator(".dk-masked")).toHaveCount(3);
  await expectView(page, open);
  await own.focus();
  await own.press("Space");
  await expectView(page, { ...open, sees: causal });
  await expect(matrix(page, "cross", "weights").locator(".dk-masked")).toHaveCount(12);
  await expect(told(page)).toContainText("the last 3 words are seen by nobody");
  await choose(page, "self");
  await expect(own).toBeDisabled();
  await expectView(page, kedi);
});

test("scale, temperature and an edited number reach it", async ({ page }) => {
  await openCross(page, "en", "&v=1&fig=cross.view:cross");
  await page
    .getByRole("switch", { name: /divide by/ })
    .first()
    .uncheck();
  await page.getByRole("slider", { name: "temperature" }).first().press("End");
  await expectView(page, { q: kedi.q, k: other.k, v: other.v, scale: 1, temperature: 8 });
  await matrix(page, "words", "x").locator("input").first().fill("2");
  const q = multiply(withCell(kediProjected.x, 0, 0, 2), kediProjected.wq);
  await expectView(page, { q, k: other.k, v: other.v, scale: 1, temperature: 8 });
});

test("a weight opens into its sum, and leads back to X; a link holds view and cell", async ({
  page,
}) => {
  await openCross(page, "en", "&v=1&fig=cross.view:cross,cross.cell:output_1_1");
  const panel = inspector(page, "cross");
  const { weights, output } = attention({ q: kedi.q, k: other.k, v: other.v });
  expect(await equationOf(panel)).toContain(`=${shown(output[1]?.[1] ?? 0)}`);
  await cell(matrix(page, "cross", "weights"), 1, 5).press("Enter");
  expect(await equationOf(panel)).toContain(`=${shown(weights[1]?.[5] ?? 0)}`);
  for (let i = 0; i < 4; i++) await panel.locator(".dk-factor").first().click();
  expect(await equationOf(panel)).toBe("S[mindere,cushion]=1·0+1·0+1·0+5·2=10");
  await panel.locator(".dk-factor").nth(6).click();
  expect(await equationOf(panel)).toBe("Q[mindere,4]=0·0+0·2+1·3+1·2=5");
  await expect
    .poll(() => page.evaluate(() => decodeURIComponent(location.hash)))
    .toContain("cross.cell:q_1_3");
});

test("queries of another width ask random keys, and the badge says so", async ({ page }) => {
  const link =
    "&v=1&Q=1,0;0,1;1,1&K=1,0;1,1;0,1&V=1,2;3,0;0,4&tokens=ben,gel,dim&fig=cross.view:cross";
  await openCross(page, "en", link);
  await expect(matrix(page, "cross", "k").locator("caption")).toContainText("6 × 2 random, seed 1");
  await expect(matrix(page, "cross", "q").locator("caption")).toContainText("set by hand");
  await expect(figure(page)).toContainText("not four numbers wide");
  await expect(matrix(page, "cross", "weights").locator("td.dk-sum")).toHaveText(["1", "1", "1"]);
});

test("the question: as many rows as queries", async ({ page }) => {
  await openCross(page, "tr");
  const ask = page.locator("#question-cross");
  await ask.getByRole("textbox").fill("6");
  await ask.getByRole("textbox").press("Enter");
  await expect(ask.getByRole("status")).toContainText("Olmadı.");
  await expect(ask.getByRole("status")).toContainText("Çıktı 3 × 4 olur");
  await ask.getByRole("button", { name: "Yeniden yanıtla" }).click();
  await ask.getByRole("textbox").fill("3");
  await ask.getByRole("textbox").press("Enter");
  await expect(ask.getByRole("status")).toContainText("Doğru.");
});

test("WCAG 2.2 AA, both themes and languages", async ({ page }) => {
  await openCross(page, "en", "&v=1&fig=cross.view:cross,cross.masked:1");
  await expectAccessibleInAll(page, "#cross");
});

test("the page does not scroll sideways at any width, in either language", async ({ page }) => {
  await page.setViewportSize({ width: widths[0], height: 900 });
  await openCross(page, "en", "&v=1&fig=cross.view:cross,cross.masked:1");
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const language of ["en", "tr"] as const) {
      await speak(page, language);
      expect(await sideways(page), `${width} px, ${language}`).toBe(0);
    }
  }
});
