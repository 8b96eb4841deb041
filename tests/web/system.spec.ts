// What a reader's system asks for: a dark theme and little motion.

import { cell, dark, inspector, matrix, open, tools } from "./support/page.ts";
import { at, flights, play } from "./support/steps.ts";
import { expect, test } from "./support/test.ts";

test.use({
  colorScheme: "dark",
  contextOptions: { reducedMotion: "reduce" },
  // Firefox is told by preferences; the driver cannot.
  launchOptions: async ({ launchOptions }, use) => {
    const firefoxUserPrefs = { "ui.systemUsesDarkTheme": 1, "ui.prefersReducedMotion": 1 };
    await use({ ...launchOptions, firefoxUserPrefs });
  },
});

test("a dark system makes a dark page, until the reader chooses", async ({ page }) => {
  await open(page, "index.html");
  await expect.poll(() => dark(page)).toBe(true);
  const theme = page.getByRole("combobox", { name: "Theme" });
  await theme.selectOption("Light");
  await expect.poll(() => dark(page)).toBe(false);
  await theme.selectOption("System");
  await expect.poll(() => dark(page)).toBe(true);
});

test("under reduced motion nothing moves on its way", async ({ page }) => {
  await open(page, "index.html");
  expect(await page.evaluate(() => matchMedia("(prefers-reduced-motion: reduce)").matches)).toBe(
    true,
  );
  // The jump to a matrix is done before the click's own task is.
  const distance = await page.evaluate(() => {
    const link = document.querySelector<HTMLElement>(".lesson-formula a[aria-label^='O,']");
    link?.click();
    const table = document.querySelector("#output-output");
    const { top = 0, bottom = 0 } = table?.getBoundingClientRect() ?? {};
    return top >= 0 && bottom <= window.innerHeight ? 0 : top;
  });
  expect(distance).toBe(0);
  await cell(matrix(page, "output", "output"), 1, 2).click();
  await expect(inspector(page, "output").locator(".dk-equation")).toBeVisible();
  await tools(page).getByRole("switch", { name: "causal mask" }).check();
  // The style sheets leave a transition a hundredth of a millisecond.
  const longest = await page.evaluate(() => {
    const seconds = (list: string) => Math.max(...list.split(",").map((one) => parseFloat(one)));
    const styles = [...document.querySelectorAll("*")].flatMap((element) =>
      [null, "::before", "::after"].map((pseudo) => getComputedStyle(element, pseudo)),
    );
    return styles.reduce(
      (most, { transitionDuration, animationDuration }) =>
        Math.max(most, seconds(transitionDuration), seconds(animationDuration)),
      0,
    );
  });
  expect(longest).toBeLessThan(0.001);
});

test("nothing travels or plays by itself; each press is a step", {
  tag: "@chromium:handling",
}, async ({ page }) => {
  await open(page, "index.html");
  await expect(play(page, "scores")).toHaveText("Show a step");
  await play(page, "scores").click();
  await expect(at(page, "scores")).toHaveText("step 1 of 9");
  await expect(cell(matrix(page, "scores", "q"), 0, 0)).toHaveClass(/dk-source/);
  // What plays would offer to pause.
  await expect(play(page, "scores")).toHaveText("Show a step");
  await play(page, "scores").click();
  await expect(at(page, "scores")).toHaveText("step 2 of 9");
  expect(await flights(page, "scores")).toEqual([]);
  await cell(matrix(page, "scores", "scores"), 2, 1).focus();
  await page.keyboard.press("Space");
  await expect(at(page, "scores")).toHaveText("step 8 of 9");
  await page.keyboard.press("Space");
  await expect(at(page, "scores")).toHaveText("step 9 of 9");
});
