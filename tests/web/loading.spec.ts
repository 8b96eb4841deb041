// What a page loads, from where, how much, and what it says when something of it does not come.

import { gzipSync } from "node:zlib";
import { attention } from "./support/attention.ts";
import { kedi } from "./support/examples.ts";
import { expectNumbers, matrix, open, read } from "./support/page.ts";
import { openCell, output, run } from "./support/python.ts";
import { expect, type Page, test } from "./support/test.ts";

const m01 = "?v=1&lang=en&Q=1,0;0,2&K=1,1;0,1;2,0&V=1,0;0,1;1,1";

test("the policy of the page itself lets it compute (E06)", async ({ page }) => {
  await open(page, "playground.html", m01);
  const policy = page.locator("meta[http-equiv=Content-Security-Policy]");
  await expect(policy).toHaveAttribute("content", /script-src 'self' 'wasm-unsafe-eval';/);
  await expect(policy).toHaveAttribute("content", /style-src 'self';/);
  await expect(policy).not.toHaveAttribute("content", /unsafe-inline|'unsafe-eval'|\*/);
  await expectNumbers(matrix(page, "softmax", "weights"), [
    [0.28399540974126003, 0.14002924504337802, 0.5759753452153619],
    [0.44580827410760315, 0.44580827410760315, 0.10838345178479356],
  ]);
  await expectNumbers(matrix(page, "output", "output"), [
    [0.8599707549566219, 0.7160045902587399],
    [0.5541917258923967, 0.5541917258923967],
  ]);
});

test("the same policy as a header lets it compute as well (E06)", async ({ page }) => {
  await page.route("**/*.html", async (route) => {
    const response = await route.fetch();
    const policy =
      "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:";
    await route.fulfill({
      response,
      headers: { ...response.headers(), "content-security-policy": policy },
    });
  });
  await open(page, "index.html");
  await expectNumbers(matrix(page, "output", "output"), attention(kedi).output);
});

/** Addresses of all that the page asks for. */
function listenTo(page: Page): Set<string> {
  const asked = new Set<string>();
  page.on("request", (request) => asked.add(request.url().replace(/#.*/u, "")));
  return asked;
}

test("the first load of the lesson is at most 150 kB compressed", {
  tag: "@chromium:content",
}, async ({ page, request }) => {
  const asked = listenTo(page);
  // Nobody has read anything yet.
  await page.goto("index.html#?lang=en");
  // exp(6 / 2) of exp(6 / 2) + exp(2 / 2) + 4 exp(0).
  await expect(page.locator("#figure-question .arcs-status")).toContainText("0.749");
  await page.waitForLoadState("networkidle");
  const sizes = new Map<string, number>();
  for (const url of asked) {
    const body = await (await request.get(url)).body();
    sizes.set(new URL(url).pathname, gzipSync(body).length);
  }
  const kinds = [...sizes.keys()].map((path) => path.split(".").at(-1));
  expect(kinds).toEqual(expect.arrayContaining(["html", "css", "js", "wasm"]));
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  expect(total, JSON.stringify([...sizes])).toBeLessThanOrEqual(150_000);
});

/** What a reader does first on a page, and what shows that it is done. */
const firstActions: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  "index.html": async (page) => {
    await read(page);
    await page.locator("#projections-x input").first().fill("7");
    await page.locator("#cache").evaluate((place) => place.scrollIntoView());
    await expect(page.locator("#figure-cache")).toBeVisible();
  },
  "playground.html": async (page) => {
    await openCell(page);
    await run(page, "import numpy as np\nprint(np.zeros(2))");
    await expect(output(page)).toHaveText("[0. 0.]\n");
  },
  "bench.html": async (page) => {
    await page.getByRole("combobox", { name: /^Largest n/ }).selectOption("256");
    await page.getByRole("button", { name: "Start" }).click();
    await expect(page.locator("#bench-times").getByRole("row")).toHaveCount(4);
  },
  "tests.html": (page) => expect(page.getByRole("heading", { level: 1 })).toBeVisible(),
  "share.html": (page) => expect(page.locator("iframe").first()).toBeVisible(),
  "embed.html": (page) => expect(page.locator(".dk-figure").first()).toBeVisible(),
  "lesson.en.html": (page) => expect(page.locator("#mask")).toBeVisible(),
  "lesson.tr.html": (page) => expect(page.locator("#mask")).toBeVisible(),
};

for (const [name, act] of Object.entries(firstActions)) {
  test(`${name} asks no other host for anything`, async ({ page, context, baseURL }) => {
    const asked = new Set<string>();
    // Of its Workers and frames as well.
    context.on("request", (request) => asked.add(new URL(request.url()).origin));
    await page.goto(`${name}#?lang=en`);
    await act(page);
    await page.waitForLoadState("networkidle");
    expect([...asked]).toEqual([new URL(baseURL ?? "").origin]);
  });
}

const failing = { expectedComplaints: [/WebAssembly|wasm|Aborted|Out of memory|404|RangeError/] };

for (const [name, language, told] of [
  ["index.html", "en", "The core could not be loaded, so nothing can be computed here."],
  ["playground.html", "tr", "Çekirdek yüklenemedi, bu yüzden burada hesap yapılamıyor."],
] as const) {
  test.describe(`when the core of ${name} cannot start`, () => {
    test.use(failing);

    async function expectTold(page: Page, why: string) {
      await page.goto(`${name}#?lang=${language}`);
      await expect(page.getByRole("alert")).toContainText(told);
      await expect(page.getByRole("alert")).toContainText(why);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("navigation").first()).toBeVisible();
    }

    test("it says that there was too little memory (E10)", { tag: "@chromium:failure" }, async ({
      page,
    }) => {
      await page.addInitScript(() => {
        const tooMuch = () => Promise.reject(new RangeError("Out of memory"));
        WebAssembly.instantiate = tooMuch;
        WebAssembly.instantiateStreaming = tooMuch;
      });
      await expectTold(page, "Out of memory");
      // Advice for those who build the core is none for readers.
      await expect(page.getByRole("alert")).not.toContainText("ASSERTIONS");
    });

    test("it says that the core is missing", { tag: "@chromium:failure" }, async ({ page }) => {
      await page.route("**/*.wasm", (route) => route.fulfill({ status: 404, body: "" }));
      await expectTold(page, "404");
    });

    test("it says that the browser has no WebAssembly", { tag: "@chromium:failure" }, async ({
      page,
    }) => {
      await page.addInitScript("delete globalThis.WebAssembly");
      await expectTold(page, "WebAssembly");
    });
  });
}

test.describe("when the core's script does not come", () => {
  test.use({ expectedComplaints: [/./] });
  test("the lesson says so", { tag: "@chromium:failure" }, async ({ page }) => {
    await page.route(/simd-.*\.js/u, (route) => route.abort());
    await page.goto("index.html#?lang=en");
    await expect(page.getByRole("alert")).toContainText("The core could not be loaded");
  });
});

test("where SIMD is missing the scalar build gives the same numbers", {
  tag: "@chromium:failure",
}, async ({ page }) => {
  await page.addInitScript(() => {
    WebAssembly.validate = () => false;
  });
  const asked = listenTo(page);
  await open(page, "index.html");
  const { weights, output } = attention(kedi);
  await expectNumbers(matrix(page, "softmax", "weights"), weights);
  await expectNumbers(matrix(page, "output", "output"), output);
  const cores = [...asked].filter((url) => url.endsWith(".wasm"));
  expect(cores.map((url) => url.replace(/^.*\/|-[^/]*$/gu, ""))).toEqual(["scalar"]);
});

test("where SIMD is there the SIMD build is loaded", async ({ page }) => {
  const asked = listenTo(page);
  await open(page, "index.html");
  const cores = [...asked].filter((url) => url.endsWith(".wasm"));
  expect(cores.map((url) => url.replace(/^.*\/|-[^/]*$/gu, ""))).toEqual(["simd"]);
});

test("before anything is computed, the page has its heading and no empty figures", {
  tag: "@chromium:content",
}, async ({ page }) => {
  let deliver = () => {};
  const delivered = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await page.route("**/*.wasm", async (route) => {
    await delivered;
    await route.continue();
  });
  await page.goto("index.html#?lang=tr");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dikkat, hücre hücre");
  await expect(page.locator(".dk-figure")).toHaveCount(0);
  deliver();
  await expect(page.locator("#figure-question .arcs-status")).toContainText("0,749");
});

test.describe("a section that does not come", () => {
  test.use({ expectedComplaints: [/./] });
  test("its place says so, and asks again", async ({ page }) => {
    await page.route(/\/tiles-.*\.js/u, (route) => route.abort());
    await open(page, "index.html", "", "tr");
    const tiles = page.locator("#tiles");
    await tiles.evaluate((place) => place.scrollIntoView());
    await expect(tiles.getByRole("alert")).toContainText("Bu bölüm alınamadı.");
    await page.unroute(/\/tiles-.*\.js/u);
    await tiles.getByRole("button", { name: "Yeniden al" }).click();
    await expect(page.locator("#figure-tiles")).toBeVisible();
  });
});
