// The page that measures. What it measures is another number on every machine, so whatever is to
// come out exactly is told to the page by a Worker in place of its own.

import { gzipSync } from "node:zlib";
import type { ContenderName, Measurement, Report } from "../../web/src/bench/protocol.ts";
import { expectAccessible, expectAccessibleInAll } from "./support/axe.ts";
import { expectNoSideways, widths } from "./support/page.ts";
import { clipboardText } from "./support/playground.ts";
import { expect, type Locator, type Page, test } from "./support/test.ts";

const heading = { en: "The n² bill, on your machine", tr: "n² faturası, kendi makinenizde" };
type Language = keyof typeof heading;

async function open(page: Page, language: Language = "en"): Promise<void> {
  await page.goto(`bench.html#?lang=${language}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading[language]);
}

const status = (page: Page) => page.locator(".bench-progress").getByRole("status");
const startButton = (page: Page) => page.getByRole("button", { name: /^(Start|Başlat)$/ });
const largest = (page: Page) => page.getByRole("combobox", { name: /^(Largest n|En büyük n)/ });
const times = (page: Page) => page.locator("#bench-times");
const figure = (page: Page) => page.locator("#bench-time");

/** What stands in a row of a table, without what only a screen reader says. */
async function cells(table: Locator, n: number): Promise<string[]> {
  const row = table.getByRole("row").filter({
    has: table.page().getByRole("rowheader", { name: n.toLocaleString("en"), exact: true }),
  });
  const texts = await row.locator("td").allInnerTexts();
  return texts.map((text) => text.replace(/\s+/gu, " ").trim());
}

/** Adds a line to the page's own Worker, before anything in it runs. */
async function prepareWorker(page: Page, line: string): Promise<void> {
  await page.route(/\/worker-[^/]*\.js$/u, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${line}\n${await response.text()}` });
  });
}

const CHANNEL = "bench";

/** In place of the page's Worker: one that says what `tell` is given. */
async function replaceWorker(page: Page): Promise<void> {
  const body = `const channel = new BroadcastChannel("${CHANNEL}");
    channel.onmessage = ({ data }) => self.postMessage(data);
    self.onmessage = ({ data }) => self.postMessage({ kind: "began", contender: "simd", n: data.largest });
    self.postMessage({ kind: "ready", machine: { build: "simd", compiler: "Compiler 1", threads: 4 } });`;
  await page.route(/\/worker-[^/]*\.js$/u, (route) =>
    route.fulfill({ body, contentType: "text/javascript" }),
  );
}

async function tell(page: Page, ...reports: Report[]): Promise<void> {
  // Before the Worker has begun it hears nothing.
  await expect(page.getByText(/(Now|Şimdi): .*, n = /)).toBeVisible();
  await page.evaluate(
    ([name, all]) => {
      const channel = new BroadcastChannel(name);
      for (const report of all) channel.postMessage(report);
    },
    [CHANNEL, reports] as const,
  );
}

function measured(
  contender: ContenderName,
  n: number,
  minMs: number,
  more: Partial<Measurement> = {},
): Report {
  const measurement = {
    ...{ contender, n, minMs, medianMs: 2 * minMs, rows: n },
    ...{ difference: contender === "reference" ? null : 3.5e-7 },
    ...{ scratchBytes: contender === "simd" ? 206_848 : null },
    ...more,
  };
  return { kind: "measured", measurement };
}

const reports: Report[] = [
  { kind: "ended", contender: "workers", n: 64, reason: { kind: "oneCore" } },
  measured("reference", 64, 10),
  measured("javascript", 64, 0.1),
  measured("simd", 64, 0.01234),
  {
    ...{ kind: "ended", contender: "reference", n: 128 },
    reason: { kind: "fault", fault: { code: "memory", field: "", other: "", values: [] } },
  },
  measured("javascript", 128, 1),
  measured("simd", 128, 0.05, { difference: 4.75e-7, rows: 64 }),
  {
    ...{ kind: "ended", contender: "javascript", n: 256 },
    reason: { kind: "time", milliseconds: 5156.04 },
  },
  measured("simd", 256, 0.2),
];

/** A run up to n = 256 whose numbers are known. */
async function runWith(page: Page, language: Language = "en", last: Report[] = []) {
  await replaceWorker(page);
  await open(page, language);
  await largest(page).selectOption("256");
  await startButton(page).click();
  await tell(page, ...reports, ...last);
}

test.describe("on this machine", () => {
  test.slow();

  test("all contenders are measured at the smallest sizes, and agree", async ({ page }) => {
    await open(page);
    await expect(page.locator(".bench-machine")).toContainText(/Compiled with\s*.*clang/i);
    await largest(page).selectOption("256");
    await startButton(page).click();
    await expect(status(page)).toHaveText(/^Done: \d+ measurements\.$/);
    const cores = await page.evaluate(() => navigator.hardwareConcurrency);
    const contenders = cores > 1 ? 5 : 4;
    await expect(status(page)).toHaveText(`Done: ${3 * contenders} measurements.`);
    const bar = page.getByRole("progressbar");
    expect(await bar.evaluate((b) => (b as HTMLProgressElement).position)).toBe(1);

    await page.getByText("Largest difference from the reference").first().click();
    for (const n of [64, 128, 256]) {
      for (const text of (await cells(times(page), n)).slice(0, contenders)) {
        const [least = Number.NaN, median = Number.NaN] = text
          .replace("median ", "")
          .split(" ")
          .map(Number);
        expect(least, text).toBeGreaterThan(0);
        expect(median, text).toBeGreaterThanOrEqual(least);
      }
      // What separates float32 from float64: some units of 2^-24, on outputs of about 1.
      const differences = (await cells(page.locator("#bench-differences"), n)).slice(
        0,
        contenders - 1,
      );
      for (const text of differences) expect(text).toMatch(/^[\d.]+·10⁻[⁷⁸]$/u);
    }
    await expect(figure(page).locator(".bench-simd .bench-point")).toHaveCount(3 + 1);
    const [, , ...scratch] = await cells(page.locator("#bench-memory"), 256);
    for (const text of scratch.slice(0, contenders - 2)) expect(text).toMatch(/^\d+ KiB$/u);
  });

  test("a causal run says that it is one", async ({ page }) => {
    await open(page, "tr");
    await page.getByRole("radio", { name: "nedensel (causal)" }).check({ force: true });
    await largest(page).selectOption("256");
    await startButton(page).click();
    await expect(figure(page)).toContainText("Maske: nedensel (causal)");
    await expect(status(page)).toHaveText(/^Bitti: \d+ ölçüm yapıldı\.$/);
    await expect(page.locator(".bench-end")).toHaveText(Array(5).fill(/^$|tek işlemci çekirdeği/));
  });

  test("Stop ends the run at once, keeps what there is, and leaves no Worker", async ({ page }) => {
    await open(page);
    await largest(page).selectOption("65536");
    await startButton(page).click();
    await expect(times(page).locator("td small").first()).toBeVisible();
    await page.getByRole("button", { name: "Stop" }).click();
    await expect(status(page)).toHaveText(/^Stopped after \d+ measurements?\.$/);
    await expect.poll(() => page.workers().length).toBe(0);
    const kept = await times(page).locator("td small").count();
    expect(kept).toBeGreaterThan(0);
    await largest(page).selectOption("256");
    await page.getByRole("button", { name: "Measure again" }).click();
    await expect(status(page)).toHaveText(/^Done/);
    await expect.poll(() => page.workers().length).toBe(0);
  });

  test("without SIMD the scalar build is measured, and the other one named as missing", async ({
    page,
  }) => {
    await prepareWorker(page, "WebAssembly.validate = () => false;");
    await open(page);
    await expect(page.locator(".bench-machine")).toContainText("this browser has no SIMD");
    await largest(page).selectOption("256");
    await startButton(page).click();
    await expect(status(page)).toHaveText(/^Done/);
    await expect(figure(page)).toContainText("n ≥ 64: this browser’s WebAssembly has no SIMD.");
    for (const n of [64, 256]) {
      const [, , scalar, simd] = await cells(times(page), n);
      expect(scalar).toMatch(/^[\d.]+ /u);
      expect(simd).toMatch(/^–/u);
    }
    await expect(
      page.locator("#bench-memory-figure .bench-series.bench-simd .bench-point"),
    ).toHaveCount(3);
  });

  test("where Workers cannot be started, the others are measured all the same", async ({
    page,
  }) => {
    await prepareWorker(
      page,
      `Object.defineProperty(navigator, "hardwareConcurrency", { get: () => 2 });
       self.Worker = class { constructor() { throw new Error("Workers are off"); } };`,
    );
    await open(page);
    // From here on, the core would use them.
    await largest(page).selectOption("1024");
    await startButton(page).click();
    await expect(status(page)).toHaveText(/^Done/, { timeout: 60_000 });
    await expect(figure(page).locator(".bench-end").last()).toHaveText(
      /^n ≥ 1,024: the browser says: .*Workers are off\.$/,
    );
    const [, , , simd, workers] = await cells(times(page), 1024);
    expect(simd).toMatch(/^[\d.]+ /u);
    expect(workers).toMatch(/^–/u);
  });
});

for (const [language, row, ends] of [
  [
    "en",
    ["1.00 2.00", "–", "", "0.0500 0.100", "–"],
    [
      "n ≥ 256: left out, one call would take about 5.16 s.",
      "n ≥ 128: There is not enough memory for a problem of this size. Use fewer tokens, heads or columns.",
      "",
      "",
      "n ≥ 64: the browser reports a single core, so there is nothing to share out.",
    ],
  ],
  [
    "tr",
    ["1,00 2,00", "–", "", "0,0500 0,100", "–"],
    [
      "n ≥ 256: ölçülmedi, bir çağrı yaklaşık 5,16 sn sürecekti.",
      "n ≥ 128: Bu büyüklükte bir problem için bellek yetmiyor. Daha az token, başlık (head) ya da sütun kullanın.",
      "",
      "",
      "n ≥ 64: tarayıcı tek işlemci çekirdeği bildiriyor, bölüştürecek bir şey yok.",
    ],
  ],
] as const) {
  test(`results stand in the tables, and why contenders ended beside them, ${language}`, async ({
    page,
  }) => {
    await runWith(page, language);
    await expect(figure(page).locator(".bench-end")).toHaveText(ends);
    const shown = (await cells(times(page), 128)).map((text) =>
      text.replace(/(median|ortanca|not measured|ölçülmedi) ?/u, "").trim(),
    );
    expect(shown).toEqual(row);
    const memory = await cells(page.locator("#bench-memory"), 256);
    // 4 · 256² bytes and 4 · 256 · 64 · 4 bytes.
    expect(memory.slice(0, 2)).toEqual(["256 KiB", "256 KiB"]);
    expect(memory[3]).toBe("202 KiB");
  });
}

test("the plot puts every measurement where its axes say", async ({ page }) => {
  await runWith(page);
  await expect(figure(page).locator(".bench-series.bench-simd .bench-point")).toHaveCount(3);
  /** The middle of what a locator finds, in the pixels of the screen. */
  const middle = async (locator: Locator) => {
    const box = await locator.boundingBox();
    if (!box) throw new Error("not drawn");
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const tick = (text: string) =>
    figure(page).locator(".bench-tick").getByText(text, { exact: true });
  const point = (name: string, i: number) =>
    middle(figure(page).locator(`.bench-series.bench-${name} .bench-point`).nth(i));
  const [at64, at128, at256] = await Promise.all(["64", "128", "256"].map((n) => middle(tick(n))));
  const [at100us, at1ms, at10ms] = await Promise.all(
    ["100 µs", "1 ms", "10 ms"].map((text) => middle(tick(text))),
  );
  if (!at64 || !at128 || !at256 || !at100us || !at1ms || !at10ms) throw new Error("no ticks");
  const near = (a: number, b: number) => expect(Math.abs(a - b)).toBeLessThan(2.5);
  const [first, second] = [await point("javascript", 0), await point("javascript", 1)];
  near(first.x, at64.x);
  near(first.y, at100us.y);
  near(second.x, at128.x);
  near(second.y, at1ms.y);
  near((await point("reference", 0)).y, at10ms.y);
  // 0.2 ms lies log10(2) of a decade above 0.1 ms.
  const last = await point("simd", 2);
  near(last.x, at256.x);
  near(last.y, at100us.y - Math.log10(2) * (at100us.y - at1ms.y));
});

test("nothing moves when results come", async ({ page }) => {
  await replaceWorker(page);
  await open(page);
  await largest(page).selectOption("256");
  await startButton(page).click();
  await expect(times(page)).toBeVisible();
  const place = () =>
    page
      .locator("#bench-time .bench-key li, #bench-times tr, #bench-memory-figure, #bench-memory tr")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  const before = await place();
  await tell(page, ...reports);
  await expect(times(page).locator("td small")).toHaveCount(6);
  expect(await place()).toEqual(before);
});

test("the numbers can be taken along as CSV and as Markdown, with a point", async ({
  page,
  context,
}) => {
  await runWith(page, "tr", [{ kind: "done" }]);
  await expect(status(page)).toHaveText("Bitti: 6 ölçüm yapıldı.");
  const pad = await context.newPage();
  await pad.setContent("<textarea></textarea>");
  const copied = async (name: string) => {
    await page.bringToFront();
    await page.getByRole("button", { name }).click();
    await expect(page.locator(".bench-take").getByRole("status")).toHaveText("Kopyalandı.");
    await pad.bringToFront();
    return (await clipboardText(pad.locator("textarea"))).split("\n");
  };
  const csv = await copied("CSV olarak kopyala");
  expect(csv).toHaveLength(1 + 6 + 1);
  expect(csv[1]).toBe("64,none,javascript,1,0.2,0.1,3.5e-7,64,,16384");
  expect(csv[5]).toBe("128,none,simd,1,0.1,0.05,4.75e-7,64,206848,65536");
  const markdown = await copied("Markdown olarak kopyala");
  expect(markdown[0]).toMatch(
    /^Tarayıcı: (Chrom|Firefox|Headless).*Derleyici: Compiler 1\. Maske: yok\.$/u,
  );
  expect(markdown.slice(4, -1)).toHaveLength(6);
  expect(markdown).toContain(
    "| 64 | Karolu, SIMD | 0.02468 | 0.01234 | 3.5e-7 | 64 | 206848 | 16384 |",
  );
});

test("the run goes on when the language changes in its midst", async ({ page }) => {
  await runWith(page);
  await page.getByRole("button", { name: /Türkçe/ }).click();
  await expect(page.getByText("Şimdi: Karolu, SIMD, n = 256")).toBeVisible();
  await expect(page.getByRole("button", { name: "Durdur" })).toBeVisible();
  await tell(page, { kind: "done" });
  await expect(status(page)).toHaveText("Bitti: 6 ölçüm yapıldı.");
  await expect(page.getByRole("button", { name: "Yeniden ölç" })).toBeVisible();
});

test("settings cannot change under a run, and are those of the next one after it", async ({
  page,
}) => {
  await runWith(page);
  await expect(largest(page)).toBeDisabled();
  await page.getByRole("button", { name: "Stop" }).click();
  await largest(page).selectOption("1024");
  // The results that stand there are still those of the other run.
  await expect(times(page).getByRole("rowheader")).toHaveText(["64", "128", "256"]);
  await page.getByRole("button", { name: "Measure again" }).click();
  await expect(page.getByText("Now: Tiled, SIMD, n = 1,024")).toBeVisible();
  await expect(times(page).getByRole("rowheader")).toHaveCount(5);
});

test("by keyboard: Start, Stop and again from the same button", async ({ page }) => {
  await replaceWorker(page);
  await open(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
  for (let i = 0; i < 10; i++) {
    await page.keyboard.press("Tab");
    if (await startButton(page).evaluate((button) => button === document.activeElement)) break;
  }
  await page.keyboard.press("Enter");
  const stop = page.getByRole("button", { name: "Stop" });
  await expect(stop).toBeFocused();
  await tell(page, ...reports);
  await expect(times(page).locator("td small")).toHaveCount(6);
  await expect(stop).toBeFocused();
  await page.keyboard.press("Space");
  await expect(status(page)).toHaveText("Stopped after 6 measurements.");
  await expect(page.getByRole("button", { name: "Measure again" })).toBeFocused();
});

test("WCAG 2.2 AA at rest and with results, both themes and languages", async ({ page }) => {
  await replaceWorker(page);
  await open(page);
  await expectAccessibleInAll(page);
  await largest(page).selectOption("256");
  await startButton(page).click();
  await tell(page, ...reports);
  await expect(times(page).locator("td small")).toHaveCount(6);
  await page.locator(".bench-differences summary").click();
  await expectAccessibleInAll(page);
});

test("with results the page does not scroll sideways at any width", async ({ page }) => {
  await runWith(page, "tr", [{ kind: "done" }]);
  await expect(times(page).locator("td small")).toHaveCount(6);
  await page.locator(".bench-differences summary").click();
  await expectNoSideways(page);
  const widthOf = async (selector: string) =>
    (await page.locator(selector).first().boundingBox())?.width ?? 0;
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expect
      .poll(async () =>
        Math.abs((await widthOf("svg.bench-plot")) - (await widthOf(".bench-plot-place"))),
      )
      .toBeLessThan(1);
  }
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test("fields do not make iOS zoom, and targets are at least 24 px", async ({ page }) => {
    await runWith(page, "tr", [{ kind: "done" }]);
    const small = await page
      .locator("main :is(button, input, select, summary)")
      .evaluateAll((all) =>
        all
          .filter((element) => {
            const box = (element.closest("label") ?? element).getBoundingClientRect();
            const tiny = box.width < 24 || box.height < 24;
            const zooms =
              element.matches("input, select") &&
              parseFloat(getComputedStyle(element).fontSize) < 16;
            return tiny || zooms;
          })
          .map((element) => element.outerHTML.slice(0, 90)),
      );
    expect(small).toEqual([]);
  });
});

test.describe("without its files", () => {
  test.use({ expectedComplaints: [/Failed to load resource|NetworkError|ERR_FAILED|blocked/i] });

  test("a sentence stands where the core cannot be had", async ({ page }) => {
    await page.route(/\.wasm$/u, (route) => route.fulfill({ status: 404, body: "" }));
    await open(page);
    await expect(page.getByRole("alert")).toContainText("The measurements cannot go on.");
    await expect(page.getByRole("alert")).toContainText("HTTP 404");
    await expectAccessible(page);
  });

  test("a sentence stands where the Worker cannot be had, and it can be tried again", async ({
    page,
  }) => {
    // Nor what the page would measure with by itself.
    await page.route(/\/(?:worker|prepare)-[^/]*\.js$/u, (route) =>
      route.fulfill({ status: 404, body: "" }),
    );
    await open(page, "tr");
    await expect(page.getByRole("alert")).toContainText("Ölçüm sürdürülemiyor.");
    await page.unrouteAll();
    await largest(page).selectOption("256");
    await startButton(page).click();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(status(page)).toHaveText(/^Bitti/);
  });
});

test("the first load is at most 150 kB compressed, all of it from here", async ({
  page,
  request,
  baseURL,
}) => {
  const asked = new Set<string>();
  page.on("request", (one) => asked.add(one.url().replace(/#.*/u, "")));
  await open(page);
  await expect(page.locator(".bench-machine")).toContainText(/clang/i);
  await page.waitForLoadState("networkidle");
  const sizes = new Map<string, number>();
  for (const url of asked) {
    expect(new URL(url).origin).toBe(new URL(baseURL ?? "").origin);
    const body = await (await request.get(url)).body();
    sizes.set(new URL(url).pathname, gzipSync(body).length);
  }
  const kinds = [...sizes.keys()].map((path) => path.split(".").at(-1));
  expect(kinds).toEqual(expect.arrayContaining(["html", "css", "js"]));
  const total = [...sizes.values()].reduce((sum, one) => sum + one, 0);
  expect(total, JSON.stringify([...sizes])).toBeLessThanOrEqual(150_000);
});

test("the policy is strict, and the page works below a path", async ({ page }) => {
  await page.route("**/some/where/**", async (route) => {
    const url = route.request().url().replace("/some/where/", "/");
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  await page.goto("some/where/bench.html#?lang=en");
  const policy = page.locator("meta[http-equiv=Content-Security-Policy]");
  await expect(policy).toHaveAttribute("content", /script-src 'self' 'wasm-unsafe-eval';/);
  await expect(policy).not.toHaveAttribute("content", /unsafe-inline|'unsafe-eval'|\*/);
  await expect(page.locator(".bench-machine")).toContainText(/clang/i);
  await largest(page).selectOption("256");
  await startButton(page).click();
  await expect(status(page)).toHaveText(/^Done/);
});

test("the way leads here from the other pages and back, in the language", async ({ page }) => {
  await page.goto("index.html#?lang=tr");
  await page
    .getByRole("navigation", { name: "Sayfalar" })
    .getByRole("link", { name: "Hız" })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading.tr);
  const link = page
    .getByRole("navigation", { name: "Sayfalar" })
    .getByRole("link", { name: "Hız" });
  await expect(link).toHaveAttribute("aria-current", "page");
  await page.getByRole("link", { name: "Ders" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dikkat, hücre hücre");
});
