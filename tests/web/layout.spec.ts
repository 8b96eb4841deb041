// Nothing runs out of the window, nothing is too small for a finger, and the axes are the right way
// round.

import { attention, causal } from "./support/attention.ts";
import { cell, expectNumbers, matrix, open, type PageName, speak, widths } from "./support/page.ts";
import { type } from "./support/playground.ts";
import { expect, type Page, test } from "./support/test.ts";

const pages: readonly PageName[] = ["index.html", "playground.html"];

/** How far the page can be scrolled sideways, and what sticks out. */
function overflow(page: Page) {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const inFrame = (element: Element) =>
      element.closest(".dk-scroll, .page-tools, .play-steps, pre") !== null;
    return [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5)
      .filter((element) => !inFrame(element))
      .map((element) => `${element.tagName}.${element.className}`)
      .concat(`${scrollWidth} > ${clientWidth}`);
  });
}

for (const name of pages) {
  test(`${name} does not scroll sideways at any width, nor with a sum open`, async ({ page }) => {
    await open(page, name);
    const expectRoom = async (state: string) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        for (const language of ["en", "tr"] as const) {
          await speak(page, language);
          expect(await overflow(page), `${width} px, ${language}, ${state}`).toEqual([]);
        }
      }
    };
    await expectRoom("at rest");
    await cell(matrix(page, "output", "output"), 0, 0).click();
    await expect(page.locator("#figure-output .dk-equation")).toBeVisible();
    await expectRoom("a sum open");
  });
}

/** The bar of the open page, as it is at a width. */
async function expectTools(page: Page, width: number) {
  await page.setViewportSize({ width, height: 800 });
  const bar = page.locator(".page-tools");
  const menu = page.getByRole("button", { name: "Ayarlar" });
  const inSheet = width < 1280;
  await expect(menu).toBeVisible({ visible: inSheet });
  // At 200 % zoom of a small window as well as on a phone there is one line.
  expect((await bar.boundingBox())?.height).toBeLessThan(56);
  const middles = await bar.locator(":scope > button, .page-tools-row button").evaluateAll((all) =>
    all
      .map((one) => one.getBoundingClientRect())
      .filter((box) => box.height > 0)
      .map(({ y, height }) => y + height / 2),
  );
  expect(new Set(middles).size).toBe(1);
  if (inSheet) {
    await expect(menu).toHaveAttribute("aria-expanded", "false");
    await expect(bar.getByRole("switch")).toHaveCount(0);
    const text = page.locator(".lesson-opening p");
    const top = (await text.boundingBox())?.y;
    await menu.focus();
    await page.keyboard.press("Enter");
    await expect(menu).toHaveAttribute("aria-expanded", "true");
    expect((await text.boundingBox())?.y).toBe(top);
  }
  for (const name of ["Geri al", "Yinele", "Sıfırla", "Bağlantıyı kopyala", "Öğretmen görünümü"])
    await expect(bar.getByRole("button", { name }), name).toBeInViewport({ ratio: 1 });
  await expect(bar.getByRole("switch")).toHaveCount(2);
  await expect(bar.getByRole("switch").nth(1)).toBeInViewport({ ratio: 1 });
  await expect(bar.getByRole("slider")).toBeInViewport({ ratio: 1 });
  await expect(bar.getByRole("button", { name: "EN, English" })).toBeInViewport({ ratio: 1 });
  if (!inSheet) return;
  // By key to all of it, Escape closes it and gives the focus back.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(bar.getByRole("switch").first()).not.toBeChecked();
  // For the next width as it was.
  await page.keyboard.press("Space");
  await expect(bar.getByRole("switch").first()).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
  await expect(bar.getByRole("switch")).toHaveCount(0);
  await menu.click();
  await page.mouse.click(width - 5, 780);
  await expect(menu).toHaveAttribute("aria-expanded", "false");
}

test("every tool of the bar is in view or one press away at every width", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await open(page, "index.html", "", "tr");
  for (const width of [320, 360, 640, 1280, 1800])
    await test.step(`${width} px`, () => expectTools(page, width));
});

test("a wide matrix scrolls inside its frame, the page stays", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await open(page, "playground.html");
  await type(page, Array.from({ length: 20 }, (_, i) => `uzuncabirsözcük${i}`).join(" "));
  await expect(matrix(page, "scores", "scores").locator("tbody tr")).toHaveCount(20);
  expect(await overflow(page)).toEqual([]);
  const frame = page.locator(".dk-scroll", { has: matrix(page, "scores", "scores") });
  expect(await frame.evaluate((f) => f.scrollWidth > f.clientWidth)).toBe(true);
  // And the keyboard can scroll it.
  await expect(frame).toHaveAttribute("tabindex", "0");
  // On which side there is more is to be seen, in forced colours as well.
  const scrollTo = (x: number) => frame.evaluate((f, left) => f.scrollTo({ left }), x);
  const mask = () => frame.evaluate((f) => getComputedStyle(f).maskImage);
  await page.emulateMedia({ forcedColors: "active" });
  const masks = new Set<string>();
  for (const [more, x] of [
    ["after", 0],
    ["both", 40],
    ["before", 9999],
  ] as const) {
    await scrollTo(x);
    await expect(frame).toHaveAttribute("data-more", more);
    masks.add(await mask());
  }
  expect(masks.size).toBe(3);
});

test("the header is the same on every page, and nothing in them runs together", async ({
  page,
}) => {
  const seen = new Set<string>();
  const boxOf = (selector: string) =>
    page.locator(selector).evaluate((one) => {
      const { x, y, height } = one.getBoundingClientRect();
      return [x, y, height].join();
    });
  for (const name of ["index.html", "tests.html", "share.html", "bench.html"]) {
    await page.goto(`${name}#?lang=en`);
    for (const width of [360, 768]) {
      await page.setViewportSize({ width, height: 800 });
      const boxes = [".page-header", ".page-name", ".page-nav a:last-child"].map(boxOf);
      seen.add(`${width}: ${(await Promise.all(boxes)).join("; ")}`);
    }
    await page.setViewportSize({ width: 360, height: 800 });
    if (name === "share.html") {
      const lines = await page.locator(".share-form .dk-choice").evaluateAll((all) =>
        all.map((one) => {
          const labels = [...one.querySelectorAll("label")];
          return new Set(labels.map((label) => label.getBoundingClientRect().y)).size;
        }),
      );
      expect(lines).toEqual(lines.map(() => 1));
    }
  }
  expect([...seen]).toHaveLength(2);
  const plot = page.locator("svg.bench-plot").first();
  await expect(plot).toBeVisible();
  const [note, title] = await plot.evaluate((svg) =>
    [...svg.querySelectorAll("text")]
      .filter((text) => /dotted|tokens/.test(text.textContent ?? ""))
      .map((text) => text.getBoundingClientRect().toJSON() as DOMRect)
      .sort((a, b) => b.y - a.y || a.x - b.x),
  );
  if (!note || !title) throw new Error("no note and no title");
  expect(note.right < title.left || note.top >= title.bottom - 4).toBe(true);
});

test("a long sum and a long word stay inside the window of a phone", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await open(page, "playground.html");
  await type(page, "Muvaffakiyetsizleştiricileştiriveremeyebileceklerimizdenmişsiniz");
  await page.getByRole("textbox", { name: "Numbers per token" }).fill("24");
  await expect(matrix(page, "projections", "q").locator("td[data-row]")).toHaveCount(24);
  await cell(matrix(page, "projections", "q"), 0, 0).click();
  await expect(page.locator("#figure-projections .dk-equation")).toBeVisible();
  expect(await overflow(page)).toEqual([]);
});

test("rows are queries, columns are keys (T23)", { tag: "@chromium:content" }, async ({ page }) => {
  const [q, k, v] = [
    [
      [1, 0],
      [0, 2],
    ],
    [
      [1, 1],
      [0, 1],
      [2, 0],
    ],
    [
      [1, 0],
      [0, 1],
      [1, 1],
    ],
  ];
  await open(
    page,
    "playground.html",
    "?v=1&lang=en&Q=1,0;0,2&K=1,1;0,1;2,0&V=1,0;0,1;1,1&tokens=q1,q2&keys=k1,k2,k3",
  );
  const table = matrix(page, "softmax", "weights");
  await expectNumbers(table, [
    [0.28399540974126003, 0.14002924504337802, 0.5759753452153619],
    [0.44580827410760315, 0.44580827410760315, 0.10838345178479356],
  ]);
  await expect(table.locator("tbody tr")).toHaveCount(2);
  await expect(table.locator("tbody th")).toHaveText(["q1", "q2"]);
  await expect(table.getByRole("columnheader", { name: /^k\d$/ })).toHaveText(["k1", "k2", "k3"]);
  await expect(table.getByRole("columnheader", { name: "query" })).toBeVisible();
  await expect(table.getByRole("columnheader", { name: "key" })).toBeVisible();
  const left = async (name: string) =>
    (await table.getByRole("columnheader", { name, exact: true }).boundingBox())?.x ?? 0;
  expect(await left("query")).toBeLessThan(await left("key"));
  for (const row of [0, 1]) {
    const texts = await table
      .locator("tbody tr")
      .nth(row)
      .locator("td[data-row]")
      .allTextContents();
    const sum = texts.reduce((total, text) => total + Number(text), 0);
    expect(Math.abs(sum - 1)).toBeLessThan(0.0021);
    await expect(table.locator("tbody tr").nth(row).locator(".dk-sum")).toHaveText("1");
  }
  await page.getByRole("radio", { name: "on, aligned top left" }).check();
  await expectNumbers(table, attention({ q, k, v, sees: causal }).weights);
  for (const [row, column, hidden] of [
    [0, 0, false],
    [0, 1, true],
    [0, 2, true],
    [1, 0, false],
    [1, 1, false],
    [1, 2, true],
  ] as const) {
    const place = expect(cell(table, row, column), `${row} ${column}`);
    await (hidden ? place.toHaveClass(/dk-masked/) : place.not.toHaveClass(/dk-masked/));
  }
});
