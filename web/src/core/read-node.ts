import { readFile } from "node:fs/promises";

/** Node's fetch refuses file: addresses. */
export function readWasm(url: URL): Promise<Uint8Array> {
  return readFile(url);
}
