import { existsSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { delimiter, join } from "node:path";
import { defineConfig } from "@playwright/test";

/** The first of these programs that is on PATH. */
function onPath(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

// The workers read this file again: the variable tells them the port that was chosen at first.
process.env.DIKKAT_TEST_PORT ??= String(await freePort());
const port = process.env.DIKKAT_TEST_PORT;

/**
 * What Chromium would do for each window beside its page. The panels of its address bar alone are
 * two programs more for every test, as dear as the page itself, and nobody sees them. The browser
 * heeds the last list only, so what Playwright leaves out for a steady test stands here as well.
 */
const leftOutOfChromium = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "SpareRendererForSitePerProcess",
  // Playwright's.
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "BlockOriginHeaderModificationOnRedirect",
  "DestroyProfileOnBrowserClose",
  "GlobalMediaControls",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "Translate",
];

const chromiumFlags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${leftOutOfChromium}`,
];

/**
 * What Firefox leaves out: the numbers, words and controls of these are made by the same code in
 * every browser, and Chromium settles them. sections.spec.ts sees in both that every section comes.
 */
const settledByChromium = [
  // One section of the lesson each.
  "question",
  "recurrent",
  "cross",
  "experiment",
  "sinks",
  "meaning",
  "order",
  "heads",
  "cache",
  "bugs",
  "answers",
  "block",
  "patterns",
  "cost",
  "tiles",
  // Forms that are read and judged by the same code.
  "playground-options",
  "playground-paste",
  "lesson-question",
  "python-results",
  "bench",
  // Texts, and what holds of the whole site.
  "catalogue",
  "glossary",
  "quality",
  "truth",
  "edited",
  "names",
  "sums",
  "wrong-choices",
  // What only Chromium can do for a test: print to a file, record what moved.
  "print",
  "still",
  // Only its driver has a finger, and tells what a page holds.
  "mobile",
  "soak",
];

export default defineConfig({
  testDir: "tests/web",
  testMatch: "**/*.spec.ts",
  outputDir: "build/playwright",
  fullyParallel: true,
  forbidOnly: true,
  // A browser on a busy machine may lose a key or a frame. What fails twice has failed; what passes
  // the second time is listed as flaky.
  retries: 1,
  workers: 2,
  // For busy machines: no page needs more than a small part of it.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: `http://localhost:${port}/`,
    screenshot: "only-on-failure",
    // The whole site would be saved anew for every test; offline.spec.ts lets it be.
    serviceWorkers: "block",
    // One page after another in the same window, emptied in between: a new one for each test costs
    // as much as what most tests do in it. A file whose tests leave more behind than a page can
    // (a service worker) says that it wants none of that.
    reuseContext: true,
  },
  webServer: {
    command: "node scripts/serve.mjs",
    env: { PORT: port },
    url: `http://localhost:${port}/`,
    reuseExistingServer: false,
  },
  projects: [
    {
      name: "chromium",
      use: {
        browserName: "chromium",
        launchOptions: {
          executablePath:
            process.env.CHROMIUM ?? onPath("chromium", "chromium-browser", "google-chrome"),
          args: chromiumFlags,
        },
      },
    },
    {
      name: "firefox",
      // What axe reads is the same in every browser, and what is tagged is settled by Chromium. A tag
      // says why, if a comment does not:
      // @chromium:content   words, numbers and marks that the page's own code makes
      // @chromium:state     what that code makes of an address, an attribute or a store; that the
      //                     browser keeps and gives them is seen in address, kept, links and element
      // @chromium:handling  what that code makes of keys, presses and messages; that they come is
      //                     seen in keyboard, lesson-inspector, teach and embed
      // @chromium:failure   a feigned failure; those that a browser puts in words of its own run here
      // @chromium:variant   another language, size or way of what a test beside it does here as well
      // @chromium:scalar    for browsers without SIMD, which no Firefox is that can be tested with
      grepInvert: /WCAG|@chromium/,
      testIgnore: settledByChromium.map((name) => `**/${name}.spec.ts`),
      use: {
        browserName: "firefox",
        channel: "moz-firefox",
        launchOptions: { executablePath: process.env.FIREFOX ?? onPath("firefox-esr", "firefox") },
      },
    },
  ],
});
