// Runs every listing of the lesson on the worked example: the bug lab's lines in Python and C++, right
// and wrong, the five lines, the program that the reader takes along, and the state as C++. Each has to
// give what the core gives, of which the page shows the numbers.
//
//   node scripts/check_listings.mjs    PYTHON and CXX may name a Python with PyTorch and a compiler
//
// Exit code 1 and a line for each listing that fails or gives something else. What has no program
// here to run it is "not run".

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "vite";
import { cppIds, cppProgram } from "./listings/cpp.mjs";
import { checkExported, stateWithAll } from "./listings/exported.mjs";
import { pythonIds, pythonProgram } from "./listings/python.mjs";
import { root } from "./run.mjs";

const TOLERANCE = 1e-12;

const far = (got, want) => {
  if (Number.isNaN(want)) return !Number.isNaN(got);
  return !(Math.abs(got - want) <= TOLERANCE);
};

/** What is wrong with what a listing left; "" if nothing. */
export function complaint(got, want) {
  if (got.failed) return got.failed;
  for (const [name, numbers] of Object.entries(got)) {
    const expected = want[name];
    if (numbers.length !== expected.length)
      return `${name}: ${numbers.length} numbers, not ${expected.length}`;
    const at = numbers.findIndex((number, i) => far(number, expected[i]));
    if (at >= 0) return `${name}[${at}] is ${numbers[at]}, the core has ${expected[at]}`;
  }
  return "output" in got ? "" : "there is no output";
}

/** The first of these commands that does what is asked of it. */
function firstThat(works, commands) {
  return commands.find((command) => {
    try {
      works(command);
      return true;
    } catch {
      return false;
    }
  });
}

const python = () =>
  firstThat(
    (command) => execFileSync(command, ["-c", "import torch"], { stdio: "ignore" }),
    process.env.PYTHON ? [process.env.PYTHON] : ["python3", "/usr/bin/python3"],
  );

const compiler = () =>
  firstThat(
    (command) => execFileSync(command, ["--version"], { stdio: "ignore" }),
    process.env.CXX ? [process.env.CXX] : ["clang++", "g++"],
  );

const eigen = [process.env.Eigen3_DIR, "/usr/include/eigen3", "/usr/local/include/eigen3"].find(
  (folder) => folder && existsSync(join(folder, "Eigen/Core")),
);

function runPython(command, programs) {
  const input = JSON.stringify(programs);
  const said = execFileSync(command, [`${root}scripts/listings/run.py`], {
    input,
    encoding: "utf8",
    stdio: "pipe",
  });
  const asNumbers = (left) =>
    left.failed
      ? left
      : Object.fromEntries(Object.entries(left).map(([name, list]) => [name, list.map(numberOf)]));
  return JSON.parse(said).map(asNumbers);
}

/** Both languages write NaN their own way. */
function numberOf(text) {
  return /^-?inf$/.test(text) ? Number(`${text}inity`.replace("inf", "Inf")) : Number(text);
}

/** What each function of the program printed. */
function runCpp(command, program) {
  const folder = mkdtempSync(join(tmpdir(), "listings-"));
  try {
    const [file, made] = [join(folder, "listings.cpp"), join(folder, "listings")];
    writeFileSync(file, program);
    execFileSync(command, ["-std=c++20", "-isystem", eigen, "-o", made, file], { stdio: "pipe" });
    const lines = execFileSync(made, { encoding: "utf8" }).trimEnd().split("\n");
    const numbers = lines.map((line) => line.split(" ").slice(1).map(numberOf));
    return Array.from({ length: lines.length / 2 }, (_, i) => {
      const [weights, output] = numbers.slice(2 * i, 2 * i + 2);
      return weights.length > 0 ? { weights, output } : { output };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const flat = (rows) => rows.flat();
const numbersOf = ({ weights, output }) => ({ weights: flat(weights), output: flat(output) });

/** The modules of the page, as they are. */
async function pages() {
  const server = await createServer({
    configFile: `${root}vite.config.ts`,
    logLevel: "error",
    appType: "custom",
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  const load = (path) => server.ssrLoadModule(`/src/${path}`);
  const [core, lab, listings, five, program, inputs, state, problem, programs] = await Promise.all(
    [
      "core/index.ts",
      "lesson/bugs/lab.ts",
      "lesson/bugs/listings.ts",
      "figures/listings.ts",
      "lesson/python.ts",
      "inputs/example.ts",
      "inputs/state.ts",
      "inputs/problem.ts",
      "export/programs.ts",
    ].map(load),
  );
  return {
    server,
    core: await core.loadAttention({ threads: 1 }),
    lab,
    listings,
    five,
    program,
    inputs,
    state,
    problem,
    programs,
  };
}

const rowsOf = ({ shape, data }) => {
  const width = shape.at(-1);
  return Array.from({ length: data.length / width }, (_, i) =>
    Array.from(data.subarray(i * width, (i + 1) * width)),
  );
};

/** Every line of the lab with what the core says to it. */
function labLines({ core, lab, listings }, example) {
  const trace = core.selfAttention(example);
  const [q, k, v] = [trace.q, trace.k, trace.v].map(rowsOf);
  const base = { q, k, v, temperature: 1, causal: false };
  return lab.variantIds.flatMap((id) => {
    const heads = lab.usualHeads(id, base);
    const tried = lab.tryOut(core, id, base, heads);
    return ["right", "wrong"].flatMap((side) =>
      listings.listingLanguages.map((language) => ({
        name: `${language} ${id} ${side}`,
        id,
        language,
        heads,
        line: listings.listings[id][language][side],
        want: numbersOf(tried[side]),
      })),
    );
  });
}

/** The programs to be taken along: of the worked example, and of one whose Q, K and V are given. */
function wholePrograms({ core, program, inputs }) {
  const comments = { output: "output", sums: "sums", identity: "identity" };
  return Object.entries({ workedExample: inputs.workedExample, benGelDim: inputs.benGelDim }).map(
    ([name, { state }]) => {
      const { source } = state;
      const trace =
        source.kind === "projected"
          ? core.selfAttention({ x: source.x, wq: source.wq, wk: source.wk, wv: source.wv })
          : core.attention({ q: source.q, k: source.k, v: source.v });
      const want = { weights: [...trace.weights.data], output: [...trace.output.data] };
      return {
        name: `python program ${name}`,
        program: program.programOf(source, comments, []),
        want,
      };
    },
  );
}

/** The state of the page as C++, with the library. */
function exportedProgram({ core, state, problem, programs, inputs }) {
  const all = stateWithAll({ state, inputs });
  const comments = { heading: "state", tokens: "tokens" };
  return {
    program: programs.cppProgram(all, comments),
    trace: core.attention(problem.problemOf(all).problem),
  };
}

function missing(all, ids, language) {
  const known = new Set(ids);
  const without = all.filter(({ id }) => !known.has(id)).map(({ id }) => id);
  if (without.length > 0)
    throw new Error(`${language}: nothing stands round ${without.join(", ")}`);
}

/** { name, said } for each listing; said is "" where all is well, null where it was not run. */
export async function checkListings() {
  const modules = await pages();
  try {
    const { source } = modules.inputs.workedExample.state;
    const example = { x: source.x, wq: source.wq, wk: source.wk, wv: source.wv };
    const slope = modules.core.alibiSlopes(8)[0];
    const lines = labLines(modules, example);
    missing(lines, pythonIds, "python");
    missing(lines, cppIds, "cpp");
    const of = (language) => lines.filter((line) => line.language === language);

    const inPython = [
      ...of("python").map((line) => ({
        ...line,
        program: pythonProgram(line.id, line.line, { ...example, slope, heads: line.heads }),
      })),
      ...wholePrograms(modules),
    ];
    const five = { name: "cpp five lines", want: wholePrograms(modules)[0].want };
    const inCpp = [...of("cpp"), five];

    const [py, cxx] = [python(), compiler()];
    const pythonLeft =
      py &&
      runPython(
        py,
        inPython.map(({ program }) => program),
      );
    const cppLeft =
      cxx && eigen && runCpp(cxx, cppProgram(of("cpp"), { ...example, slope }, modules.five.cpp));
    const judged = (run, left) =>
      run.map(({ name, want }, i) => ({ name, said: left ? complaint(left[i], want) : null }));
    const { program, trace } = exportedProgram(modules);
    const exported = checkExported(cxx, eigen, program, trace);
    return [
      ...judged(inPython, pythonLeft),
      ...judged(inCpp, cppLeft),
      { name: "cpp export", said: exported },
    ];
  } finally {
    await modules.server.close();
  }
}

if (process.argv[1] === `${root}scripts/check_listings.mjs`) {
  const results = await checkListings();
  if (process.argv.includes("--json")) console.log(JSON.stringify(results));
  else
    for (const { name, said } of results)
      console.log(
        `${said === null ? "not run" : said === "" ? "same   " : "FAILS  "} ${name}${said ? `: ${said}` : ""}`,
      );
  process.exitCode = results.some(({ said }) => said) ? 1 : 0;
}
