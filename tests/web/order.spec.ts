// The order of the tokens and their positions, with the numbers worked out once more in float64.

import { attention, causal, type Rows, selfAttention, withCell } from "./support/attention.ts";
import { expectAccessible, looks } from "./support/axe.ts";
import { kedi, kediProjected } from "./support/examples.ts";
import { matrix, open, sideways, speak, wear, widths } from "./support/page.ts";
import {
  add,
  alibi,
  permute,
  permuteBoth,
  projections,
  rotary,
  sinusoidal,
} from "./support/positions.ts";
import { type Language, shown } from "./support/shown.ts";
import { expect, type Locator, type Page, test } from "./support/test.ts";

const order = (page: Page) => page.locator("#figure-order");
const positions = (page: Page) => page.locator("#figure-positions");
const tokens = (page: Page) => order(page).locator(".reorder .dk-word");
const verdict = (page: Page) => order(page).locator(".order-verdict");

async function openOrder(page: Page, language: Language = "en", fig = "") {
  const choices = fig === "" ? "" : `&fig=${fig}`;
  await open(page, "index.html", `order?v=1&lang=${language}${choices}`, language);
  await expect(positions(page)).toBeVisible();
}

const move = (page: Page, name: string) =>
  order(page).getByRole("button", { name, exact: true }).click();

const kept = attention(kedi);

/** As they are to be read, but for 1 and 1.000: rounding makes the one into the other. */
async function expectNear(table: Locator, rows: Rows, language: Language = "en") {
  const mark = language === "tr" ? "," : ".";
  const short = (text: string) => (text.endsWith(`${mark}000`) ? text.slice(0, -4) : text);
  const wanted = rows.flatMap((row) => row.map((x) => short(shown(x, language))));
  const cells = table.locator("td .dk-value-text");
  await expect.poll(async () => (await cells.allTextContents()).map(short)).toEqual(wanted);
}

/** Nothing, or what is rounded in the last bits. */
const rounding = /^(0|\d([.,]\d)?·10⁻¹[²³⁴⁵⁶⁷])$/u;

test("the output moves with the tokens, in both languages", async ({ page }) => {
  await openOrder(page);
  for (const language of ["en", "tr"] as const) {
    await speak(page, language);
    await expect(tokens(page)).toHaveText(["kedi", "mindere", "oturdu"]);
    await expectNear(matrix(page, "order", "output"), kept.output, language);
    await expectNear(matrix(page, "order", "output-moved"), kept.output, language);
    const names = { en: "oturdu: move left", tr: "oturdu: sola taşı" };
    await move(page, names[language]);
    await move(page, names[language]);
    const moved = [2, 0, 1];
    await expect(tokens(page)).toHaveText(permute(moved, kedi.tokens));
    await expectNear(matrix(page, "order", "output"), kept.output, language);
    await expectNear(matrix(page, "order", "output-moved"), permute(moved, kept.output), language);
    await expectNear(
      matrix(page, "order", "weights-moved"),
      permuteBoth(moved, kept.weights),
      language,
    );
    await expect(matrix(page, "order", "output-moved").locator("tbody th")).toHaveText(
      permute(moved, kedi.tokens),
    );
    const same = { en: "The same rows, in other places", tr: "Aynı satırlar, başka yerlerde" };
    await expect(verdict(page)).toContainText(same[language]);
    await expect(verdict(page).locator("b")).toHaveText(rounding);
    await move(page, language === "en" ? "As written" : "Yazıldığı sıra");
    await expect(tokens(page)).toHaveText([...kedi.tokens]);
    await expect(verdict(page).locator("b")).toHaveText("0");
  }
});

test("a token is dragged to another place", async ({ page }) => {
  await openOrder(page);
  const items = order(page).locator(".reorder-item");
  await items.nth(0).scrollIntoViewIfNeeded();
  const [from, to] = [await items.nth(0).boundingBox(), await items.nth(2).boundingBox()];
  if (!from || !to) throw new Error("nothing to drag");
  await page.mouse.move(from.x + 20, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 30, to.y + 10, { steps: 5 });
  await expect(order(page).locator("[data-target]")).toHaveCount(1);
  await page.mouse.up();
  await expect(tokens(page)).toHaveText(["mindere", "oturdu", "kedi"]);
  await expect(order(page).locator("[data-target], [data-dragged]")).toHaveCount(0);
  // Let go where it was: nothing moves.
  await items.nth(1).click();
  await expect(tokens(page)).toHaveText(["mindere", "oturdu", "kedi"]);
});

test("a drag that is taken away leaves the order as it was", async ({ page }) => {
  await openOrder(page);
  const items = order(page).locator(".reorder-item");
  await items.nth(0).scrollIntoViewIfNeeded();
  const [from, to] = [await items.nth(0).boundingBox(), await items.nth(1).boundingBox()];
  if (!from || !to) throw new Error("nothing to drag");
  await page.mouse.move(from.x + 20, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 30, to.y + 10, { steps: 3 });
  await items.nth(0).dispatchEvent("pointercancel", { pointerId: 1 });
  await page.mouse.up();
  await expect(tokens(page)).toHaveText([...kedi.tokens]);
});

test.describe("by touch", () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 800 } });
  test("a finger drags a token", async ({ page }) => {
    await openOrder(page);
    const items = order(page).locator(".reorder-item");
    await items.nth(0).scrollIntoViewIfNeeded();
    const [from, to] = [await items.nth(0).boundingBox(), await items.nth(1).boundingBox()];
    if (!from || !to) throw new Error("nothing to drag");
    const finger = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", x: number, y: number) =>
      finger.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [{ x, y }],
      });
    await touch("touchStart", from.x + 20, from.y + 12);
    await touch("touchMove", from.x + 60, from.y + 12);
    await touch("touchMove", to.x + 40, to.y + 12);
    await touch("touchEnd", to.x + 40, to.y + 12);
    await expect(tokens(page)).toHaveText(["mindere", "kedi", "oturdu"]);
  });
});

test("the arrow keys move a token and stay with it", async ({ page }) => {
  await openOrder(page);
  const right = order(page).getByRole("button", { name: "kedi: move right" });
  await right.focus();
  await page.keyboard.press("ArrowRight");
  await expect(tokens(page)).toHaveText(["mindere", "kedi", "oturdu"]);
  await expect(right).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(tokens(page)).toHaveText(["mindere", "oturdu", "kedi"]);
  await expect(right).toBeFocused();
  await expect(right).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowLeft");
  await expect(tokens(page)).toHaveText(["mindere", "kedi", "oturdu"]);
  await expect(order(page).getByRole("button", { name: "kedi: move left" })).toBeFocused();
});

test("a link keeps the order and the positions", async ({ page }) => {
  await openOrder(page);
  await move(page, "kedi: move right");
  await positions(page).getByRole("radio", { name: "ALiBi" }).check();
  await positions(page).getByRole("slider", { name: "position of the first token" }).fill("250");
  await expect(page).toHaveURL(/order\.order(:|%3A)1\.0\.2/u);
  await expect(page).toHaveURL(/positions\.way(:|%3A)alibi/u);
  // The address is written a moment after the last change.
  await expect(page).toHaveURL(/positions\.shift(:|%3A)250/u);
  await page.reload();
  await expect(tokens(page)).toHaveText(["mindere", "kedi", "oturdu"]);
  await expect(positions(page).getByRole("radio", { name: "ALiBi" })).toBeChecked();
  await expect(positions(page).getByRole("slider").first()).toHaveAttribute(
    "aria-valuetext",
    "250",
  );
});

test("edits, the causal mask and NaN reach the figure", async ({ page }) => {
  await openOrder(page, "en", "order.order:2.0.1");
  await matrix(page, "projections", "x").locator("input").first().fill("3");
  const { output } = selfAttention({ ...kediProjected, x: withCell(kediProjected.x, 0, 0, 3) });
  await expectNear(matrix(page, "order", "output-moved"), permute([2, 0, 1], output));
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("switch", { name: "causal mask" }).first().check();
  await expect(verdict(page)).toContainText("Not the same rows");
  const moved = permute([2, 0, 1], kedi.q);
  const hidden = attention({
    q: moved,
    k: permute([2, 0, 1], kedi.k),
    v: permute([2, 0, 1], kedi.v),
    sees: causal,
  });
  await expectNear(matrix(page, "order", "output-moved"), hidden.output);
  const before = permute([2, 0, 1], attention({ ...kedi, sees: causal }).output);
  const off = hidden.output.flatMap((row, i) =>
    row.map((x, j) => Math.abs(x - (before[i]?.[j] ?? Number.NaN))),
  );
  await expect(verdict(page).locator("b")).toHaveText(shown(Math.max(...off)));
  await page.getByRole("switch", { name: "causal mask" }).first().uncheck();
  await matrix(page, "projections", "x").locator("input").first().fill("NaN");
  await expect(verdict(page)).toContainText("nothing to compare");
});

test("Q, K and V of one's own move together", async ({ page }) => {
  await openOrder(page, "en", "order.order:2.0.1");
  await page.getByRole("radio", { name: "Q, K and V" }).check();
  await expect(order(page).locator(".order-note")).toContainText("their rows move together");
  await expectNear(matrix(page, "order", "output-moved"), permute([2, 0, 1], kept.output));
  await positions(page).getByRole("radio", { name: "sinusoidal" }).check();
  await expect(positions(page)).toContainText("the vectors are added to Q and K");
  const vectors = sinusoidal([0, 1, 2], 4);
  const { weights } = attention({
    q: add(permute([2, 0, 1], kedi.q), vectors),
    k: add(permute([2, 0, 1], kedi.k), vectors),
    v: permute([2, 0, 1], kedi.v),
  });
  await expectNear(matrix(page, "positions", "weights"), weights);
});

/** What attention makes of the example in that order and at these positions. */
function placed(way: string, moved: readonly number[], shift: number, theta = 10_000, slope = 0.5) {
  const x = permute(moved, kediProjected.x);
  const at = moved.map((_, place) => shift + place);
  if (way === "sinusoidal")
    return selfAttention({ ...kediProjected, x: add(x, sinusoidal(at, 4, theta)) });
  const { q, k, v } = projections({ ...kediProjected, x });
  if (way === "rotary") return attention({ q: rotary(q, at, theta), k: rotary(k, at, theta), v });
  return attention({ q, k, v, ...(way === "alibi" ? { bias: alibi(3, slope) } : {}) });
}

const largest = (a: Rows, b: Rows) =>
  Math.max(...a.flatMap((row, i) => row.map((x, j) => Math.abs(x - (b[i]?.[j] ?? Number.NaN)))));

const ways = {
  none: { en: "none", tr: "yok" },
  sinusoidal: { en: "sinusoidal", tr: "sinüslü" },
  rotary: { en: "rotary (RoPE)", tr: "döner (RoPE)" },
  alibi: { en: "ALiBi", tr: "ALiBi" },
} as const;

test("scores, weights and output at their positions, in both languages", async ({ page }) => {
  const moved = [1, 2, 0];
  await openOrder(page, "en", "order.order:1.2.0,positions.shift:7,positions.theta:100");
  for (const language of ["en", "tr"] as const) {
    await speak(page, language);
    for (const [way, names] of Object.entries(ways)) {
      await positions(page).getByRole("radio", { name: names[language], exact: true }).check();
      const { masked, weights, output } = placed(way, moved, 7, 100);
      await expectNear(matrix(page, "positions", "masked"), masked, language);
      await expectNear(matrix(page, "positions", "weights"), weights, language);
      await expectNear(matrix(page, "positions", "output"), output, language);
    }
  }
});

test("vectors are added to X", async ({ page }) => {
  await openOrder(page, "en", "positions.way:sinusoidal,positions.shift:100");
  const vectors = sinusoidal([100, 101, 102], 4);
  await expectNear(matrix(page, "positions", "x"), kediProjected.x);
  await expectNear(matrix(page, "positions", "x-places"), vectors);
  await expectNear(matrix(page, "positions", "x-placed"), add(kediProjected.x, vectors));
});

test("ALiBi takes the slope times the distance", async ({ page }) => {
  await openOrder(page, "en", "positions.way:alibi");
  await expectNear(matrix(page, "positions", "scaled-penalty"), alibi(3, 0.5));
  const slope = positions(page).getByRole("slider", { name: "slope" });
  await expect(slope).toHaveAttribute("aria-valuetext", "1/2");
  await slope.fill("4");
  await expect(slope).toHaveAttribute("aria-valuetext", "1/16");
  await expectNear(
    matrix(page, "positions", "masked"),
    placed("alibi", [0, 1, 2], 0, 1, 1 / 16).masked,
  );
});

test("the arrows of a pair are turned by place times angle", async ({ page }) => {
  await openOrder(page, "en", "positions.shift:10,positions.theta:100");
  const dials = positions(page).locator(".dial");
  await expect(dials).toHaveCount(2);
  await positions(page)
    .getByRole("group", { name: "Key" })
    .getByRole("radio", { name: "oturdu" })
    .check();
  // θ^(-2/4) = 0.1 for the second pair; kedi stands at 10, oturdu at 12.
  await expect(dials.nth(1).locator("li")).toHaveText([
    "one place: 0.1 rad (5.73°)",
    "kedi: 10 × 0.1 = 1 rad",
    "oturdu: 12 × 0.1 = 1.2 rad",
    "turned apart by 0.2 rad",
    "part of the score: 0",
  ]);
  const turnedQ = rotary(kedi.q, [10, 11, 12], 100)[0] ?? [];
  const turnedK = rotary(kedi.k, [10, 11, 12], 100)[2] ?? [];
  const part = (i: number) => (turnedQ[i] ?? 0) * (turnedK[i] ?? 0);
  await expect(dials.nth(0).locator("li").last()).toHaveText(
    `part of the score: ${shown(part(0) + part(1))}`,
  );
  const score = part(0) + part(1) + part(2) + part(3);
  // As it is, and divided by √4.
  await expect(positions(page).locator(".positions-score b")).toHaveText([
    shown(score),
    shown(score / 2),
  ]);
  // The tip of the turned query, on the scale of the longest arrow.
  const longest = Math.max(Math.hypot(3, 1), Math.hypot(1, 1));
  const tip = dials.nth(0).locator(".dial-after.dk-query circle");
  expect(Number(await tip.getAttribute("cx"))).toBeCloseTo(((turnedQ[0] ?? 0) * 46) / longest, 6);
  expect(Number(await tip.getAttribute("cy"))).toBeCloseTo(-((turnedQ[1] ?? 0) * 46) / longest, 6);
});

test("what stays when all move on, and what does not when two change places", async ({ page }) => {
  await openOrder(page);
  const rows = positions(page).locator(".positions-stays tbody tr");
  const cells = async (i: number) => (await rows.nth(i).locator("b").allTextContents()) as string[];
  const [written, swapped] = [
    [0, 1, 2],
    [1, 0, 2],
  ];
  for (const [i, way] of Object.keys(ways).entries()) {
    const [shifted = "", reordered = ""] = await cells(i);
    if (way === "sinusoidal") {
      const [here, there] = [placed(way, swapped, 0), placed(way, swapped, 100)];
      expect(shifted).toBe(shown(largest(here.masked, there.masked)));
    } else expect(shifted, way).toMatch(rounding);
    const only = permute(swapped, placed(way, written, 0).output);
    if (way === "none") expect(reordered).toMatch(rounding);
    else expect(reordered, way).toBe(shown(largest(only, placed(way, swapped, 0).output)));
  }
  // The shift and the order of the reader's take the place of those.
  await positions(page).getByRole("slider", { name: "position of the first token" }).fill("1000");
  await order(page).getByRole("button", { name: "oturdu: move left" }).click();
  await expect(positions(page).locator(".positions-stays thead")).toContainText("all 1,000 places");
  const mine = [0, 2, 1];
  const [shifted, reordered] = await cells(1);
  expect(shifted).toBe(
    shown(largest(placed("sinusoidal", mine, 0).masked, placed("sinusoidal", mine, 1000).masked)),
  );
  expect(reordered).toBe(
    shown(
      largest(
        permute(mine, placed("sinusoidal", written, 0).output),
        placed("sinusoidal", mine, 0).output,
      ),
    ),
  );
  await expect(rows.nth(2)).toContainText("stays");
});

test("the questions are judged by what the core computes", async ({ page }) => {
  await openOrder(page);
  const first = page.locator("#question-order");
  await first.getByRole("radio", { name: "has the same numbers" }).check();
  await first.getByRole("button", { name: "Check" }).click();
  await expect(first.getByRole("status")).toContainText("Right.");
  await expect(first.getByRole("status")).toContainText("1.425");
  const second = page.locator("#question-positions");
  await second.getByRole("radio", { name: "all three" }).check();
  await second.getByRole("button", { name: "Check" }).click();
  await expect(second.getByRole("status")).toContainText("Not quite.");
  const change = largest(
    placed("sinusoidal", [1, 0, 2], 0).masked,
    placed("sinusoidal", [1, 0, 2], 100).masked,
  );
  await expect(second.getByRole("status")).toContainText(shown(change));
  await page.getByRole("switch", { name: "causal mask" }).first().check();
  await expect(first.getByRole("status")).toContainText("Not quite.");
  await expect(first.getByRole("status")).toContainText("sees only itself");
});

test("WCAG 2.2 AA, both themes and languages", async ({ page }) => {
  test.slow();
  await openOrder(page, "en", "order.order:2.1.0");
  for (const look of looks) {
    await wear(page, look);
    for (const way of [ways.rotary, ways.sinusoidal]) {
      await positions(page).getByRole("radio", { name: way[look.language], exact: true }).check();
      await expectAccessible(page, "#order");
    }
  }
});

test("the page does not scroll sideways at any width", async ({ page }) => {
  await page.setViewportSize({ width: widths[0], height: 800 });
  await openOrder(page, "tr", "order.order:2.0.1,positions.shift:1000");
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    for (const { tr } of Object.values(ways)) {
      await positions(page).getByRole("radio", { name: tr, exact: true }).check();
      expect(await sideways(page), `${width} px, ${tr}`).toBe(0);
    }
  }
});
