// Measures the longest task of the lesson's page while a reader works with the example: no more than
// 50 ms are wanted, or a key or a tap waits. Needs dist/site (npm run build).
//
//   node scripts/tasks.mjs [rounds] [part of an action's name]
//
// Counted is the processor's time; a busy machine still adds to it, and never takes away: of some
// rounds the quickest counts. Exit code 1 if an action has a longer task in all of them.

import { chromium } from "@playwright/test";
import { explain } from "./run.mjs";
import { serve } from "./serve.mjs";

const MOST = 50;
/** Milliseconds in which all that an action has started is done. */
const AFTER = 300;

/** Done on the open page, one after the other, each by what a reader's hand does. */
const actions = {
  "a cell of W_Q": async (page) => {
    const field = page.locator("#projections-wq input").first();
    for (const text of ["2", "-1.5", "1"]) await field.fill(text);
  },
  "a cell of X": async (page) => {
    const field = page.locator("#projections-x input").first();
    for (const text of ["3", "0.25", "1"]) await field.fill(text);
  },
  // By keyboard: a pointer that is moved from outside brings work of its own into the same task.
  "a cell opened": async (page) => {
    await page.locator("#softmax-weights [data-row='0'][data-column='0']").focus();
    for (const key of ["Enter", "ArrowRight", "Enter", "ArrowDown", "Enter", "Escape"]) {
      await page.keyboard.press(key);
      await settled(page);
    }
  },
  "the division off and on": async (page) => {
    const toggle = page.locator("#figure-scale").getByRole("switch").first();
    for (let i = 0; i < 2; i++) await press(toggle);
  },
  "the mask on and off": async (page) => {
    const toggle = page.locator("#figure-mask").getByRole("switch").first();
    for (let i = 0; i < 2; i++) await press(toggle);
  },
};

/** Every slider and stepper that a figure has, by the figure. */
async function ofFigures(page) {
  const figures = await page
    .locator("figure[id^='figure-']")
    .evaluateAll((all) => all.map(({ id }) => id));
  const found = {};
  for (const id of figures) {
    const inside = page.locator(`#${id}`);
    if ((await inside.locator("input[type=range]").count()) > 0)
      found[`sliders of ${id}`] = () => slide(inside);
    if ((await inside.locator("input[type=radio]").count()) > 0)
      found[`choices of ${id}`] = () =>
        each(page, `#${id} input[type=radio]`, 24, (one) =>
          one.check({ force: true, timeout: 1000 }),
        );
    if ((await inside.locator("button:not(td button)").count()) > 0)
      found[`buttons of ${id}`] = () =>
        each(page, `#${id} button:not(td button):not([disabled])`, 8, press);
  }
  return found;
}

const press = (one) => one.click({ force: true, timeout: 1000 });

/** What was pressed may take others away, or bring them. */
async function each(page, selector, most, act) {
  const all = page.locator(selector);
  for (let i = 0; i < most && i < (await all.count()); i++) {
    await act(all.nth(i)).catch(() => {});
    await settled(page);
  }
}

async function slide(inside) {
  for (const slider of await inside.locator("input[type=range]").all())
    for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "End", "Home"]) {
      await slider.press(key);
      await settled(inside.page());
    }
}

/** Two frames later what was done is on the screen, and what it started for later has begun. */
const settled = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))),
      ),
  );

/** All sections, as for a reader who has gone to the end of each. */
async function openWhole(page, url) {
  await page.goto(`${url}index.html#?lang=en`);
  await page.locator("#mask").waitFor();
  const ids = await page
    .locator("section[id]:has(h2)")
    .evaluateAll((all) => all.map(({ id }) => id));
  for (const id of ids) {
    const section = page.locator(`#${id}`);
    await section.evaluate((element) => element.scrollIntoView());
    await section.locator(".lesson-prose").first().waitFor();
    await section.evaluate((element) => element.lastElementChild?.scrollIntoView({ block: "end" }));
    await section.locator(".lesson-coming").waitFor({ state: "detached" });
  }
  await settled(page);
}

/**
 * Milliseconds of the longest task of the page's main thread while `act` runs: of the processor's
 * time, which other programs on the machine do not count towards.
 */
async function longest(browser, page, act) {
  await browser.startTracing(page, { categories: ["toplevel"] });
  await act(page);
  await settled(page);
  // Sections out of view come after, one by one.
  await page.waitForTimeout(AFTER);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid, tdur }) => tdur && main.has(`${pid} ${tid}`) && /RunTask$/.test(name),
  );
  return Math.max(0, ...tasks.map(({ tdur }) => tdur / 1000));
}

async function measured(rounds, part) {
  const { url, close } = await serve({ port: 4383 });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu"],
  });
  const best = new Map();
  try {
    for (let round = 0; round < rounds; round++) {
      const page = await browser.newPage();
      page.setDefaultTimeout(5000);
      await openWhole(page, url);
      for (const [name, act] of Object.entries({ ...actions, ...(await ofFigures(page)) })) {
        if (!name.includes(part)) continue;
        const took = await longest(browser, page, act);
        best.set(name, Math.min(best.get(name) ?? Number.POSITIVE_INFINITY, took));
      }
      await page.close();
    }
  } finally {
    await browser.close();
    await close();
  }
  return best;
}

const [rounds = "3", part = ""] = process.argv.slice(2);
try {
  const best = await measured(Number(rounds), part);
  const sorted = [...best].sort(([, a], [, b]) => b - a);
  for (const [name, took] of sorted)
    console.log(`${took.toFixed(1).padStart(7)} ms  ${name}${took > MOST ? "  TOO LONG" : ""}`);
  process.exitCode = sorted.some(([, took]) => took > MOST) ? 1 : 0;
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
