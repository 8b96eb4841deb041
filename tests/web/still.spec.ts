// What follows a figure stays where it is while the figure steps, plays or measures, and while its
// reader chooses in it; judged by the browser's own record of what moved (Layout Instability), all of
// it counted, also what comes right after an input.

import { follow, open } from "./support/page.ts";
import { expect, type Page, test } from "./support/test.ts";

/** Begins to listen, in a window that shows the figure and what follows it. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const moved: { node: Node | null; by: number }[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      type Shift = PerformanceEntry & {
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      };
      for (const { sources } of list.getEntries() as Shift[])
        for (const { node, previousRect, currentRect } of sources)
          moved.push({ node, by: currentRect.top - previousRect.top });
    }).observe({ type: "layout-shift" });
  });
}

/** What moved after the figure, once everything is drawn. */
const movedAfter = (page: Page, figure: string) =>
  page.evaluate(async (id) => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    for (let i = 0; i < 4; i++) await frame();
    const { moved } = window as unknown as { moved: { node: Node | null; by: number }[] };
    const own = document.getElementById(id);
    const follows = (node: Node) =>
      own?.compareDocumentPosition(node) === Node.DOCUMENT_POSITION_FOLLOWING;
    return moved
      .splice(0)
      .filter(({ node, by }) => node?.isConnected && follows(node) && Math.abs(by) >= 1)
      .map(({ node, by }) => `${(node as Element).className ?? node?.nodeName}: ${by} px`);
  }, `figure-${figure}`);

const heightOf = (element: Element) => Math.round(element.getBoundingClientRect().height);

type Act = (page: Page, figure: string) => Promise<void>;

const inside = (page: Page, figure: string) => page.locator(`#figure-${figure}`);
const press =
  (name: string | RegExp, times = 1): Act =>
  async (page, figure) => {
    const button = inside(page, figure).getByRole("button", { name }).first();
    for (let i = 0; i < times; i++) await button.click();
  };
const choose =
  (name: string): Act =>
  (page, figure) =>
    inside(page, figure).getByRole("radio", { name, exact: true }).check();
/** Every slider to both of its ends. */
const slide: Act = async (page, figure) => {
  for (const slider of await inside(page, figure).getByRole("slider").all()) {
    await slider.press("End");
    await slider.press("Home");
  }
};
const flip: Act = async (page, figure) => {
  for (const box of await inside(page, figure).getByRole("switch").all()) await box.click();
};

type Case = readonly [section: string, figure: string, acts: readonly Act[]];

/** Of a figure whose reader chooses how much there is, only what keeps that. */
const cases: readonly Case[] = [
  // Opened further down, so that all of its own section has come.
  ["scale", "question", [slide]],
  ["cross", "cross", [choose("causal"), choose("cross"), flip]],
  ["cache", "cache", [press("Next", 3), press("Last"), press("First")]],
  ["recurrent", "recurrent", [slide]],
  ["scores", "scores", [press("Next", 3)]],
  ["softmax", "softmax", [press("Next", 4)]],
  ["output", "output", [press("Next", 3)]],
  ["softmax", "sinks", [slide]],
  ["order", "order", [press("kedi: move right", 2)]],
  ["scale", "experiment", [press("Draw again")]],
  ["tiles", "tiles", [choose("1 × 1"), choose("2 × 2"), press("Next", 3), press("Last")]],
  ["recurrent", "layers", [slide]],
  ["softmax", "shift", [slide]],
  ["tiles", "cost", [press("Measure here"), press("Stop")]],
  ["patterns", "patterns", [slide]],
  ["patterns", "reach", [press("Add a layer", 4), press(/^windows and full$/), slide]],
];

async function expectStill(page: Page, figure: string, acts: readonly Act[]) {
  await inside(page, figure).scrollIntoViewIfNeeded();
  for (const act of acts) {
    await movedAfter(page, figure);
    const before = await inside(page, figure).evaluate(heightOf);
    await act(page, figure);
    expect(await movedAfter(page, figure)).toEqual([]);
    expect(await inside(page, figure).evaluate(heightOf)).toBe(before);
  }
}

for (const width of [1280, 360]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 4000 } });
    test("what follows a figure stays where it is", async ({ page }) => {
      test.slow();
      // The last section first: what stands above it has come with it.
      await open(page, "index.html", "patterns?v=1&lang=en");
      await page.evaluate(() => document.fonts.ready);
      await watch(page);
      for (const [section, figure, acts] of cases)
        await test.step(`${section}: ${figure}`, async () => {
          await follow(page, `${section}?v=1&lang=en`);
          await expect(inside(page, figure)).toBeVisible();
          await expect(page.locator(`#${section} .lesson-coming`)).toHaveCount(0);
          await expectStill(page, figure, acts);
        });
      await test.step("tiles: more tokens need more room below, but none above", async () => {
        await follow(page, "tiles?v=1&lang=en");
        const top = () =>
          page.locator(".tiles-stage").evaluate((one) => {
            const above = one.closest("figure")?.getBoundingClientRect().y ?? 0;
            return one.getBoundingClientRect().y - above;
          });
        const before = await top();
        await choose("12 tokens")(page, "tiles");
        expect(await top()).toBe(before);
      });
    });
  });
}

test("in Turkish and 360 px wide, the sentence of the reach keeps its place", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 4000 });
  await open(page, "index.html", "patterns?v=1&lang=tr", "tr");
  await page.evaluate(() => document.fonts.ready);
  await watch(page);
  await expectStill(page, "reach", [slide]);
});
