// The words of the field: sorted and told in the page's language, found by a part of them, and
// leading to the section that explains them.

import { expectAccessible } from "./support/axe.ts";
import { expectNoSideways, open } from "./support/page.ts";
import { expect, type Page, test } from "./support/test.ts";

const names = (page: Page) => page.locator(".glossary dfn");
const filter = (page: Page) => page.getByRole("searchbox", { name: /^(Filter|Süz)$/ });

for (const language of ["en", "tr"] as const) {
  test(`the terms are sorted, each with the other language’s name, ${language}`, async ({
    page,
  }) => {
    await open(page, "index.html", "glossary", language);
    await expect(names(page).first()).toBeVisible();
    if (language === "tr") await page.getByRole("button", { name: "Türkçe" }).click();
    await expect(page.locator("#glossary-title")).toHaveText(
      language === "tr" ? "Sözlük" : "Glossary",
    );
    const all = await names(page).allTextContents();
    expect(all.length).toBeGreaterThanOrEqual(40);
    const { compare } = new Intl.Collator(language);
    expect(all).toEqual(all.toSorted(compare));
    const row = page.locator(".glossary dl > div", {
      has: page.locator("dfn", { hasText: language === "tr" ? /^sorgu$/ : /^query$/ }),
    });
    const other = row.locator("dt i");
    await expect(other).toHaveText(language === "tr" ? "query" : "sorgu");
    await expect(other).toHaveAttribute("lang", language === "tr" ? "en" : "tr");
    // ç sorts after c, not at the end.
    if (language === "tr")
      expect(all.indexOf("çıktı")).toBeLessThan(all.findIndex((name) => name.startsWith("d")));
    await expectAccessible(page, "#glossary");
  });
}

test("the filter finds by a part of a name or a sentence, whatever the case and the dots", async ({
  page,
}) => {
  await open(page, "index.html", "?v=1&lang=tr");
  await page.locator(".lesson-contents a[href='#glossary']").click();
  await filter(page).fill("DİKKAT YUTAGI");
  await expect(names(page)).toHaveText(["dikkat yutağı"]);
  await expect(page.locator(".glossary [role=status]")).toContainText("1 tanesi");
  await filter(page).fill("sink");
  await expect(names(page)).toHaveText(["dikkat yutağı"]);
  await filter(page).fill("xyz");
  await expect(names(page)).toHaveCount(0);
  await expect(page.locator(".glossary")).toContainText("geçen terim yok");
  await filter(page).fill("");
  await expect(names(page).nth(40)).toBeAttached();
  // Keys of one letter do nothing while somebody types.
  await filter(page).pressSequentially("k?j");
  await expect(filter(page)).toHaveValue("k?j");
  await expect(filter(page)).toBeFocused();
});

test("every link leads to a section that is there", async ({ page }) => {
  await open(page, "index.html", "glossary");
  await expect(names(page).first()).toBeVisible();
  const missing = await page
    .locator(".glossary a")
    .evaluateAll((links) =>
      links
        .map((link) => link.getAttribute("href")?.slice(1) ?? "")
        .filter((id) => document.querySelector(`section[id="${id}"]`) === null),
    );
  expect(missing).toEqual([]);
  await page.locator(".glossary a[href='#softmax']").first().click();
  await expect(page.locator("#softmax-title")).toBeFocused();
});

test("it does not make the page scroll sideways at any width", async ({ page }) => {
  await open(page, "index.html", "glossary");
  await expect(names(page).first()).toBeVisible();
  await expectNoSideways(page);
});
