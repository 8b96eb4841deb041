// Where something is missing that the pages need: a sentence says so, and the words of the lesson
// can be read all the same.

import { pathToFileURL } from "node:url";
import { attention } from "./support/attention.ts";
import { expectAccessible } from "./support/axe.ts";
import { kedi } from "./support/examples.ts";
import { expectNoSideways, expectNumbers, matrix, open } from "./support/page.ts";
import { fault, openCell, runs } from "./support/python.ts";
import { expect, type Page, test } from "./support/test.ts";

const site = (name: string) => new URL(`../../dist/site/${name}`, import.meta.url);

const names = ["index", "playground", "bench", "tests", "share", "embed"];

/** A sentence of the lesson that is in its text, and not in its opening. */
const words = {
  en: "A model that writes from left to right must not see the words it is about to write.",
  tr: "Öz dikkat (self-attention) tek bir satırdır.",
};

/** Sends every page with this policy beside its own. */
async function withPolicy(page: Page, policy: string): Promise<void> {
  await page.route("**/*.html", async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), "content-security-policy": policy };
    await route.fulfill({ response, headers });
  });
}

test.describe("a core that does not come", () => {
  test.use({ expectedComplaints: [/./] });

  const causes: readonly (readonly [
    name: string,
    cause: (page: Page) => Promise<unknown>,
    en: string,
    tr: string,
  ])[] = [
    [
      "is missing",
      (page) => page.route("**/*.wasm", (route) => route.fulfill({ status: 404, body: "" })),
      "The host does not have its file",
      "Dosyası sunucuda yok",
    ],
    [
      "is cut off by the network",
      (page) => page.route("**/*.wasm", (route) => route.abort()),
      "Its file did not arrive.",
      "Dosyası gelmedi.",
    ],
    [
      "is cut short",
      (page) =>
        page.route("**/*.wasm", async (route) => {
          const body = await (await route.fetch()).body();
          await route.fulfill({ body: body.subarray(0, 5000), contentType: "application/wasm" });
        }),
      "cut short, or something else",
      "yarım kalmış ya da başka bir şey",
    ],
    [
      "is another page",
      (page) =>
        page.route("**/*.wasm", (route) =>
          route.fulfill({
            body: "<!doctype html><title>Not here</title>",
            contentType: "text/html",
          }),
        ),
      "cut short, or something else",
      "yarım kalmış ya da başka bir şey",
    ],
    [
      "is forbidden",
      (page) => withPolicy(page, "script-src 'self'"),
      "forbids WebAssembly",
      "WebAssembly’yi yasaklıyor",
    ],
  ];

  for (const [name, cause, en, tr] of causes) {
    test(`${name}: the lesson says why, and its words are there`, {
      tag: name === "is cut short" || name === "is forbidden" ? [] : "@chromium:failure",
    }, async ({ page }) => {
      await cause(page);
      await page.goto("index.html#?lang=en");
      await expect(page.getByRole("alert")).toContainText(en);
      await expect(page.getByText(words.en)).toBeVisible();
      await page.getByRole("button", { name: "Türkçe" }).click();
      await expect(page.getByRole("alert")).toContainText(tr);
      await expect(page.getByRole("button", { name: "Yeniden dene" })).toBeVisible();
      await expect(page.getByText("Soldan sağa yazan bir model")).toBeVisible();
    });
  }

  test("comes at another try, with what the link holds", async ({ page }) => {
    await page.route("**/*.wasm", (route) => route.fulfill({ status: 503, body: "" }));
    await page.goto("playground.html#?v=1&lang=tr&Q=1,0;0,2&K=1,1;0,1;2,0&V=1,0;0,1;1,1");
    const again = page.getByRole("button", { name: "Yeniden dene" });
    await expect(again).toBeVisible();
    await page.unroute("**/*.wasm");
    await again.click();
    await expectNumbers(
      matrix(page, "output", "output"),
      [
        [0.8599707549566219, 0.7160045902587399],
        [0.5541917258923967, 0.5541917258923967],
      ],
      "tr",
    );
  });
});

test("a core of the wrong type is a core", async ({ page }) => {
  await page.route("**/*.wasm", async (route) => {
    await route.fulfill({ response: await route.fetch(), contentType: "text/plain" });
  });
  await open(page, "index.html");
  await expectNumbers(matrix(page, "output", "output"), attention(kedi).output);
});

// What engines say of a core that fails is each engine's own. The pages without scripts and without
// Workers are the same in all: Chromium settles them (playwright.config.ts). Firefox's driver, too,
// lets modules start from a disk and cannot switch scripts off.
test.describe("without scripts", { tag: "@chromium" }, () => {
  test.use({ expectedComplaints: [/./] });

  /** Both languages, and the way to the words. */
  async function expectTold(page: Page): Promise<void> {
    const told = page.locator("#unscripted");
    await expect(told).toBeVisible();
    await expect(told).toContainText("python3 -m http.server");
    await expect(told.locator("[lang=tr]")).toContainText("JavaScript burada kapalı");
    await told.getByRole("link", { name: "The whole lesson as text" }).click();
    await expect(page.getByText(words.en)).toBeVisible();
    await page.getByRole("link", { name: "Türkçe" }).click();
    await expect(page.getByText(words.tr)).toBeVisible();
  }

  test("forbidden by a policy: every page says so", async ({ page }) => {
    await withPolicy(page, "script-src 'none'");
    for (const name of names) {
      await page.goto(`${name}.html`);
      await expect(page.locator("#unscripted"), name).toContainText("JavaScript burada kapalı");
    }
    await page.goto("index.html");
    await expectTold(page);
  });

  test("from a disk: the page says how to serve it (E05)", async ({ page }) => {
    await page.goto(pathToFileURL(site("index.html").pathname).href);
    await expectTold(page);
  });
});

test.describe("with JavaScript switched off", { tag: "@chromium" }, () => {
  test.use({ javaScriptEnabled: false });
  test("the page says so at once", async ({ page }) => {
    await page.goto("index.html");
    await expect(page.locator("#unscripted")).toBeVisible();
    await expect(page.locator("#unscripted")).toHaveCSS("animation-name", "none");
  });
});

test("where scripts run, nothing of it is left", { tag: "@chromium:content" }, async ({ page }) => {
  for (const name of names) {
    await page.goto(`${name}.html`);
    await expect(page.locator("#unscripted")).toHaveCount(0);
  }
});

test.describe("without Workers", { tag: "@chromium" }, () => {
  test.use({ expectedComplaints: [/worker/i] });

  const ways: readonly (readonly [name: string, way: (page: Page) => Promise<unknown>])[] = [
    [
      "that can be made",
      (page) =>
        page.addInitScript(() => {
          window.Worker = class {
            constructor() {
              throw new DOMException("not from this origin", "SecurityError");
            }
          } as unknown as typeof Worker;
        }),
    ],
    ["that the policy allows", (page) => withPolicy(page, "worker-src 'none'")],
  ];

  for (const [name, way] of ways) {
    test(`${name}: the page computes, and Python says what it needs`, async ({ page }) => {
      await way(page);
      await openCell(page);
      await expectNumbers(matrix(page, "output", "output"), attention(kedi).output);
      await runs(page).click();
      await expect(fault(page)).toContainText("Python runs in a Worker");
    });

    test(`${name}: the page measures by itself, and less`, async ({ page }) => {
      await way(page);
      await page.goto("bench.html#?lang=tr");
      await expect(page.getByText("Burada Worker başlatılamadı")).toBeVisible();
      await page.getByRole("combobox", { name: /^En büyük n/ }).selectOption("256");
      await page.getByRole("button", { name: "Başlat" }).click();
      await expect(page.locator("#bench-times").getByRole("row")).toHaveCount(4);
      await expect(page.getByText("burada Worker başlatılamadı.").first()).toBeVisible();
    });
  }

  test("the tests of the core say so, and the cases run", async ({ page }) => {
    await ways[0]?.[1](page);
    await page.goto("tests.html#?lang=en");
    await expect(page.getByRole("alert")).toContainText("The test program could not be started.");
    await expect(page.getByRole("alert")).toContainText("not from this origin");
  });
});

test("WCAG: what is said without a core, without scripts, and the lesson as text", async ({
  page,
}) => {
  await page.route("**/*.wasm", (route) =>
    route.fulfill({ body: "cut", contentType: "application/wasm" }),
  );
  await page.goto("index.html#?lang=tr");
  await expect(page.getByText("Soldan sağa yazan bir model")).toBeVisible();
  await expectAccessible(page);
  await page.goto("lesson.en.html");
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.route("**/*.js", (route) =>
    route.fulfill({ body: "", contentType: "text/javascript" }),
  );
  await page.goto("index.html");
  await expect(page.locator("#unscripted")).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);
});
