// The lesson as it is read: numbers, an edited cell, a sum opened, the language, every section.

import { contents } from "../../web/src/lesson/contents.ts";
import type { Entry } from "../../web/src/lesson/section.ts";
import { attention, causal, selfAttention, withCell } from "../web/support/attention.ts";
import { kedi, kediProjected } from "../web/support/examples.ts";
import { allShown, type Language } from "../web/support/shown.ts";
import { keys } from "./support/page.ts";
import { expect, page, test } from "./support/test.ts";

/** Opens the lesson as for one who reads it: the sections come with the first sign of that. */
async function open(language: Language): Promise<void> {
  await page.open(`index.html#?lang=${language}`);
  await page.element("#mask");
  await page.evaluate(() => dispatchEvent(new Event("scroll")));
  await page.element("#figure-mask");
}

const numbersOf = (table: string) => page.texts(`#${table} td .dk-value-text`);

test("the numbers of the example, in both languages", async () => {
  const { scores, weights, output } = attention(kedi);
  await open("en");
  await expect.poll(() => numbersOf("scores-scores")).toEqual(allShown(scores));
  await expect.poll(() => numbersOf("softmax-weights")).toEqual(allShown(weights));
  await expect.poll(() => numbersOf("output-output")).toEqual(allShown(output));
  await page.click("button", "Türkçe");
  await expect.poll(() => page.attribute("html", "lang")).toBe("tr");
  await expect.poll(() => numbersOf("output-output")).toEqual(allShown(output, "tr"));
  expect(await page.text("#softmax .lesson-prose")).toContain("%54,7");
});

test("an edited cell goes through all figures, and undo takes it back", async () => {
  await open("en");
  await page.fill("#projections-x input", "2", "X, row kedi, column 1");
  const { output } = selfAttention({ ...kediProjected, x: withCell(kediProjected.x, 0, 0, 2) });
  await expect.poll(() => numbersOf("output-output")).toEqual(allShown(output));
  await page.click("button", "Undo");
  await expect.poll(() => numbersOf("output-output")).toEqual(allShown(attention(kedi).output));
});

test("the switch of the mask and the slider of the temperature, by hand and by key", async () => {
  await open("en");
  await page.click("#figure-mask [role=switch]");
  const masked = attention({ ...kedi, sees: causal });
  await expect.poll(() => numbersOf("output-output")).toEqual(allShown(masked.output));
  await page.evaluate(() =>
    document.querySelector<HTMLElement>("#figure-softmax input[type=range]")?.focus(),
  );
  // Eight steps double it.
  await page.press(...Array(8).fill(keys.right));
  const warm = attention({ ...kedi, sees: causal, temperature: 2 });
  await expect.poll(() => numbersOf("output-output")).toEqual(allShown(warm.output));
});

test("a cell opens into its sum, by hand and by key", async () => {
  await open("en");
  const equation = async () =>
    (await page.texts("#figure-scores .dk-inspector .dk-equation")).join("").replace(/\s+/gu, "");
  await page.click("#scores-scores [data-row='0'][data-column='2']");
  // 3 x 1 + 1 x 1 + 3 x 0 + 1 x 0
  await expect.poll(equation).toContain("3·1+1·1+3·0+1·0=4");
  await page.press(keys.left, keys.enter);
  await expect.poll(equation).toContain("3·0+1·1+3·0+1·1=2");
  await page.press(keys.escape);
  await expect.poll(equation).toBe("");
});

/** Down a section as a reader goes, until all of it has come. */
async function walk({ id, figures }: Entry): Promise<void> {
  await page.until((section) => {
    const element = document.getElementById(section);
    element?.scrollIntoView();
    element?.lastElementChild?.scrollIntoView({ block: "end" });
    const come = element?.querySelector(".lesson-prose");
    return come && !element?.querySelector(".lesson-coming") ? true : null;
  }, id);
  for (const figure of figures) {
    await page.scrollTo(`#figure-${figure}`);
    await page.until((id) => {
      const element = document.getElementById(id);
      return (element?.getBoundingClientRect().height ?? 0) > 40;
    }, `figure-${figure}`);
  }
}

/** What a section has that none should have: a fault, a figure without a number in its place. */
const wrongIn = (section: string) =>
  page.evaluate((name) => {
    const element = document.getElementById(name);
    const faults = [...(element?.querySelectorAll(".dk-fault, [role=alert]") ?? [])];
    const figures = [...(element?.querySelectorAll("figure") ?? [])];
    const numberless = figures.flatMap(({ id, textContent }) => {
      // One of the common questions is about NaN.
      const wrong = id === "figure-answers" ? /.{0,40}undefined/u : /.{0,40}(?:NaN|undefined)/u;
      return wrong.exec(textContent ?? "") ?? [];
    });
    return [...faults.map(({ textContent }) => textContent), ...numberless];
  }, section);

test("every section comes, without a fault and no wider than a screen", {
  timeout: 180_000,
}, async () => {
  await page.openOnPhone("index.html#?lang=tr");
  await page.element("#mask");
  await page.evaluate(() => dispatchEvent(new Event("scroll")));
  expect(contents.length).toBeGreaterThan(0);
  for (const entry of contents) {
    await walk(entry);
    expect(await wrongIn(entry.id), entry.id).toEqual([]);
    expect(await page.sideways(), entry.id).toBe(0);
  }
  await page.click("button", "English");
  await expect.poll(() => page.attribute("html", "lang")).toBe("en");
  for (const { id } of contents) expect(await wrongIn(id), id).toEqual([]);
  for (const width of [320, 360, 768, 1280]) {
    await page.widen(width);
    expect(await page.sideways(), `${width} px`).toBe(0);
  }
});
