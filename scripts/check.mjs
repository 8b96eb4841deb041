// Lint and format, each of them one check. Run alone or as a part of the tests.
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { audit } from "./audit.mjs";
import { filesIn } from "./fingerprint.mjs";
import { bin, explain, Failure, root, run, step } from "./run.mjs";

const isCpp = (file) => /\.(h|cpp)$/.test(file);
export const cppFiles = () => filesIn("cpp", "tests").filter(isCpp);

const notWritten = new Set([".git", "node_modules", "build", "dist"]);

/** Everything that is written by hand: what is neither installed nor built, nor a picture. */
function sources() {
  const top = readdirSync(root).filter((name) => !notWritten.has(name));
  return filesIn(...top).filter((file) => !/\/generated\/|\.(png|jpe?g|webp|ico)$/.test(file));
}

/** Throws when a line of one of the files matches. */
function forbid(pattern, files, reason) {
  const found = files.flatMap((file) =>
    readFileSync(root + file, "utf8")
      .split("\n")
      .flatMap((line, i) => (pattern.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
  );
  if (found.length > 0) throw new Failure(`${reason}\n${found.join("\n")}`);
}

/** Without precompiled headers: those that the compiler of the tests makes are not clang's to read. */
async function clangTidy() {
  const commands = "build/tidy";
  const options = ["-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON", "-DATTENTION_TESTS=OFF"];
  await run("cmake", ["--preset", "native", "-B", commands, ...options]);
  const files = filesIn("cpp/attention").filter((file) => file.endsWith(".cpp"));
  const tidy = (file) => run("clang-tidy", ["-quiet", "-p", commands, file]);
  const next = files.values();
  const worker = async () => {
    for (const file of next) await tidy(file);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

/** Options that let the compiler assume that there is no NaN and no infinity. */
const finiteMath = /-ffast-math|-Ofast|-ffinite-math-only/;

/**
 * Names that C++ keeps for its compilers, other than those of the compilers themselves, and a
 * std::string_view of a null pointer. In clang-tidy these two take a fifth of its time, since it
 * looks for them in all headers of the library and of Eigen.
 */
const reservedName =
  /(?<!\w)(?!_Pragma\b|__\w+__\b|__int128\b|__has_include\b)(?:_[A-Z]|__)\w*|(?<!\w)(?!__)\w+__\w*/;
const nullView = /\bstring_view\b.*\bnullptr\b/;

/** Ways by which a text becomes markup or code: the pages are made of templates alone. */
const fromText =
  /\b(?:innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|setHTMLUnsafe|srcdoc|unsafeHTML|unsafeSVG|unsafeStatic)\b|\bdocument\.write|(?<!\.)\beval\(|\bnew Function\b/;

/** What only one machine knows. Written so that this file does not match itself. */
const ofThisMachine = /(^|[^\w.])[/](work|home|root|Users)[/]|[/]{2}(registry|deb)[.]/;

export const checks = {
  "clang-format": () => run("clang-format", ["--dry-run", "-Werror", ...cppFiles()]),
  "clang-tidy": clangTidy,
  Biome: () => run(bin("biome"), ["check", "--error-on-warnings", "."]),
  TypeScript: () => run(bin("tsc"), ["--noEmit", "-p", "tsconfig.json"]),
  "no reserved names": () =>
    forbid(reservedName, filesIn("cpp"), "C++ keeps these names for its compilers:"),
  "no view of a null pointer": () =>
    forbid(nullView, filesIn("cpp"), "A std::string_view of a null pointer:"),
  "no finite-math options": () =>
    forbid(
      finiteMath,
      sources().filter((file) => /CMake|\.cmake$|package\.json$|vite|\.(h|cpp)$/.test(file)),
      "These options remove the handling of NaN and infinity:",
    ),
  "no markup and no code from texts": () =>
    forbid(
      fromText,
      filesIn("web").filter(
        (file) => /\.(?:ts|js|html)$/.test(file) && !/\/generated\//.test(file),
      ),
      "A text becomes markup or code:",
    ),
  "nothing of one machine": () =>
    forbid(ofThisMachine, sources(), "A path of a machine, or the host of a registry:"),
  "npm audit": audit,
};

/** Runs all checks, also after a failed one. Resolves to what passed and failed, and what could not be done. */
export async function check() {
  const result = { passed: 0, failed: 0, skipped: 0 };
  for (const [name, work] of Object.entries(checks)) {
    try {
      let skipped;
      await step(name, async () => {
        ({ skipped } = (await work()) ?? {});
        return skipped;
      });
      result[skipped === undefined ? "passed" : "skipped"]++;
    } catch (error) {
      console.log(explain(error));
      result.failed++;
    }
  }
  return result;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { passed, failed, skipped } = await check();
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  process.exit(failed > 0 ? 1 : 0);
}
