// Writes sw.js into a built site: the service worker, with the digests of all files that it keeps.
// It is made last, of what the site's folder holds then.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "vite";
import { root } from "./run.mjs";

/** What no page of the site shows: the host's own files, pictures for previews of links, examples. */
const notKept = /^(?:sw\.js|_headers|social\.png|lesson\.png|hosts\/.*)$/;

const digest = (algorithm, content, encoding) =>
  createHash(algorithm).update(content).digest(encoding);

/** The files that are kept, and the version that they are. */
export function manifestOf(folder) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath ?? entry.path}/${entry.name}`.slice(folder.length + 1))
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => !notKept.test(name))
    .sort();
  const files = Object.fromEntries(
    names.map((name) => [
      name,
      `sha256-${digest("sha256", readFileSync(`${folder}/${name}`), "base64")}`,
    ]),
  );
  const version = digest("sha256", JSON.stringify(files), "hex").slice(0, 12);
  return { version, files };
}

/** The worker's program, as one script without imports. */
async function program() {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    root,
    publicDir: false,
    build: {
      write: false,
      target: "es2022",
      lib: { entry: `${root}web/src/offline/sw.ts`, formats: ["iife"], name: "sw" },
    },
  });
  return built[0].output[0].code;
}

export async function writeServiceWorker(folder) {
  const manifest = JSON.stringify(manifestOf(folder));
  writeFileSync(`${folder}/sw.js`, `const manifest=${manifest};\n${await program()}`);
}

/** For Vite: after everything else has been written. */
export const offline = {
  name: "offline",
  apply: "build",
  enforce: "post",
  closeBundle: {
    order: "post",
    sequential: true,
    handler: () => writeServiceWorker(`${root}dist/site`),
  },
};
