// A figure that shows its computation cell by cell.

import type { Page } from "./test.ts";

export const play = (page: Page, figure: string) =>
  page.locator(`#figure-${figure} .dk-steps-play`);
export const at = (page: Page, figure: string) => page.locator(`#figure-${figure} .dk-steps-at`);

/** The numbers of each row that travels. */
export const flights = (page: Page, figure: string) =>
  page
    .locator(`#figure-${figure} .dk-flight`)
    .evaluateAll((all) =>
      all.map((one) => [...one.querySelectorAll("span")].map((span) => span.textContent).join(" ")),
    );
