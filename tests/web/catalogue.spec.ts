// What the pages say is in the language that they say it is in: all sections, all labels.

import { type Language, otherThan, strays } from "./support/languages.ts";
import { open } from "./support/page.ts";
import { expect, type Page, test } from "./support/test.ts";

/** Every text and every label outside of code and of what is marked as the other language. */
function said(page: Page, language: Language): Promise<string[]> {
  return page.evaluate((other) => {
    const apart = `[lang="${other}"], code, pre, kbd, script, style, noscript, cite, .dk-word`;
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest(apart)) texts.push(node.textContent ?? "");
    for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]"))
      if (!element.closest(apart))
        for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext"])
          texts.push(element.getAttribute(name) ?? "");
    const description = document.querySelector<HTMLMetaElement>("meta[name=description]");
    return [...texts, document.title, description?.content ?? ""].filter((text) => text.trim());
  }, otherThan[language]);
}

async function expectOneLanguage(page: Page, language: Language, least: number) {
  await expect(page.locator("html")).toHaveAttribute("lang", language);
  const texts = await said(page, language);
  expect(texts.length).toBeGreaterThan(least);
  const wrong = texts.flatMap((text) =>
    strays(text, language).map((word) => `${word}: ${text.trim()}`),
  );
  expect(wrong).toEqual([]);
}

for (const language of ["tr", "en"] as const) {
  test(`the lesson with all its sections, its list of keys and its glossary, ${language}`, async ({
    page,
  }) => {
    await open(page, "index.html", "glossary", language);
    await page.getByRole("button", { name: language === "tr" ? "Türkçe" : "English" }).click();
    await expect(page.locator(".glossary dl")).toBeVisible();
    await expect(page.locator("#lesson-keys")).toBeAttached();
    await expect(page.locator(".lesson-coming")).toHaveCount(0);
    await expectOneLanguage(page, language, 1000);
    // What a mask, an open cell and other settings say.
    await page.locator("#output-output td[data-row='0'][data-column='0']").click();
    await page.getByRole("switch").nth(0).uncheck();
    await page.getByRole("switch").nth(1).check();
    await expectOneLanguage(page, language, 1000);
  });

  test(`the teacher’s view, ${language}`, async ({ page }) => {
    await page.goto(`index.html#softmax?view=teach&lang=${language}`);
    await expect(page.locator(".teach-bar")).toBeVisible();
    await expectOneLanguage(page, language, 300);
  });

  for (const name of ["playground.html", "bench.html", "tests.html"]) {
    test(`${name}, ${language}`, async ({ page }) => {
      await page.goto(`${name}#?lang=${language}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectOneLanguage(page, language, 20);
    });
  }
}
