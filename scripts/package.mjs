// dist/package: the npm package, ready for `npm pack`. The typed core with its WebAssembly, no page.
import { chmodSync, copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { bin, root, run } from "./run.mjs";

/** The command line. */
const program = "cli/dikkat.js";

/** The package's own package.json: what it shares with the project's comes from there. */
function manifest() {
  const project = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
  return {
    name: project.name,
    version: project.version,
    description:
      "Self-attention with every intermediate result: a C++ core in WebAssembly, for browsers and Node",
    keywords: ["attention", "self-attention", "transformer", "webassembly", "simd"],
    license: project.license,
    type: "module",
    engines: { node: ">=20" },
    sideEffects: false,
    exports: { ".": { types: "./index.d.ts", default: "./index.js" } },
    bin: { dikkat: program },
    files: ["*.js", "*.d.ts", "cases", "cli", "generated"],
  };
}

/** TypeScript rewrites the endings of imports, but not the address a Worker is started from. */
function startCompiledWorker(file) {
  const source = readFileSync(file, "utf8");
  if (!source.includes('"./worker.ts"')) throw new Error(`${file} starts no Worker`);
  writeFileSync(file, source.replaceAll('"./worker.ts"', '"./worker.js"'));
}

export async function buildPackage() {
  const target = `${root}dist/package`;
  rmSync(target, { recursive: true, force: true });
  await run(bin("tsc"), ["-p", "tsconfig.package.json"]);
  startCompiledWorker(`${target}/thread.js`);
  chmodSync(`${target}/${program}`, 0o755);
  // The programs that pages download first are for pages alone.
  const filter = (file) => !/-first\.\w+$/.test(file);
  cpSync(`${root}web/src/core/generated`, `${target}/generated`, { recursive: true, filter });
  copyFileSync(`${root}web/src/core/README.md`, `${target}/README.md`);
  copyFileSync(`${root}LICENSE`, `${target}/LICENSE`);
  writeFileSync(`${target}/package.json`, `${JSON.stringify(manifest(), null, 2)}\n`);
}
