// Exits with 0 when node_modules holds what package-lock.json says, with 1 when `npm ci` is due,
// with 2 when this Node cannot run the tools. Both are looked for in the folder given, or here.
import { readFileSync } from "node:fs";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node ${process.versions.node} is too old: 20.19 or newer is needed.`);
  process.exit(2);
}

/** The packages of a lock file: path -> version and checksum. */
function packages(file) {
  const { packages } = JSON.parse(readFileSync(file, "utf8"));
  return new Map(Object.entries(packages).filter(([path]) => path !== ""));
}

const same = (a, b) => a?.version === b?.version && a?.integrity === b?.integrity;

/** npm leaves out optional packages that are made for other systems. */
function matches(wanted, installed) {
  for (const [path, entry] of wanted)
    if (!same(entry, installed.get(path)) && !(entry.optional && !installed.has(path)))
      return false;
  return [...installed.keys()].every((path) => wanted.has(path));
}

const folder = process.argv[2] ?? ".";
try {
  const wanted = packages(`${folder}/package-lock.json`);
  const installed = packages(`${folder}/node_modules/.package-lock.json`);
  process.exitCode = matches(wanted, installed) ? 0 : 1;
} catch {
  process.exitCode = 1; // nothing installed yet
}
