// Predict, then check: asked before the figure, judged by what the core computed.

import { expectAccessible } from "./support/axe.ts";
import { matrix, open } from "./support/page.ts";
import { expect, type Page, test } from "./support/test.ts";

const question = (page: Page, id: string) => page.locator(`#question-${id}`);
const verdict = (page: Page, id: string) => question(page, id).getByRole("status");

test("a number: nothing, no number, a wrong one, the right one, by keyboard", async ({ page }) => {
  await open(page, "index.html");
  const box = question(page, "scores").getByRole("textbox", { name: "Your answer" });
  await box.press("Enter");
  await expect(verdict(page, "scores")).toHaveText("Write a number first.");
  await box.fill("six");
  await box.press("Enter");
  await expect(verdict(page, "scores")).toContainText("“six” is not a number");
  await expect(box).toHaveValue("six");
  // [3 2 3 1] . [1 0 1 0]
  await box.fill("5");
  await box.press("Enter");
  await expect(verdict(page, "scores")).toContainText("Not quite.");
  await expect(verdict(page, "scores")).toContainText("It is 6,");
  await question(page, "scores").getByRole("button", { name: "Answer again" }).click();
  await box.fill("6,0");
  await question(page, "scores").getByRole("button", { name: "Check" }).click();
  await expect(verdict(page, "scores")).toContainText("Right.");
});

test("the core judges with the numbers that the page has now", async ({ page }) => {
  await open(page, "index.html", "", "tr");
  const box = question(page, "scores").getByRole("textbox");
  await box.fill("6");
  await box.press("Enter");
  await expect(verdict(page, "scores")).toContainText("Doğru.");
  // x of kedi is doubled, and its key with it.
  const x = matrix(page, "words", "x");
  for (const [column, value] of ["2", "2", "-2", "2"].entries())
    await x.locator("input").nth(column).fill(value);
  await expect(question(page, "scores")).toContainText("[2 0 2 0]");
  await expect(verdict(page, "scores")).toContainText("Olmadı.");
  await expect(verdict(page, "scores")).toContainText("12.");
});

test("a choice: the mask leaves the last row alone", async ({ page }) => {
  await open(page, "index.html");
  const ask = question(page, "mask");
  await ask.getByRole("radio", { name: "kedi" }).check();
  await ask.getByRole("button", { name: "Check" }).click();
  await expect(verdict(page, "mask")).toContainText("Not quite.");
  await expect(verdict(page, "mask")).toContainText("[0.547 0.122 0.331]");
  await ask.getByRole("button", { name: "Answer again" }).click();
  await ask.getByRole("radio", { name: "oturdu" }).check();
  await ask.getByRole("button", { name: "Check" }).click();
  await expect(verdict(page, "mask")).toContainText("Right.");
  await expectAccessible(page, "#mask");
});

test("a question without an answer is not asked", async ({ page }) => {
  // Queries of zeros: no division, no difference, and no row that the mask alone leaves as it is.
  await open(page, "index.html", "?v=1&lang=en&Q=0,0;0,0;0,0&K=1,0;0,1;1,1&V=1,0;0,1;2,2");
  await expect(question(page, "words")).toHaveCount(0);
  await expect(question(page, "qkv")).toHaveCount(0);
  await question(page, "scale").getByRole("radio", { name: "neither" }).check();
  await question(page, "scale").getByRole("button", { name: "Check" }).click();
  await expect(verdict(page, "scale")).toContainText("Right.");
});
