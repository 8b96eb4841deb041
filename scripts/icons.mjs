// The icons of the installed site, from web/public/icon.svg: written anew when that has changed.
import { readFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import { root } from "./run.mjs";

/** Width in pixels, and the part of it that the drawing takes; systems cut round shapes of the last. */
const icons = {
  "icon-180.png": { size: 180, part: 0.8, ground: true },
  "icon-192.png": { size: 192, part: 1, ground: false },
  "icon-512.png": { size: 512, part: 1, ground: false },
  "icon-maskable-512.png": { size: 512, part: 0.8, ground: true },
};

const drawing = readFileSync(`${root}web/public/icon.svg`, "utf8");
const ground = /<rect[^>]*fill="(#\w+)"/.exec(drawing)[1];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu"],
});
for (const [name, { size, part, ground: filled }] of Object.entries(icons)) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const margin = (size * (1 - part)) / 2;
  await page.setContent(
    `<style>html { background: ${filled ? ground : "transparent"} } body { margin: ${margin}px }
    svg { display: block; width: ${size * part}px; height: ${size * part}px }</style>${drawing}`,
  );
  await page.screenshot({ path: `${root}web/public/${name}`, omitBackground: true });
  await page.close();
}
await browser.close();
