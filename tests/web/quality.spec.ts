// WCAG 2.2 AA on both pages, in both languages and themes, at rest and in the midst of things.

import { expectAccessible, expectAccessibleInAll } from "./support/axe.ts";
import { cell, matrix, open, type PageName } from "./support/page.ts";
import { fillPaste, paste, type } from "./support/playground.ts";
import { expect, type Page, test } from "./support/test.ts";

const pages: readonly PageName[] = ["index.html", "playground.html"];
const themes = ["light", "dark"] as const;

test.slow();

/** In both themes, switched by the page's own control. */
async function expectAccessibleInBoth(page: Page) {
  for (const theme of themes) {
    await page.getByRole("combobox", { name: /^(Theme|Görünüm)$/ }).selectOption(theme);
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
    // What the bar covers while the page is scrolled is no target.
    await page.evaluate(() => window.scrollTo(0, 0));
    await test.step(theme, () => expectAccessible(page));
  }
}

test.describe("WCAG 2.2 AA", () => {
  for (const name of pages) {
    test(`${name} at rest, and with an open cell and a fault`, async ({ page }) => {
      await open(page, name);
      // At rest the lesson is seen in sections.spec.ts, with all of its sections.
      if (name !== "index.html") await expectAccessibleInAll(page);
      await cell(matrix(page, "output", "output"), 0, 0).click();
      await expect(page.locator("#figure-output .dk-equation")).toBeVisible();
      await matrix(page, "projections", "wk").locator("input").first().fill("x");
      await expect(page.getByRole("alert")).toBeVisible();
      await page.getByRole("switch").nth(1).check();
      await expectAccessibleInAll(page);
    });
  }

  test.describe("on a phone", () => {
    test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });
    for (const name of pages) {
      test(`${name} with its sheet open`, async ({ page }) => {
        await open(page, name, "", "tr");
        await cell(matrix(page, "output", "output"), 0, 0).click();
        await expect(page.locator("#figure-output .dk-equation")).toBeVisible();
        await expectAccessible(page);
      });
    }
  });

  test("the playground's forms with faults in them", async ({ page }) => {
    await open(page, "playground.html", "?v=1&lang=tr&Q=1,0;0,1&K=1,0;0,1&V=1;2");
    await page.getByText("Başka maskeler").click();
    await page.getByRole("switch", { name: "Çiftleri seç" }).check();
    await page.getByRole("textbox", { name: /^Pencere/ }).fill("0");
    await paste(page, "Q", "1 2 3");
    await fillPaste(page, "K", "1 2 3\n4");
    await expect(page.locator("form.play-paste").getByRole("alert")).toBeVisible();
    await expectAccessibleInBoth(page);
  });

  test("a picture of 64 tokens and a seeded sentence", async ({ page }) => {
    await open(page, "playground.html");
    await type(page, Array.from({ length: 40 }, (_, i) => `w${i}`).join(" "));
    await expect(page.locator("#figure-softmax canvas").first()).toBeVisible();
    await expectAccessibleInBoth(page);
  });

  test("a damaged link", async ({ page }) => {
    await open(page, "index.html", "?v=99&lang=en");
    await expect(page.locator(".dk-notice")).toBeVisible();
    await expectAccessibleInBoth(page);
  });

  test.describe("without a core", () => {
    test.use({ expectedComplaints: [/404/] });
    test("the page that says so", async ({ page }) => {
      await page.route("**/*.wasm", (route) => route.fulfill({ status: 404, body: "" }));
      await page.goto("index.html#?lang=tr");
      await expect(page.getByRole("alert")).toBeVisible();
      await expectAccessible(page);
    });
  });
});
