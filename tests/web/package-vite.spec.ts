// The package in an application that Vite has built, under a strict policy.

import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { build } from "vite";
import type { loadAttention } from "../../web/src/core/index.ts";
import type { loadAttentionWorker } from "../../web/src/core/remote/index.ts";
import { type Installed, installed } from "./support/installed.ts";

const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; style-src 'self'";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
};

const program = `
import { loadAttention } from "dikkat";
import { loadAttentionWorker } from "dikkat/worker";
window.app = { loadAttention, loadAttentionWorker };
import("dikkat/element");
`;

interface App {
  loadAttention: typeof loadAttention;
  loadAttentionWorker: typeof loadAttentionWorker;
}
declare global {
  interface Window {
    app: App;
  }
}

let at: Installed;

test.beforeAll(async () => {
  at = installed();
  const page = '<!doctype html><title>t</title><script type="module" src="/main.js"></script>';
  writeFileSync(join(at.folder, "index.html"), page);
  writeFileSync(join(at.folder, "main.js"), program);
  await build({ root: at.folder, configFile: false, logLevel: "warn" });
});
test.afterAll(() => rmSync(at.folder, { recursive: true, force: true }));

/** Serves what was built. `worker-src`: what the policy says of Workers. */
async function open(page: Page, workerSource = "'self'"): Promise<string[]> {
  const failures: string[] = [];
  page.on("pageerror", (error) => failures.push(error.message));
  await page.route("http://app.test/**", async (route) => {
    const { pathname } = new URL(route.request().url());
    const file = join(at.folder, "dist", pathname === "/" ? "index.html" : pathname);
    const headers = {
      "content-security-policy": policy.replace("worker-src 'self'", `worker-src ${workerSource}`),
    };
    const contentType = types[extname(file)] ?? "application/octet-stream";
    await route.fulfill({ body: readFileSync(file), contentType, headers });
  });
  await page.goto("http://app.test/");
  await page.waitForFunction(() => window.app !== undefined);
  return failures;
}

/** Equal scores: each row is the mean of the values. */
const mean = [3, 3];

/** What one Worker and, for the tiled path, Workers of that Worker give. */
const remote = (page: Page) =>
  page.evaluate(async () => {
    const core = await window.app.loadAttentionWorker({ threads: 2 });
    const q = [[1], [1]];
    const small = await core.attention({ q, k: q, v: [[2], [4]] });
    const tensor = (value: number) => ({
      shape: [1100, 61],
      data: new Float32Array(1100 * 61).fill(value),
    });
    const tiled = await core.attention({
      ...{ q: tensor(1), k: tensor(1), v: tensor(5), path: "tiled" },
    });
    core.close();
    const all = new Set(Array.from(tiled.output.data, Math.fround));
    return { thread: core.thread, small: Array.from(small.output.data), tiled: [...all] };
  });

test("the core computes on the page and in a Worker, and each file is there once", async ({
  page,
}) => {
  const failures = await open(page);
  const output = await page.evaluate(async () => {
    const core = await window.app.loadAttention();
    const q = [[1], [1]];
    return Array.from(core.attention({ q, k: q, v: [[2], [4]] }).output.data);
  });
  expect(output).toEqual(mean);
  expect(await remote(page)).toEqual({ thread: "worker", small: mean, tiled: [5] });
  expect(failures).toEqual([]);

  const assets = readdirSync(join(at.folder, "dist/assets"));
  for (const name of [/^simd-.*\.wasm$/, /^scalar-.*\.delta$/])
    expect(assets.filter((file) => name.test(file))).toHaveLength(1);
});

test("where the policy forbids Workers it computes on the page, and says so", async ({ page }) => {
  await open(page, "'none'");
  expect(await remote(page)).toMatchObject({ thread: "calling", small: mean, tiled: [5] });
});
