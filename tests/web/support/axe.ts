import AxeBuilder from "@axe-core/playwright";
import { type Look, wear } from "./page.ts";
import { expect, type Page } from "./test.ts";

/** WCAG 2.2 AA, as far as a machine can judge it. */
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];

/** Two ways to see a page in which every theme and every language comes up. */
export const looks: readonly Look[] = [
  { theme: "light", language: "en" },
  { theme: "dark", language: "tr" },
];

/**
 * In Chromium: what axe reads is the same in every browser, and it takes long.
 * No violation on the page, or within the elements that are named by their selectors; the failure
 * names the rules, the elements and what is wrong with each.
 */
export async function expectAccessible(page: Page, ...within: string[]): Promise<void> {
  if (page.context().browser()?.browserType().name() !== "chromium") return;
  // Neither frames nor rules that were kept interest here; telling of them takes most of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  for (const selector of within) {
    await expect(page.locator(selector)).toBeVisible();
    axe.include(selector);
  }
  const { violations } = await axe
    .options({ resultTypes: ["violations"], preload: false })
    .withTags(tags)
    .analyze();
  const told = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = "" }) => {
      const [, ...reasons] = failureSummary.split("\n").map((line) => line.trim());
      return `${id}: ${target.join(" ")}: ${reasons.join(" ")}`;
    }),
  );
  expect(told).toEqual([]);
}

/** The same of sections of the open page in each look, switched by the page's own controls. */
export async function expectAccessibleInAll(page: Page, ...within: string[]): Promise<void> {
  for (const look of looks) {
    await wear(page, look);
    await expectAccessible(page, ...within);
  }
}
