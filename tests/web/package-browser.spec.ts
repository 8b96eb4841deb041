// The package in a browser as it is: no bundler, no import map, files from a plain server.

import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import type {} from "../../web/src/core/element.ts";
import type { loadAttention as Load, TiledInput } from "../../web/src/core/index.ts";

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
  ".delta": "application/octet-stream",
};

/** What the tests call in the page, in their own global object. */
interface Called {
  loadAttention: typeof Load;
  problem(tokens: number): TiledInput;
}
declare global {
  interface Window {
    dikkat: Called;
  }
}

const html = `<!doctype html><title>t</title><script type="module">
  import { loadAttention } from "/index.js";
  const problem = (n) => {
    const tensor = (f) => ({ shape: [n, 61], data: Float32Array.from({ length: n * 61 }, (_, i) => f(i * 0.7)) });
    return { q: tensor(Math.sin), k: tensor(Math.cos), v: tensor((x) => x % 3), path: "tiled" };
  };
  window.dikkat = { loadAttention, problem };
</script>`;

/** Serves the package without any special header; a frame without an origin may read it. */
async function serve(page: Page, body = html): Promise<void> {
  await page.route("http://package.test/**", async (route) => {
    const { pathname } = new URL(route.request().url());
    const headers = { "access-control-allow-origin": "*" };
    if (!extname(pathname)) {
      const text = pathname === "/" ? body : html;
      await route.fulfill({ contentType: "text/html", body: text, headers });
      return;
    }
    const file = new URL(`../../dist/package${pathname}`, import.meta.url);
    await route.fulfill({
      contentType: types[extname(pathname)] ?? "text/plain",
      body: await readFile(file),
      headers,
    });
  });
  await page.goto("http://package.test/");
}

const ready = (page: Page) => page.waitForFunction(() => window.dikkat !== undefined);

test("a module script imports index.js and computes", async ({ page }) => {
  await serve(page);
  await ready(page);
  const output = await page.evaluate(async () => {
    const core = await window.dikkat.loadAttention();
    const q = [[1], [1]];
    return Array.from(core.attention({ q, k: q, v: [[2], [4]] }).output.data);
  });
  // Equal scores: each row is the mean of the values.
  expect(output).toEqual([3, 3]);
});

test("two Workers give what one thread gives, without shared memory", async ({ page }) => {
  await serve(page);
  await ready(page);
  const result = await page.evaluate(async () => {
    const core = await window.dikkat.loadAttention({ threads: 2 });
    const input = { ...window.dikkat.problem(1100), causal: true };
    const alone = core.attention(input).output.data;
    const together = (await core.attentionAsync(input)).output.data;
    const same = alone.every((number, i) => Object.is(number, together[i]));
    return { same, length: together.length, threads: core.threads, crossOriginIsolated };
  });
  const shared = { crossOriginIsolated: false };
  expect(result).toEqual({ same: true, length: 1100 * 61, threads: 2, ...shared });
});

test("a call is ended by its signal, and a Worker that dies is reported", async ({ page }) => {
  await serve(page);
  await ready(page);
  const said = await page.evaluate(async () => {
    let dying = false;
    window.Worker = class extends Worker {
      override postMessage(message: object, options?: Transferable[] | object): void {
        if (dying && "problem" in message) {
          this.dispatchEvent(new ErrorEvent("error", { message: "out of memory" }));
        } else super.postMessage(message, options as Transferable[]);
      }
    };
    const core = await window.dikkat.loadAttention({ threads: 2 });
    const input = window.dikkat.problem(1100);
    const reason = (call: Promise<unknown>) => call.then(() => "done", String);

    const stop = new AbortController();
    const ended = reason(core.attentionAsync(input, { signal: stop.signal }));
    stop.abort("enough");
    await ended;
    dying = true;
    const dead = reason(core.attentionAsync(input));
    await dead;
    dying = false;
    return [await ended, await dead, await reason(core.attentionAsync(input))];
  });
  expect(said[0]).toBe("enough");
  expect(said[1]).toBe("Error: A Worker of the attention core stopped: out of memory.");
  expect(said[2]).toBe("done");
});

test("where no Worker can be started one thread does, unless a number was asked for", async ({
  page,
}) => {
  // A frame without an origin, as a blog may put it: its Workers are forbidden.
  const frame = '<iframe sandbox="allow-scripts" src="http://package.test/frame"></iframe>';
  await serve(page, `<!doctype html><title>t</title>${frame}`);
  const inner = page.frames().find((one) => one.url().endsWith("/frame"))!;
  await inner.waitForFunction(() => window.dikkat !== undefined);
  const result = await inner.evaluate(async () => {
    Object.defineProperty(navigator, "hardwareConcurrency", { value: 2 });
    const input = window.dikkat.problem(1100);
    const auto = await window.dikkat.loadAttention();
    const before = auto.threads;
    const { output } = await auto.attentionAsync(input);
    const alone = auto.attention(input).output.data;
    const asked = await window.dikkat.loadAttention({ threads: 2 });
    return {
      same: alone.every((number, i) => Object.is(number, output.data[i])),
      threads: [before, auto.threads],
      refused: await asked.attentionAsync(input).then(() => "", String),
    };
  });
  expect(result.same).toBe(true);
  expect(result.threads).toEqual([2, 1]);
  expect(result.refused).toContain("No Worker could be started for the attention core");
});

test("a script tag alone defines the element, which computes", async ({ page }) => {
  const element = '<dikkat-attention q="1; 1" k="1; 1" v="2; 4"></dikkat-attention>';
  await serve(page, `<!doctype html><title>t</title><script src="/element.js"></script>${element}`);
  const output = await page.evaluate(async () => {
    const element = document.querySelector("dikkat-attention")!;
    while (!element.trace) await new Promise(requestAnimationFrame);
    return Array.from(element.trace.output.data);
  });
  expect(output).toEqual([3, 3]);
});
