// Every section of the lesson, in every browser: it comes, all of its figures stand, and none of
// them has a fault to tell.

import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import { expectAccessibleInAll } from "./support/axe.ts";
import { open, speak } from "./support/page.ts";
import { expect, type Page, test } from "./support/test.ts";

test.slow();

/** As the page has them: by Vite, which gathers the files of the sections. */
async function contentsOf() {
  const file = fileURLToPath(new URL("../../web/src/lesson/contents.ts", import.meta.url));
  const { module } = await runnerImport<typeof import("../../web/src/lesson/contents.ts")>(file, {
    configFile: false,
    logLevel: "error",
  });
  return module.contents;
}

/** Down a section as a reader goes, until all of it has come. */
async function walk(page: Page, id: string): Promise<void> {
  const section = page.locator(`#${id}`);
  await section.evaluate((element) => element.scrollIntoView());
  await expect(section.locator(".lesson-prose").first()).toBeVisible();
  await section.evaluate((element) => element.lastElementChild?.scrollIntoView({ block: "end" }));
  await expect(section.locator(".lesson-coming")).toHaveCount(0);
}

/** One of the common questions is about NaN; its numbers have a test of their own. */
const speaksOfNaN = new Set(["answers"]);

/** What a figure shows where a number should be, with what stands around it. */
const noNumbers = (page: Page, figure: string) =>
  page.locator(`#figure-${figure}`).evaluate((element, spoken) => {
    const wrong = spoken ? /.{0,40}undefined.{0,20}/gsu : /.{0,40}(?:NaN|undefined).{0,20}/gsu;
    const fields = [...element.querySelectorAll("input")].map(({ value }) => value);
    const heard = [...element.querySelectorAll("[aria-valuetext], [aria-label]")].flatMap((one) =>
      ["aria-valuetext", "aria-label"].map((name) => one.getAttribute(name) ?? ""),
    );
    const texts = [element.textContent ?? "", ...fields, ...heard];
    return texts.flatMap((text) => text.match(wrong) ?? []);
  }, speaksOfNaN.has(figure));

async function expectWhole(page: Page, contents: Awaited<ReturnType<typeof contentsOf>>) {
  for (const { id, figures } of contents) {
    await walk(page, id);
    for (const figure of figures) {
      await page.locator(`#figure-${figure}`).scrollIntoViewIfNeeded();
      await expect(page.locator(`#figure-${figure}`)).toBeVisible();
      expect(await noNumbers(page, figure), figure).toEqual([]);
    }
    await expect(page.locator(`#${id}`).locator(".dk-fault, [role=alert]"), id).toHaveCount(0);
  }
}

test("every section comes, with its figures and without a fault", async ({ page }) => {
  const contents = await contentsOf();
  expect(contents.length).toBeGreaterThan(0);
  await open(page, "index.html");
  for (const language of ["en", "tr"] as const) {
    await speak(page, language);
    await test.step(language, () => expectWhole(page, contents));
  }
});

// A section at rest is judged here; the files of the sections judge those that show more after a
// press, or by a link.
test("WCAG 2.2 AA: the lesson with all of its sections", async ({ page }) => {
  await open(page, "index.html");
  for (const { id, figures } of await contentsOf()) {
    await walk(page, id);
    for (const figure of figures) await expect(page.locator(`#figure-${figure}`)).toBeVisible();
  }
  // What is worked out after its figure stands.
  for (const late of ["#experiment-table tbody td", "#patterns-pairs", "#sinks-ways td"])
    await expect(page.locator(late).first()).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessibleInAll(page);
});
