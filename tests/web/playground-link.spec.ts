// The link of the playground carries the reader's matrices, options, step and language.

import { attention, causal, selfAttention } from "./support/attention.ts";
import { ben, kedi } from "./support/examples.ts";
import { cell, equationOf, expectNumbers, inspector, matrix, open, read } from "./support/page.ts";
import { clipboardText, fillPaste, paste, pasteForm, type } from "./support/playground.ts";
import { expect, type Page, test } from "./support/test.ts";

const q = [
  [2, 0],
  [0, 0.25],
  [1, -1],
];

/** "ben gel dim" with another Q, a causal mask, a temperature and a step. */
async function prepare(page: Page) {
  await open(page, "playground.html", "", "tr");
  await page.getByRole("button", { name: "ben gel dim" }).click();
  await paste(page, "Q", "2;0\n0;0,25\n1;-1");
  await page.getByRole("radio", { name: "açık, sol üste hizalı" }).check();
  await page.getByRole("slider", { name: "sıcaklık" }).first().focus();
  for (let i = 0; i < 8; i++) await page.keyboard.press("ArrowRight");
  await page
    .getByRole("navigation", { name: "Adımlar" })
    .getByRole("link", { name: "Çıktı" })
    .click();
  await cell(matrix(page, "output", "output"), 2, 1).click();
}

async function expectPrepared(page: Page) {
  const { weights, output } = attention({ ...ben, q, temperature: 2, sees: causal });
  await expect(page.locator("html")).toHaveAttribute("lang", "tr");
  await expectNumbers(matrix(page, "softmax", "weights"), weights, "tr");
  await expectNumbers(matrix(page, "output", "output"), output, "tr");
  await expect(matrix(page, "output", "output").locator("tbody th")).toHaveText(ben.tokens);
  await expect(page.getByRole("radio", { name: "açık, sol üste hizalı" })).toBeChecked();
  await expect(page.getByRole("radio", { name: "Q, K, V" })).toBeChecked();
  await expect.poll(() => equationOf(inspector(page, "output"))).toContain("O[dim,2]=");
}

test("the address reproduces matrices, options, step, cell and language", {
  tag: "@chromium:state",
}, async ({ page, context }) => {
  await prepare(page);
  await expectPrepared(page);
  await expect.poll(() => page.url()).toContain("cell=output.2.1");
  await expect.poll(() => page.url()).toContain("step=output");
  const other = await context.newPage();
  await other.goto(page.url());
  await expectPrepared(other);
  await expect(other.locator("#step-output")).toBeInViewport();
  await expect(
    other.getByRole("navigation", { name: "Adımlar" }).getByRole("link", { name: "Çıktı" }),
  ).toHaveAttribute("aria-current", "step");
});

test("the copied link is the address of what is on the page", async ({
  page,
  context,
  browserName,
}) => {
  if (browserName === "chromium") {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  }
  await prepare(page);
  await page.getByRole("button", { name: "Bağlantıyı kopyala" }).click();
  await expect(page.getByText("Kopyalandı.")).toBeVisible();
  await fillPaste(page, "Q", "");
  const link = await clipboardText(pasteForm(page).getByRole("textbox"));
  const other = await context.newPage();
  await other.goto(link);
  await expectPrepared(other);
});

test("where copying is refused, a sentence points to the address", {
  tag: "@chromium:failure",
}, async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = () => Promise.reject(new DOMException("no", "NotAllowedError"));
    Object.defineProperty(navigator, "clipboard", { value: { writeText: refuse } });
  });
  await open(page, "playground.html");
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("The browser did not allow copying.")).toBeVisible();
});

test("a sentence travels as its text and seed, and gives the same numbers", {
  tag: "@chromium:state",
}, async ({ page, context }) => {
  await open(page, "playground.html");
  await type(page, "İpek, ŞIK & güzel; %50 “ağaç”");
  await page.getByRole("textbox", { name: "Seed", exact: true }).fill("12");
  const output = matrix(page, "output", "output").locator("td .dk-value-text");
  await expect.poll(() => page.url()).toContain("seed=12");
  expect(page.url()).not.toContain("WQ=");
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(matrix(other, "output", "output").locator("tbody th")).toHaveText([
    "ipek",
    ",",
    "şık",
    "&",
    "güzel",
    ";",
    "%",
    "50",
    "“",
    "ağaç",
    "”",
  ]);
  await expect(matrix(other, "output", "output").locator("td .dk-value-text")).toHaveText(
    await output.allTextContents(),
  );
});

test("the header leads to the lesson with the same numbers and language", {
  tag: "@chromium:state",
}, async ({ page }) => {
  await open(page, "playground.html", "", "tr");
  await matrix(page, "projections", "x").locator("input").first().fill("0");
  const link = page
    .getByRole("navigation", { name: "Sayfalar" })
    .getByRole("link", { name: "Ders" });
  await link.click();
  await expect(page).toHaveURL(/index\.html/);
  await expect(page.locator("html")).toHaveAttribute("lang", "tr");
  await read(page);
  await expect(matrix(page, "projections", "x").locator("input").first()).toHaveValue("0");
});

test.describe("where storage is blocked (E12)", () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("The operation is insecure.", "SecurityError");
        },
      });
    });
  });

  for (const name of ["index.html", "playground.html"] as const) {
    test(`${name} works, its choices last for the visit`, { tag: "@chromium:failure" }, async ({
      page,
    }) => {
      await open(page, name, "?v=1&lang=en");
      expect(await page.evaluate("try { localStorage; 'open' } catch { 'blocked' }")).toBe(
        "blocked",
      );
      await page.getByRole("combobox", { name: "Theme" }).selectOption("dark");
      await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
      await page.getByRole("button", { name: "Türkçe" }).click();
      await expect(page.locator("html")).toHaveAttribute("lang", "tr");
      await expectNumbers(matrix(page, "output", "output"), attention(kedi).output, "tr");
    });
  }
});

test("keys that the page does not know are told, and change nothing", {
  tag: "@chromium:content",
}, async ({ page }) => {
  await open(page, "playground.html", "?v=1&lang=en&window=1&windw=2");
  await expect(page.getByText(/^The link also holds “windw”/)).toBeVisible();
  await open(page, "playground.html", "?v=1&lang=en&window=1");
  await expect(page.getByText(/^The link also holds/)).toHaveCount(0);
});

test("a sentence that is looked at by its matrices is opened so", {
  tag: "@chromium:state",
}, async ({ page }) => {
  await open(page, "playground.html", "?v=1&lang=en&text=a+b&textlang=en&width=2&seed=1");
  await page.getByRole("radio", { name: "X and weights" }).check();
  await expect(page).toHaveURL(/text=.*fig=playground\.tab/);
  await page.reload();
  await expect(page.getByRole("radio", { name: "X and weights" })).toBeChecked();
});

test("of large matrices the first are on the screen before the last are drawn", async ({
  page,
}) => {
  const side = (a: number, b: number) =>
    Array.from({ length: 16 }, (_, i) =>
      Array.from({ length: 16 }, (_, j) => (((i * a + j * b) % 19) - 9) / 8),
    );
  const [x, wq, wk, wv] = [side(7, 3), side(5, 4), side(3, 11), side(8, 5)] as const;
  const text = Object.entries({ X: x, WQ: wq, WK: wk, WV: wv })
    .map(([name, rows]) => `${name}=${rows.map((row) => row.join(",")).join(";")}`)
    .join("&");
  const { output } = selfAttention({ x, wq, wk, wv });

  await page.addInitScript(() => {
    const look = () => {
      const first = document.querySelectorAll("#projections-x input").length;
      if (first === 0) requestAnimationFrame(look);
      else Object.assign(window, { firstSeen: [first, document.querySelector("#output-output")] });
    };
    look();
  });
  await open(page, "playground.html", `?v=1&lang=en&${text}`);
  await expectNumbers(matrix(page, "output", "output"), output);
  expect(await page.evaluate(() => Reflect.get(window, "firstSeen"))).toEqual([256, null]);

  // Whoever is led to a step is there at once, whatever stands above it, and sees in the list which it is.
  await page.goto("about:blank");
  await page.setViewportSize({ width: 360, height: 720 });
  await open(page, "playground.html", `?v=1&lang=en&${text}&step=output`);
  await expect(page.locator("#step-output")).toBeInViewport();
  const list = page.getByRole("navigation", { name: "Steps" });
  const last = list.getByRole("link", { name: "Output" });
  await expect(last).toHaveAttribute("aria-current", "step");
  await expect(last).toBeInViewport({ ratio: 0.95 });
  // The way back as well, by the list.
  await list.getByRole("link", { name: "Q, K, V" }).click();
  await expect(page.locator("#step-projections")).toBeInViewport();
  await expect(last).not.toBeInViewport({ ratio: 0.95 });
});

test("a step is gone to where pictures stand above it, and stays the one in the address", async ({
  page,
}) => {
  const rows = (columns: number) =>
    Array.from({ length: 64 }, (_, i) =>
      Array.from({ length: columns }, (_, j) => ((i * 7 + j * 3) % 19) / 8 - 1).join(","),
    ).join(";");
  const text = `?v=1&lang=en&Q=${rows(16)}&K=${rows(16)}&V=${rows(8)}&step=scaled`;
  await open(page, "playground.html", text);
  const top = () =>
    page.locator("#step-scaled").evaluate((one) => Math.round(one.getBoundingClientRect().top));
  const below = await page
    .locator(".play-bar")
    .evaluate((one) => Math.round(one.getBoundingClientRect().bottom));
  await expect(page.locator("#step-scores canvas").first()).toBeVisible();
  await expect.poll(async () => Math.abs((await top()) - below)).toBeLessThan(8);
  // A wheel that turns the page by a little leaves the step the one that it is.
  await page.mouse.move(300, 300);
  await page.mouse.wheel(0, 40);
  await expect.poll(top).toBeLessThan(below);
  await expect(
    page.getByRole("navigation", { name: "Steps" }).getByRole("link", { name: "Scaled" }),
  ).toHaveAttribute("aria-current", "step");
});
