// The recurrent network beside attention, and what layers cost, worked out once more from the very
// numbers that the core draws.

import { loadAttention, type Tensor } from "../../web/src/core/index.ts";
import { attention, causal, multiply, type Rows } from "./support/attention.ts";
import { open, sideways, speak, widths } from "./support/page.ts";
import type { Language } from "./support/shown.ts";
import { expect, type Page, test } from "./support/test.ts";

const core = await loadAttention();
const STEPS = 32;
const shownSteps = [1, 2, 4, 8, 16, 32];

const rowsOf = ({ shape: [rows = 0, columns = 0], data }: Tensor): Rows =>
  Array.from({ length: rows }, (_, i) => Array.from(data.subarray(i * columns, (i + 1) * columns)));

const at = (rows: Rows, i: number): readonly number[] => rows[i] ?? [];
const norm = (row: readonly number[]) => Math.sqrt(row.reduce((sum, x) => sum + x * x, 0));

interface Network {
  readonly x: Rows;
  readonly wIh: Rows;
  readonly wHh: Rows;
}

function network(factor: number, seed: number): Network {
  const draw = (rows: number, columns: number, from: number, deviation: number) =>
    rowsOf(core.random({ rows, columns, seed: from, deviation }));
  return {
    x: draw(STEPS + 1, 8, seed, 1),
    wIh: draw(8, 16, seed + 1000, 0.1),
    wHh: draw(16, 16, seed + 2000, factor / 4),
  };
}

/** h_t = tanh(x_t W + h_{t-1} U) */
function states({ x, wIh, wHh }: Network): Rows {
  const all: number[][] = [];
  for (const row of x) {
    const [input] = multiply([row], wIh);
    const [carried] = all.length > 0 ? multiply([all.at(-1) ?? []], wHh) : [[]];
    all.push((input ?? []).map((sum, j) => Math.tanh(sum + (carried?.[j] ?? 0))));
  }
  return all;
}

/** As long as rounding leaves something of it: over the first steps. */
function signal(net: Network): number[] {
  const own = states(net);
  const without = states({ ...net, x: net.x.map((row, i) => (i === 0 ? row.map(() => 0) : row)) });
  const apart = own.map((row, t) => norm(row.map((h, j) => h - (at(without, t)[j] ?? 0))));
  return apart.map((size) => size / (apart[0] ?? 1));
}

/** The norm of the product of the Jacobians over that of the identity. */
function gradient(net: Network): number[] {
  const own = states(net);
  let product: Rows = own[0]?.map((_, i, all) => all.map((_, j) => (i === j ? 1 : 0))) ?? [];
  return own.map((row, t) => {
    if (t > 0)
      product = multiply(product, net.wHh).map((line) =>
        line.map((value, j) => value * (1 - (row[j] ?? 0) ** 2)),
      );
    return norm(product.flat()) / norm(own[0]?.map(() => 1) ?? []);
  });
}

function weights({ x }: Network): number[] {
  const asked = attention({ q: x.map(() => at(x, 0)), k: x, v: x, sees: causal });
  return asked.weights.map((row) => row[0] ?? Number.NaN);
}

const figure = (page: Page) => page.locator("#figure-recurrent");
const layers = (page: Page) => page.locator("#figure-layers");
const status = (page: Page) => figure(page).locator(".recurrent-status");
const slider = (page: Page, name: string) => figure(page).getByRole("slider", { name });

async function openRecurrent(page: Page, language: Language = "en", more = "") {
  await open(page, "index.html", `recurrent?lang=${language}${more}`, language);
  await expect(figure(page)).toBeVisible();
}

/** 1.7·10⁻⁸ as a number, and what half of its last place is. */
function read(text: string): { value: number; slack: number } {
  const signs = "⁰¹²³⁴⁵⁶⁷⁸⁹";
  // Beside a point the commas stand between thousands.
  const decimal = text.includes(".") ? text.replaceAll(",", "") : text.replace(",", ".");
  const [mantissa = "", power = "0"] = decimal.split("·10");
  const exponent = Number(
    power.replace("⁻", "-").replace(/[⁰¹²³⁴-⁹]/gu, (digit) => String(signs.indexOf(digit))),
  );
  const decimals = mantissa.split(".")[1]?.length ?? 0;
  // A mantissa of one decimal loses it where it is 0.
  const places = text.includes("·") ? 1 : Math.max(decimals, 3);
  return {
    value: Number(mantissa) * 10 ** exponent,
    slack: 0.5001 * 10 ** (exponent - places),
  };
}

async function expectTable(page: Page, factor: number, seed: number) {
  const net = network(factor, seed);
  const columns = [signal(net), gradient(net), weights(net)];
  const texts = await figure(page).locator(".plain-table td").allTextContents();
  expect(texts).toHaveLength(shownSteps.length * columns.length);
  for (const [i, step] of shownSteps.entries())
    for (const [j, column] of columns.entries()) {
      const { value, slack } = read(texts[i * columns.length + j] ?? "");
      const wanted = column[step] ?? Number.NaN;
      expect(Math.abs(value - wanted), `${texts[i * 3 + j]} after ${step}: ${wanted}`).toBeLessThan(
        slack + 1e-12,
      );
    }
}

test("signal, gradient and weight after each number of steps, in both languages", async ({
  page,
}) => {
  await openRecurrent(page);
  for (const language of ["en", "tr"] as const) {
    await speak(page, language);
    const numbers = language === "en" ? /0\.199/ : /0,199/;
    await expect(status(page)).toContainText(numbers);
    await expectTable(page, 0.6, 3);
    await expect(page.locator("#recurrent")).toContainText(
      language === "en" ? "next to nothing is left" : "pek bir şey kalmamıştır",
    );
  }
});

test("shrinking, exploding, another seed, by keyboard; the drawing keeps its size", async ({
  page,
}) => {
  await openRecurrent(page);
  const before = await figure(page).locator(".log-plot").boundingBox();
  const weightsSlider = slider(page, "recurrent weights");
  await weightsSlider.focus();
  await weightsSlider.press("End");
  await expect(weightsSlider).toHaveAttribute("aria-valuetext", "× 3");
  await expectTable(page, 3, 3);
  await expect(page.locator("#recurrent")).toContainText("a step of learning overshoots");
  await weightsSlider.press("Home");
  await expectTable(page, 0.3, 3);
  await figure(page).getByRole("button", { name: "Draw others" }).click();
  await expect(figure(page)).toContainText("random, seed 4");
  await expectTable(page, 0.3, 4);
  expect((await figure(page).locator(".log-plot").boundingBox())?.height).toBe(before?.height);
  const steps = slider(page, "steps between");
  await steps.focus();
  await steps.press("Home");
  await steps.press("ArrowRight");
  await expect(status(page)).toContainText("After 1 step:");
  await expect
    .poll(() => page.evaluate(() => decodeURIComponent(location.hash)))
    .toContain("recurrent.factor:0.3,recurrent.seed:4,recurrent.step:1");
});

test("a link brings factor, steps and seed; what it has wrong is as it begins", async ({
  page,
}) => {
  await openRecurrent(
    page,
    "en",
    "&v=1&fig=recurrent.factor:1.5,recurrent.seed:7,recurrent.step:40,layers.tokens:4",
  );
  await expectTable(page, 1.5, 7);
  await expect(status(page)).toContainText("After 12 steps:");
  await expect(layers(page)).toContainText("131,072");
});

/** n² d, n d², k n d², r n d; 1, n, 1, 1; 1, n, log_k n, n / r. */
function costs(n: number, d: number, k: number, r: number): number[] {
  const log = (() => {
    let layersNeeded = 0;
    for (let reach = 1; reach < n; reach *= k) layersNeeded++;
    return layersNeeded;
  })();
  return [
    ...[n * n * d, 1, 1],
    ...[n * d * d, n, n],
    ...[k * n * d * d, 1, log],
    ...[r * n * d, 1, Math.ceil(n / r)],
  ];
}

test("what layers cost, in both languages", async ({ page }) => {
  await openRecurrent(page);
  const numbers = layers(page).locator(".layers-number");
  const [tokens, width, kernel, window] = await layers(page).getByRole("slider").all();
  for (const language of ["en", "tr"] as const) {
    await speak(page, language);
    const format = new Intl.NumberFormat(language === "en" ? "en-GB" : "tr-TR");
    const texts = (...sizes: [number, number, number, number]) =>
      costs(...sizes).map((value) => format.format(value));
    await expect(numbers).toHaveText(texts(1024, 512, 3, 128));
    await tokens?.press("ArrowRight");
    await width?.press("ArrowLeft");
    await kernel?.press("ArrowRight");
    await window?.press("ArrowLeft");
    await expect(numbers).toHaveText(texts(2048, 256, 4, 64));
    await tokens?.press("ArrowLeft");
    await width?.press("ArrowRight");
    await kernel?.press("ArrowLeft");
    await window?.press("ArrowRight");
  }
});

test("the question: fewer tokens than numbers, so attention does less", async ({ page }) => {
  await openRecurrent(page);
  const ask = page.locator("#question-recurrent");
  await ask.getByRole("radio", { name: "The recurrent one" }).check();
  await ask.getByRole("button", { name: "Check" }).click();
  await expect(ask.getByRole("status")).toContainText("Not quite.");
  await expect(ask.getByRole("status")).toContainText("2,097,152 and 16,777,216, 8 times");
});

test("the page does not scroll sideways at any width, in either language", async ({ page }) => {
  await page.setViewportSize({ width: widths[0], height: 900 });
  await openRecurrent(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const language of ["en", "tr"] as const) {
      await speak(page, language);
      expect(await sideways(page), `${width} px, ${language}`).toBe(0);
    }
  }
});
