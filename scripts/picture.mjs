// The picture of the README, taken from the built page: web/public/lesson.png.
import { chromium } from "@playwright/test";
import { root } from "./run.mjs";
import { serve } from "./serve.mjs";

const { url, close } = await serve({ port: 4273 });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage({
  viewport: { width: 1180, height: 660 },
  deviceScaleFactor: 1.5,
  locale: "en-GB",
});
await page.goto(`${url}index.html#?lang=en`);
await page.locator("#output-output td[data-row='0'][data-column='0']").click();
await page.mouse.move(0, 0);
await page.locator("#figure-output").screenshot({ path: `${root}web/public/lesson.png` });
await browser.close();
await close();
