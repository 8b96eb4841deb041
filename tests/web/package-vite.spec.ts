// The package in an application that Vite has built, under a strict policy.

import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { build } from "vite";
import type {} from "../../web/src/core/element.ts";
import type { loadAttention } from "../../web/src/core/index.ts";
import type { loadAttentionWorker } from "../../web/src/core/remote/index.ts";
import { type Installed, installed } from "./support/installed.ts";

/** `workers`: what it says of them. */
const policy = (workers: string) =>
  `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src ${workers}; connect-src 'self'; style-src 'self'; img-src 'self'`;

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
let server: Server;

/**
 * A server, since what a Worker of a Worker asks for is not routed by tests. Below /none/ the policy
 * allows no Workers.
 */
function serve(folder: string): Server {
  return createServer(({ url = "/" }, response) => {
    const [, under, path] = /^(\/none)?(\/[^?]*)/.exec(url) ?? [];
    const name = path === "/" ? "/index.html" : path;
    response.setHeader("content-type", types[extname(name ?? "")] ?? "application/octet-stream");
    response.setHeader("content-security-policy", policy(under ? "'none'" : "'self'"));
    try {
      response.end(readFileSync(join(folder, `${name}`)));
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, "127.0.0.1");
}

test.beforeAll(async () => {
  at = installed();
  const page = '<!doctype html><title>t</title><script type="module" src="./main.js"></script>';
  writeFileSync(join(at.folder, "index.html"), page);
  writeFileSync(join(at.folder, "main.js"), program);
  await build({ root: at.folder, base: "./", configFile: false, logLevel: "error" });
  server = serve(join(at.folder, "dist"));
});
test.afterAll(() => {
  server.close();
  rmSync(at.folder, { recursive: true, force: true });
});

/** The errors of the page from then on. */
async function open(page: Page, path = "/"): Promise<string[]> {
  const failures: string[] = [];
  page.on("pageerror", (error) => failures.push(error.message));
  const { port } = server.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}${path}`);
  await page.waitForFunction(() => window.app !== undefined);
  return failures;
}

/** Equal scores: each row is the mean of the values. */
const mean = [3, 3];

/** What one Worker and, for the tiled path, Workers of that Worker give. */
const remote = (page: Page, threads: 2 | "auto") =>
  page.evaluate(async (threads) => {
    const core = await window.app.loadAttentionWorker({ threads });
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
  }, threads);

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
  expect(await remote(page, 2)).toEqual({ thread: "worker", small: mean, tiled: [5] });
  expect(failures).toEqual([]);

  const assets = readdirSync(join(at.folder, "dist/assets"));
  for (const name of [/^simd-.*\.wasm$/, /^scalar-.*\.delta$/])
    expect(assets.filter((file) => name.test(file))).toHaveLength(1);
});

test("where the policy forbids Workers it computes on the page, and says so", async ({ page }) => {
  await open(page, "/none/");
  expect(await remote(page, "auto")).toMatchObject({ thread: "calling", small: mean, tiled: [5] });
});

test("the element computes on the numbers of its attributes", async ({ page }) => {
  const failures = await open(page);
  const output = await page.evaluate(async () => {
    await customElements.whenDefined("dikkat-attention");
    const element = document.createElement("dikkat-attention");
    for (const name of ["q", "k"]) element.setAttribute(name, "1; 1");
    element.setAttribute("v", "2; 4");
    document.body.append(element);
    while (!element.trace) await new Promise(requestAnimationFrame);
    return Array.from(element.trace.output.data);
  });
  expect(output).toEqual(mean);
  expect(failures).toEqual([]);
});
