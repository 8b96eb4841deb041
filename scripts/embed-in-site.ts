// The site serves what stands in one file each, and its pages know the hash of the script.

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const built = (name: string) => fileURLToPath(new URL(`../dist/embed/${name}`, import.meta.url));
const virtual = "\0dikkat:integrity";

export const embedInSite: Plugin = {
  name: "embed-in-site",
  apply: "build",
  async buildStart() {
    if (existsSync(built("dikkat.js.sha384"))) return;
    // A build of the site alone (npx vite build) makes what it needs.
    const { buildEmbed } = (await import("./embed.mjs" as string)) as {
      buildEmbed: () => Promise<void>;
    };
    await buildEmbed();
  },
  resolveId: (source) => (source === "dikkat:integrity" ? virtual : null),
  load(id) {
    if (id !== virtual) return null;
    const hash = readFileSync(built("dikkat.js.sha384"), "utf8").trim();
    return `export const integrity = ${JSON.stringify(hash)};`;
  },
  generateBundle() {
    for (const fileName of ["dikkat.js", "playground-offline.html"])
      this.emitFile({ type: "asset", fileName, source: readFileSync(built(fileName)) });
  },
};
