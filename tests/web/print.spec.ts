// The lesson on paper. Chromium only: the driver of Firefox cannot print.

import { open } from "./support/page.ts";
import { expect, type Page, test } from "./support/test.ts";

/** Pages of a PDF, by its page objects. */
const pagesOf = (pdf: Buffer) =>
  (pdf.toString("latin1").match(/\/Type\s*\/Page(?![a-z])/gu) ?? []).length;

/** Calls of window.print(), which would stop the page. */
async function listen(page: Page) {
  await page.addInitScript(() => {
    const calls: number[] = [];
    Object.assign(window, { printed: calls });
    window.print = () => void calls.push(document.querySelectorAll(".lesson-coming").length);
  });
}

for (const language of ["en", "tr"] as const) {
  test(`“Print” fetches every section first, ${language}`, async ({ page }) => {
    await listen(page);
    await open(page, "index.html", "", language);
    await page.mouse.wheel(0, 40);
    const button = page.getByRole("button", { name: /^(Print|Yazdır)$/ });
    await button.last().press("Enter");
    // One call, with no section missing.
    await expect.poll(() => page.evaluate(() => Reflect.get(window, "printed"))).toEqual([0]);
    const pdf = await page.pdf({ preferCSSPageSize: true, format: "A4", tagged: true });
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    expect(pagesOf(pdf)).toBeGreaterThan(8);
    // Of the document; what is in another language inside it has its own.
    const lang = /\/Type \/Catalog(?:(?!endobj)[\s\S])*\/Lang \((\w+)/u;
    expect(lang.exec(pdf.toString("latin1"))?.[1]).toBe(language);
  });
}

test("on paper there is everything to read and nothing to press", async ({ page }) => {
  await page.setViewportSize({ width: 665, height: 940 });
  await page.emulateMedia({ colorScheme: "dark" });
  await open(page, "index.html", "glossary", "en");
  await expect(page.locator("#lesson-list")).toBeAttached();
  await expect(page.locator("#glossary-title")).toBeFocused();
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  for (const gone of [
    ".page-header",
    ".page-tools",
    ".way-rail",
    ".lesson-contents",
    ".lesson-onward",
    ".dk-inspector",
    ".dk-track:not(.dk-figure *)",
    // Nothing empty: places of the cache without a token, a plot of what was not measured.
    ".cache-empty",
    ".bench-idle",
    ".dk-choice label:not(:has(:checked))",
    ".glossary-filter",
    "main button:not(.dk-token)",
    "main input:not(.dk-field)",
  ])
    await expect(page.locator(`${gone}:visible`), gone).toHaveCount(0);
  for (const there of [
    "h1",
    "#softmax-weights",
    ".dk-legend-bar",
    "#question-softmax",
    ".lesson-sources",
    ".glossary dl",
  ])
    await expect(page.locator(there).first(), there).toBeVisible();
  const style = (selector: string, name: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
  expect(await style("body", "color")).toBe("rgb(0, 0, 0)");
  expect(await style("body", "background-color")).toBe("rgb(255, 255, 255)");
  // 11 pt
  expect(Number.parseFloat(await style(".lesson-prose p", "font-size"))).toBeCloseTo(14.67, 1);
  expect(await style(".dk-matrix", "break-inside")).toBe("avoid");
  const address = await page
    .locator(".lesson-sources a")
    .first()
    .evaluate((a) => getComputedStyle(a, "::after").content);
  expect(address).toContain("<https://");
  // What was chosen stands there in words.
  const controls = page.locator("#figure-positions .dk-controls");
  const chosen = /Positions:?\s+rotary \(RoPE\)\s+position of the first token/u;
  await expect(controls).toHaveText(chosen, { useInnerText: true });
  await expect(controls).not.toHaveText(/sinusoidal/u, { useInnerText: true });
  const picked = page.locator("#figure-positions .positions-pick .dk-choice:visible");
  await expect(picked).toHaveCount(2);
  const boxOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((track) => getComputedStyle(track, "::after").content);
  expect(await boxOf("#figure-scale .dk-track")).toBe('"☑"');
  expect(await boxOf("#figure-mask .dk-track")).toBe('"☐"');
  // A printer leaves out dark grounds: the token of the step is black on white.
  const now = ".cache-tokens > .cache-now";
  expect(await style(now, "color")).toBe("rgb(0, 0, 0)");
  expect(await style(now, "background-color")).toBe("rgba(0, 0, 0, 0)");
  expect(Number.parseFloat(await style(now, "border-top-width"))).toBeGreaterThan(2);
  // The memory of the cost is not cut in two; a high figure is, between its parts.
  expect(await style("#figure-cost", "break-inside")).toBe("avoid");
  expect(await style("#figure-cost .bench-figure:visible", "break-inside")).toBe("avoid");
  expect(await style("#figure-cache", "break-inside")).toBe("auto");
  // The address that opens this page again, with the numbers in it.
  await expect(page.locator(".way-printed")).toContainText("#glossary?v=2&lang=en");
  // No matrix is cut off at the side.
  const cut = await page
    .locator(".dk-matrix:visible table")
    .evaluateAll((all) =>
      all
        .filter((table) => table.getBoundingClientRect().right > document.body.clientWidth + 1)
        .map(({ id }) => id),
    );
  expect(cut).toEqual([]);
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect(page.locator("html")).not.toHaveAttribute("data-theme", /./);
});

test("a print of what is there says what is missing", async ({ page }) => {
  await open(page, "index.html");
  await page.mouse.wheel(0, 40);
  await expect(page.locator(".way-unprinted").first()).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("#tiles .way-unprinted")).toBeVisible();
  await expect(page.locator("#tiles .way-unprinted")).toContainText("had not been fetched");
  await expect(page.locator("#tiles .dk-empty")).toBeHidden();
});
