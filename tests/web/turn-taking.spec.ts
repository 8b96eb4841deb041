// A task of the page is to stay short: what an edit changes is drawn in several, and what has to
// measure the page does so once. Times are measured by scripts/tasks.mjs; here is the order of things.

import { open } from "./support/page.ts";
import { expect, type Page, test } from "./support/test.ts";

/** The text of an element before a change of the temperature, at its end, and when all is drawn. */
async function through(page: Page, selector: string): Promise<readonly (string | null)[]> {
  return page.evaluate(async (wanted) => {
    const text = () => document.querySelector(wanted)?.textContent ?? null;
    const slider = document.querySelector<HTMLInputElement>("#figure-softmax input[type=range]");
    const before = text();
    if (slider) slider.value = "1";
    slider?.dispatchEvent(new InputEvent("input", { bubbles: true }));
    const atOnce = text();
    await new Promise<void>((resolve) => {
      const look = () => (text() === before ? setTimeout(look) : resolve());
      look();
    });
    return [before, atOnce, text()];
  }, selector);
}

/** Two turns of the observers: each section knows whether it is in view. */
async function goTo(page: Page, figure: string): Promise<void> {
  await page.locator(`#figure-${figure}`).evaluate(async (element) => {
    element.scrollIntoView();
    for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
  });
}

test("what is in view is drawn at once", async ({ page }) => {
  await open(page, "index.html");
  await goTo(page, "softmax");
  const [before, atOnce, after] = await through(page, "#softmax-weights tbody");
  expect(atOnce).not.toBe(before);
  expect(after).toBe(atOnce);
});

test("what is out of view is drawn after, and is the same in the end", async ({ page }) => {
  await open(page, "index.html");
  await goTo(page, "softmax");
  const [before, atOnce, after] = await through(page, "#mask-weights tbody");
  expect(atOnce).toBe(before);
  expect(after).not.toBe(before);
});
