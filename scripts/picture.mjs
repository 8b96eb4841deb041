// Pictures taken from the built page: web/public/lesson.png for the README, and web/public/social.png
// for previews of links.
import { chromium } from "@playwright/test";
import { root } from "./run.mjs";
import { serve } from "./serve.mjs";

const { url, close } = await serve({ port: 4273 });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu"],
});

/** The lesson in a window of that size. */
async function lesson(width, height, deviceScaleFactor) {
  const page = await browser.newPage({
    viewport: { width, height },
    deviceScaleFactor,
    locale: "en-GB",
  });
  await page.goto(`${url}index.html#?lang=en`);
  await page.locator("#figure-output").waitFor();
  return page;
}

const figure = await lesson(1180, 660, 1.5);
await figure.locator("#output-output td[data-row='0'][data-column='0']").click();
await figure.mouse.move(0, 0);
await figure.locator("#figure-output").screenshot({ path: `${root}web/public/lesson.png` });

// 1200 x 630, as previews are shown: what stands below the bars, from the title to the formula.
const [width, height] = [1000, 525];
const top = await lesson(width, 2 * height, 1.2);
const title = await top.getByRole("heading", { level: 1 }).boundingBox();
const y = title.y - 24;
await top.screenshot({
  path: `${root}web/public/social.png`,
  clip: { x: 0, y, width, height },
});

await browser.close();
await close();
