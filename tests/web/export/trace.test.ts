// A trace holds what was computed, with NaN and infinities as strings, and is the same state again
// when it is opened. What somebody else wrote into one is refused by name.

import { expect, test } from "vitest";
import { loadAttention } from "../../../web/src/core/index.ts";
import { openFile } from "../../../web/src/export/open.ts";
import type { FileProblem } from "../../../web/src/export/problems.ts";
import { traceText } from "../../../web/src/export/trace.ts";
import { workedExample } from "../../../web/src/inputs/example.ts";
import { problemOf } from "../../../web/src/inputs/problem.ts";
import { type State, setCell } from "../../../web/src/inputs/state.ts";
import { resultsOf, states } from "./states.ts";

const core = await loadAttention({ threads: 1 });

function textOf(state: State): string {
  const { kind, problem } = problemOf(state);
  const trace = kind === "self" ? core.selfAttention(problem) : core.attention(problem);
  return traceText(state, trace, "simd");
}

const opened = (text: string) =>
  openFile(new Blob([text], { type: "application/json" }), workedExample.state);

const numbersIn = (list: unknown): number[] =>
  (list as (number | string)[]).map((x) =>
    typeof x === "string" ? Number(x.replace("inf", "Infinity")) : x,
  );

test.each(Object.keys(states))("%s: results and state", async (name) => {
  const state = states[name] as State;
  const text = textOf(state);
  const { results, options } = JSON.parse(text);
  const wanted = resultsOf(state);
  for (const result of [
    "scores",
    "scaled",
    "masked",
    "exponentials",
    "weights",
    "output",
  ] as const) {
    const numbers = numbersIn(results[result].data);
    const want = wanted[result].flat();
    expect(results[result].shape).toEqual([wanted[result].length, wanted[result][0]?.length]);
    numbers.forEach((value, i) => {
      const expected = want[i] ?? Number.NaN;
      const near =
        value === expected || Math.abs(value - expected) <= 1e-12 * (1 + Math.abs(expected));
      expect(near, `${result} ${i}: ${value}, not ${expected}`).toBe(true);
    });
  }
  const { scaled, temperature } = state.settings;
  const width = state.source.kind === "projected" ? 4 : 2;
  expect(options.scale).toBeCloseTo((scaled ? 1 / Math.sqrt(width) : 1) / temperature, 15);
  const read = await opened(text);
  if (read instanceof Error || read.kind !== "state") throw new Error(String(read));
  const { tokens, keyTokens, source, settings, origins } = state;
  expect(read.state).toMatchObject({ tokens, keyTokens, source, settings, origins });
});

test("NaN, infinities and the sign of zero come back", async () => {
  let state = setCell(workedExample.state, "wq", 0, 0, Number.NaN);
  state = setCell(state, "wq", 0, 1, -0);
  state = setCell(state, "x", 1, 1, Number.POSITIVE_INFINITY);
  const read = await opened(textOf(state));
  if (read instanceof Error || read.kind !== "state") throw new Error(String(read));
  expect(read.state.source).toEqual(state.source);
});

const trace = () => JSON.parse(textOf(states["window and sinks"] as State));

test.each<[string, (t: ReturnType<typeof trace>) => void, string]>([
  ["another kind", (t) => (t.dikkat = "recipe"), "recipe"],
  ["another version", (t) => (t.version = 2), "version “2”"],
  ["no inputs", (t) => delete t.inputs, "inputs"],
  ["a missing matrix", (t) => delete t.inputs.wk, "inputs.wk"],
  ["a matrix of something else", (t) => (t.inputs.x = { 0: 1 }), "inputs.x"],
  ["an object in a cell", (t) => (t.inputs.x[1][1] = {}), "inputs.x"],
  ["a word in a cell", (t) => (t.inputs.x[1][1] = "many"), "X, row 2, column 2"],
  ["a short row", (t) => t.inputs.wv[2].pop(), "W_V"],
  ["too many rows", (t) => (t.inputs.x = Array(65).fill([1])), "65"],
  ["too few tokens", (t) => t.tokens.pop(), "2 tokens for 3 rows"],
  ["a token of nothing", (t) => (t.tokens[0] = " \u202e"), "tokens"],
  ["a negative temperature", (t) => (t.options.temperature = -1), "options.temperature"],
  ["a window of half a token", (t) => (t.options.window = 0.5), "options.window"],
  ["another causal", (t) => (t.options.causal = true), "options.causal"],
  ["sinks without a window", (t) => (t.options.window = null), "options.sinks"],
  ["padding for others", (t) => (t.options.padding = [true]), "options.padding"],
  ["pairs of others", (t) => (t.options.attend = [[true]]), "options.attend"],
  ["an unknown origin", (t) => (t.origins.x = { kind: "random", seed: -1 }), "origins.x"],
])("%s is refused", async (_, change, words) => {
  const broken = trace();
  change(broken);
  const read = await opened(JSON.stringify(broken));
  expect(read).toBeInstanceOf(Error);
  expect((read as Error).message).toContain(words);
});

test("a trace that was cut short is said to be so, wherever the cut is", async () => {
  const text = textOf(states["window and sinks"] as State).trimEnd();
  for (let length = 1; length < text.length; length++) {
    const read = (await opened(text.slice(0, length))) as FileProblem;
    expect(read.code, `${length} characters`).toBe("objectCut");
  }
  const lines = text.split("\n");
  const problem = (await opened(lines.slice(0, 7).join("\n"))) as FileProblem;
  expect(problem.describe("en")).toMatch(/ends too early, in line 7,.*whole file again/u);
  expect(problem.describe("tr")).toMatch(/eksik: 7\. satırda erken bitiyor.*tamamını/u);
});

test.each<[string, (text: string) => string]>([
  ["a bracket is gone from its middle", (text) => text.replace("]", "")],
  ["a quotation mark is gone", (text) => text.replace('"tokens', "tokens")],
  ["a comma is gone", (text) => text.replace(",", "")],
  ["it stands there twice", (text) => text + text],
])("a trace is not called short when %s", async (_, change) => {
  const read = await opened(change(textOf(states["window and sinks"] as State)));
  expect((read as FileProblem).code).toBe("objectBroken");
});
