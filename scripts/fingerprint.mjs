// Leaves out a step whose inputs are what they were when it last succeeded.
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { root } from "./run.mjs";

/** What stands beside sources and is none: installed, or built. The provenance changes with every commit. */
const noSources = new Set(["node_modules", "dist", "provenance.js"]);

/** All sources under the given files and folders, as sorted paths from the project's folder. */
export function filesIn(...paths) {
  const below = (path) => {
    if (!existsSync(root + path)) return [];
    if (!statSync(root + path).isDirectory()) return [path];
    const names = readdirSync(root + path).filter((name) => !noSources.has(name));
    return names.flatMap((name) => below(`${path}/${name}`));
  };
  return paths.flatMap(below).sort();
}

function fingerprint(files, settings) {
  const hash = createHash("sha256").update(settings);
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(root + file))
      .update("\0");
  return hash.digest("hex");
}

/**
 * Runs `work` unless `output` exists and was made from the same inputs and settings. Resolves to a
 * note for the progress line.
 */
export async function whenChanged(output, inputs, work, settings = "") {
  const stamp = `${root}build/stamps/${output.replaceAll("/", "-")}`;
  const current = fingerprint(filesIn(...inputs), settings);
  if (existsSync(root + output) && existsSync(stamp) && readFileSync(stamp, "utf8") === current)
    return "unchanged";
  rmSync(stamp, { force: true });
  await work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, current);
}
