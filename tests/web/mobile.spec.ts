// Every page on a phone, by finger: nothing scrolls sideways, nothing is too small to be met, and
// what is tapped, typed and dragged does what it does by mouse.

import { attention, selfAttention, withCell } from "./support/attention.ts";
import { kedi, kediProjected } from "./support/examples.ts";
import { cell, expectNumbers, inspector, matrix, open } from "./support/page.ts";
import { expectPhoneSized, expectZoomable } from "./support/phone.ts";
import { paste } from "./support/playground.ts";
import { editor, finished, output, runs } from "./support/python.ts";
import { expect, type Locator, type Page, test } from "./support/test.ts";

/** A finger goes down in the middle of one thing and up in the middle of another. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.scrollIntoViewIfNeeded();
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error("nothing to drag");
  const finger = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x: number, y: number) =>
    finger.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x, y }],
    });
  const [x, y] = [start.x + 20, start.y + 12];
  const [endX, endY] = [end.x + end.width - 10, end.y + 12];
  await touch("touchStart", x, y);
  await touch("touchMove", x + 30, y);
  await touch("touchMove", endX, endY);
  await touch("touchEnd", endX, endY);
}

const { output: changed } = selfAttention({
  ...kediProjected,
  x: withCell(kediProjected.x, 0, 0, 2.5),
});

/** Two phones: the page is opened and used on the first, and measured on both. */
const phones = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
] as const;

test.use({ viewport: phones[0], hasTouch: true, isMobile: true });

/** On both phones, and then as it was. */
async function onBoth(page: Page, expectSo: () => Promise<void>): Promise<void> {
  for (const size of [...phones].reverse()) {
    await page.setViewportSize(size);
    await test.step(`${size.width} x ${size.height}`, expectSo);
  }
}
const expectSized = (page: Page) => onBoth(page, () => expectPhoneSized(page));

test("the playground (T21)", async ({ page }) => {
  await open(page, "playground.html");
  await expectZoomable(page);
  const first = matrix(page, "projections", "x").locator("input").first();
  await first.tap();
  await expect(first).toBeFocused();
  await first.fill("2.5");
  await expectNumbers(matrix(page, "output", "output"), changed);
  await cell(matrix(page, "output", "output"), 0, 1).tap();
  const equation = inspector(page, "output").locator(".dk-equation").first();
  await onBoth(page, () => expect(equation).toBeInViewport());
  await page.getByText("More masks").tap();
  await expectSized(page);
  await page.getByTitle("Paste into X").tap();
  await expectSized(page);
  await page.getByRole("button", { name: "Cancel" }).tap();
  await paste(page, "X", "1 1 -1 1\n0 0 1 1\n1 0 -1 2");
  await expectNumbers(matrix(page, "output", "output"), attention(kedi).output);
  await page.getByRole("radio", { name: "A sentence" }).tap();
  await expectSized(page);
});

test("the Python cell (T21)", async ({ page }) => {
  await open(page, "playground.html");
  await page.locator("#python").scrollIntoViewIfNeeded();
  await editor(page).tap();
  await editor(page).fill("print(6 * 7)\nprint('a' * 200)");
  await runs(page).tap();
  await finished(page);
  await expect(output(page)).toContainText("42");
  await expectSized(page);
});

test("the lesson (T21)", async ({ page }) => {
  await open(page, "index.html");
  await expectZoomable(page);
  await cell(matrix(page, "output", "output"), 0, 0).tap();
  const equation = inspector(page, "output").locator(".dk-equation").first();
  await onBoth(page, () => expect(equation).toBeInViewport());
  const order = page.locator("#order");
  await order.scrollIntoViewIfNeeded();
  const tokens = page.locator("#figure-order .reorder-item");
  await expect(tokens).toHaveCount(3);
  await drag(page, tokens.nth(0), tokens.nth(1));
  await expect(tokens).toHaveText(["mindere", "kedi", "oturdu"]);
  await expectSized(page);
  await page.getByRole("button", { name: "Settings" }).tap();
  await page.getByRole("switch").nth(0).tap();
  await expectSized(page);
  await expectNumbers(matrix(page, "output", "output"), attention({ ...kedi, scale: 1 }).output);
});

for (const figure of ["figure-projections", "figure-softmax", "playground"]) {
  test(`${figure}, embedded (T21)`, async ({ page }) => {
    await page.goto(`embed.html?lang=en#${figure}`);
    await expectZoomable(page);
    const shown = figure === "figure-softmax" ? "softmax-weights" : "projections-q";
    await cell(page.locator(`#${shown}`), 0, 1).tap();
    await expect(page.locator(".dk-equation").first()).toBeVisible();
    await expectSized(page);
  });
}

for (const [name, ready] of [
  ["share.html", ".share-preview"],
  ["bench.html", "main button"],
  ["tests.html", "main button"],
] as const) {
  test(`${name} (T21)`, async ({ page }) => {
    await page.goto(`${name}#?lang=tr`);
    await expect(page.locator(ready).first()).toBeVisible();
    await expectZoomable(page);
    await expectSized(page);
  });
}
