/**
 * Node's fetch refuses file: addresses. The name of its module is kept from bundlers, which would
 * look for it in a build for browsers.
 */
async function readFile(url: URL): Promise<Uint8Array> {
  const name = "node:fs/promises";
  const fs = (await import(
    /* @vite-ignore */ /* webpackIgnore: true */ name
  )) as typeof import("node:fs/promises");
  return fs.readFile(url);
}

export async function readWasm(url: URL): Promise<Uint8Array> {
  if (url.protocol === "file:" && typeof process === "object") return readFile(url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: HTTP ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
