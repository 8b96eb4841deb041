// One figure in a frame of somebody else's page: the example host pages of the site.
import type { FrameLocator } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { expectNumbers } from "./support/page.ts";
import { expect, type Page, test } from "./support/test.ts";

const figureIn = (page: Page): FrameLocator => page.frameLocator("iframe");

/** The height of the frame is that of what is in it, so that nothing scrolls within the page. */
async function expectWholeFigure(page: Page): Promise<void> {
  const body = figureIn(page).locator("body");
  await expect
    .poll(async () => {
      const [frame, inner] = await Promise.all([
        page.locator("iframe").getAttribute("height"),
        body.evaluate((element) => Math.ceil(element.getBoundingClientRect().height)),
      ]);
      return Number(frame) === inner && inner > 300;
    })
    .toBe(true);
}

test("a frame in a sandbox has a figure's height, and its page's language", async ({ page }) => {
  await page.goto("hosts/plain.html");
  const figure = figureIn(page);
  await expect(figure.locator("#softmax-weights")).toBeVisible();
  await expect(figure.locator(".dk-figure-title")).toHaveText("Puanlardan ağırlıklara");
  await expectWholeFigure(page);
  await page.evaluate(() => {
    document.documentElement.lang = "en-GB";
  });
  await expect(figure.locator(".dk-figure-title")).toHaveText("From scores to weights");
});

test("a frame keeps its height until the figure is there", async ({ page }) => {
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(/\/assets\/softmax/u, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("hosts/plain.html");
  await expect(figureIn(page).locator(".dk-empty")).toBeVisible();
  // What was told until now has been heard when this one is.
  await figureIn(page)
    .locator("html")
    .evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
  expect(await page.locator("iframe").getAttribute("height")).toBe("900");
  goOn();
  await expectWholeFigure(page);
});

test("a page that paints dark paper and names no scheme has dark figures", async ({ page }) => {
  await page.goto("hosts/plain.html");
  const html = figureIn(page).locator("html");
  await expect(figureIn(page).locator("#softmax-weights")).toBeVisible();
  const paint = (colour: string) =>
    page.evaluate((background) => document.body.setAttribute("style", background), colour);
  await paint("background: oklch(20% 0 0)");
  await expect(html).toHaveAttribute("data-theme", "dark");
  await paint("background: #ffe");
  await expect(html).toHaveAttribute("data-theme", "light");
});

test("a message of somebody else is not heeded", { tag: "@chromium:handling" }, async ({
  page,
}) => {
  await page.goto("hosts/plain.html");
  await expectWholeFigure(page);
  const height = await page.locator("iframe").getAttribute("height");
  // To the page by the page, and to the figure by the figure: neither comes from the other.
  await page.evaluate(
    (message) =>
      new Promise((heard) => {
        addEventListener("message", heard, { once: true });
        postMessage(message, "*");
      }),
    { from: "dikkat", kind: "height", height: 77 },
  );
  expect(await page.locator("iframe").getAttribute("height")).toBe(height);
  const html = figureIn(page).locator("html");
  await html.evaluate(
    (_, message) =>
      new Promise((heard) => {
        addEventListener("message", heard, { once: true });
        postMessage(message, "*");
      }),
    { to: "dikkat", theme: "dark" },
  );
  await expect(html).not.toHaveAttribute("data-theme");
});

test("under a strict policy it has its page's theme, and leaves out what it was told to", async ({
  page,
}) => {
  await page.goto("hosts/strict.html");
  const figure = figureIn(page);
  await expect(figure.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(figure.locator("#output-output")).toBeVisible();
  await expect(figure.locator("figcaption")).toBeHidden();
  await expectWholeFigure(page);
});

test("rules of the page around do not reach it", { tag: "@chromium:variant" }, async ({ page }) => {
  await page.goto("hosts/hostile.html");
  const title = figureIn(page).locator(".dk-figure-title");
  await expect(title).toHaveCSS("text-transform", "none");
  await expect(figureIn(page).locator("#scores-scores")).toBeVisible();
});

test("in a post written in Markdown it is a figure, and a link keeps its numbers", {
  tag: "@chromium:state",
}, async ({ page }) => {
  await page.goto("hosts/markdown.html");
  await expect(figureIn(page).locator("#softmax-weights")).toBeVisible();
  await expectWholeFigure(page);
  await page.getByRole("link", { name: "other numbers" }).press("Enter");
  await expect(page.getByRole("radio", { name: "on, aligned top left" })).toBeChecked();
  await expect(page.locator("#projections-x input").first()).toHaveValue("2.5");
  await expect(page.locator(".dk-notice")).toHaveCount(0);
});

test("it holds the numbers of a link, and leads to the lesson with them", {
  tag: "@chromium:state",
}, async ({ page }) => {
  // Scores of 0 alone: every weight is a third.
  const zeros = "0,0;0,0;0,0";
  await page.goto(
    `embed.html#figure-softmax?v=1&lang=en&tokens=a,b,c&Q=${zeros}&K=${zeros}&V=${zeros}`,
  );
  const third = 1 / 3;
  const row = [third, third, third];
  await expectNumbers(page.locator("#softmax-weights"), [row, row, row]);
  const home = page.getByRole("link", { name: "Open in the lesson" });
  await expect(home).toHaveAttribute("href", /^index\.html#figure-softmax\?v=2&lang=en&/);
});

test("what the address cannot have is told, with what it can", {
  tag: "@chromium:content",
}, async ({ page }) => {
  await page.goto("embed.html?lang=tr&theme=mavi&hide=başlık#figure-kahve");
  await expect(page.locator(".dk-notice")).toHaveText([
    "Adres theme=mavi istiyor, böyle bir seçenek yok. Olabilecekler: auto, light, dark.",
    "Adres hide=başlık istiyor, böyle bir seçenek yok. Olabilecekler: bar, title, controls, legend, caption, inspector, save.",
    "Adres “figure-kahve” adlı şekli istiyor, böyle bir şekil yok. Adlar dersin adreslerinde “#figure-” ardından gelir.",
  ]);
  // The figure of an address that names none.
  await expect(page.locator("#output-output")).toBeVisible();
});

test("the playground stands in a frame as well", { tag: "@chromium:variant" }, async ({ page }) => {
  await page.goto("embed.html?lang=en#playground");
  await expect(page.locator("#step-output #output-output")).toBeVisible();
  await expect(page.getByRole("link", { name: "Open the playground" })).toBeVisible();
});

for (const asked of ["theme=light&lang=en", "theme=dark&lang=tr"]) {
  test(`WCAG 2.2 AA: ${asked}`, async ({ page }) => {
    await page.goto(`embed.html?${asked}&hide=legend#figure-projections`);
    await expect(page.locator("#projections-q")).toBeVisible();
    await expectAccessible(page);
  });
}

test("the words of a figure hold where it stands alone", async ({ page }) => {
  for (const [figure, en, tr] of [
    ["tiles", "Q, K and V of the example", "Q, K ve V, örnekteki gibi"],
    [
      "five-lines",
      "Run on the same inputs, the five lines give the same output as the steps.",
      "Aynı girdilerle çalıştırılan beş satır, adımlarla aynı çıktıyı veriyor.",
    ],
  ]) {
    await page.goto(`embed.html?lang=en#figure-${figure}`);
    await expect(page.locator(`#figure-${figure}`)).toContainText(en as string);
    await page.goto(`embed.html?lang=tr#figure-${figure}`);
    await expect(page.locator(`#figure-${figure}`)).toContainText(tr as string);
  }
});
