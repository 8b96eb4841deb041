// The package in a browser as it is: no bundler, no import map, files from a plain server.

import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { expect, test } from "@playwright/test";

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
};

test("a module script imports index.js and computes", async ({ page }) => {
  await page.route("http://package.test/**", async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === "/") {
      await route.fulfill({ contentType: "text/html", body: "<!doctype html><title>t</title>" });
      return;
    }
    const file = new URL(`../../dist/package${pathname}`, import.meta.url);
    await route.fulfill({
      contentType: types[extname(pathname)] ?? "text/plain",
      body: await readFile(file),
    });
  });
  await page.goto("http://package.test/");
  const output = await page.evaluate(async () => {
    const index = "/index.js";
    const { loadAttention } = (await import(index)) as typeof import("../../web/src/core/index.ts");
    const core = await loadAttention();
    const q = [[1], [1]];
    return Array.from(core.attention({ q, k: q, v: [[2], [4]] }).output.data);
  });
  // Equal scores: each row is the mean of the values.
  expect(output).toEqual([3, 3]);
});
