// What a page must keep to on a phone: its width, the size of what a finger meets, and of what is
// typed into.

import { sideways } from "./page.ts";
import { expect, type Page } from "./test.ts";

/** Controls that are in view somewhere on the page and are too small. */
const tooSmall = (page: Page) =>
  page
    .locator("button, input, select, textarea, summary, a, [role=switch], td[data-row]")
    .evaluateAll((all) =>
      all.flatMap((element) => {
        if (!element.checkVisibility({ visibilityProperty: true })) return [];
        // A control is touched through the label around it, a field through its cell.
        const target = element.closest("label") ?? element.closest("td") ?? element;
        const { width, height } = target.getBoundingClientRect();
        const unseen = width <= 1 || height <= 1 || element.matches(".dk-skip");
        // Links in a line of text are as high as the line; axe judges those of a formula.
        const inText = element.matches("p a, li a, .dk-formula a");
        const tiny = !unseen && !inText && (width < 24 || height < 24);
        // iOS zooms into what is smaller, and leaves the page scrolled sideways.
        const letters = Number.parseFloat(getComputedStyle(element).fontSize);
        const zooms = element.matches("input, select, textarea") && letters < 16;
        if (!tiny && !zooms) return [];
        return [`${element.outerHTML.slice(0, 90)} ${width}x${height}, ${letters} px`];
      }),
    );

export async function expectPhoneSized(page: Page): Promise<void> {
  expect(await sideways(page)).toBe(0);
  expect(await tooSmall(page)).toEqual([]);
}

/** Zooming is the reader's. */
export async function expectZoomable(page: Page): Promise<void> {
  const viewport = page.locator("meta[name=viewport]");
  await expect(viewport).toHaveAttribute("content", /width=device-width/);
  await expect(viewport).not.toHaveAttribute("content", /maximum-scale|user-scalable/);
}
