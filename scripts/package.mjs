// dist/package: the npm package, ready for `npm pack`. The typed core with its WebAssembly, no page.
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { delta } from "./delta.mjs";
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
    files: ["*.js", "*.d.ts", "cases", "cli", "generated", "CHANGELOG.md", "third-party.txt"],
  };
}

/** TypeScript rewrites the endings of imports, but not the address a Worker is started from. */
function startCompiledWorker(file) {
  const source = readFileSync(file, "utf8");
  if (!source.includes('"./worker.ts"')) throw new Error(`${file} starts no Worker`);
  writeFileSync(file, source.replaceAll('"./worker.ts"', '"./worker.js"'));
}

/** The two programs as programs-packed.ts reads them; those that pages download first are for pages alone. */
async function packPrograms(target) {
  for (const kind of ["js", "d.ts"])
    renameSync(`${target}/programs-packed.${kind}`, `${target}/programs.${kind}`);
  const made = (name) => readFileSync(`${root}web/src/core/generated/${name}`);
  const [simd, scalar] = [made("simd.wasm"), made("scalar.wasm")];
  const told = delta(simd, scalar);
  const { patched } = await import(`${target}/delta.js?${Date.now()}`);
  if (!scalar.equals(patched(simd, told))) throw new Error("the delta does not give the program");
  if (!made("simd.mjs").equals(made("scalar.mjs"))) {
    throw new Error("the builds have glue of their own, and the package has room for one");
  }
  mkdirSync(`${target}/generated`);
  writeFileSync(`${target}/generated/simd.wasm`, simd);
  writeFileSync(`${target}/generated/scalar.delta`, told);
  writeFileSync(`${target}/generated/glue.mjs`, made("simd.mjs"));
}

export async function buildPackage() {
  const target = `${root}dist/package`;
  rmSync(target, { recursive: true, force: true });
  await run(bin("tsc"), ["-p", "tsconfig.package.json"]);
  startCompiledWorker(`${target}/thread.js`);
  chmodSync(`${target}/${program}`, 0o755);
  await packPrograms(target);
  for (const name of ["README.md", "CHANGELOG.md"])
    copyFileSync(`${root}web/src/core/${name}`, `${target}/${name}`);
  copyFileSync(`${root}LICENSE`, `${target}/LICENSE`);
  copyFileSync(`${root}web/public/third-party.txt`, `${target}/third-party.txt`);
  writeFileSync(`${target}/package.json`, `${JSON.stringify(manifest(), null, 2)}\n`);
}
