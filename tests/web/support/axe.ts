import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "./test.ts";

/** WCAG 2.2 AA, as far as a machine can judge it. */
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];

/** No violation; the failure names the rules, the elements and what is wrong with each. */
export async function expectAccessible(page: Page): Promise<void> {
  // Neither frames nor rules that were kept interest here; telling of them takes most of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
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
