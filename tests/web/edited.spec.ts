// What the lesson says of numbers that a reader has put in: ties, zeros, very large numbers, ∞ and
// NaN. Its sentences are to stay true, in both languages.

import { attention, type Rows } from "./support/attention.ts";
import { kedi, kediProjected } from "./support/examples.ts";
import { cell, matrix, open, speak } from "./support/page.ts";
import { type Language, shown } from "./support/shown.ts";
import { expect, type Page, test } from "./support/test.ts";

const languages = ["en", "tr"] as const;
const noNumber: Record<Language, string> = { en: "NaN is no number:", tr: "NaN sayı değildir:" };

const text = (rows: readonly (readonly (number | string)[])[]) =>
  rows.map((row) => row.join(",")).join(";");

/** The worked example with another first number of X. */
function withFirst(value: number | string): string {
  const [[, ...rest] = [], ...rows] = kediProjected.x;
  return `&X=${text([[value, ...rest], ...rows])}`;
}

/** The lesson with all of its sections. */
async function openWith(page: Page, numbers: string, language: Language = "en") {
  await open(page, "index.html", `glossary?v=1&lang=${language}${numbers}`, language);
  await expect(page.locator(".glossary dl")).toBeVisible();
  await expect(page.locator(".lesson-coming")).toHaveCount(0);
}

const prose = (page: Page, section: string) => page.locator(`#${section} .lesson-prose`);
const bug = (page: Page) => page.locator("#figure-bugs .bugs-holds");

for (const [name, value] of [
  ["NaN", "NaN"],
  ["∞", "inf"],
  ["a number whose product is too large", "1e200"],
] as const) {
  test(`beside NaN stands what it is: ${name}`, async ({ page }) => {
    await openWith(page, withFirst(value));
    for (const language of languages) {
      await speak(page, language);
      for (const section of ["scale", "softmax", "output", "mask"])
        await expect(prose(page, section).first(), section).toContainText(noNumber[language]);
      // Once in a section is enough.
      for (const section of ["softmax", "heads"]) {
        const all = (await prose(page, section).allTextContents()).join(" ");
        expect(all.split(noNumber[language]), section).toHaveLength(2);
      }
      await expect(page.locator("#figure-turn")).toContainText(noNumber[language]);
      await expect(bug(page)).toContainText(noNumber[language]);
      await page.locator("#answer-bigger summary").click();
      await expect(page.locator("#answer-bigger p")).toContainText(noNumber[language]);
      const body = (await page.locator(".lesson-sections").textContent()) ?? "";
      expect(body).not.toMatch(/finite number|sonlu bir sayı|NaN (?:instead of|yerine) NaN/u);
      expect(body).not.toMatch(/(?:stands out|yok): \[NaN/u);
    }
    // Nobody could write the answers.
    for (const question of ["output", "block"])
      await expect(page.locator(`#question-${question}`)).toHaveCount(0);
  });
}

test("zeros hide a fault, and it is said that they do", async ({ page }) => {
  await openWith(page, `&X=${text(kediProjected.x.map((row) => row.map(() => 0)))}`);
  await page.locator("#figure-bugs").getByRole("radio", { name: "not divided at all" }).check();
  // Every weight is a third, and a third three times is 1 in float64.
  const third = shown(1 / 3);
  await expect(bug(page)).toContainText(`is ${third} with it and without it`);
  await expect(bug(page)).not.toContainText("too sharp");
  await expect(page.locator("#figure-turn")).toContainText("Each is 1 to the last bit.");
  await page.locator("#answer-permuted summary").click();
  await expect(page.locator("#answer-permuted p")).toContainText("does not show it");
  await speak(page, "tr");
  await expect(bug(page)).toContainText(`hatasız da ${shown(1 / 3, "tr")}`);
  await expect(page.locator("#figure-turn")).toContainText("son bitine kadar 1");
});

test("a tie is told with the tokens that it is about", async ({ page }) => {
  const q: Rows = [kedi.q[0], kedi.q[1], [0, 0, 0, 0]];
  await openWith(page, `&Q=${text(q)}&K=${text(kedi.k)}&V=${text(kedi.v)}`);
  await expect(prose(page, "cross")).toContainText("kedi → cat");
  await expect(prose(page, "cross")).toContainText("No single key stands out for: oturdu.");
  await expect(prose(page, "softmax").first()).toContainText("no single token stands out");
  await speak(page, "tr");
  await expect(prose(page, "cross")).toContainText("Öne çıkan tek bir anahtarı olmayan: oturdu.");
});

test("a million: what was rounded shows it, and no difference passes for rounding", async ({
  page,
}) => {
  await openWith(page, withFirst(1e6));
  // 10⁶ + 1 + 0 + 1 is no whole million; 10⁶ · 1 of the key is.
  const first = (name: string) =>
    cell(matrix(page, "projections", name), 0, 0).locator(".dk-value-text");
  await expect(first("q")).toHaveText("1.0·10⁶");
  await expect(first("k")).toHaveText("1·10⁶");
  const stays = (way: string) =>
    page.locator("#figure-positions .positions-stays tr", { hasText: way }).locator("td").nth(1);
  for (const way of ["sinusoidal", "rotary"])
    await expect(stays(way)).toContainText("another result");
  await expect(stays("none")).toContainText("only moved");
  await page.locator("#figure-bugs").getByRole("radio", { name: "not divided at all" }).check();
  await expect(bug(page)).toContainText("is 1 with it and without it");
  // 3 · 10⁶ − 2 · 999 999 + 3 + 999 999: two digits are all that the page shows of it.
  const question = page.locator("#question-scores");
  await question.getByRole("textbox").fill("2e6");
  await question.getByRole("button", { name: "Check" }).click();
  await expect(question.getByRole("status")).toContainText("Right.");
  await question.getByRole("button", { name: "Answer again" }).click();
  await question.getByRole("textbox").fill("3e6");
  await question.getByRole("button", { name: "Check" }).click();
  await expect(question.getByRole("status")).toContainText("Not quite.");
});

test("the two rows of two heads, and whom each looks at", async ({ page }) => {
  await openWith(page, "");
  const half = (rows: Rows, from: number) => rows.map((row) => row.slice(from, from + 2));
  const row = (from: number) =>
    attention({ q: half(kedi.q, from), k: half(kedi.k, from), v: kedi.v }).weights[0] ?? [];
  for (const language of languages) {
    await speak(page, language);
    for (const from of [0, 2]) {
      const list = row(from).map((weight) => shown(weight, language));
      await expect(prose(page, "heads")).toContainText(`[${list.join("\u2002")}]`);
    }
    await expect(prose(page, "heads")).toContainText(
      language === "en"
        ? "The first looks most at oturdu, the second at kedi."
        : "En büyük pay birincisinde oturdu, ikincisinde kedi tokenının.",
    );
  }
  await page
    .getByRole("switch", { name: /causal|nedensel/u })
    .first()
    .check();
  await expect(prose(page, "heads")).toContainText("İkisinde de en büyük pay kedi tokenının.");
});

test("the turned score is told as softmax takes it as well", async ({ page }) => {
  await openWith(page, "");
  // kedi stands at 0 and is not turned; mindere by 1 and 0.01 radians.
  const turned = [3 * -Math.sin(1) + Math.cos(1), 3 * -Math.sin(0.01) + Math.cos(0.01)] as const;
  const score = turned[0] + turned[1];
  const told = page.locator("#figure-positions .positions-score");
  await expect(told).toContainText(
    `${turned.map((part) => shown(part)).join(" + ")} = ${shown(score)}`,
  );
  await expect(told).toContainText(`takes it: ${shown(score / 2)}`);
  await page
    .getByRole("switch", { name: /divide/u })
    .first()
    .uncheck();
  await expect(told).not.toContainText("takes it");
});
