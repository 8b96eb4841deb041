// Common questions: one open at a time, the numbers worked out anew.

import { attention, causal, type Rows } from "./support/attention.ts";
import { expectAccessibleInAll } from "./support/axe.ts";
import { kedi, kediProjected } from "./support/examples.ts";
import { expectNoSideways, matrix, open, speak } from "./support/page.ts";
import { type Language, shown } from "./support/shown.ts";
import { expect, type Page, test } from "./support/test.ts";

const one = (page: Page, id: string) => page.locator(`#answer-${id}`);
const show = async (page: Page, id: string) => one(page, id).locator("summary").click();

async function openQuestions(page: Page, language: Language = "en") {
  await open(page, "index.html", `questions?lang=${language}`, language);
  await expect(page.locator("#figure-answers")).toBeVisible();
}

const list = (row: readonly number[] | undefined, language: Language = "en") =>
  `[${(row ?? []).map((x) => shown(x, language)).join(" ")}]`;
const { weights, scores } = attention(kedi);
const masked = attention({ ...kedi, sees: causal });

test("the answers hold the numbers of the example, in both languages", async ({ page }) => {
  await openQuestions(page);
  for (const language of ["en", "tr"] as const) {
    await speak(page, language);
    const says = async (id: string, ...texts: string[]) => {
      await show(page, id);
      for (const text of texts) await expect(one(page, id).locator("p")).toContainText(text);
    };
    // mindere and oturdu: 2 and 3; kedi and oturdu: 4 and 6.
    await says("symmetric", shown(scores[0]?.[2] ?? 0), shown(scores[2]?.[0] ?? 0));
    const { x } = kediProjected;
    const same = attention({ q: x, k: x, v: x });
    await says("same", "[4 2 6]", list(same.weights[0], language));
    const columns = [0, 1, 2].map((j) => weights.reduce((sum, row) => sum + (row[j] ?? 0), 0));
    await says("axis", list(columns, language));
    await says("sums", "[1 1 1]");
    await says("hidden", "[0 0 0]", "[0 0 0 0]");
    await says("bigger", list(attention({ ...kedi, scale: 2 }).weights[0], language));
    const reversed = (rows: Rows) => rows.toReversed();
    const alone = attention({ ...kedi, k: reversed(kedi.k) }).output;
    const right = attention(kedi).output;
    const most = Math.max(
      ...alone.flatMap((row, i) => row.map((y, j) => Math.abs(y - (right[i]?.[j] ?? 0)))),
    );
    await says("permuted", shown(most, language));
    await says("others", list(weights[1], language), list(masked.weights[1], language));
    // 2 · 32 · 8 · 128 · 8192 · 2 bytes, and four times as many.
    await says("grouped", shown(1.073741824, language), shown(4.294967296, language));
    await says("exact", "·10⁻");
    await says("width", "512 / 8 = 64");
  }
});

test("one opens, the others close; the keyboard opens too", async ({ page }) => {
  await openQuestions(page);
  await show(page, "axis");
  await show(page, "sums");
  await expect(one(page, "axis")).not.toHaveAttribute("open");
  await expect(one(page, "sums")).toHaveAttribute("open");
  await one(page, "exact").locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(one(page, "exact")).toHaveAttribute("open");
  await expect(one(page, "sums")).not.toHaveAttribute("open");
  await page.keyboard.press("Enter");
  await expect(page.locator(".answers-one[open]")).toHaveCount(0);
});

test("an edit reaches the answers, and the question is judged by it", async ({ page }) => {
  await openQuestions(page);
  await show(page, "same");
  await matrix(page, "words", "x").locator("input").first().fill("2");
  // [2 1 -1 1] squared is 7.
  await expect(one(page, "same").locator("p")).toContainText("[7 2 6]");
  const question = page.locator("#question-questions");
  await question.getByRole("radio", { name: "At least one" }).check();
  await question.getByRole("button", { name: "Check" }).click();
  await expect(question.getByRole("status")).toContainText("Right.");
});

test("WCAG 2.2 AA, both themes and languages", async ({ page }) => {
  await openQuestions(page);
  await show(page, "width");
  await expectAccessibleInAll(page, "#questions");
  await expect(one(page, "width")).toHaveAttribute("open");
});

test("the page does not scroll sideways at any width", async ({ page }) => {
  await openQuestions(page);
  await show(page, "bigger");
  await expectNoSideways(page);
});
