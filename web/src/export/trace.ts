// Everything of one computation as JSON, to be read by programs and by this page again:
//
//   { "dikkat": "trace", "version": 1, "core": "simd",
//     "tokens": ["kedi", …], "keyTokens": null or a list of their own,
//     "inputs": { "x": rows, "wq": rows, "wk": rows, "wv": rows } or { "q", "k", "v" },
//     "origins": { "wq": { "kind": "random", "seed": 7 }, … },
//     "options": the page's settings (inputs/state.ts), with the scale that comes of them,
//     "results": { "scores": { "shape": [3, 3], "data": […] }, "scaled", "masked", "exponentials",
//                  "weights", "output", and "q", "k", "v" where they were projected } }
//
// Rows are lists of numbers; NaN and the infinities are the strings "nan", "inf" and "-inf".
// read-trace.ts takes the inputs and options; the results are computed anew.

import type { Build, SelfTrace, Tensor, Trace } from "../core/types.ts";
import { keyWidth, optionsOf } from "../inputs/problem.ts";
import { directNames, inputNames, type Matrix, matrixOf, type State } from "../inputs/state.ts";
import { json } from "./matrix-text.ts";

export const TRACE_VERSION = 1;

const resultNames = ["scores", "scaled", "masked", "exponentials", "weights", "output"] as const;

const INDENT = "    ";

const rowsText = (rows: Matrix) =>
  json({ name: "", shape: [rows.length, rows[0]?.length ?? 0], data: rows.flat() }, INDENT);

const tensorText = ({ shape, data }: Tensor) =>
  `{ "shape": [${shape.join(", ")}], "data": ${json({ name: "", shape: [data.length], data })} }`;

/** `entries` are texts of JSON already. */
const objectText = (entries: readonly (readonly [string, string])[], indent: string) =>
  `{\n${entries.map(([name, text]) => `${indent}  ${JSON.stringify(name)}: ${text}`).join(",\n")}\n${indent}}`;

function optionsText(state: State): string {
  const { bias, ...others } = state.settings;
  const scale = optionsOf(state).scale ?? 1 / Math.sqrt(keyWidth(state.source));
  const entries = Object.entries(others).map(
    ([name, value]) => [name, JSON.stringify(value)] as const,
  );
  return objectText(
    [["scale", String(scale)], ...entries, ["bias", bias ? rowsText(bias) : "null"]],
    "  ",
  );
}

export function traceText(state: State, trace: Trace | SelfTrace, build: Build): string {
  const inputs = inputNames(state.source).map(
    (name) => [name, rowsText(matrixOf(state.source, name) ?? [])] as const,
  );
  const projected =
    "q" in trace ? directNames.map((name) => [name, tensorText(trace[name])] as const) : [];
  const results = resultNames.map((name) => [name, tensorText(trace[name])] as const);
  const whole = objectText(
    [
      ["dikkat", '"trace"'],
      ["version", String(TRACE_VERSION)],
      ["core", JSON.stringify(build)],
      ["tokens", JSON.stringify(state.tokens)],
      ["keyTokens", JSON.stringify(state.keyTokens)],
      ["inputs", objectText(inputs, "  ")],
      ["origins", JSON.stringify(state.origins)],
      ["options", optionsText(state)],
      ["results", objectText([...projected, ...results], "  ")],
    ],
    "",
  );
  return `${whole}\n`;
}
