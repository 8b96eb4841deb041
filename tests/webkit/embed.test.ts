// Figures and the playground in frames of somebody else's page: the example hosts of the site.

import { attention } from "../web/support/attention.ts";
import { kedi } from "../web/support/examples.ts";
import { allShown } from "../web/support/shown.ts";
import { expect, page, test } from "./support/test.ts";

const numbersOf = (table: string) => page.texts(`#${table} td .dk-value-text`);

/** The height of the frame is that of what is in it, so that nothing scrolls within the page. */
async function expectWholeFigure(): Promise<void> {
  const difference = async () => {
    const frame = Number(await page.attribute("iframe", "height"));
    await page.enter("iframe");
    const figure = await page.evaluate(() =>
      Math.ceil(document.body.getBoundingClientRect().height),
    );
    await page.leave();
    return figure > 300 ? frame - figure : Number.NaN;
  };
  await expect.poll(difference).toBe(0);
}

test("a frame in a sandbox has a figure's numbers and height, and its page's language", async () => {
  await page.open("hosts/plain.html");
  const { weights } = attention(kedi);
  await page.enter("iframe");
  await expect.poll(() => numbersOf("softmax-weights")).toEqual(allShown(weights, "tr"));
  expect(await page.evaluate(() => origin)).toBe("null");
  await page.leave();
  await expectWholeFigure();
  await page.evaluate(() => {
    document.documentElement.lang = "en-GB";
  });
  await page.enter("iframe");
  await expect.poll(() => numbersOf("softmax-weights")).toEqual(allShown(weights));
  await page.click("#softmax-weights [data-row='0'][data-column='0']");
  await expect.poll(() => page.text(".dk-inspector .dk-equation")).toContain("0.665");
  await page.leave();
  await expectWholeFigure();
});

test("under a strict policy it has its page's theme, and leaves out what it was told to", async () => {
  await page.open("hosts/strict.html");
  await page.enter("iframe");
  await expect.poll(() => numbersOf("output-output")).toEqual(allShown(attention(kedi).output));
  expect(await page.attribute("html", "data-theme")).toBe("dark");
  const caption = () =>
    page.evaluate(() => document.querySelector<HTMLElement>("figcaption")?.offsetHeight ?? 0);
  expect(await caption()).toBe(0);
  await page.leave();
  await expectWholeFigure();
});

test("rules of the page around do not reach it", async () => {
  await page.open("hosts/hostile.html");
  await page.enter("iframe");
  await expect.poll(() => numbersOf("scores-scores")).toEqual(allShown(attention(kedi).scores));
  const transform = await page.evaluate(() => {
    const title = document.querySelector(".dk-figure-title");
    return title && getComputedStyle(title).textTransform;
  });
  expect(transform).toBe("none");
});

test("the playground stands in a frame of a phone", async () => {
  await page.openOnPhone("embed.html?lang=en#playground");
  await expect.poll(() => numbersOf("output-output")).toEqual(allShown(attention(kedi).output));
  expect(await page.sideways()).toBe(0);
});
