// All tests, or those of the runners named. The last line is the sum: N passed, N failed.
import { mkdirSync, rmSync } from "node:fs";
import { build, compile } from "./build.mjs";
import { check } from "./check.mjs";
import { consumer } from "./consumer.mjs";
import { ctestReport, playwrightReport, vitestReport } from "./reports.mjs";
import { bin, explain, Failure, onPath, root, run, step } from "./run.mjs";

const reports = "build/reports";

/** Compiles a preset and runs its Catch2 program through CTest. */
const catch2 = (preset) => async () => {
  const report = `${reports}/${preset}.xml`;
  await step(`compile ${preset}`, () => compile(preset));
  const all = "1000000000";
  const output = ["--test-output-size-passed", all, "--test-output-size-failed", all];
  const ctest = [
    "--preset",
    preset,
    "--no-tests=error",
    "--output-junit",
    root + report,
    ...output,
  ];
  return counted(
    () => step(`run ${preset}`, () => silent("ctest", ctest)),
    () => ctestReport(report),
  );
};

const silent = async (...command) => void (await run(...command));

/** Runs a test program and counts its report, which it writes whether tests failed or not. */
async function counted(work, read) {
  let failure;
  try {
    await work();
  } catch (error) {
    console.log(explain(error));
    failure = error;
  }
  const result = read();
  if (failure && result.failed === 0) throw new Failure("failed without a failed test");
  return result;
}

async function buildProducts() {
  await build();
  return { passed: 1, failed: 0 };
}

/** Runs Vitest by one of its configurations; `before` is the command that it runs within, if any. */
function vitest(name, { config = "vitest.config.ts", before = [], env = {} } = {}) {
  const report = `${reports}/${name}.json`;
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const tests = [bin("vitest"), "run", "--config", config, ...reporters];
  const [command, ...args] = [...before, ...tests];
  return counted(
    () => run(command, args, { show: true, env }),
    () => vitestReport(report),
  );
}

/** The tests in WebKit speak to its own driver, on a display and a message bus. */
const lackingForWebkit = ["WebKitWebDriver", "xvfb-run", "dbus-run-session"].filter(
  (name) => !onPath(name),
);

function webkit() {
  // Its sandbox needs namespaces, which root in a container does not have.
  const asRoot = process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" } : {};
  return vitest("webkit", {
    config: "vitest.webkit.config.ts",
    before: ["xvfb-run", "-a", "dbus-run-session", "--"],
    env: { ...asRoot, LIBGL_ALWAYS_SOFTWARE: "1", NO_AT_BRIDGE: "1" },
  });
}

function playwright(project) {
  const report = `${reports}/${project}.json`;
  const args = ["test", `--project=${project}`, "--reporter=dot,json"];
  // Playwright sets FORCE_COLOR for its workers, and Node warns of a contradiction.
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: report, NO_COLOR: undefined };
  return counted(
    () => run(bin("playwright"), args, { show: true, env }),
    () => playwrightReport(report),
  );
}

/** In this order. Those that need the products of the build are marked. */
const runners = {
  check: { run: check },
  native: { run: catch2("native") },
  consumer: { run: consumer },
  asan: { run: catch2("asan") },
  scalar: { run: catch2("scalar") },
  build: { run: buildProducts },
  wasm: { run: catch2("wasm") },
  "wasm-scalar": { run: catch2("wasm-scalar") },
  vitest: { run: () => vitest("vitest"), needsBuild: true },
  chromium: { run: () => playwright("chromium"), needsBuild: true },
  firefox: { run: () => playwright("firefox"), needsBuild: true },
  webkit: { run: webkit, needsBuild: true, lacking: lackingForWebkit },
};

/** Runs one runner. Whatever keeps it from counting its tests is one failure. */
async function outcome(name, { run: work, needsBuild, lacking = [] }, buildFailed) {
  console.log(`\n== ${name}`);
  const started = performance.now();
  let result;
  try {
    if (needsBuild && buildFailed) throw new Failure("not run: the build failed");
    if (lacking.length > 0) throw new Failure(`not run: no ${lacking.join(", no ")} on PATH`);
    result = await work();
    if (result.passed + result.failed === 0) throw new Failure("no test was run");
  } catch (error) {
    console.log(explain(error));
    result = { passed: 0, failed: 1 };
  }
  return { name, ...result, seconds: (performance.now() - started) / 1000 };
}

function printTable(outcomes) {
  console.log(`\n${"".padEnd(12)}   passed   failed  skipped  seconds`);
  for (const { name, passed, failed, skipped = 0, seconds } of outcomes) {
    const cells = [String(passed), String(failed), String(skipped), seconds.toFixed(1)];
    console.log(`${name.padEnd(12)}${cells.map((cell) => cell.padStart(9)).join("")}`);
  }
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in runners));
if (unknown.length > 0) {
  console.error(
    `No such runner: ${unknown.join(", ")}. There are ${Object.keys(runners).join(", ")}.`,
  );
  process.exit(1);
}

rmSync(root + reports, { recursive: true, force: true });
mkdirSync(root + reports, { recursive: true });
const outcomes = [];
const leftOut = [];
for (const [name, runner] of Object.entries(runners)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  if (asked.length === 0 && runner.lacking?.length > 0) {
    leftOut.push(name);
    continue;
  }
  const buildFailed = outcomes.some((done) => done.name === "build" && done.failed > 0);
  outcomes.push(await outcome(name, runner, buildFailed));
}
printTable(outcomes);
for (const name of leftOut)
  console.log(`\n${name} was not run, as it is not set up here: npm run test:${name} sets it up.`);
const sum = (key) => outcomes.reduce((total, result) => total + result[key], 0);
console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
process.exit(sum("failed") > 0 ? 1 : 0);
