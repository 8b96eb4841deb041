// Patterns and reach: pairs counted once more by the definition of each pattern, reach by walking
// the layers backwards, and the price by its formula, in whole numbers.

import { expectNoSideways, open } from "./support/page.ts";
import { type Language, shown } from "./support/shown.ts";
import { expect, type Page, test } from "./support/test.ts";

const N = 24;
const figure = (page: Page) => page.locator("#figure-patterns");
const reach = (page: Page) => page.locator("#figure-reach");

async function openPatterns(page: Page, language: Language = "en", more = "") {
  await open(page, "index.html", `patterns?v=1&lang=${language}${more}`, language);
  await expect(page.locator("#patterns-pairs")).toBeVisible();
}

type Sees = (query: number, key: number) => boolean;

const block = (at: number) => Math.floor(at / 4);
const isGlobal = (at: number) => at === 0 || at === 12;
const causally: Record<string, Sees> = {
  full: () => true,
  causal: (q, k) => k <= q,
  "sliding window": (q, k) => k <= q && q - k < 4,
  dilated: (q, k) => k <= q && q - k < 8 && (q - k) % 2 === 0,
  "block-sparse": (q, k) => k <= q && (Math.abs(block(q) - block(k)) <= 1 || block(k) === 0),
  "global tokens": (q, k) => k <= q && (q - k < 4 || isGlobal(q) || isGlobal(k)),
};

function count(sees: Sees): number {
  let pairs = 0;
  for (let q = 0; q < N; q++) for (let k = 0; k < N; k++) if (sees(q, k)) pairs++;
  return pairs;
}

/** Cells of the picture are subpaths. */
const drawn = (page: Page) =>
  figure(page)
    .locator(".pairs-filled")
    .evaluate((path) => (path.getAttribute("d")?.match(/M/g) ?? []).length);

const percent = (part: number, language: Language) => {
  const text = (Math.round((1000 * part) / N ** 2) / 10).toString();
  return language === "tr" ? `%${text.replace(".", ",")}` : `${text}%`;
};

test("each pattern has its pairs, drawn and counted", async ({ page }) => {
  await openPatterns(page);
  for (const [name, sees] of Object.entries(causally)) {
    await figure(page).getByRole("radio", { name, exact: true }).check();
    const pairs = count(sees);
    await expect(page.locator("#patterns-pairs"), name).toHaveText(String(pairs));
    await expect(page.locator("#patterns-share"), name).toHaveText(percent(pairs, "en"));
    expect(await drawn(page), name).toBe(pairs);
  }
  await figure(page).getByRole("button", { name: "Copy or save: global tokens" }).click();
  const dialog = page.getByRole("dialog");
  const tokens = Array.from({ length: N }, (_, i) => i);
  const line = (q: number) => tokens.map((k) => Number(causally["global tokens"]?.(q, k)));
  const lines = tokens.map((q) => `${line(q).join(",")}\n`).join("");
  await expect(dialog.getByRole("textbox")).toHaveValue(lines);
  await expect(dialog.getByRole("button", { name: "Download attend.csv" })).toBeVisible();
});

test("without the causal mask, with another window, by keyboard, and the link holds it", async ({
  page,
}) => {
  await openPatterns(page, "tr");
  await figure(page).getByRole("slider", { name: "pencere" }).press("ArrowRight");
  await figure(page).getByRole("switch").press(" ");
  const pairs = count((q, k) => Math.abs(q - k) < 5);
  await expect(page.locator("#patterns-pairs")).toHaveText(String(pairs));
  await expect(page.locator("#patterns-share")).toHaveText(percent(pairs, "tr"));
  await expect(page.locator("#patterns-row")).toContainText("(9): 16–24.");
  await figure(page).getByRole("slider", { name: "token" }).press("Home");
  await expect(page.locator("#patterns-row")).toContainText("(5): 1–5.");
  await expect
    .poll(() => page.evaluate(() => decodeURIComponent(location.hash)))
    .toMatch(/patterns\.token:1\b/);
  await page.reload();
  await expect(page.locator("#patterns-pairs")).toHaveText(String(pairs));
  await expect(page.locator("#patterns-row")).toContainText("(5): 1–5.");
});

type Kind = "full" | "window" | "state-space";

/** Whom the last token hears of after the layers, the last of them first. */
function tokensBack(layers: readonly Kind[], window: number): number {
  let first = N - 1;
  for (const kind of layers.toReversed())
    first = kind === "window" ? Math.max(0, first - (window - 1)) : 0;
  return N - 1 - first;
}

const back = (page: Page) => reach(page).locator(".reach-back");
const after = (layers: readonly Kind[], window: number) =>
  layers.map((_, i) => `${tokensBack(layers.slice(0, i + 1), window)} back`);

test("windows hand information on, and a full layer reaches everything", async ({ page }) => {
  await openPatterns(page);
  let layers: Kind[] = ["window", "window", "window", "window"];
  await expect(back(page)).toHaveText(after(layers, 4));
  await expect(reach(page).locator(".reach-summary")).toContainText("tokens 12 to 24");
  // Added and removed by keyboard, changed by its select.
  await reach(page).getByRole("button", { name: "Add a layer" }).press("Enter");
  await reach(page).getByRole("button", { name: "Remove layer 1" }).press("Enter");
  await expect(back(page)).toHaveText(after(layers, 4));
  await reach(page).getByRole("combobox", { name: "Layer 3" }).selectOption("full");
  layers = layers.with(2, "full");
  await expect(back(page)).toHaveText(after(layers, 4));
  await reach(page).getByRole("slider", { name: "window" }).press("Home");
  await expect(back(page)).toHaveText(after(layers, 1));
  await expect
    .poll(() => page.evaluate(() => decodeURIComponent(location.hash)))
    .toContain("reach.layers:wwfw,reach.window:1");
  await page.reload();
  await expect(back(page)).toHaveText(after(layers, 1));
});

test("one layer is left, eight are the most", async ({ page }) => {
  await openPatterns(page, "en", "&fig=reach.layers:s");
  await expect(reach(page).getByRole("button", { name: "Remove layer 1" })).toBeDisabled();
  const add = reach(page).getByRole("button", { name: "Add a layer" });
  for (let i = 1; i < 8; i++) await add.click();
  await expect(back(page)).toHaveCount(8);
  await expect(add).toBeDisabled();
});

test("the price of a hybrid beside as many full layers", async ({ page }) => {
  await openPatterns(page);
  await reach(page).getByRole("button", { name: "windows and full" }).click();
  const n = 32_768n;
  const w = 4096n;
  const causalPairs = (n * (n + 1n)) / 2n;
  const windowPairs = (w * (w + 1n)) / 2n + (n - w) * w;
  const line = (full: bigint, window: bigint) => {
    const pairs = full * causalPairs + window * windowPairs;
    // 2 · 32 heads · (128 + 128), and 2 bytes of K and V of 8 heads.
    const bytes = (full * n + window * w) * 8n * 256n * 2n;
    return [full + window, pairs, pairs * 64n * 256n, bytes].map((x) => x.toLocaleString("en-GB"));
  };
  const rows = page.locator("#reach-cost tbody tr, #reach-cost tfoot tr");
  await expect(rows.nth(0).locator("td")).toHaveText(line(2n, 0n));
  await expect(rows.nth(1).locator("td")).toHaveText(line(0n, 4n));
  await expect(rows.nth(2).locator("td")).toHaveText(["0", "0", "0", "0"]);
  await expect(rows.nth(3).locator("td")).toHaveText(line(2n, 4n));
  await expect(rows.nth(4).locator("td")).toHaveText(line(6n, 0n));
});

for (const language of ["en", "tr"] as const) {
  test(`the state of a state-space layer, from the page’s values, ${language}`, async ({
    page,
  }) => {
    await openPatterns(page, language, "&fig=state.keep:0.25");
    // 2, then 0.25 · 2 + 0, then 0.25 · 0.5 + 1: the first column of V.
    const cells = page.locator("#state-x-state tbody td");
    const numbers = [2, 0, 1, 2, 0.5, 1.125].map((value) => shown(value, language));
    await expect(cells).toHaveText(numbers);
  });
}

test("the questions are judged by what the core makes of them", async ({ page }) => {
  await openPatterns(page);
  const first = page.locator("#question-reach");
  await first.getByRole("textbox").fill("9");
  await first.getByRole("button", { name: "Check" }).click();
  await expect(first.locator(".lesson-right")).toBeVisible();
  const second = page.locator("#question-patterns");
  await second.getByRole("radio", { name: "both as many" }).check();
  await second.getByRole("button", { name: "Check" }).click();
  await expect(second.locator(".lesson-wrong")).toBeVisible();
  await expect(second).toContainText("90 pairs against 84");
});

test("the page does not scroll sideways at any width", async ({ page }) => {
  await openPatterns(page);
  await expectNoSideways(page);
});
