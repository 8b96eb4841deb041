// A page that is refused memory says so, keeps what it has, and goes on when there is some again.

import { selfAttention } from "./support/attention.ts";
import { kediProjected } from "./support/examples.ts";
import { expectNumbers, matrix, open } from "./support/page.ts";
import { sentence, type } from "./support/playground.ts";
import { expect, type Page, test } from "./support/test.ts";

/** From the flag on, the engine has memory for no array of a thousand numbers. */
async function watchArrays(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.Float64Array = new Proxy(Float64Array, {
      construct(Class, args, made) {
        const length = typeof args[0] === "number" ? args[0] : (args[0]?.length ?? 0);
        if (document.documentElement.matches(".short-of-memory") && length >= 1000)
          throw new RangeError("Array buffer allocation failed");
        return Reflect.construct(Class, args, made);
      },
    });
  });
}

const shortOfMemory = (page: Page, on: boolean) =>
  page.evaluate((on) => document.documentElement.classList.toggle("short-of-memory", on), on);

const words = (count: number) => Array.from({ length: count }, (_, i) => `s${i}`).join(" ");

for (const [language, told] of [
  ["en", "There is not enough memory for a problem of this size. Use fewer tokens"],
  ["tr", "Bu büyüklükte bir problem için bellek yetmiyor. Daha az token"],
] as const) {
  test(`what needs more memory than there is gets a sentence, ${language}`, {
    tag: language === "en" ? [] : "@chromium:variant",
  }, async ({ page }) => {
    await watchArrays(page);
    await open(page, "playground.html", "", language);
    await page.getByRole("radio", { name: /^(A sentence|Bir cümle)$/u }).check();
    await shortOfMemory(page, true);
    // Weights of 40 x 40.
    await sentence(page).fill(words(40));
    await expect(page.getByRole("alert")).toContainText(told);
    // The results that there were stand, and smaller things work.
    await expect(matrix(page, "softmax", "weights").locator("tbody tr")).toHaveCount(3);
    await sentence(page).fill(words(5));
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(matrix(page, "softmax", "weights").locator("tbody tr")).toHaveCount(5);
    // Embeddings of 20 x 64, which cannot even be drawn.
    await sentence(page).fill(words(20));
    await page
      .getByRole("textbox", { name: /^(Numbers per token|Token başına sayı)$/u })
      .fill("64");
    await expect(page.getByRole("alert")).toContainText(told);
    await expect(matrix(page, "softmax", "weights").locator("tbody tr")).toHaveCount(20);
    await shortOfMemory(page, false);
    await sentence(page).fill(words(21));
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
}

test("a link to what cannot be made gets the sentence, and the page stays as it was", {
  tag: "@chromium:content",
}, async ({ page }) => {
  await watchArrays(page);
  await open(page, "playground.html");
  const x = [[2, 1, -1, 1], ...kediProjected.x.slice(1)];
  await matrix(page, "projections", "x").locator("input").first().fill("2");
  await shortOfMemory(page, true);
  await page.evaluate(
    (text) => {
      location.hash = `?v=1&lang=en&text=${text}&textlang=en&width=64&seed=1`;
    },
    words(20).replaceAll(" ", "+"),
  );
  await expect(page.getByRole("alert")).toContainText("There is not enough memory");
  await expectNumbers(
    matrix(page, "output", "output"),
    selfAttention({ ...kediProjected, x }).output,
  );
  await type(page, "kedi oturdu");
  await expect(page.getByRole("alert")).toHaveCount(0);
});
