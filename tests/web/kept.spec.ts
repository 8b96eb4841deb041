// Reload, the way back, other tabs: nothing that a reader did is lost, and no tab meddles with
// another.

import { attention, selfAttention, withCell } from "./support/attention.ts";
import { kedi, kediProjected } from "./support/examples.ts";
import { expectNumbers, matrix, open, speak } from "./support/page.ts";
import { choose, fillPaste, pasteForm, sentence, type } from "./support/playground.ts";
import { editor, openCell } from "./support/python.ts";
import { allShown } from "./support/shown.ts";
import { expect, type Page, test } from "./support/test.ts";

/** As the buttons of a browser go. */
const walk = (page: Page, by: number) =>
  page.evaluate((by) => void setTimeout(() => history.go(by)), by);
const firstOf = (page: Page, name: "x" | "wq") =>
  matrix(page, "projections", name).locator("input").first();
const changed = (value: number) =>
  selfAttention({ ...kediProjected, wq: withCell(kediProjected.wq, 0, 0, value) }).output;
const expectOutput = (page: Page, value: number, language: "tr" | "en" = "en") =>
  expectNumbers(matrix(page, "output", "output"), changed(value), language);

/** The page by its file, and its output; the lesson's is drawn when its reader scrolls. */
const whereabouts = (page: Page) =>
  page.evaluate(() => {
    dispatchEvent(new Event("scroll"));
    const numbers = document.querySelectorAll("#output-output td .dk-value-text");
    return {
      file: location.pathname.split("/").at(-1),
      output: [...numbers].map((number) => number.textContent?.trim()),
    };
  });

/**
 * The way back and forth leads there. Firefox shows a page again from its memory and says nothing of
 * having loaded it, and Playwright lets no locator look before it has heard that: the page is asked
 * by a call, which waits for nothing.
 */
async function expectAt(page: Page, file: "bench" | "index" | "playground", value?: number) {
  const output = value === undefined ? [] : allShown(changed(value));
  await expect(async () => {
    expect(await whereabouts(page)).toEqual({ file: `${file}.html`, output });
  }).toPass({ timeout: 15_000 });
}

/** Types into the first field of W_Q, as a call for the same reason. */
const typeFirst = (page: Page, value: number) =>
  page.evaluate((value) => {
    const field = document.querySelector<HTMLInputElement>("#projections-wq input");
    if (!field) throw new Error("no field");
    field.value = String(value);
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }, value);

test("a sentence that is too long is still there after a reload", {
  tag: "@chromium:state",
}, async ({ page }) => {
  await open(page, "playground.html");
  await type(page, "kedi oturdu");
  const numbers = matrix(page, "output", "output").locator("td .dk-value-text");
  await expect(numbers).toHaveCount(8);
  const before = await numbers.allTextContents();
  const words = Array.from({ length: 70 }, (_, i) => `w${i}`).join(" ");
  await sentence(page).fill(words);
  await expect(page.getByRole("alert")).toContainText("70 tokens, the limit is 64");
  await page.reload();
  await expect(sentence(page)).toHaveValue(words);
  await expect(page.getByRole("alert")).toContainText("70 tokens, the limit is 64");
  // What it did not become part of stays as well.
  await expect(numbers).toHaveText(before);
  await sentence(page).fill("kedi mindere");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.reload();
  await expect(sentence(page)).toHaveValue("kedi mindere");
});

test("a matrix half pasted is still there after a reload, and not with other work", {
  tag: "@chromium:state",
}, async ({ page }) => {
  await open(page, "playground.html", "?v=1&lang=en");
  await fillPaste(page, "X", "1 2 3\n4");
  await page.reload();
  await expect(pasteForm(page).getByRole("textbox")).toHaveValue("1 2 3\n4");
  await expect(pasteForm(page).getByRole("alert")).toContainText("row 2 has 1 number, row 1 has 3");
  await page.goto("about:blank");
  await open(page, "playground.html", "?v=1&lang=en&temperature=2");
  await expect(pasteForm(page)).toHaveCount(0);
});

test("an edit is in the address when the page is hidden: a system may end it then", {
  tag: "@chromium:state",
}, async ({ page }) => {
  await open(page, "playground.html");
  // More changes at once than a browser lets a page write, and no time for what waits.
  const hash = await firstOf(page, "wq").evaluate((field: HTMLInputElement) => {
    for (let i = 1; i <= 60; i++) {
      field.value = String(i);
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }
    Object.defineProperty(document, "visibilityState", { value: "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
    return location.hash;
  });
  expect(hash).toContain("WQ=60,");
});

// Once while a change may be written at once, and once after more of them than a browser lets a page
// write: then the last is written when the page is left.
for (const [changes, count] of [
  ["an edit", 1],
  ["many edits", 60],
] as const)
  test(`to another page and back, in the same breath as ${changes}`, async ({ page }) => {
    await open(page, "playground.html");
    await firstOf(page, "wq").fill("3");
    await firstOf(page, "wq").evaluate((field: HTMLInputElement, count) => {
      for (let left = count; left > 0; left--) {
        field.value = String(6 + left);
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      }
      location.assign("bench.html");
    }, count);
    await expectAt(page, "bench");
    await walk(page, -1);
    await expectAt(page, "playground", 7);
    await walk(page, 1);
    await expectAt(page, "bench");
    await walk(page, -1);
    await expectAt(page, "playground", 7);
    // It works on, and so does its address.
    await typeFirst(page, 3);
    await expectAt(page, "playground", 3);
    await expect.poll(() => page.evaluate(() => location.hash)).toContain("WQ=3,");
  });

test("two tabs have their own numbers, language and theme", async ({ page, context }) => {
  await open(page, "playground.html");
  await firstOf(page, "wq").fill("3");
  const other = await context.newPage();
  await open(other, "playground.html", "", "tr");
  await firstOf(other, "wq").fill("7");
  await speak(other, "en");
  await speak(other, "tr");
  await other.getByRole("combobox", { name: "Görünüm" }).selectOption("dark");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.locator("html")).not.toHaveAttribute("data-theme");
  await expectOutput(page, 3);
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expectOutput(page, 3);
  await other.reload();
  await expect(other.locator("html")).toHaveAttribute("lang", "tr");
  await expectOutput(other, 7, "tr");
});

test("what was read in one tab is not forgotten by another", async ({ page, context }) => {
  const visited = () => page.evaluate(() => localStorage.getItem("dikkat.read"));
  await open(page, "index.html", "qkv?lang=en");
  await expect.poll(visited).toContain("qkv");
  const other = await context.newPage();
  await open(other, "index.html", "softmax?lang=en");
  await expect.poll(visited).toContain("softmax");
  await page.evaluate(() => document.getElementById("scores")?.scrollIntoView());
  await expect.poll(visited).toContain("scores");
  expect((await visited())?.split(" ")).toEqual(
    expect.arrayContaining(["qkv", "softmax", "scores"]),
  );
});

test("a tab that was doubled goes its own way, with the numbers and the code", async ({ page }) => {
  await openCell(page);
  await firstOf(page, "wq").fill("3");
  await editor(page).fill("print(1)");
  await expect.poll(() => page.url()).toContain("py=");
  const [other] = await Promise.all([
    page.waitForEvent("popup"),
    // As browsers double a tab: with the address, and what the tab keeps.
    page.evaluate(() => void window.open(location.href)),
  ]);
  await expectOutput(other, 3);
  await other.locator("#python").scrollIntoViewIfNeeded();
  await expect(editor(other)).toHaveValue("print(1)");
  await editor(other).fill("print(2)");
  await firstOf(other, "wq").fill("7");
  await page.reload();
  await expectOutput(page, 3);
  await page.locator("#python").scrollIntoViewIfNeeded();
  await expect(editor(page)).toHaveValue("print(1)");
  await other.reload();
  await expectOutput(other, 7);
});

test("from the lesson to the playground and back, nothing is lost on either", async ({ page }) => {
  await open(page, "index.html");
  await firstOf(page, "wq").fill("3");
  await page.getByRole("link", { name: "Playground" }).first().click();
  await expectOutput(page, 3);
  await firstOf(page, "wq").fill("7");
  await walk(page, -1);
  await expectAt(page, "index", 3);
  await walk(page, 1);
  await expectAt(page, "playground", 7);
});

test.describe("where a tab may keep nothing", () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException("The operation is insecure.", "SecurityError");
          },
        });
    });
  });

  test("the numbers are in the address all the same", { tag: "@chromium:failure" }, async ({
    page,
  }) => {
    await open(page, "playground.html");
    await expectNumbers(matrix(page, "output", "output"), attention(kedi).output);
    await firstOf(page, "wq").fill("3");
    await choose(page, "A sentence");
    await choose(page, "X and weights");
    await fillPaste(page, "X", "1 2\n3");
    await page.reload();
    await expect(pasteForm(page)).toHaveCount(0);
    await expect(matrix(page, "output", "output")).toBeVisible();
  });
});
