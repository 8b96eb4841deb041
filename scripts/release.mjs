// Makes a release ready and publishes nothing: judges the clone, builds, tests, packs, installs what was
// packed, and prints what to publish and how.
//
//   npm run release [-- --dry] [-- --skip-tests]
//
// --dry: what would stop a release is only told, and nothing is tested.  --skip-tests: for a clone
// whose tests have passed already; what was packed is installed and run all the same.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "./build.mjs";
import { explain, Failure, root, run, step } from "./run.mjs";

/** Above it a package is too large for what this one is. */
const mostBytes = 400_000;

/** The entry of a version in a changelog, without its heading; undefined where there is none. */
export function entryOf(changelog, version) {
  const parts = changelog.split(/^## /m).slice(1);
  const part = parts.find((text) => text.split("\n", 1)[0].trim() === version);
  return part?.slice(part.indexOf("\n")).trim();
}

/**
 * Why this is no state to release: `version` of package.json, what else tells a version, the
 * changelog, what git says, and the tags that there are.
 */
export function reasonsAgainst({ version, versions, changelog, status, tags }) {
  const reasons = [];
  if (status === undefined) reasons.push("This is no clone of the repository.");
  else if (status !== "") reasons.push(`There are changes that are not committed:\n${status}`);
  for (const [file, told] of Object.entries(versions))
    if (told !== version) reasons.push(`${file} says ${told}, package.json ${version}.`);
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) reasons.push(`${version} is no version.`);
  if (!entryOf(changelog, version)) reasons.push(`CHANGELOG.md says nothing of ${version}.`);
  if (/^## \[?unreleased/im.test(changelog))
    reasons.push("CHANGELOG.md has changes under no version.");
  if (tags.includes(`v${version}`))
    reasons.push(`v${version} has been released: the tag is there.`);
  return reasons;
}

/** What is wrong with what was packed. */
export function reasonsAgainstPackage({ version, size, files }, wanted) {
  const reasons = [];
  if (version !== wanted.version) reasons.push(`The package is of version ${version}.`);
  if (size > mostBytes) reasons.push(`The package has ${size} bytes; ${mostBytes} are the most.`);
  const paths = new Set(files.map(({ path }) => path));
  for (const path of wanted.paths) if (!paths.has(path)) reasons.push(`${path} is not in it.`);
  return reasons;
}

/** What to type, and what it will publish. */
export function instructions({ name, version, filename, size, unpackedSize, files, integrity }) {
  const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  return [
    `${name} ${version}: ${files.length} files, ${kilobytes(size)} packed, ${kilobytes(unpackedSize)} unpacked`,
    ...files
      .toSorted((a, b) => b.size - a.size)
      .slice(0, 8)
      .map((f) => `  ${kilobytes(f.size).padStart(9)}  ${f.path}`),
    `integrity ${integrity}`,
    "",
    "To publish it:",
    `  git tag -a v${version} -m "${name} ${version}" && git push origin v${version}`,
    `  npm publish ${filename}${version.includes("-") ? " --tag next" : ""}`,
  ].join("\n");
}

const read = (path) => readFileSync(root + path, "utf8");

function git(...args) {
  try {
    return execFileSync("git", args, {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return undefined;
  }
}

function stateOfClone() {
  const { version } = JSON.parse(read("package.json"));
  return {
    version,
    versions: {
      "package-lock.json": JSON.parse(read("package-lock.json")).version,
      "CMakeLists.txt": read("CMakeLists.txt").match(/^project\(dikkat VERSION (\S+)/m)?.[1],
    },
    changelog: read("web/src/core/CHANGELOG.md"),
    status: git("status", "--porcelain"),
    tags: (git("tag", "--list") ?? "").split("\n"),
  };
}

async function pack() {
  const folder = `${root}build/release`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const options = ["--json", "--silent", "--pack-destination", folder];
  const [packed] = JSON.parse(await run("npm", ["pack", ...options, `${root}dist/package`]));
  return { ...packed, filename: `${folder}/${packed.filename}` };
}

/** Of what was packed, not of the folder it came from. */
async function verify({ filename, integrity, version }) {
  const folder = mkdtempSync(join(tmpdir(), "dikkat-release-"));
  const inFolder = (command, ...args) => run(command, args, { cwd: folder });
  try {
    writeFileSync(`${folder}/package.json`, '{ "private": true }\n');
    await inFolder("npm", "install", "--offline", "--no-audit", "--no-fund", filename);
    const lock = JSON.parse(readFileSync(`${folder}/package-lock.json`, "utf8"));
    if (lock.packages["node_modules/dikkat"].integrity !== integrity)
      throw new Failure("what was installed is not what was packed");
    const told = JSON.parse(await inFolder("npx", "dikkat", "--provenance"));
    if (told.version !== version)
      throw new Failure(`the command line is of version ${told.version}`);
    const cases = await inFolder("npx", "dikkat", "cases", `${root}tests/cases`);
    if (!/\n[1-9]\d* passed, 0 failed\n$/.test(cases)) throw new Failure("cases failed", cases);
    return told;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function stopFor(reasons, dry) {
  if (reasons.length === 0) return;
  if (!dry) throw new Failure(reasons.join("\n"));
  console.log(`These would stop a release:\n${reasons.join("\n")}\n`);
}

/** The entries of the package, and what goes with every copy. */
function wantedPaths() {
  const { exports, bin } = JSON.parse(read("dist/package/package.json"));
  const entries = Object.values(exports).flatMap((entry) =>
    typeof entry === "string" ? entry : Object.values(entry),
  );
  const texts = ["README.md", "CHANGELOG.md", "LICENSE", "third-party.txt"];
  return [...entries.map((path) => path.replace("./", "")), ...Object.values(bin), ...texts];
}

async function release({ dry, skipTests }) {
  const state = stateOfClone();
  stopFor(reasonsAgainst(state), dry);
  await build();
  if (!dry && !skipTests) await run("node", ["scripts/test.mjs"], { show: true });
  const packed = await pack();
  const wanted = { version: state.version, paths: wantedPaths() };
  stopFor(reasonsAgainstPackage(packed, wanted), dry);
  let told;
  await step("install and run what was packed", async () => {
    told = await verify(packed);
  });
  if (told.commit === null || told.commit.changed || told.commit.id !== git("rev-parse", "HEAD"))
    stopFor(["The package does not tell the commit that is checked out."], dry);
  console.log(`\n${instructions(packed)}\n\n${entryOf(state.changelog, state.version) ?? ""}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const known = ["--dry", "--skip-tests"];
  const unknown = process.argv.slice(2).filter((option) => !known.includes(option));
  if (unknown.length > 0) {
    console.error(`No such option: ${unknown.join(", ")}. There are ${known.join(", ")}.`);
    process.exit(1);
  }
  const [dry, skipTests] = known.map((option) => process.argv.includes(option));
  await release({ dry, skipTests }).catch((error) => {
    console.error(explain(error));
    process.exit(1);
  });
}
