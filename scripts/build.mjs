// Builds all products: dist/embed, dist/site and dist/package. What is up to date already is left alone.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildEmbed } from "./embed.mjs";
import { whenChanged } from "./fingerprint.mjs";
import { buildPackage } from "./package.mjs";
import { provenanceFile, writeProvenance } from "./provenance.mjs";
import { bin, explain, root, run, step } from "./run.mjs";

/** What the bundler and the package take from the C++ builds, and where they expect it. */
const generated = {
  wasm: {
    "attention.mjs": "web/src/core/generated/simd.mjs",
    "attention.wasm": "web/src/core/generated/simd.wasm",
    "attention_first.mjs": "web/src/core/generated/simd-first.mjs",
    "attention_first.wasm": "web/src/core/generated/simd-first.wasm",
    "tests/attention_tests.js": "web/src/tests/generated/attention_tests.js",
    "tests/attention_tests.wasm": "web/src/tests/generated/attention_tests.wasm",
  },
  "wasm-scalar": {
    "attention.mjs": "web/src/core/generated/scalar.mjs",
    "attention.wasm": "web/src/core/generated/scalar.wasm",
    "attention_first.mjs": "web/src/core/generated/scalar-first.mjs",
    "attention_first.wasm": "web/src/core/generated/scalar-first.wasm",
    "tests/attention_tests.js": "web/src/tests/generated/attention_tests_scalar.js",
    "tests/attention_tests.wasm": "web/src/tests/generated/attention_tests_scalar.wasm",
  },
};

/** A build folder remembers its compiler. With another Emscripten on PATH it starts anew. */
function forgetOldEmscripten(preset) {
  const compiler = process.env.PATH.split(delimiter)
    .map((folder) => join(folder, "em++"))
    .find((path) => existsSync(path));
  const stamp = `${root}build/${preset}/emscripten.txt`;
  const current = compiler ? realpathSync(compiler) : "";
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === current) return;
  rmSync(dirname(stamp), { recursive: true, force: true });
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, current);
}

/** Configures (if that is due) and compiles one preset of CMakePresets.json, or some targets of it. */
export async function compile(preset, ...targets) {
  if (preset.startsWith("wasm")) forgetOldEmscripten(preset);
  if (!existsSync(`${root}build/${preset}/build.ninja`)) await run("cmake", ["--preset", preset]);
  const only = targets.length > 0 ? ["--target", ...targets] : [];
  const parallel = ["--parallel", String(availableParallelism())];
  await run("cmake", ["--build", "--preset", preset, ...parallel, ...only]);
}

/** Copies a file unless the target is the same already, so that nothing after it is rebuilt. */
function update(from, to) {
  if (existsSync(to) && readFileSync(from).equals(readFileSync(to))) return;
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}

async function buildWasm(preset, ...targets) {
  await compile(preset, ...targets);
  for (const [from, to] of Object.entries(generated[preset]))
    update(`${root}build/${preset}/${from}`, root + to);
}

const embed = () =>
  whenChanged(
    "dist/embed/dikkat.js.sha384",
    [
      ...["web", "cpp/attention/self_attention.h"],
      ...["vite.embed.config.ts", "scripts/one-file.ts", "scripts/offline-page.ts"],
      ...[
        "scripts/embed.mjs",
        "scripts/lzma.mjs",
        "scripts/lzma_pack.py",
        "package.json",
        "package-lock.json",
      ],
    ],
    buildEmbed,
  );

const site = () =>
  whenChanged(
    "dist/site/index.html",
    [
      "web",
      "cpp",
      "tests/cases",
      "tests/cases.ts",
      "vite.config.ts",
      "scripts/as-text.ts",
      "scripts/embed-in-site.ts",
      "scripts/first-load.ts",
      "scripts/lean-frozen.ts",
      "scripts/lean-micropython.ts",
      "scripts/lean-python.ts",
      "scripts/offline.mjs",
      "package.json",
      "package-lock.json",
      "dist/embed/dikkat.js.sha384",
    ],
    () => run(bin("vite"), ["build", "--logLevel", "warn"]),
    process.env.SITE_URL,
  );

const npmPackage = () =>
  whenChanged(
    "dist/package/package.json",
    [
      ...[
        "web/src/core",
        "scripts/package.mjs",
        "scripts/delta.mjs",
        "scripts/lzma.mjs",
        "scripts/lzma_pack.py",
        "scripts/provenance.mjs",
        "scripts/wasm-functions.mjs",
        "scripts/wasm-order.mjs",
        "dist/embed/dikkat.js",
        "tsconfig.json",
        "tsconfig.package.json",
      ],
      ...[
        "package.json",
        "package-lock.json",
        "README.md",
        "LICENSE",
        "web/public/third-party.txt",
      ],
    ],
    buildPackage,
    readFileSync(root + provenanceFile, "utf8"),
  );

/** All of the build, in order. */
export async function build() {
  await step("C++ to WebAssembly, SIMD", () =>
    buildWasm("wasm", "attention_first", "attention_wasm", "attention_tests"),
  );
  await step("C++ to WebAssembly, scalar", () =>
    buildWasm("wasm-scalar", "attention_first", "attention_wasm", "attention_tests"),
  );
  await step("provenance", writeProvenance);
  await step("files that stand alone", embed);
  await step("site", site);
  await step("npm package", npmPackage);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log("Building dist/embed, dist/site and dist/package");
  await build().catch((error) => {
    console.error(explain(error));
    process.exit(1);
  });
}
