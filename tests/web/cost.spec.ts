// The n² bill within the lesson: nothing runs before it is asked for, and it can be stopped.

import { expectNoSideways, open } from "./support/page.ts";
import { expect, type Page, test } from "./support/test.ts";

const figure = (page: Page) => page.locator("#figure-cost");
const button = (page: Page, name: string) => figure(page).getByRole("button", { name });

async function openCost(page: Page, language: "en" | "tr" = "en") {
  await open(page, "index.html", `tiles?v=1&lang=${language}`, language);
  await expect(figure(page)).toBeVisible();
}

/** The numbers of the drawn points of a series. */
const points = (page: Page, name: string) =>
  figure(page).locator(`.bench-series.${name} .bench-point`);

test("it waits for the reader, measures, and stops when told to", async ({ page }) => {
  const workers: string[] = [];
  page.on("worker", (worker) => workers.push(worker.url()));
  await openCost(page);
  await expect(figure(page)).toContainText("Nothing has been measured yet.");
  expect(workers).toEqual([]);
  // The size of the matrix is known without measuring: 64, 128, ... 2048.
  await expect(points(page, "bench-matrix")).toHaveCount(6);
  await button(page, "Measure here").click();
  await expect(points(page, "bench-reference").first()).toBeAttached();
  await expect(points(page, "bench-javascript").first()).toBeAttached();
  expect(workers.length).toBeGreaterThan(0);
  await button(page, "Stop").click();
  await expect(figure(page).getByRole("status")).toContainText("Stopped after");
  await expect(button(page, "Measure again")).toBeVisible();
  // One column per contender of the short run, and no Workers among them.
  await expect(figure(page).locator("#bench-times thead th")).toHaveCount(5);
});

test("in Turkish, and the way to the page that measures keeps the language", async ({ page }) => {
  await openCost(page, "tr");
  await expect(button(page, "Burada ölç")).toBeVisible();
  await figure(page)
    .getByRole("link", { name: /ölçüm sayfasında/ })
    .click();
  await expect(page.locator("html")).toHaveAttribute("lang", "tr");
  await expect(page.locator("#bench-time")).toBeVisible();
});

test("the page does not scroll sideways at any width", async ({ page }) => {
  await openCost(page);
  await expectNoSideways(page);
});
