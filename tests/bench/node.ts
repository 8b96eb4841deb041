/** Measures in Node: `node node.mjs RESULTS [--quick]` writes what it found to that file. */
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Host } from "./contender.ts";
import { measure } from "./measure.ts";

const beside = (file: string): string => fileURLToPath(new URL(`files/${file}`, import.meta.url));

const host: Host = {
  name: "node",
  versions: { node: process.versions.node },
  packageUrl: new URL("files/package/index.js", import.meta.url).href,
  read: async (file) => new Uint8Array(await readFile(beside(file))),
  locate: beside,
  log: (line) => console.log(line),
};

const [target, ...flags] = process.argv.slice(2);
const results = await measure(host, { quick: flags.includes("--quick") });
await writeFile(target!, JSON.stringify(results));
// Workers of the package and of the peers would keep the process alive.
process.exit(0);
