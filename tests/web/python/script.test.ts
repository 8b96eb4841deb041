// "Copy my state as Python", run by a real Python where there is one with the library, and held
// against the core, which has its own tests.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { loadAttention } from "../../../web/src/core/index.ts";
import { workedExample } from "../../../web/src/inputs/example.ts";
import { problemOf } from "../../../web/src/inputs/problem.ts";
import {
  type Matrix,
  type Settings,
  type State,
  setSettings,
  toDirect,
} from "../../../web/src/inputs/state.ts";
import { libraries, scriptOf } from "../../../web/src/python/script.ts";

const candidates = process.env.PYTHON ? [process.env.PYTHON] : ["python3", "/usr/bin/python3"];
const pythonWith = (library: string) =>
  candidates.find((command) => spawnSync(command, ["-c", `import ${library}`]).status === 0);
const core = await loadAttention({ threads: 1 });
const comments = { heading: "state", tokens: "tokens" };

const example = workedExample.state;
const direct = toDirect(example, {
  q: [
    [1, -0],
    [0.1, 2],
  ],
  k: [
    [1, 1],
    [0, 1],
    [2, -1 / 3],
  ],
  v: [[1e-7], [250], [-3]],
});

const notFinite = toDirect(example, {
  q: [
    [1, Number.NaN],
    [0.1, 2],
    [1, 0],
  ],
  k: [
    [1, Number.POSITIVE_INFINITY],
    [Number.NaN, 1],
    [2, 0],
  ],
  v: [[1], [2], [3]],
});

const some = (state: State, changes: Partial<Settings>) => setSettings(state, changes);
const hidden = Number.NEGATIVE_INFINITY;
const bias: Matrix = [
  [0, 0.5, hidden],
  [hidden, hidden, hidden],
];
const states: Record<string, State> = {
  "as it begins": example,
  "other scale": some(example, { scaled: false, temperature: 2.5 }),
  causal: some(example, { causal: "top-left" }),
  "Q, K, V, bottom right": some(direct, { causal: "bottom-right" }),
  "Q, K, V, top left, temperature": some(direct, { causal: "top-left", temperature: 0.5 }),
  "window and sinks": some(example, { causal: "top-left", window: 1, sinks: 1 }),
  "padding of all but one": some(direct, { padding: [true, false, true] }),
  "everything hidden from one": some(direct, {
    attend: [
      [false, false, false],
      [true, false, true],
    ],
  }),
  "a bias that hides a row": some(direct, { bias }),
  "NaN and an infinity, causal": some(notFinite, { causal: "top-left" }),
};

/** Three decimals, and no sign on a zero: which of the two it is hangs on the last bit. */
const shown = (rows: readonly (readonly number[])[]) =>
  rows.map((row) => row.map((value) => value.toFixed(3).replace(/^-(0\.0+)$/, "$1")));

function coreResults(state: State): string[][][] {
  const { kind, problem } = problemOf(state);
  const trace = kind === "self" ? core.selfAttention(problem) : core.attention(problem);
  return [trace.weights, trace.output].map(({ shape: [rows = 0, columns = 0], data }) =>
    shown(
      Array.from({ length: rows }, (_, i) => [...data.subarray(i * columns, (i + 1) * columns)]),
    ),
  );
}

function printed(script: string, library: string): string[][][] {
  const python = pythonWith(library) ?? "python3";
  const { stdout, stderr, status } = spawnSync(python, ["-"], { input: script, encoding: "utf8" });
  // NumPy tells where a NaN comes from, some of it with the line.
  expect(stderr.replace(/^.*RuntimeWarning: invalid value .*\n(?: {2}.*\n)?/gmu, "")).toBe("");
  expect(status).toBe(0);
  const blocks = stdout.trim().split("\n\n");
  return blocks.map((block) =>
    shown(block.split("\n").map((line) => line.trim().split(" ").map(Number))),
  );
}

const has = (library: string) => pythonWith(library) !== undefined;

for (const library of libraries) {
  describe.skipIf(!has(library))(`a real Python with ${library} prints the page's numbers`, () => {
    for (const [name, state] of Object.entries(states)) {
      test(name, { timeout: 60_000 }, () => {
        expect(printed(scriptOf(state, library, comments), library)).toEqual(coreResults(state));
      });
    }
  });
}

/**
 * JAX is not there where this was written, and its script has never met it. This holds the script to
 * the names that it uses, which JAX has from NumPy: a module of that name passes them on to NumPy,
 * and holds to two points of JAX: double precision is asked for, and arrays are not written into.
 */
describe.skipIf(!has("numpy") || has("jax"))("the script for JAX, over NumPy", () => {
  const standIns = fileURLToPath(new URL("../../python/stand_ins", import.meta.url));
  const found = `import sys\nsys.path.insert(0, ${JSON.stringify(standIns)})\n`;
  for (const [name, state] of Object.entries(states)) {
    test(name, { timeout: 60_000 }, () => {
      expect(printed(found + scriptOf(state, "jax", comments), "numpy")).toEqual(
        coreResults(state),
      );
    });
  }
});

test("every digit of a number, its sign and infinities are in the script", () => {
  const script = scriptOf(some(direct, { bias }), "numpy", comments);
  expect(script).toContain("-0.3333333333333333");
  expect(script).toContain("[1, -0.0]");
  expect(script).toContain('[0, 0.5, float("-inf")]');
});
