// The block around attention, and what the reader takes along.

import { attention, type Rows, selfAttention } from "./support/attention.ts";
import { expectAccessible, looks } from "./support/axe.ts";
import { kedi, kediProjected } from "./support/examples.ts";
import { expectNumbers, matrix, open, sideways, speak, wear, widths } from "./support/page.ts";
import { type Language, shown } from "./support/shown.ts";
import { expect, type Page, test } from "./support/test.ts";

const block = (page: Page) => page.locator("#figure-block");
const turn = (page: Page) => page.locator("#figure-turn");
const stage = (page: Page, id: string) => block(page).locator(`[data-stage="${id}"]`);

async function openAt(page: Page, section: "block" | "turn", language: Language = "en") {
  await open(page, "index.html", `${section}?lang=${language}`, language);
  await expect(page.locator(`#figure-${section}`)).toBeVisible();
}

const { x } = kediProjected;
const plus = (a: Rows, b: Rows) => a.map((row, i) => row.map((y, j) => y + (b[i]?.[j] ?? 0)));
const layerNorm = (rows: Rows) =>
  rows.map((row) => {
    const mean = row.reduce((a, b) => a + b, 0) / row.length;
    const variance = row.reduce((sum, y) => sum + (y - mean) ** 2, 0) / row.length;
    return row.map((y) => (y - mean) / Math.sqrt(variance + 1e-5));
  });

for (const language of ["en", "tr"] as const) {
  test(`the stages have their numbers, before and after, ${language}`, async ({ page }) => {
    await openAt(page, "block", language);
    const sum = page.locator("#block-x-residual1");
    const normed = selfAttention({ ...kediProjected, x: layerNorm(x) });
    await expectNumbers(sum, plus(x, normed.output), language);
    await stage(page, "norm1").locator("summary").click();
    await expectNumbers(page.locator("#block-x-norm1"), layerNorm(x), language);
    await expect(stage(page, "residual1").locator("details")).not.toHaveAttribute("open");
    // After the sum: attention sees X itself, as in all sections before.
    const after = language === "en" ? "after the sum" : "toplamdan sonra";
    await block(page).getByRole("radio", { name: after }).check();
    await stage(page, "residual1").locator("summary").click();
    await expectNumbers(sum, plus(x, attention(kedi).output), language);
    await expect(block(page).locator(".block-stage").last()).toHaveAttribute("data-stage", "norm2");
  });
}

test("the gate comes with SwiGLU, and drawn weights have their badge", async ({ page }) => {
  await openAt(page, "block");
  await stage(page, "activated").locator("summary").click();
  await expect(stage(page, "activated").getByRole("grid")).toHaveCount(1);
  await block(page).getByRole("radio", { name: "SwiGLU" }).check();
  await expect(stage(page, "activated").getByRole("grid")).toHaveCount(3);
  await expect(stage(page, "activated").locator(".dk-badge-random")).toHaveText("random, seed 1");
  const row = stage(page, "residual2").locator(".block-row");
  const before = (await row.textContent()) ?? "";
  await block(page).getByRole("button", { name: "Draw again" }).click();
  await expect(stage(page, "activated").locator(".dk-badge-random")).toHaveText("random, seed 2");
  await expect(row).not.toHaveText(before);
});

test("the keyboard opens a stage, an edit of X reaches it", async ({ page }) => {
  await openAt(page, "block");
  await stage(page, "x").locator("summary").focus();
  await page.keyboard.press("Enter");
  await matrix(page, "words", "x").locator("input").first().fill("5");
  await expect(stage(page, "x").locator(".dk-badge")).toHaveText("set by hand");
  await expectNumbers(page.locator("#block-x"), [[5, 1, -1, 1], ...x.slice(1)]);
  await expect(page.locator("#question-block")).toContainText("[5 1 −1 1]");
});

test("without X the block says what it needs, and takes it", async ({ page }) => {
  await openAt(page, "block");
  await page.getByRole("radio", { name: "Q, K and V" }).check();
  await expect(block(page)).toContainText("there is no X");
  await block(page).getByRole("button", { name: "Take X and the weights" }).click();
  await expect(block(page).locator(".block-stage")).toHaveCount(10);
});

test("the question: what came in plus what attention found", async ({ page }) => {
  await openAt(page, "block");
  const question = page.locator("#question-block");
  await question.getByRole("textbox").fill((1 + (attention(kedi).output[0]?.[0] ?? 0)).toFixed(3));
  await question.getByRole("button", { name: "Check" }).click();
  await expect(question.getByRole("status")).toContainText("Right.");
});

test("rows are added up, and the program holds the numbers, in both languages", async ({
  page,
}) => {
  await openAt(page, "turn");
  const [first] = attention(kedi).weights;
  for (const language of ["en", "tr"] as const) {
    await speak(page, language);
    const terms = (first ?? []).map((w) => shown(w, language)).join(" + ");
    await expect(turn(page).locator(".turn-right").first()).toHaveText(`kedi ${terms} = 1`);
    await expect(turn(page).locator(".turn-right")).toHaveCount(3);
    const code = turn(page).locator("pre");
    await expect(code).toContainText("[[1, 1, -1, 1],");
    await expect(code).toContainText("#   [1.5752, 0.4248, 1.1547, 0.5795]");
    await matrix(page, "words", "x").locator("input").first().fill("NaN");
    await expect(code).toContainText('[[float("nan"), 1, -1, 1],');
    await expect(turn(page).locator(".turn-wrong").first()).toContainText("NaN");
    await matrix(page, "words", "x").locator("input").first().fill("1");
  }
});

test("the link opens the playground with the reader’s numbers", async ({ page }) => {
  await openAt(page, "turn");
  await matrix(page, "words", "x").locator("input").first().fill("7");
  await turn(page).getByRole("link", { name: "Open these numbers in the playground" }).click();
  await expect(page).toHaveURL(/playground\.html/);
  await expect(matrix(page, "projections", "x").locator("input").first()).toHaveValue("7");
});

test("the question: what is left for the last", async ({ page }) => {
  await openAt(page, "turn");
  const question = page.locator("#question-turn");
  await question.getByRole("textbox").fill("0.331");
  await question.getByRole("button", { name: "Check" }).click();
  await expect(question.getByRole("status")).toContainText("Right.");
});

test("WCAG 2.2 AA, both themes and languages", async ({ page }) => {
  await open(page, "index.html", "turn?v=1&lang=en&fig=block.open:hidden");
  await expect(page.locator("#figure-turn")).toBeVisible();
  for (const look of looks) {
    await wear(page, look);
    await expect(stage(page, "hidden").locator("details")).toHaveAttribute("open");
    await expectAccessible(page, "#block", "#turn");
  }
});

test("the page does not scroll sideways at any width", async ({ page }) => {
  await openAt(page, "turn");
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    for (const id of ["residual1", "hidden"]) {
      await stage(page, id).locator("summary").click();
      expect(await sideways(page), `${width} px, ${id}`).toBe(0);
    }
  }
});
