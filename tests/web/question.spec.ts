// One word changes who is meant: the vectors set by hand, and what follows from them, worked out
// once more.

import { attention, type Rows } from "./support/attention.ts";
import { expectAccessibleInAll } from "./support/axe.ts";
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

const keys: Rows = [
  [1, 0, 1, 0],
  [0, 1, 1, 0],
  [0, 0, 0, 1],
  [0, 0, 0, 0],
  [0, 0, 0, 0],
  [0, 0, 0, 0],
];

const asking = (goesIn: number, holds: number) =>
  attention({ q: [[goesIn, holds, 2, 0]], k: keys, v: keys });

const figure = (page: Page) => page.locator("#figure-question");
const drawn = (page: Page) => figure(page).locator(".arcs-number");
const status = (page: Page) => figure(page).locator(".arcs-status");
const pick = (page: Page, name: RegExp) => figure(page).getByRole("radio", { name }).check();

async function openQuestion(page: Page, language: Language = "en", more = "") {
  await open(page, "index.html", `question?lang=${language}${more}`, language);
  await expect(figure(page)).toBeVisible();
}

async function expectShares(page: Page, [goesIn, holds]: [number, number], language: Language) {
  const { scores, weights } = asking(goesIn, holds);
  await expect(drawn(page)).toHaveText((weights[0] ?? []).map((w) => shown(w, language)));
  await expectNumbers(matrix(page, "last-word", "weights"), weights, language);
  await expectNumbers(matrix(page, "last-word", "scores"), scores, language);
  await expectNumbers(matrix(page, "last-word", "q"), [[goesIn, holds, 2, 0]], language);
}

test("the last word decides who is looked at, in both languages", async ({ page }) => {
  await openQuestion(page);
  for (const language of ["en", "tr"] as const) {
    await speak(page, language);
    await pick(page, /büyüktü/);
    await expectShares(page, [4, 0], language);
    // e^3 / (e^3 + e + 4)
    await expect(drawn(page).first()).toHaveText(
      shown(Math.E ** 3 / (Math.E ** 3 + Math.E + 4), language),
    );
    await expect(status(page)).toContainText("büyüktü");
    await pick(page, /küçüktü/);
    await expectShares(page, [0, 4], language);
    await expect(status(page)).toContainText(/küçüktü.*bavula/);
    await expect(figure(page).locator(".arcs-word").last()).toHaveText("küçüktü");
  }
});

test("the words have glosses in English and need none in Turkish", async ({ page }) => {
  await openQuestion(page);
  await expect(figure(page).locator(".arcs-gloss")).toHaveText([
    ...["cup", "into the suitcase", "did not fit", "because", "too", "(it) was big"],
  ]);
  await expect(figure(page).locator(".arcs-word").first()).toHaveAttribute("lang", "tr");
  await openQuestion(page, "tr");
  await page.getByRole("button", { name: "Türkçe" }).click();
  await expect(figure(page).locator(".arcs-gloss")).toHaveCount(0);
});

test("the strength of the question by keyboard; at 0 both nouns are even, and so the question says", async ({
  page,
}) => {
  await openQuestion(page);
  const slider = figure(page).getByRole("slider");
  await slider.focus();
  await slider.press("ArrowRight");
  await expectShares(page, [5, 0], "en");
  await slider.press("Home");
  await expectShares(page, [0, 0], "en");
  await expect(status(page)).toHaveText("büyüktü gives no word more than all the others.");
  const ask = page.locator("#question-question");
  await ask.getByRole("radio", { name: "no word more" }).check();
  await ask.getByRole("button", { name: "Check" }).click();
  await expect(ask.getByRole("status")).toContainText("Right.");
  await expect(page.locator("#question")).toContainText("asks [0 0 2 0]");
});

test("a weight opens and leads back to its four products; a link holds it all", async ({
  page,
}) => {
  await openQuestion(page, "en", "&v=1&fig=question.last:small,question.asks:3");
  await expectShares(page, [0, 3], "en");
  await cell(matrix(page, "last-word", "weights"), 0, 1).click();
  const panel = inspector(page, "question");
  const { weights } = asking(0, 3);
  expect(await equationOf(panel)).toContain(`=${shown(weights[0]?.[1] ?? 0)}`);
  await expect
    .poll(() => page.evaluate(() => decodeURIComponent(location.hash)))
    .toContain("question.cell:weights_0_1");
  // Exponential, masked score, scaled score, score.
  for (let i = 0; i < 4; i++) await panel.locator(".dk-factor").first().click();
  expect(await equationOf(panel)).toBe("S[küçüktü,bavula]=0·0+3·1+2·1+0·0=5");
  await panel.locator(".dk-factor").nth(2).click();
  await expect(panel).toContainText("set by hand");
  await panel.press("Escape");
  await expect(panel).not.toHaveClass(/dk-pinned/);
});

test("no id of the lesson is given twice", async ({ page }) => {
  // The last section: all above it come as well.
  await open(page, "index.html", "glossary?lang=en");
  await expect(page.locator(".lesson-coming")).toHaveCount(0);
  await expect(page.locator("#figure-cross")).toBeVisible();
  const ids = await page.evaluate(() => [...document.querySelectorAll("[id]")].map(({ id }) => id));
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
});

test("the question is judged by what the core computed", async ({ page }) => {
  await openQuestion(page, "tr");
  const ask = page.locator("#question-question");
  await ask.getByRole("radio", { name: "Kupa" }).check();
  await ask.getByRole("button", { name: "Denetle" }).click();
  await expect(ask.getByRole("status")).toContainText("Olmadı.");
  await expect(ask.getByRole("status")).toContainText("bavulun puanı 6, kupanınki 2");
  await ask.getByRole("button", { name: "Yeniden yanıtla" }).click();
  await ask.getByRole("radio", { name: "bavula" }).check();
  await ask.getByRole("button", { name: "Denetle" }).click();
  await expect(ask.getByRole("status")).toContainText("Doğru.");
});

test("WCAG 2.2 AA, both themes and languages", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openQuestion(page);
  await pick(page, /küçüktü/);
  await expectAccessibleInAll(page, "#question");
});

test("the page does not scroll sideways at any width, in either language", async ({ page }) => {
  await page.setViewportSize({ width: widths[0], height: 900 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openQuestion(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const language of ["en", "tr"] as const) {
      await speak(page, language);
      expect(await sideways(page), `${width} px, ${language}`).toBe(0);
      await pick(page, /büyüktü/);
      await expect(status(page)).toContainText("büyüktü");
      const before = await figure(page).boundingBox();
      await pick(page, /küçüktü/);
      await expect(status(page)).toContainText("küçüktü");
      expect((await figure(page).boundingBox())?.height).toBe(before?.height);
      // The words stand beside their arcs or below them, never over one another.
      const tops = await figure(page)
        .locator(".arcs li")
        .evaluateAll((all) => all.map((one) => one.scrollHeight - one.clientHeight));
      expect(Math.max(...tops)).toBeLessThanOrEqual(1);
    }
  }
});
