// The KV cache: every step worked out once more in float64, what a full cache drops, prompts that
// begin alike, and the bytes of named models, to the last one.

import { attention, causal, type Rows, withCell } from "./support/attention.ts";
import { expectAccessibleInAll } from "./support/axe.ts";
import { kedi, kediProjected } from "./support/examples.ts";
import { expectNoSideways, field, matrix, open, speak, widths } from "./support/page.ts";
import { type Language, shown } from "./support/shown.ts";
import { expect, type Page, test } from "./support/test.ts";

const TOKENS = 12;
const figure = (page: Page) => page.locator("#figure-cache");
const calculator = (page: Page) => page.locator("#figure-calculator");
const status = (page: Page) => figure(page).locator(".steps-position");
const press = (page: Page, name: string) =>
  figure(page).getByRole("button", { name, exact: true }).click();
const choose = (page: Page, name: string) =>
  figure(page).getByRole("radio", { name, exact: true }).check();
/** Places with a token in them. */
const kept = (page: Page) => page.locator("#cache-slots .cache-number");
const share = (value: number, language: Language) => {
  const text = Number.isInteger(value) ? `${value}` : value.toFixed(3);
  return language === "tr" ? text.replace(".", ",") : text;
};

async function openCache(page: Page, language: Language = "en", more = "") {
  await open(page, "index.html", `cache?v=1&lang=${language}${more}`, language);
  await expect(page.locator("#cache-slots")).toBeVisible();
}

const repeated = (rows: Rows): Rows =>
  Array.from({ length: TOKENS }, (_, i) => rows[i % rows.length] ?? []);

const text = { q: repeated(kedi.q), k: repeated(kedi.k), v: repeated(kedi.v) };

/** The first `sinks` tokens and the last ones, `places` in all. */
const windowed = (places: number, sinks: number) => (query: number, key: number) =>
  key <= query && (key < sinks || key > query - (places - sinks));

test("with everything kept, each step has the row of the full pass, in both languages", async ({
  page,
}) => {
  await openCache(page);
  const { weights, output } = attention({ ...text, sees: causal });
  for (const language of ["en", "tr"] as const) {
    await speak(page, language);
    const [next, last] = language === "en" ? ["Next", "Last"] : ["İleri", "Son"];
    await page.locator(".cache-stage").press("Home");
    for (let step = 0; step < 5; step++) {
      await expect(status(page)).toContainText(
        language === "en" ? `Step ${step + 1} of 12` : `Adım ${step + 1} / 12`,
      );
      const rows = page.locator("#cache-slots tbody tr:not(.cache-empty)");
      await expect(rows).toHaveCount(step + 1);
      await expect(rows.locator("td.dk-cell")).toHaveText(
        Array.from({ length: step + 1 }, (_, key) => [
          share(weights[step]?.[key] ?? Number.NaN, language),
          ...(text.k[key] ?? []).map((value) => shown(value, language)),
          ...(text.v[key] ?? []).map((value) => shown(value, language)),
        ]).flat(),
      );
      const row = (output[step] ?? []).map((value) => shown(value, language));
      await expect(page.locator("#cache-output tbody td")).toHaveText([...row, ...row, ..."0000"]);
      // 4 + 4 numbers of 4 bytes, and as many multiply-adds, for each token that is kept.
      await expect(page.locator("#cache-bytes")).toContainText(String(32 * (step + 1)));
      await expect(page.locator("#cache-work")).toHaveText(String(8 * (step + 1)));
      await expect(page.locator("#cache-again")).toHaveText(String(4 * (step + 1) * (step + 2)));
      await press(page, next ?? "");
    }
    await press(page, last ?? "");
    await expect(kept(page)).toHaveText(Array.from({ length: TOKENS }, (_, i) => String(i + 1)));
  }
});

test("a full cache drops the oldest, and its output is that of a window", async ({ page }) => {
  await openCache(page);
  await choose(page, "the last ones");
  await press(page, "Last");
  await expect(kept(page)).toHaveText(["8", "9", "10", "11", "12"]);
  await expect(status(page)).toContainText("token 7, kedi, is dropped");
  const seen = attention({ ...text, sees: windowed(5, 0) }).output.at(-1) ?? [];
  const full = attention({ ...text, sees: causal }).output.at(-1) ?? [];
  await expect(page.locator("#cache-output tbody td")).toHaveText([
    ...seen.map((value) => shown(value)),
    ...full.map((value) => shown(value)),
    ...seen.map((value, c) => shown(Math.abs(value - (full[c] ?? 0)))),
  ]);
  await expect(figure(page).locator(".cache-said")).toContainText("has dropped");
  await expect(page.locator(".cache-tokens .cache-dropped")).toHaveCount(7);
});

test("first tokens that stay, as many as the reader says, and the link holds it", async ({
  page,
}) => {
  await openCache(page);
  await choose(page, "the first and the last");
  const slider = (name: string) => figure(page).getByRole("slider", { name });
  await slider("first tokens").press("ArrowRight");
  await slider("places").press("ArrowRight");
  await press(page, "Last");
  await expect(kept(page)).toHaveText(["1", "2", "9", "10", "11", "12"]);
  const seen = attention({ ...text, sees: windowed(6, 2) }).output.at(-1) ?? [];
  await expect(page.locator("#cache-output tbody tr").first().locator("td")).toHaveText(
    seen.map((value) => shown(value)),
  );
  await expect
    .poll(() => page.evaluate(() => decodeURIComponent(location.hash)))
    .toMatch(/cache.sinks:2,cache.places:6/);
  await page.reload();
  await expect(slider("first tokens")).toHaveValue("2");
  await expect(slider("places")).toHaveValue("6");
});

test("by keyboard: arrows step, space plays and pauses", async ({ page }) => {
  await openCache(page);
  await page.locator(".cache-stage").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(status(page)).toContainText("Step 3 of 12");
  await page.keyboard.press("End");
  await expect(status(page)).toContainText("Step 12 of 12");
  await page.keyboard.press("Home");
  await page.keyboard.press(" ");
  await expect(figure(page).getByRole("button", { name: "Pause" })).toBeVisible();
  await page.keyboard.press(" ");
  await expect(figure(page).getByRole("button", { name: "Play" })).toBeVisible();
});

test("what is edited above goes through the cache", async ({ page }) => {
  await openCache(page);
  await field(matrix(page, "projections", "wq"), "W_Q, row 1, column 1").fill("2");
  const wq = withCell(kediProjected.wq, 0, 0, 2);
  const q = kediProjected.x.map((row) =>
    wq[0]?.map((_, j) => row.reduce((sum, x, i) => sum + x * (wq[i]?.[j] ?? 0), 0)),
  ) as Rows;
  await expect(page.locator("#cache-query td.dk-cell")).toHaveText(
    (q[0] ?? []).map((value) => shown(value)),
  );
});

test("prompts share their beginning, but for the last token", async ({ page }) => {
  await openCache(page);
  const line = (name: string) => figure(page).getByRole("textbox", { name });
  const outcome = page.locator(".reuse-outcome");
  await expect(outcome).toContainText("4 of the new prompt’s 5 tokens");
  await expect(outcome).toContainText("whole new prompt: 0.");
  await line("New prompt").fill("bir iki üç");
  await line("Earlier prompt").fill("bir iki üç");
  await expect(outcome).toContainText("2 of the new prompt’s 3 tokens");
  await line("Earlier prompt").fill("on iki üç");
  await expect(outcome).toContainText("0 of the new prompt’s 3 tokens");
  await line("Earlier prompt").fill("");
  await expect(outcome).toContainText("Write at least one word");
  await expect
    .poll(() => page.evaluate(() => decodeURIComponent(location.hash)))
    .toContain("reuse.second:bir+iki+-70-6f,reuse.first:-");
  await page.reload();
  await expect(line("New prompt")).toHaveValue("bir iki üç");
  await expect(line("Earlier prompt")).toHaveValue("");
});

const bytes = (page: Page) => page.locator("#calculator-bytes");

test("the bytes of named models are exact, and each kind has its share", async ({ page }) => {
  await openCache(page);
  // 2 · 32 · 8 · 128 · 8192 · 2
  await expect(bytes(page)).toHaveText("1,073,741,824");
  await expect(page.locator("#calculator-formula b")).toHaveText([
    "2",
    "32",
    "8",
    "128",
    "8,192",
    "2",
    "1",
    "1,073,741,824",
  ]);
  await expect(page.locator("#calculator-kinds tbody td:last-child")).toHaveText([
    "100%",
    "25%",
    "3.1%",
    "7%",
  ]);
  await calculator(page).getByRole("radio", { name: "MHA" }).check();
  await expect(bytes(page)).toHaveText("4,294,967,296");
  await calculator(page).getByRole("combobox", { name: "Model" }).selectOption("Mistral 7B (v0.1)");
  // No more than the window of 4096 is kept.
  await expect(bytes(page)).toHaveText("536,870,912");
});

test("more bytes than a double can count", async ({ page }) => {
  // 2 · 61 · 128 · 128 · 16 777 213 · 4 · 1023
  const more =
    "&fig=calculator.model:deepseek-v3,calculator.kind:mha,calculator.tokens:16777213,calculator.batch:1023,calculator.bytes:4";
  await openCache(page, "tr", more);
  const product = 2n * 61n * 128n * 128n * 16_777_213n * 4n * 1023n;
  expect(product > 2n ** 53n).toBe(true);
  await expect(bytes(page)).toHaveText(product.toLocaleString("tr-TR"));
  await calculator(page).getByRole("slider", { name: "Token" }).press("Home");
  await expect(bytes(page)).toHaveText(
    (2n * 61n * 128n * 128n * 4n * 1023n).toLocaleString("tr-TR"),
  );
});

test("the questions are judged by what the core makes of them", async ({ page }) => {
  await openCache(page);
  const first = page.locator("#question-cache");
  await first.getByRole("textbox").fill("6");
  await first.getByRole("button", { name: "Check" }).click();
  await expect(first.locator(".lesson-wrong")).toBeVisible();
  await expect(first).toContainText("Token 7:");
  const second = page.locator("#question-calculator");
  await second.getByRole("radio", { name: "8 times" }).check();
  await second.getByRole("button", { name: "Check" }).click();
  await expect(second.locator(".lesson-right")).toBeVisible();
});

test("WCAG 2.2 AA, both themes and languages", async ({ page }) => {
  await openCache(page, "en", "&fig=cache.keep:sinks");
  await press(page, "Last");
  await expectAccessibleInAll(page, "#cache");
});

test("the page does not scroll sideways at any width", async ({ page }) => {
  await page.setViewportSize({ width: widths[0], height: 800 });
  await openCache(page);
  await expectNoSideways(page);
});
