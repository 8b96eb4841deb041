// The teacher's view: one figure at a time, large, with all that it can do.

import { attention, causal, selfAttention, withCell } from "./support/attention.ts";
import { expectAccessible } from "./support/axe.ts";
import { kedi, kediProjected } from "./support/examples.ts";
import { cell, expectNumbers, matrix, open, sideways } from "./support/page.ts";
import { expect, type Page, test } from "./support/test.ts";

test.use({ viewport: { width: 1280, height: 800 } });

const bar = (page: Page) => page.locator(".teach-bar");
const teach = (page: Page) =>
  page.getByRole("button", { name: /^(Teacher’s view|Öğretmen görünümü)$/ }).first();

/** The figures and listings that are to be seen. */
const shown = (page: Page) =>
  page
    .locator("main :is(.dk-figure, .five-lines):visible")
    .evaluateAll((all) => all.map((element) => element.id || element.className));

/** Keeps every title that the bar has had since the page began. */
function keepTitles() {
  const titles: string[] = [];
  Reflect.set(window, "titles", titles);
  new MutationObserver(() => {
    const title = document.querySelector(".teach-name h2")?.textContent;
    if (title && title !== titles.at(-1)) titles.push(title);
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

const next = (page: Page) => bar(page).getByRole("button", { name: "Next figure" });
const atEnd = async (page: Page) => (await next(page).getAttribute("aria-disabled")) === "true";

/**
 * Does something, by default presses the key, that leads to the next figure. That nothing follows is
 * known when what follows has come.
 */
async function onward(page: Page, act = () => page.keyboard.press("ArrowRight")) {
  const before = (await shown(page)).join();
  await act();
  await expect
    .poll(async () => (await atEnd(page)) || (await shown(page)).join() !== before)
    .toBe(true);
}

async function show(page: Page, hash: string) {
  await page.goto(`index.html#${hash}`);
  await expect(bar(page)).toBeVisible();
}

test("a link opens it; keys and buttons lead from figure to figure", async ({ page }) => {
  await show(page, "scale?view=teach&lang=en");
  await expect(bar(page).getByRole("heading")).toContainText("Why divide by √dk");
  await expect(bar(page)).toContainText("Dividing by the root of the width");
  expect(await shown(page)).toEqual(["figure-scale"]);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => shown(page)).toEqual(["figure-experiment"]);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => shown(page)).toEqual(["figure-softmax"]);
  await show(page, "output?view=teach&lang=en");
  expect(await shown(page)).toEqual(["figure-output"]);
  // A section with several parts shows them one by one, from either side.
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => shown(page)).toEqual(["figure-five-lines"]);
  await bar(page).getByRole("button", { name: "Next figure" }).click();
  await expect.poll(() => shown(page)).toEqual(["figure-python"]);
  await bar(page).getByRole("button", { name: "Next figure" }).click();
  await expect.poll(() => shown(page)).toEqual(["figure-by-hand"]);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => shown(page)).toEqual(["figure-order"]);
  // From the beginning of a figure, up leads back as well.
  await page.keyboard.press("PageUp");
  await expect.poll(() => shown(page)).toEqual(["figure-by-hand"]);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => shown(page)).toEqual(["figure-python"]);
  await expect(bar(page)).toContainText("3 / 4");
});

test("a second part that is still on its way is not passed over", {
  tag: "@chromium:handling",
}, async ({ page }) => {
  let deliver = () => {};
  const delivered = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await page.route(/\/experiment-[^/]*\.js/u, async (route) => {
    await delivered;
    await route.continue();
  });
  await show(page, "scores?view=teach&lang=en");
  // The address leads on while that part is held back.
  await page.evaluate(() => {
    location.hash = "scale";
  });
  await expect.poll(() => shown(page)).toEqual(["figure-scale"]);
  await page.keyboard.press("ArrowRight");
  deliver();
  await expect.poll(() => shown(page)).toEqual(["figure-experiment"]);
});

test("a link to the Python cell opens it, though it comes later than its section", {
  tag: "@chromium:handling",
}, async ({ page }) => {
  await show(page, "figure-python?view=teach&lang=en");
  await expect.poll(() => shown(page)).toEqual(["figure-python"]);
  await expect(bar(page)).toContainText("3 / 4");
});

test("it ends at the first and at the last figure; sections come as they are needed", {
  tag: "@chromium:handling",
}, async ({ page }) => {
  test.slow();
  await show(page, "question?view=teach&lang=en");
  const back = bar(page).getByRole("button", { name: "Previous figure" });
  await expect(back).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("ArrowLeft");
  expect(await shown(page)).toEqual(["figure-question"]);
  for (let i = 0; i < 60 && !(await atEnd(page)); i++) {
    // Pressed whether it is still of use or not: a click would wait until it is.
    await onward(page, async () => {
      await next(page).focus();
      await page.keyboard.press("Enter");
    });
    await expect.poll(() => shown(page)).toHaveLength(1);
  }
  await expect(next(page)).toHaveAttribute("aria-disabled", "true");
  await expect(next(page)).toBeFocused();
});

/** Everything that shows a number or a word in the figure, smaller than `least`. */
const smallerThan = (page: Page, least: number) =>
  page
    .locator("main :is(.dk-value-text, .dk-field, svg text, td, th, .dk-slider-value):visible")
    .evaluateAll(
      (all, size) =>
        all.flatMap((element) => {
          const { currentCSSZoom = 1 } = element as Element & { currentCSSZoom?: number };
          const font = Number.parseFloat(getComputedStyle(element).fontSize);
          // What is drawn may be smaller than it says: the picture shrinks with its place.
          const drawn =
            element instanceof SVGGraphicsElement ? (element.getScreenCTM()?.a ?? 0) : 1;
          const inSvg = element instanceof SVGElement;
          const shown = inSvg ? font * drawn : font * currentCSSZoom;
          return shown < size && !element.closest("sub, sup, .dk-sr, code, .order-lines")
            ? [`${element.outerHTML.slice(0, 70)} ${shown}`]
            : [];
        }),
      least,
    );

for (const [width, height, least] of [
  [1920, 1080, 24],
  // The same share of the screen, and so as large on the wall of a class.
  [1280, 720, 16],
] as const) {
  test(`at ${width} px numbers are at least ${least} px, and nothing is cut at the side`, {
    tag: width === 1280 ? [] : "@chromium:variant",
  }, async ({ page, browserName }) => {
    test.slow();
    await page.setViewportSize({ width, height });
    await show(page, "question?view=teach&lang=en");
    const seen: string[] = [];
    for (let i = 0; i < 40 && !(await atEnd(page)); i++) {
      const [figure = ""] = await shown(page);
      seen.push(figure);
      // Firefox tells the size of what is drawn without the zoom.
      if (browserName === "chromium")
        expect(await smallerThan(page, least - 0.15), figure).toEqual([]);
      expect(await sideways(page), figure).toBe(0);
      const cut = await page
        .locator("main :is(.dk-scroll, pre):visible")
        .evaluateAll((all) =>
          all
            .filter((one) => one.scrollWidth > one.clientWidth + 1)
            .map((one) => one.outerHTML.slice(0, 60)),
        );
      expect(cut, figure).toEqual([]);
      // The bar and what belongs to it take less than a tenth of the window.
      const top = await page
        .locator("main :is(.dk-figure, .five-lines):visible")
        .evaluate((element) => element.getBoundingClientRect().top);
      expect(top, figure).toBeLessThan(height / 10);
      await onward(page);
    }
    expect(seen.length).toBeGreaterThan(28);
  });
}

test("most figures fit the window; a higher one says how many screens it has", {
  tag: "@chromium:content",
}, async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 1280, height: 720 });
  await show(page, "question?view=teach&lang=en");
  const screens = bar(page).locator(".teach-screens");
  const [fit, high]: [string[], string[]] = [[], []];
  for (let i = 0; i < 40 && !(await atEnd(page)); i++) {
    const [figure = ""] = await shown(page);
    const below = () =>
      page.evaluate(
        () => document.documentElement.scrollHeight - document.documentElement.clientHeight,
      );
    // Which of them are higher depends on the fonts of the machine; that it is told does not.
    if ((await screens.count()) > 0) {
      await expect.poll(below, figure).toBeGreaterThan(0);
      await expect(screens, figure).toHaveText(/^↓ 1 \/ [2-4]$/u);
      high.push(figure);
    } else {
      await expect.poll(below, figure).toBe(0);
      fit.push(figure);
    }
    await onward(page);
  }
  expect(fit.length, high.join()).toBeGreaterThan(high.length);
});

test("keys go through a high figure screen by screen, then to the next one, and back", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await show(page, "figure-cost?view=teach&lang=en");
  const screens = bar(page).locator(".teach-screens");
  const y = () => page.evaluate(() => scrollY);
  const ofFigure = (at: number) => expect(screens).toHaveText(new RegExp(`${at} / \\d$`, "u"));
  await ofFigure(1);
  const count = Number(/\d$/u.exec((await screens.textContent()) ?? "")?.[0]);
  expect(count).toBeGreaterThan(1);
  const keys = ["Space", "ArrowDown", "PageDown"];
  const tops = [await y()];
  for (let at = 2; at <= count; at++) {
    await page.keyboard.press(keys[at % keys.length] ?? "Space");
    await ofFigure(at);
    tops.push(await y());
    const step = (tops.at(-1) ?? 0) - (tops.at(-2) ?? 0);
    expect(step).toBeGreaterThan(0);
    expect(step).toBeLessThan(720);
  }
  // The last screen ends where the figure does; one more leads on.
  expect(await page.evaluate(() => scrollY + innerHeight)).toBeGreaterThanOrEqual(
    (await page.evaluate(() => document.documentElement.scrollHeight)) - 1,
  );
  expect(await shown(page)).toEqual(["figure-cost"]);
  await page.keyboard.press("Space");
  await expect.poll(() => shown(page)).toEqual(["figure-cache"]);
  expect(await y()).toBe(0);
  // Back: to the end of the figure before, and up in it.
  await page.keyboard.press("Shift+Space");
  await expect.poll(() => shown(page)).toEqual(["figure-cost"]);
  await ofFigure(count);
  await page.keyboard.press("ArrowUp");
  await ofFigure(count - 1);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => shown(page)).toEqual(["figure-cache"]);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => shown(page)).toEqual(["figure-cost"]);
  expect(await y()).toBe(0);
  // By button, and by the wheel.
  await screens.click();
  await ofFigure(2);
  await page.evaluate(() => scrollTo(0, 0));
  await ofFigure(1);
});

test("the space bar stays with what it presses, and the list of keys tells what it does", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await show(page, "figure-heads?view=teach&lang=en");
  await page.locator("#figure-heads").getByRole("switch").first().focus();
  await page.keyboard.press("Space");
  await expect(page.locator("#figure-heads").getByRole("switch").first()).not.toBeChecked();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keys" });
  await expect(dialog).toContainText("further down in the figure; at its end, the next figure");
});

test("a sum that is opened moves nothing", { tag: "@chromium:content" }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await show(page, "output?view=teach&lang=en");
  const table = matrix(page, "output", "output");
  const box = () => table.boundingBox();
  const before = await box();
  await cell(table, 0, 0).click();
  await expect(page.locator("#figure-output .dk-equation")).toBeInViewport();
  expect(await box()).toEqual(before);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(720);
});

test("under the zoom, arcs end at their words and a picture tells the cell under the pointer", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await show(page, "softmax?view=teach&lang=en");
  const strip = page.locator("#figure-softmax .dk-strip");
  // The arc from kedi to oturdu: its ends are above the middles of the two words.
  const ends = () =>
    strip.evaluate((element) => {
      const path = element.querySelectorAll<SVGPathElement>(".dk-lines path")[2];
      const words = [...element.querySelectorAll("[data-asks], [data-answers]")];
      if (!path) return ["no arc"];
      const arc = path.getBoundingClientRect();
      return [arc.left, arc.right].map((x) => {
        const under = words.find((word) => {
          const { left, right } = word.getBoundingClientRect();
          return left <= x && x <= right;
        });
        return under?.textContent?.trim().replace(/\s.*$/su, "");
      });
    });
  await expect.poll(ends).toEqual(["kedi", "oturdu"]);
  await page.evaluate(() => {
    location.hash = "figure-sinks?v=1&view=teach&lang=en";
  });
  await expect.poll(() => shown(page)).toEqual(["figure-sinks"]);
  const picture = page.locator("#figure-sinks canvas").first();
  const { x = 0, y = 0, width = 0 } = (await picture.boundingBox()) ?? {};
  // The eleventh row, the third column of 48.
  await page.mouse.move(x + (2.5 / 48) * width, y + (10.5 / 48) * width);
  await expect(page.locator("#figure-sinks .dk-map-number").first()).toHaveText(
    /^11 → 3: 0\.\d+$/u,
  );
});

test("a small figure fills the window more than a large one", { tag: "@chromium:content" }, async ({
  page,
}) => {
  const zoom = () =>
    page.evaluate(() =>
      Number(document.documentElement.style.getPropertyValue("--teach-zoom") || "0"),
    );
  await show(page, "words?view=teach&lang=en");
  await expect.poll(zoom).toBeGreaterThan(2);
  // Nothing of it is below the window.
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(800);
  await page.keyboard.press("ArrowRight");
  await expect.poll(zoom).toBeLessThan(1.4);
});

test("controls work, and what they change stays when the view is left", {
  tag: "@chromium:handling",
}, async ({ page }) => {
  await show(page, "mask?view=teach&lang=en");
  await page.locator("#figure-mask").getByRole("switch", { name: "causal mask" }).check();
  await expectNumbers(
    matrix(page, "mask", "weights"),
    attention({ ...kedi, sees: causal }).weights,
  );
  // Keys that a cell has a use for stay with it.
  const first = cell(matrix(page, "mask", "weights"), 0, 0);
  await first.click();
  await page.keyboard.press("ArrowRight");
  await expect(cell(matrix(page, "mask", "weights"), 0, 1)).toBeFocused();
  expect(await shown(page)).toEqual(["figure-mask"]);
  // The first Escape closes the sum, the next one leaves.
  await page.keyboard.press("Escape");
  await expect(first).toHaveAttribute("aria-selected", "false");
  await expect(bar(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(bar(page)).toHaveCount(0);
  await expect(page.locator("#mask-title")).toBeFocused();
  await expect(page.locator("#mask")).toBeInViewport();
  await expect(page.locator("#mask .lesson-prose")).toBeVisible();
  await expectNumbers(
    matrix(page, "output", "output"),
    attention({ ...kedi, sees: causal }).output,
  );
});

test("the switch enters at the section in view; the address keeps the view and the numbers", {
  tag: "@chromium:handling",
}, async ({ page, context }) => {
  await open(page, "index.html", "scores");
  await expect(page.locator("#scores-title")).toBeFocused();
  // With the mouse and nothing else: a click by the driver may scroll the page first.
  const { x = 0, y = 0 } = (await teach(page).boundingBox()) ?? {};
  await page.mouse.click(x + 15, y + 15);
  await expect.poll(() => shown(page)).toEqual(["figure-scores"]);
  await expect(teach(page)).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => shown(page)).toEqual(["figure-projections"]);
  await matrix(page, "projections", "wk").locator("input").first().fill("2.5");
  await expect.poll(() => page.url()).toMatch(/#qkv\?v=2&lang=en&view=teach&.*WK=2\.5/);
  const other = await context.newPage();
  await other.addInitScript(keepTitles);
  await other.goto(page.url());
  await expect(bar(other)).toBeVisible();
  expect(await shown(other)).toEqual(["figure-projections"]);
  // At once, not by way of the first section.
  expect(await other.evaluate(() => Reflect.get(window, "titles"))).toHaveLength(1);
  const wk = withCell(kediProjected.wk, 0, 0, 2.5);
  await other.locator("main").press("ArrowRight");
  await expectNumbers(
    matrix(other, "scores", "scores"),
    selfAttention({ ...kediProjected, wk }).scores,
  );
  await bar(other).getByRole("button", { name: "Back to the lesson" }).click();
  await expect(other.locator("#scores-title")).toBeFocused();
  await expect.poll(() => other.url()).not.toContain("view=teach");
});

test("the list of sections leads to their figures; one without a figure to the nearest", {
  tag: "@chromium:handling",
}, async ({ page }) => {
  await show(page, "words?view=teach&lang=en");
  const list = page.getByRole("dialog", { name: "Sections" });
  const choose = async (id: string) => {
    await page.getByRole("button", { name: "Sections", exact: true }).click();
    await list.locator(`a[href='#${id}']`).click();
  };
  await choose("softmax");
  await expect.poll(() => shown(page)).toEqual(["figure-softmax"]);
  await expect.poll(() => page.url()).toMatch(/#softmax\?v=2&lang=en&view=teach&sum=\w+$/);
  await choose("glossary");
  await expect.poll(() => shown(page)).not.toEqual(["figure-softmax"]);
  await expect.poll(() => shown(page)).toHaveLength(1);
  // A link to the state without a view is a link to the lesson.
  await page.evaluate(() => {
    location.hash = "scores?v=1&lang=en";
  });
  await expect(bar(page)).toHaveCount(0);
  await expect(page.locator("#scores-title")).toBeFocused();
});

test("typing stays typing, and a symbol leads to its figure", {
  tag: "@chromium:handling",
}, async ({ page }) => {
  await show(page, "words?view=teach&lang=en");
  const field = matrix(page, "words", "x").locator("input").first();
  await field.fill("12");
  await field.press("ArrowLeft");
  await field.press("PageDown");
  expect(await shown(page)).toEqual(["figure-words"]);
  await page.goto("about:blank");
  await show(page, "softmax?view=teach&lang=en");
  await page.locator("#figure-softmax .dk-formula-link").nth(1).press("Enter");
  await expect.poll(() => shown(page)).toEqual(["figure-mask"]);
});

for (const [language, theme] of [
  ["en", "light"],
  ["tr", "dark"],
] as const) {
  test(`it is accessible, ${language}, ${theme}`, { tag: "@chromium:content" }, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: theme });
    await show(page, `softmax?view=teach&lang=${language}`);
    await expectAccessible(page);
  });
}

test("on a phone it fits as well", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await show(page, "softmax?view=teach&lang=tr");
  for (const width of [320, 768]) {
    await page.setViewportSize({ width, height: 700 });
    expect(await sideways(page)).toBe(0);
    await expect(page.locator("#figure-softmax .dk-figure-title")).toBeInViewport();
  }
});

test.describe("when it cannot be fetched", () => {
  test.use({ expectedComplaints: [/Failed to fetch|ERR_FAILED|Failed to load/i] });
  test("the lesson stays", { tag: "@chromium:failure" }, async ({ page }) => {
    await page.route(/\/teach-.*\.js/u, (route) => route.abort());
    await open(page, "index.html");
    await teach(page).click();
    await expect(teach(page)).toHaveAttribute("aria-pressed", "false");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
});
