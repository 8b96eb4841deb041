// Changing numbers of the lesson by keyboard, and taking the changes back.

import { attention, selfAttention, withCell } from "./support/attention.ts";
import { kedi, kediProjected } from "./support/examples.ts";
import { expectFields, expectNumbers, field, matrix, open, tools } from "./support/page.ts";
import { allShown, shown } from "./support/shown.ts";
import { expect, type Page, test } from "./support/test.ts";

const wk = (page: Page) => matrix(page, "projections", "wk");
const firstOfWk = (page: Page) => field(wk(page), "W_K, row 1, column 1");
const weights = (page: Page) => matrix(page, "softmax", "weights");

const edited = (value: number) =>
  selfAttention({ ...kediProjected, wk: withCell(kediProjected.wk, 0, 0, value) });

const original = attention(kedi);

test("X and the weights give the Q, K and V of the example", () => {
  const { q, k, v } = selfAttention(kediProjected);
  expect({ q, k, v }).toEqual({ q: kedi.q, k: kedi.k, v: kedi.v });
});

test("a number of W_K typed by keyboard changes all that follows from it, and the prose", async ({
  page,
}) => {
  await open(page, "index.html");
  await firstOfWk(page).focus();
  await page.keyboard.type("2.5");
  const { q, k, v, scores, scaled, weights: shares, output } = edited(2.5);
  await expectNumbers(matrix(page, "projections", "k"), k);
  await expectNumbers(matrix(page, "scores", "scores"), scores);
  await expectNumbers(matrix(page, "scale", "scaled"), scaled);
  await expectNumbers(weights(page), shares);
  await expectNumbers(matrix(page, "output", "output"), output);
  // What does not follow from W_K stays.
  await expectNumbers(matrix(page, "projections", "q"), q);
  await expectNumbers(matrix(page, "projections", "v"), v);
  // 4 before: x_kedi and x_oturdu both hold 1 in the first component, q_kedi holds 3.
  expect(scores[0]?.[2]).toBe(8.5);
  await expect(page.locator("#scores .lesson-prose")).toContainText("oturdu give 8.500");
  await expect(page.locator("#output .lesson-prose")).toContainText(
    `which makes [${allShown([output[0] ?? []]).join(" ")}]`,
  );
});

test("an edit is drawn within one frame where the reader is, and soon after elsewhere", async ({
  page,
}) => {
  await open(page, "index.html");
  const after = await page.evaluate(async () => {
    const input = document.querySelector<HTMLInputElement>("#projections-wk input");
    input?.focus();
    if (input) input.value = "2.5";
    input?.dispatchEvent(new InputEvent("input", { bubbles: true }));
    await new Promise(requestAnimationFrame);
    const numbers = (table: string) =>
      [...document.querySelectorAll(`${table} td .dk-value-text`)].map((cell) => cell.textContent);
    return { near: numbers("#projections-k"), far: numbers("#softmax-weights") };
  });
  // X has 1, 0 and 1 in its first column: W_K's first number is that of two keys.
  expect(after.near).toEqual(["2.500", "0", "1", "0", "0", "1", "0", "1", "2.500", "1", "0", "0"]);
  // In a task of its own, or the edit would hold up the page for as long as all sections take.
  expect(after.far).toEqual(allShown(original.weights));
  await expectNumbers(weights(page), edited(2.5).weights);
  await expect(page.locator("#scores .lesson-prose")).toContainText("oturdu give 8.500");
});

test("a typed number is one step of undo, by button and by key", async ({ page }) => {
  await open(page, "index.html");
  const undo = page.getByRole("button", { name: "Undo" });
  const redo = page.getByRole("button", { name: "Redo" });
  await expect(undo).toBeDisabled();
  await expect(redo).toBeDisabled();
  await firstOfWk(page).focus();
  await page.keyboard.type("12.75");
  await expectNumbers(weights(page), edited(12.75).weights);

  await undo.click();
  await expect(firstOfWk(page)).toHaveValue("1");
  await expectNumbers(weights(page), original.weights);
  await expect(undo).toBeDisabled();
  await redo.click();
  await expect(firstOfWk(page)).toHaveValue("12.75");
  await expectNumbers(weights(page), edited(12.75).weights);

  await firstOfWk(page).focus();
  await page.keyboard.press("Control+z");
  await expect(firstOfWk(page)).toHaveValue("1");
  await expectNumbers(weights(page), original.weights);
  await page.keyboard.press("Control+Shift+z");
  await expect(firstOfWk(page)).toHaveValue("12.75");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+y");
  await expect(firstOfWk(page)).toHaveValue("12.75");
  await expectNumbers(weights(page), edited(12.75).weights);
});

test("two numbers are two steps, and so is one number typed twice", {
  tag: "@chromium:content",
}, async ({ page }) => {
  await open(page, "index.html");
  const second = field(wk(page), "W_K, row 1, column 2");
  await firstOfWk(page).focus();
  await page.keyboard.type("22");
  await second.focus();
  await page.keyboard.type("33");
  await firstOfWk(page).focus();
  await page.keyboard.type("44");
  await page.keyboard.press("Control+z");
  await expect(firstOfWk(page)).toHaveValue("22");
  await expect(second).toHaveValue("33");
  await page.keyboard.press("Control+z");
  await expect(second).toHaveValue("\u22121");
  await expect(firstOfWk(page)).toHaveValue("22");
  await page.keyboard.press("Control+z");
  await expect(firstOfWk(page)).toHaveValue("1");
});

test("reset brings the example back, and can itself be undone", {
  tag: "@chromium:content",
}, async ({ page }) => {
  await open(page, "index.html");
  const reset = page.getByRole("button", { name: "Reset" });
  await expect(reset).toBeDisabled();
  await firstOfWk(page).fill("2.5");
  await tools(page).getByRole("switch", { name: "causal mask" }).check();
  await reset.click();
  await expectNumbers(weights(page), original.weights);
  await expect(firstOfWk(page)).toHaveValue("1");
  await expect(reset).toBeDisabled();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(firstOfWk(page)).toHaveValue("2.5");
  await expect(tools(page).getByRole("switch", { name: "causal mask" })).toBeChecked();
});

for (const [language, name, sentence] of [
  ["en", "W_K, row 2, column 3", "W_K, row 2, column 3: “x7” is not a number."],
  ["tr", "W_K, satır 2, sütun 3", "W_K, 2. satır, 3. sütun: “x7” bir sayı değil."],
] as const) {
  test(`a text that is no number is told beside its matrix, ${language}`, {
    tag: "@chromium:content",
  }, async ({ page }) => {
    await open(page, "index.html", "", language);
    const beside = page.locator("#figure-projections [data-matrix=wk]");
    const input = field(wk(page), name);
    await expect(input).toHaveAttribute("aria-invalid", "false");
    await input.focus();
    await page.keyboard.type("x7");
    await expect(beside.getByRole("alert")).toContainText(sentence);
    await expect(input).toHaveAttribute("aria-invalid", "true");
    await expect(input).toHaveAccessibleDescription(new RegExp(`^${sentence.slice(0, 20)}`));
    await expectNumbers(weights(page), original.weights, language);

    // The text stays for the reader to mend, also when he goes elsewhere.
    await page.keyboard.press("Tab");
    await expect(input).toHaveValue("x7");
    await expect(beside.getByRole("alert")).toContainText(sentence);

    await input.fill("4");
    await expect(beside.getByRole("alert")).toHaveCount(0);
    await expect(input).toHaveAttribute("aria-invalid", "false");
    const mended = { ...kediProjected, wk: withCell(kediProjected.wk, 1, 2, 4) };
    await expectNumbers(weights(page), selfAttention(mended).weights, language);
  });
}

test("an emptied field asks for a number and keeps the last results", {
  tag: "@chromium:content",
}, async ({ page }) => {
  await open(page, "index.html");
  await firstOfWk(page).fill("");
  await expect(page.locator("#figure-projections").getByRole("alert")).toContainText(
    "W_K, row 1, column 1: a number is missing here.",
  );
  await expectNumbers(weights(page), original.weights);
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(firstOfWk(page)).toHaveValue("1");
});

for (const language of ["en", "tr"] as const) {
  test(`point and comma are both decimal marks, ${language}`, { tag: "@chromium:content" }, async ({
    page,
  }) => {
    await open(page, "index.html", "", language);
    const input = wk(page).locator("input").first();
    for (const text of ["2.5", "2,5"]) {
      await input.fill("0");
      await input.fill(text);
      await expectNumbers(weights(page), edited(2.5).weights, language);
    }
    // Left, the number is written in the page's way.
    await input.blur();
    await expect(input).toHaveValue(language === "tr" ? "2,5" : "2.5");
  });
}

test("a NaN goes where it reaches and nowhere else, and can be taken back", {
  tag: "@chromium:content",
}, async ({ page }) => {
  await open(page, "index.html");
  await matrix(page, "projections", "x").locator("input").first().fill("nan");
  const x = withCell(kediProjected.x, 0, 0, Number.NaN);
  const { q, scores, output } = selfAttention({ ...kediProjected, x });
  await expectNumbers(matrix(page, "projections", "q"), q);
  await expectNumbers(matrix(page, "scores", "scores"), scores);
  expect(scores[1]?.[1]).toBe(6);
  await expectNumbers(
    weights(page),
    kedi.tokens.map(() => kedi.tokens.map(() => Number.NaN)),
  );
  await expectNumbers(matrix(page, "output", "output"), output);
  await page.getByRole("button", { name: "Undo" }).click();
  await expectNumbers(weights(page), original.weights);
});

test("arrow keys and Enter walk the fields, Escape takes the typing back", async ({ page }) => {
  await open(page, "index.html");
  await firstOfWk(page).focus();
  await page.keyboard.press("ArrowRight");
  await expect(field(wk(page), "W_K, row 1, column 2")).toBeFocused();
  await page.keyboard.press("Enter");
  const below = field(wk(page), "W_K, row 2, column 2");
  await expect(below).toBeFocused();
  await page.keyboard.type("9");
  await expect(below).toHaveValue("9");
  await page.keyboard.press("Escape");
  await expect(below).toHaveValue("0");
  await expectNumbers(weights(page), original.weights);
});

test("Q, K and V can be edited themselves, and left again", { tag: "@chromium:content" }, async ({
  page,
}) => {
  await open(page, "index.html");
  const figure = page.locator("#figure-projections");
  await firstOfWk(page).fill("2");
  await figure.getByRole("radio", { name: "Q, K and V" }).check();
  await expect(wk(page)).toHaveCount(0);
  await expectFields(
    matrix(page, "projections", "q"),
    kedi.q.map((row) => row.map(String)),
  );
  await field(matrix(page, "projections", "q"), "Q, row kedi, column 4").fill("-2");
  const k = edited(2).k;
  const direct = attention({ ...kedi, k, q: withCell(kedi.q, 0, 3, -2) });
  await expectNumbers(matrix(page, "scores", "scores"), direct.scores);
  await expectNumbers(matrix(page, "output", "output"), direct.output);
  await expect(page.locator("#output .lesson-prose")).toContainText(
    `which makes [${(direct.output[0] ?? []).map((value) => shown(value)).join(" ")}]`,
  );

  await figure.getByRole("radio", { name: "X and the weights" }).check();
  await expect(firstOfWk(page)).toHaveValue("2");
  await expectNumbers(weights(page), edited(2).weights);
});
