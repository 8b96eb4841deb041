// Scale, temperature and the masks of the playground, and the five-line function beside them.

import { attention, causal, type Problem } from "./support/attention.ts";
import { kedi } from "./support/examples.ts";
import { cell, expectNumbers, matrix, open } from "./support/page.ts";
import { pasteForm } from "./support/playground.ts";
import { shown } from "./support/shown.ts";
import { expect, type Page, test } from "./support/test.ts";

async function openMasks(page: Page) {
  await open(page, "playground.html");
  await page.getByText("More masks").click();
}

async function expectResults(page: Page, options: Omit<Problem, "q" | "k" | "v">) {
  const { masked, weights, output } = attention({ ...kedi, ...options });
  await expectNumbers(matrix(page, "mask", "masked"), masked);
  await expectNumbers(matrix(page, "softmax", "weights"), weights);
  await expectNumbers(matrix(page, "output", "output"), output);
}

test("causal, aligned top left and bottom right", async ({ page }) => {
  // Two queries on three keys, so that the two differ.
  const [q, k, v] = [kedi.q.slice(0, 2), kedi.k, kedi.v];
  const text = (rows: readonly (readonly number[])[]) => rows.map((r) => r.join(",")).join(";");
  await open(page, "playground.html", `?v=1&lang=en&Q=${text(q)}&K=${text(k)}&V=${text(v)}`);
  await page.getByRole("radio", { name: "on, aligned top left" }).check();
  await expectNumbers(
    matrix(page, "softmax", "weights"),
    attention({ q, k, v, sees: causal }).weights,
  );
  await page.getByRole("radio", { name: "on, aligned bottom right" }).check();
  await expectNumbers(
    matrix(page, "softmax", "weights"),
    attention({ q, k, v, sees: (i, j) => j <= i + 1 }).weights,
  );
  await page.getByRole("radio", { name: "off" }).check();
  await expectNumbers(matrix(page, "softmax", "weights"), attention({ q, k, v }).weights);
});

test("window and sinks", async ({ page }) => {
  await openMasks(page);
  const window = page.getByRole("textbox", { name: /^Window/ });
  const sinks = page.getByRole("textbox", { name: /^Sinks/ });
  await expect(sinks).toBeDisabled();
  await window.fill("1");
  await expectResults(page, { sees: (i, j) => i === j });
  await sinks.fill("1");
  await expectResults(page, { sees: (i, j) => i === j || j < 1 });
  await window.fill("2");
  await expectResults(page, { sees: (i, j) => Math.abs(i - j) < 2 || j < 1 });
  await window.fill("");
  await expectResults(page, {});
  await window.fill("1");
  await expect(sinks).toHaveValue("1");
  await expectResults(page, { sees: (i, j) => i === j || j < 1 });
});

test("a window that is none is told, the last results stay", async ({ page }) => {
  await openMasks(page);
  const window = page.getByRole("textbox", { name: /^Window/ });
  await window.fill("2");
  for (const text of ["0", "-1", "1.5", "iki"]) {
    await window.fill(text);
    await expect(page.getByRole("alert")).toContainText(`Window: “${text}” is not a whole number`);
    await expect(window).toHaveAttribute("aria-invalid", "true");
    await expectResults(page, { sees: (i, j) => Math.abs(i - j) < 2 });
  }
  await window.fill("1");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expectResults(page, { sees: (i, j) => i === j });
});

test("padding hides a key from all, and everything hidden gives zeros", async ({ page }) => {
  await openMasks(page);
  const padding = page.getByRole("group", { name: /^Padding/ });
  await padding.getByRole("checkbox", { name: "mindere" }).check();
  await expectResults(page, { sees: (_, j) => j !== 1 });
  await padding.getByRole("checkbox", { name: "kedi" }).check();
  await padding.getByRole("checkbox", { name: "oturdu" }).check();
  await expectResults(page, { sees: () => false });
  await expect(matrix(page, "softmax", "weights").locator(".dk-sum").last()).toContainText(
    "nothing visible",
  );
  await padding.getByRole("checkbox", { name: "kedi" }).uncheck();
  await expectResults(page, { sees: (_, j) => j === 0 });
});

test("single pairs can be hidden", async ({ page }) => {
  await openMasks(page);
  const pairs = page.getByRole("group", { name: /^Who may look at whom/ });
  await pairs.getByRole("switch", { name: "Choose pairs" }).check();
  await pairs.getByRole("checkbox", { name: "kedi → oturdu" }).uncheck();
  await pairs.getByRole("checkbox", { name: "oturdu → mindere" }).uncheck();
  const hidden = ["0 2", "2 1"];
  await expectResults(page, { sees: (i, j) => !hidden.includes(`${i} ${j}`) });
  await pairs.getByRole("switch", { name: "Choose pairs" }).uncheck();
  await expectResults(page, {});
});

test("a bias is pasted, added, and taken away", async ({ page }) => {
  await openMasks(page);
  const group = page.getByRole("group", { name: /^Bias/ });
  await group.getByRole("button", { name: "Paste…" }).click();
  await pasteForm(page).getByRole("textbox").fill("0 1 0\n-2 0 0.5\n0 0 0");
  await pasteForm(page).getByRole("button", { name: "Use it" }).click();
  await expectResults(page, {
    bias: [
      [0, 1, 0],
      [-2, 0, 0.5],
      [0, 0, 0],
    ],
  });
  await group.getByRole("button", { name: "Remove" }).click();
  await expectResults(page, {});
});

test("a bias of another shape is told with both shapes", async ({ page }) => {
  await openMasks(page);
  await page.getByRole("group", { name: /^Bias/ }).getByRole("button", { name: "Paste…" }).click();
  await pasteForm(page).getByRole("textbox").fill("0 1\n1 0");
  await pasteForm(page).getByRole("button", { name: "Use it" }).click();
  await expect(page.getByRole("alert").filter({ hasText: /2 × 2.*3 × 3/ })).toBeVisible();
  await expectResults(page, {});
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("-inf in a pasted bias hides the pair", async ({ page }) => {
  await openMasks(page);
  await page.getByRole("group", { name: /^Bias/ }).getByRole("button", { name: "Paste…" }).click();
  await pasteForm(page).getByRole("textbox").fill("0 -inf 0\n0 0 0\n0 0 0");
  await pasteForm(page).getByRole("button", { name: "Use it" }).click();
  await expectResults(page, { sees: (i, j) => !(i === 0 && j === 1) });
});

test("all masks hold at once", async ({ page }) => {
  await openMasks(page);
  await page.getByRole("radio", { name: "on, aligned top left" }).check();
  await page.getByRole("textbox", { name: /^Window/ }).fill("2");
  await page
    .getByRole("group", { name: /^Padding/ })
    .getByRole("checkbox", { name: "mindere" })
    .check();
  await expectResults(page, { sees: (i, j) => j <= i && i - j < 2 && j !== 1 });
});

test("scale and temperature", async ({ page }) => {
  await open(page, "playground.html");
  const options = page.getByRole("region", { name: "Options" });
  await options.getByRole("switch", { name: /divide by/ }).uncheck();
  await options.getByRole("slider", { name: "temperature" }).focus();
  for (let i = 0; i < 16; i++) await page.keyboard.press("ArrowRight");
  await expectResults(page, { scale: 1, temperature: 4 });
});

test("each row of the weights sums to 1, also under a mask", async ({ page }) => {
  await open(page, "playground.html");
  const sums = matrix(page, "softmax", "weights").locator("td.dk-sum");
  await expect(sums).toHaveText(["1", "1", "1"]);
  await page.getByRole("radio", { name: "on, aligned top left" }).check();
  await expect(sums).toHaveText(["1", "1", "1"]);
});

/** The largest difference of two matrices. */
function difference(a: readonly (readonly number[])[], b: readonly (readonly number[])[]): number {
  return Math.max(...a.flatMap((row, i) => row.map((x, j) => Math.abs(x - (b[i]?.[j] ?? 0)))));
}

test("the five lines agree with the trace, and their difference under a mask is told", async ({
  page,
}) => {
  await open(page, "playground.html");
  const told = page.locator(".five-lines-check");
  // Rounding in the last bits at most: 1e-12 or less.
  await expect(told).toHaveText(
    /give the same output as the steps\. Largest difference: (0|\d(\.\d)?·10⁻(¹[²³⁴⁵⁶⁷⁸⁹]|[²³][⁰¹²³⁴⁵⁶⁷⁸⁹]))\.\s*$/u,
  );
  await page.getByRole("radio", { name: "on, aligned top left" }).check();
  const far = difference(attention(kedi).output, attention({ ...kedi, sees: causal }).output);
  await expect(told).toContainText(`the largest difference of the outputs is ${shown(far)}.`);
});

test("the five lines run on Q, K and V with as many keys as queries, else they say why not", async ({
  page,
}) => {
  await open(page, "playground.html", "?v=1&lang=en&Q=1,0;0,2&K=1,1;0,1&V=1,0;0,1");
  await expect(page.locator(".five-lines-check")).toContainText("I · Q = Q");
  await expect(page.locator(".five-lines-check")).toContainText("give the same output");
  await page.getByRole("button", { name: "keys: one more" }).click();
  await expect(page.locator(".five-lines-check")).toContainText(
    "The five lines start from one X, so they need as many keys as queries.",
  );
});

test("both listings of the five lines can be read and copied", async ({
  page,
  context,
  browserName,
}) => {
  if (browserName === "chromium") await context.grantPermissions(["clipboard-write"]);
  await open(page, "playground.html");
  await expect(page.getByText("scores.colwise() - scores.rowwise().maxCoeff()")).toBeVisible();
  await expect(page.getByText("scores.amax(dim=-1, keepdim=True)")).toBeVisible();
  await page.getByRole("button", { name: "Copy", exact: true }).first().click();
  await expect(page.getByText("Copied.")).toBeVisible();
});

test("an open cell names its bias", async ({ page }) => {
  await open(page, "playground.html", "?v=1&lang=en&bias=0,1.5,0;0,0,0;0,0,0");
  await cell(matrix(page, "mask", "masked"), 0, 1).click();
  await expect(page.locator("#figure-mask .dk-equation")).toContainText("1.5");
});

test("what is wrong in the box of masks is told while it is closed", async ({ page }) => {
  await openMasks(page);
  await page.getByRole("textbox", { name: /^Window/ }).fill("0");
  const fault = page.getByText(/^Window: “0” is not a whole number/);
  await expect(fault).toBeVisible();
  await page.getByText("More masks").click();
  await expect(page.getByRole("textbox", { name: /^Window/ })).toBeHidden();
  await expect(fault.filter({ visible: true })).toHaveCount(1);
  await page.getByText("More masks").click();
  await page.getByRole("textbox", { name: /^Window/ }).fill("1");
  await expect(fault).toHaveCount(0);
});
