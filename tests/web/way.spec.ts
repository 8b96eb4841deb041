// Finding one's way: the list of sections with what was read, jumps that end where they should, the
// offer to go on where an earlier visit ended, and the keys.

import { expectAccessible } from "./support/axe.ts";
import { matrix, open, sideways } from "./support/page.ts";
import { expect, type Page, test } from "./support/test.ts";

const wide = { width: 1280, height: 800 };
const phone = { width: 360, height: 740 };

const rail = (page: Page) => page.locator(".way-rail");
const list = (page: Page) => page.getByRole("dialog", { name: /^(Sections|Bölümler)$/ });
const keys = (page: Page) => page.getByRole("dialog", { name: /^(Keys|Tuşlar)$/ });
const ids = (page: Page) =>
  page.locator(".lesson-sections > section").evaluateAll((all) => all.map(({ id }) => id));

/** How far below the bar of tools sections begin, about: figures above may still find their height. */
const BELOW_BAR = 10;
const ABOUT = 40;

async function expectAt(page: Page, id: string) {
  const top = () =>
    page.locator(`#${id}`).evaluate((element) => element.getBoundingClientRect().top);
  const bar = () => page.locator(".page-tools").evaluate((b) => b.getBoundingClientRect().bottom);
  await expect
    .poll(async () => Math.abs((await top()) - (await bar()) - BELOW_BAR))
    .toBeLessThan(ABOUT);
  await expect(page.locator(`#${id}-title`)).toBeFocused();
}

/** The first scroll fetches what helps to find one's way. */
async function wake(page: Page) {
  await expect(page.locator(".dk-figure").first()).toBeVisible();
  await page.mouse.wheel(0, 40);
  await expect(page.locator("#lesson-list")).toBeAttached();
}

test.describe("on a wide screen", () => {
  test.use({ viewport: wide });

  test("the list beside the text tells where the reader is, and ticks what he has read", async ({
    page,
  }) => {
    await open(page, "index.html", "scores");
    await expectAt(page, "scores");
    const now = rail(page).locator("[aria-current=location]");
    await expect(now).toHaveCount(1);
    await expect(now).toHaveAttribute("href", "#scores");
    await expect(now).toContainText("read");
    await expect(rail(page).locator(".way-tick")).toHaveCount(1);
    await rail(page).locator("a[href='#softmax']").click();
    await expectAt(page, "softmax");
    await expect(now).toHaveAttribute("href", "#softmax");
    await expect(rail(page).locator(".way-tick")).toHaveCount(2);
    // It stays in view beside the text, and does not lie over it.
    await expect(now).toBeInViewport();
    const box = await rail(page).boundingBox();
    const figure = await page.locator("#figure-softmax").boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(figure?.x ?? 0);
    await page.reload();
    await expect(rail(page).locator(".way-tick")).toHaveCount(2);
  });

  test("its numbers are those of the list at the top, in both languages", {
    tag: "@chromium:content",
  }, async ({ page }) => {
    await open(page, "index.html", "", "tr");
    await wake(page);
    const titles = (selector: string) =>
      page.locator(selector).evaluateAll((all) => all.map((a) => a.textContent?.trim()));
    const atTop = await titles(".lesson-contents a");
    const beside = await titles(".way-rail li a");
    expect(beside).toEqual(atTop.map((title, i) => `${i + 1}${title}`));
    await page.getByRole("button", { name: "English" }).click();
    await expect(rail(page).getByRole("link", { name: "Glossary" })).toBeVisible();
  });

  test("it is one stop of the Tab key, and the arrows walk it", {
    tag: "@chromium:handling",
  }, async ({ page }) => {
    await open(page, "index.html", "softmax");
    const links = rail(page).locator("li a");
    await expect(rail(page).locator("li a:not([tabindex='-1'])")).toHaveAttribute(
      "href",
      "#softmax",
    );
    await rail(page).locator("a[href='#softmax']").focus();
    await page.keyboard.press("ArrowDown");
    await expect(rail(page).locator("a[href='#output']")).toBeFocused();
    await page.keyboard.press("End");
    await expect(links.last()).toBeFocused();
    await page.keyboard.press("Home");
    await expect(links.first()).toBeFocused();
    await page.keyboard.press("Enter");
    await expectAt(page, (await ids(page))[0] ?? "");
  });

  test("j and k go to the next and the previous section, but not out of a field", async ({
    page,
  }) => {
    await open(page, "index.html", "scores");
    await expectAt(page, "scores");
    await expect(page.locator("#lesson-keys")).toBeAttached();
    await page.keyboard.press("j");
    await expectAt(page, "scale");
    await page.keyboard.press("k");
    await expectAt(page, "scores");
    const field = page.locator("#question-scores input");
    await field.focus();
    await page.keyboard.type("j?k");
    await expect(field).toHaveValue("j?k");
    await expect(field).toBeFocused();
    await expect(keys(page)).toBeHidden();
  });

  test("? opens the list of keys, which can be switched off", {
    tag: "@chromium:handling",
  }, async ({ page }) => {
    await open(page, "index.html");
    // The first key that is pressed works, though nothing was there to hear it.
    await page.keyboard.press("?");
    await expect(keys(page)).toBeVisible();
    await expect(keys(page)).toContainText("open the sum of the cell");
    await expectAccessible(page, "#lesson-keys");
    await page.keyboard.press("Escape");
    await expect(keys(page)).toBeHidden();
    await rail(page).getByRole("button", { name: "Keys" }).click();
    await keys(page)
      .getByRole("switch", { name: /single character/ })
      .uncheck();
    await keys(page).getByRole("button", { name: "Close" }).click();
    await page.keyboard.press("?");
    await page.keyboard.press("j");
    await expect(keys(page)).toBeHidden();
    await page.reload();
    await wake(page);
    await page.keyboard.press("?");
    await expect(keys(page)).toBeHidden();
  });
});

for (const inField of [false, true])
  test(`a key that comes while what answers it is fetched ${inField ? "stays in its field" : "is answered then"}`, {
    tag: inField ? "@chromium:variant" : [],
  }, async ({ page }) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/way-[^/]*\.js/u, async (route) => {
      await released;
      await route.continue();
    });
    const asked = page.waitForRequest(/\/way-[^/]*\.js/u);
    await open(page, "index.html", "scores");
    await asked;
    if (inField) await page.locator("#question-scores input").focus();
    await page.keyboard.press("?");
    release();
    await expect(page.locator("#lesson-keys")).toBeAttached();
    await expect(keys(page)).toBeVisible({ visible: !inField });
  });

test.describe("on a small screen", () => {
  test.use({ viewport: phone, hasTouch: true });

  for (const [language, button] of [
    ["en", "Sections"],
    ["tr", "Bölümler"],
  ] as const) {
    test(`the list opens from the bar, ${language}: Escape closes it, a link leads on`, {
      tag: language === "en" ? [] : "@chromium:variant",
    }, async ({ page }) => {
      await open(page, "index.html", "", language);
      await expect(rail(page)).toBeHidden();
      const opener = page.getByRole("button", { name: button, exact: true });
      await opener.click();
      await expect(list(page)).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(list(page)).toBeHidden();
      await expect(opener).toBeFocused();
      await opener.press("Enter");
      await expectAccessible(page, "#lesson-list");
      expect(await sideways(page)).toBe(0);
      await list(page).locator("a[href='#mask']").click();
      await expect(list(page)).toBeHidden();
      await expectAt(page, "mask");
      // Also to where the address leads already.
      await page.mouse.wheel(0, 900);
      await opener.click();
      await expect(list(page).locator("[aria-current]")).toBeVisible();
      await list(page).locator("a[href='#mask']").click();
      await expectAt(page, "mask");
    });
  }

  test("a press beside the list closes it", async ({ page }) => {
    await open(page, "index.html");
    await page.getByRole("button", { name: "Sections", exact: true }).click();
    await expect(list(page)).toBeVisible();
    await page.mouse.click(5, 5);
    await expect(list(page)).toBeHidden();
  });
});

test("a jump to the last section ends at it, whatever had to come first", async ({ page }) => {
  await open(page, "index.html");
  await matrix(page, "projections", "wk").locator("input").first().fill("2.5");
  await expect.poll(() => page.url()).toContain("WK=2.5");
  const last = (await ids(page)).at(-1) ?? "";
  await page.locator(`.lesson-contents a[href='#${last}']`).click();
  await expectAt(page, last);
  await expect(page.locator(".lesson-coming")).toHaveCount(0);
  await expect.poll(() => page.url()).toContain("WK=2.5");
  await expect(matrix(page, "projections", "wk").locator("input").first()).toHaveValue("2.5");
});

test.describe("on a return", () => {
  async function visited(page: Page, last: string) {
    await page.goto("tests.html");
    await page.evaluate((id) => localStorage.setItem("dikkat.last", id), last);
  }
  const offer = (page: Page) => page.locator(".way-offer");

  test("the section read last is offered; the page goes there when asked", async ({ page }) => {
    await visited(page, "softmax");
    await open(page, "index.html");
    await expect(offer(page)).toContainText("Softmax: from scores to shares");
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await expectAccessible(page, ".way-offer");
    await offer(page).getByRole("link", { name: "Continue" }).click();
    await expectAt(page, "softmax");
    await expect(offer(page)).toHaveCount(0);
  });

  test("the offer can be dismissed, by keyboard", { tag: "@chromium:handling" }, async ({
    page,
  }) => {
    await visited(page, "mask");
    await open(page, "index.html", "", "tr");
    await expect(offer(page)).toContainText("Kaldığınız yer: 10. Maske");
    await offer(page).getByRole("button", { name: "Kapat" }).press("Enter");
    await expect(offer(page)).toHaveCount(0);
    await expect(page.locator("main")).toBeFocused();
  });

  test("nothing is offered to those who follow a link, or who never left the start", {
    tag: "@chromium:content",
  }, async ({ page }) => {
    await visited(page, "softmax");
    await open(page, "index.html", "mask");
    await expect(rail(page)).toBeAttached();
    await expect(offer(page)).toHaveCount(0);
    for (const nowhere of ["question", "nosuchsection"]) {
      await visited(page, nowhere);
      await open(page, "index.html");
      await wake(page);
      await expect(offer(page)).toHaveCount(0);
    }
  });

  test("the visit itself remembers where it is", { tag: "@chromium:state" }, async ({ page }) => {
    await open(page, "index.html", "output");
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("dikkat.last")))
      .toBe("output");
  });
});

test("without storage the list works for this visit", { tag: "@chromium:failure" }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("denied", "SecurityError");
      },
    });
  });
  await page.setViewportSize(wide);
  await open(page, "index.html", "softmax");
  await expect(rail(page).locator(".way-tick")).toHaveCount(1);
});

test.describe("when it cannot be fetched", () => {
  test.use({ expectedComplaints: [/Failed to fetch|ERR_FAILED|Failed to load/i] });
  test("the list at the top is still there, and the page works", {
    tag: "@chromium:failure",
  }, async ({ page }) => {
    await page.route(/\/way-.*\.js/u, (route) => route.abort());
    await page.setViewportSize(phone);
    await open(page, "index.html");
    await page.getByRole("button", { name: "Sections", exact: true }).click();
    await expect(page.locator(".lesson-contents")).toBeInViewport({ ratio: 0.3 });
    await page.locator(".lesson-contents a[href='#softmax']").click();
    await expectAt(page, "softmax");
  });
});
