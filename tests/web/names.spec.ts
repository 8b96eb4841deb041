// What those hear who do not see: names made for readers, not for programs.

import { open, speak } from "./support/page.ts";
import { expect, type Page, test } from "./support/test.ts";

/** Everything of the page that has a name or a description of its own, by what is said. */
const said = (page: Page) =>
  page.evaluate(() => {
    const ids = new Set([...document.querySelectorAll("[id]")].map(({ id }) => id));
    const names = [...document.querySelectorAll("[aria-label]")].map(
      (element) => element.getAttribute("aria-label") ?? "",
    );
    const references = [...document.querySelectorAll("[aria-labelledby], [aria-describedby]")]
      .flatMap((element) => [
        ...(element.getAttribute("aria-labelledby") ?? "").split(/\s+/u),
        ...(element.getAttribute("aria-describedby") ?? "").split(/\s+/u),
      ])
      .filter((id) => id !== "" && !ids.has(id));
    // Words that an identifier is made of, with or without what joins them.
    const programs = names.filter((name) =>
      name.split(/[\s,.:;()]+/u).some((word) => {
        const joined = /[-_]/u.test(word) && ids.has(word);
        return joined || /^[a-z]{2,}(?:_[a-z]+)+$|^[a-z]+[A-Z][a-z]/u.test(word);
      }),
    );
    const frames = [...document.querySelectorAll(".dk-scroll[tabindex]")].map(
      (frame) => frame.getAttribute("aria-label") ?? "",
    );
    return { programs, references, empty: names.filter((name) => !name.trim()), frames };
  });

for (const [language, scrolls] of [
  ["en", /sideways/u],
  ["tr", /yana/u],
] as const) {
  test(`no accessible name is an identifier, ${language}`, async ({ page }) => {
    test.slow();
    // Narrow: there every wide table scrolls in its frame, and the frame has a name.
    await page.setViewportSize({ width: 320, height: 800 });
    await open(page, "index.html", "glossary", "en");
    await expect(page.locator("#glossary-title")).toBeFocused();
    await expect(page.locator(".lesson-coming")).toHaveCount(0);
    await speak(page, language);
    await expect.poll(async () => (await said(page)).frames.length).toBeGreaterThan(20);
    const { programs, references, empty, frames } = await said(page);
    expect(programs).toEqual([]);
    expect(references).toEqual([]);
    expect(empty).toEqual([]);
    for (const name of frames) expect(name).toMatch(scrolls);
  });
}
