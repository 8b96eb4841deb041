// dist/package: the npm package, ready for `npm pack`. The typed core with its WebAssembly, no page.
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { posix } from "node:path";
import { minify } from "vite";
import { delta } from "./delta.mjs";
import { packed } from "./lzma.mjs";
import { provenanceOf } from "./provenance.mjs";
import { bin, root, run } from "./run.mjs";
import { inOrder } from "./wasm-order.mjs";

/** The command line. */
const program = "cli/dikkat.js";
/** The programs of Workers. */
const workers = ["worker.js", "remote/worker.js"];
/** The custom element: one classic script, which is also good as a module. */
const element = "element.js";
/** What a program that is typed imports. */
const typed = ["index.d.ts", "remote/index.d.ts", "element.d.ts"];

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
    sideEffects: [...workers, program, element].map((file) => `./${file}`),
    exports: {
      ".": { types: "./index.d.ts", default: "./index.js" },
      "./worker": { types: "./remote/index.d.ts", default: "./remote/index.js" },
      "./element": { types: "./element.d.ts", default: `./${element}` },
      "./package.json": "./package.json",
    },
    // What a script tag gets from a server of packages that is asked for no file.
    unpkg: `./${element}`,
    jsdelivr: `./${element}`,
    bin: { dikkat: program },
    files: [
      ...["*.js", "*.d.ts", "cases", "cli", "generated", "remote"],
      ...["CHANGELOG.md", "third-party.txt"],
    ],
  };
}

const filesOf = (target) =>
  readdirSync(target, { recursive: true }).map((name) => posix.normalize(name));

function rewrite(file, change) {
  const before = readFileSync(file, "utf8");
  const after = change(before);
  if (after === before) throw new Error(`${file} is not what was expected`);
  writeFileSync(file, after);
}

/** TypeScript rewrites the endings of imports, but not the address a Worker is started from. */
function startCompiledWorkers(target) {
  for (const file of ["pool.js", "remote/there.js"])
    rewrite(`${target}/${file}`, (source) => source.replaceAll('"./worker.ts"', '"./worker.js"'));
}

/** It wraps an import of what it does not know, comments and all, which bundlers then do not find. */
function unwrapImport(target) {
  rewrite(`${target}/node.js`, (source) =>
    source
      .replace(/^var __rewriteRelativeImportExtension = [\s\S]*?\n};\n/m, "")
      .replace(/import\(__rewriteRelativeImportExtension\(\s*([^()]*)\)\)/, "import($1)"),
  );
}

/**
 * Comments are for readers of the source, and types have theirs. The lines stay as they are, for
 * whoever steps through them; only Emscripten's are made short.
 */
async function stripComments(target) {
  const plain = { compress: false, mangle: false, codegen: { removeWhitespace: false } };
  for (const name of filesOf(target).filter((name) => /\.m?js$/.test(name))) {
    // Its comments are for bundlers.
    if (name === "node.js" || name === element) continue;
    const source = readFileSync(`${target}/${name}`, "utf8");
    const options = { module: true, ...(name.startsWith("generated/") ? {} : plain) };
    const { code, errors } = await minify(name, source, options);
    if (errors.length > 0) throw new Error(`${name}: ${errors[0].message}`);
    writeFileSync(`${target}/${name}`, code);
  }
}

/** Types that no typed program can name are of no use to it. */
function dropInnerTypes(target) {
  const wanted = new Set();
  const visit = (name) => {
    if (wanted.has(name)) return;
    wanted.add(name);
    const source = readFileSync(`${target}/${name}`, "utf8");
    for (const [, path] of source.matchAll(/(?:from|import)\s*\(?"(\.[^"]*)"/g))
      visit(posix.join(posix.dirname(name), path.replace(/(\.d)?\.[jt]s$/, ".d.ts")));
  };
  typed.forEach(visit);
  for (const name of filesOf(target))
    if (name.endsWith(".d.ts") && !wanted.has(name)) rmSync(`${target}/${name}`);
}

/** The two programs as programs-packed.ts reads them; those that pages download first are for pages alone. */
async function packPrograms(target) {
  for (const kind of ["js", "d.ts"])
    renameSync(`${target}/programs-packed.${kind}`, `${target}/programs.${kind}`);
  const made = (name) => readFileSync(`${root}web/src/core/generated/${name}`);
  const [simd, scalar] = inOrder(made("simd.wasm"), made("scalar.wasm"));
  const told = delta(simd, scalar);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(told.length);
  const { patched } = await import(`${target}/delta.js?${Date.now()}`);
  if (!scalar.equals(patched(simd, told))) throw new Error("the delta does not give the program");
  mkdirSync(`${target}/generated`);
  writeFileSync(`${target}/generated/simd.wasm`, simd);
  writeFileSync(`${target}/generated/scalar.delta`, Buffer.concat([length, packed(told)]));
  // Whether they have one glue is for Emscripten to say: newer ones name the imports of each anew.
  const [glue, ofScalar] = [made("simd.mjs"), made("scalar.mjs")];
  writeFileSync(`${target}/generated/simd.mjs`, glue);
  const same = 'export { default } from "./simd.mjs";\n';
  writeFileSync(`${target}/generated/scalar.mjs`, ofScalar.equals(glue) ? same : ofScalar);
  writeFileSync(`${target}/generated/provenance.js`, await provenanceOf({ simd, scalar }));
}

/** The element as the site has it, to the byte: its integrity is printed there. */
function packElement(target) {
  copyFileSync(`${root}dist/embed/dikkat.js`, `${target}/${element}`);
}

export async function buildPackage() {
  const target = `${root}dist/package`;
  rmSync(target, { recursive: true, force: true });
  await run(bin("tsc"), ["-p", "tsconfig.package.json"]);
  startCompiledWorkers(target);
  unwrapImport(target);
  await packPrograms(target);
  packElement(target);
  await stripComments(target);
  dropInnerTypes(target);
  chmodSync(`${target}/${program}`, 0o755);
  for (const name of ["README.md", "CHANGELOG.md"])
    copyFileSync(`${root}web/src/core/${name}`, `${target}/${name}`);
  copyFileSync(`${root}LICENSE`, `${target}/LICENSE`);
  copyFileSync(`${root}web/public/third-party.txt`, `${target}/third-party.txt`);
  writeFileSync(`${target}/package.json`, `${JSON.stringify(manifest(), null, 2)}\n`);
}
