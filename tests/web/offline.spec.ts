// One visit, and the site works without a network; a new version is offered and not forced.

import { attention } from "./support/attention.ts";
import { expectAccessible } from "./support/axe.ts";
import { kedi } from "./support/examples.ts";
import { Host } from "./support/host.ts";
import { expectNoSideways, expectNumbers, matrix, open, read, speak } from "./support/page.ts";
import { output, run } from "./support/python.ts";
import { test as base, expect, type Page } from "./support/test.ts";

const test = base.extend<{ host: Host }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads there what a fixture needs.
  host: async ({}, use, info) => {
    const host = new Host(4700 + 20 * info.workerIndex);
    await host.start();
    await use(host);
    await host.end();
  },
  baseURL: ({ host }, use) => use(host.url),
});
// A service worker outlives its page: no window is used again here.
test.use({ serviceWorkers: "allow", reuseContext: false });

/** Until the site is saved as a whole. */
async function saved(page: Page): Promise<void> {
  await expect(page.locator("#offline")).toHaveText(/works without a network\.$/);
}

test("after one visit all of it works with the server stopped", async ({ page, host }) => {
  await open(page, "index.html");
  await saved(page);
  await host.stop();

  await page.reload();
  await read(page);
  await speak(page, "tr");
  await expectNumbers(matrix(page, "output", "output"), attention(kedi).output, "tr");
  // A section in a file of its own, which asks the whole core.
  await page.locator("#heads").evaluate((place) => place.scrollIntoView());
  await expect(page.locator("#figure-heads")).toBeVisible();

  await open(page, "playground.html", "?v=1&lang=en&Q=1,0;0,2&K=1,1;0,1;2,0&V=1,0;0,1;1,1");
  await expectNumbers(matrix(page, "output", "output"), [
    [0.8599707549566219, 0.7160045902587399],
    [0.5541917258923967, 0.5541917258923967],
  ]);
  await page.locator("#figure-python").scrollIntoViewIfNeeded();
  await run(page, "import torch\nprint(torch.tensor([1.0, 2.0]) @ torch.tensor([3.0, 4.0]))");
  await expect(output(page)).toHaveText("tensor(11.)\n");

  // The page for sharing asks whether the site is there, and has a test of its own below.
  for (const name of ["bench", "tests"]) {
    await page.goto(`${name}.html#?lang=tr`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  await page.goto("./");
  await expect(page.locator(".lesson-opening h1")).toBeVisible();
  await page.goto("embed.html#figure-softmax");
  await expect(page.locator("#figure-softmax")).toBeVisible();
});

test.describe("a frame in a sandbox", () => {
  // Whether the site answers is asked past its copies.
  test.use({ expectedComplaints: [/CONNECTION_REFUSED|NetworkError|request/iu] });

  test("has no copies to come from: the tag stands there, and why", async ({ page, host }) => {
    await page.goto("share.html#?lang=en");
    await saved(page);
    await host.stop();
    await page.reload();
    await expect(page.getByText(/^This site cannot be reached right now/)).toBeVisible();
    const tag = page.locator("dikkat-attention.share-preview");
    await expectNumbers(tag.locator("#output-output"), attention(kedi).output);
    await page.getByRole("combobox", { name: "Figure" }).selectOption("cache");
    await expect(page.locator(".share-preview")).toHaveCount(0);
    // Another figure asks again.
    await host.start();
    await page.getByRole("combobox", { name: "Figure" }).selectOption("mask");
    await expect(page.frameLocator("iframe.share-preview").locator("#figure-mask")).toBeVisible();
  });
});

const titled = (title: string) => (html: string) =>
  html.replace(/<title>[^<]*</u, `<title>${title}<`);
const versionOf = (page: Page) =>
  page.evaluate(async () => {
    const answer = await fetch("index.html");
    return /<title>([^<]*)</u.exec(await answer.text())?.[1];
  });
const kept = (page: Page) => page.evaluate(async () => (await caches.keys()).length);
const notice = (page: Page) => page.getByRole("region", { name: "New version" });

test("a new version is offered, waits, and loses nothing when it is taken", async ({
  context,
  page,
  host,
}) => {
  await open(page, "index.html");
  await saved(page);
  // The second version does without a file of the first.
  host.remove(/^assets\/glossary-.*\.js$/u);
  await host.publish("index.html", titled("the second"));

  // Another page of the first version is open, and stays so.
  const other = await context.newPage();
  await open(other, "index.html");
  await expect(notice(other)).toBeVisible();
  await page.reload();
  await read(page);
  await expect(notice(page)).toBeVisible();
  expect(await versionOf(page)).toContain("dikkat");
  await expectAccessible(page);
  await expectNoSideways(page);

  await page.locator("#projections-x input").first().fill("7");
  const loaded = page.waitForEvent("load");
  await notice(page).getByRole("button", { name: "Reload" }).click();
  await loaded;
  expect(await versionOf(page)).toBe("the second");
  await read(page);
  await expect(page.locator("#projections-x input").first()).toHaveValue("7");
  await expect(notice(page)).toBeHidden();

  await expect(notice(other)).toBeVisible();
  await notice(other).getByRole("button", { name: "Later" }).click();
  await expect(notice(other)).toBeHidden();
  await other.locator("#glossary").evaluate((place) => place.scrollIntoView());
  await expect(other.locator("#glossary dt").first()).toBeVisible();
  expect(await kept(page)).toBe(2);
  await other.close();
  await page.reload();
  await expect.poll(() => kept(page)).toBe(1);
});

// Asking, refusing and staying away are the page's own doing, the same in all browsers.
test.describe("around it", { tag: "@chromium" }, () => {
  test("a browser that saves data is asked before anything is saved", async ({ page, host }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "connection", { value: { saveData: true } });
    });
    await page.goto("share.html#?lang=en");
    const line = page.locator("#offline");
    await expect(line).toContainText("Your browser is asked to save data");
    expect(await kept(page)).toBe(0);
    await line.getByRole("button", { name: "Save it" }).click();
    await saved(page);
    await host.stop();
    await page.goto("index.html#?lang=en");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });

  test("a site with a damaged file is not kept, and says so", async ({ page, host }) => {
    host.damage("third-party.txt");
    await page.goto("share.html#?lang=tr");
    const line = page.locator("#offline");
    await expect(line).toContainText("Site ağsız kullanım için kaydedilemedi");
    await host.publish("third-party.txt", (text) => text);
    await line.getByRole("button", { name: "Yeniden dene" }).click();
    await expect(line).toContainText("ağ olmadan da çalışır");
  });

  test("a figure in somebody's page keeps nothing", async ({ page }) => {
    await page.goto("embed.html#figure-softmax");
    await expect(page.locator("#figure-softmax")).toBeVisible();
    await expect(page.locator("#offline")).toHaveCount(0);
    expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([]);
  });
});
