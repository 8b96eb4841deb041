// What an engine gives, in browsers and in Node.

import { nodeModule } from "./node.ts";

/** Node's fetch refuses file: addresses. */
async function readFile(url: URL): Promise<Uint8Array> {
  const fs = await nodeModule<typeof import("node:fs/promises")>("node:fs/promises");
  return fs.readFile(url);
}

/** Cores of this machine, as far as the engine tells; Node tells from version 21 on. */
async function coresOf(): Promise<number> {
  const told = globalThis.navigator?.hardwareConcurrency;
  if (told !== undefined || typeof process !== "object") return told ?? 1;
  const os = await nodeModule<typeof import("node:os")>("node:os");
  return os.availableParallelism();
}

/** More Workers gain little: each has to be sent all keys and values. */
const MOST_THREADS = 8;

/** Workers that are worth starting here. */
export async function threadsHere(): Promise<number> {
  return Math.min(await coresOf(), MOST_THREADS);
}

/** What servers of applications send for what they do not have. Neither a program nor a delta begins so. */
const PAGE = "<".charCodeAt(0);

export async function readWasm(url: URL): Promise<Uint8Array> {
  if (url.protocol === "file:" && typeof process === "object") return readFile(url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: HTTP ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes[0] === PAGE)
    throw new Error(`${url.pathname}: a page came instead of the program, which is not there`);
  return bytes;
}
