// What the package tells of its build at run time: versions, the flags that were used, checksums.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { root } from "./run.mjs";

export const provenanceFile = "web/src/core/generated/provenance.js";

/** Presets of CMakePresets.json, by what the package calls their builds. */
const presets = { simd: "wasm", scalar: "wasm-scalar" };

/** Of a compiler's command what decides about the code: no paths, no warnings, no names of files. */
export function flagsOf(command) {
  const words = command.trim().split(/\s+/).slice(1);
  const flags = [];
  for (let i = 0; i < words.length; i++) {
    if (["-o", "-c", "-isystem", "-I"].includes(words[i])) i++;
    else if (!/^-(I|W|f(file|macro|debug)-prefix-map)/.test(words[i])) flags.push(words[i]);
  }
  return flags.join(" ");
}

/** The files of each set of flags, by compile_commands.json; `sources` tells which files. */
export function compiledBy(commands, sources) {
  const sets = new Map();
  for (const { file, command, output = command } of commands) {
    if (!sources(file, output)) continue;
    const flags = flagsOf(command);
    sets.set(flags, [...(sets.get(flags) ?? []), file.match(/[^/]+\/[^/]+$/)[0]]);
  }
  return [...sets].map(([flags, files]) => ({ flags, files: files.sort() }));
}

/** How build.ninja links a file. */
export function linkedBy(ninja, file) {
  const [, block] =
    ninja.match(new RegExp(`^build ${file.replace(".", "\\.")}: .*\\n((?:  .*\\n)*)`, "m")) ?? [];
  const value = (name) => block?.match(new RegExp(`^  ${name} = (.*)$`, "m"))?.[1] ?? "";
  if (!block) throw new Error(`build.ninja does not make ${file}`);
  return `${value("FLAGS")} ${value("LINK_FLAGS")}`.trim();
}

/** What a program can be known by. */
export const identity = (wasm) => ({
  bytes: wasm.length,
  sha256: createHash("sha256").update(wasm).digest("hex"),
});

function buildOf(name, preset) {
  const read = (file) => readFileSync(`${root}build/${preset}/${file}`, "utf8");
  const isOfProgram = (file, output) =>
    /\/cpp\/(attention|bindings)\/[^/]*$/.test(file) && !output.includes("attention_first.dir");
  return {
    ...identity(readFileSync(`${root}web/src/core/generated/${name}.wasm`)),
    compile: compiledBy(JSON.parse(read("compile_commands.json")), isOfProgram),
    link: linkedBy(read("build.ninja"), "attention.mjs"),
  };
}

/** The commit that is checked out here; nothing where this is no clone. */
function commit() {
  const git = (...args) =>
    execFileSync("git", args, {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  try {
    // A copy of the project inside some other clone is none.
    if (realpathSync(git("rev-parse", "--show-toplevel")) !== realpathSync(root)) return undefined;
    const [id, date] = git("log", "-1", "--format=%H %cI").split(" ");
    return { id, date, changed: git("status", "--porcelain") !== "" };
  } catch {
    return undefined;
  }
}

const moduleOf = (told) => `export const made = ${JSON.stringify(told, null, 2)};\n`;

/** The same of programs that were made of those. */
export async function provenanceOf(programs) {
  const { made } = await import(`${root}${provenanceFile}?${Date.now()}`);
  const builds = Object.entries(programs).map(([name, wasm]) => [
    name,
    { ...made.builds[name], ...identity(wasm) },
  ]);
  return moduleOf({ ...made, builds: Object.fromEntries(builds) });
}

/** Writes it for the package, unless it is what is there. */
export function writeProvenance() {
  const { version } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
  const toolchain = JSON.parse(readFileSync(`${root}build/wasm/toolchain.json`, "utf8"));
  const builds = Object.entries(presets).map(([name, preset]) => [name, buildOf(name, preset)]);
  const told = {
    version,
    commit: commit() ?? null,
    ...toolchain,
    builds: Object.fromEntries(builds),
  };
  const text = moduleOf(told);
  const file = root + provenanceFile;
  if (existsSync(file) && readFileSync(file, "utf8") === text) return "unchanged";
  writeFileSync(file, text);
  return undefined;
}
