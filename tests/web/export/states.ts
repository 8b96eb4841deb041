// States of every kind, and what their programs have to print, in plain float64.

import { workedExample } from "../../../web/src/inputs/example.ts";
import {
  type Matrix,
  type Settings,
  type State,
  setSettings,
  toDirect,
} from "../../../web/src/inputs/state.ts";
import { attention, multiply } from "../support/attention.ts";

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
const some = (state: State, changes: Partial<Settings>) => setSettings(state, changes);
const hidden = Number.NEGATIVE_INFINITY;
const bias: Matrix = [
  [0, 0.5, hidden],
  [hidden, hidden, hidden],
];
const attend = [
  [false, false, false],
  [true, false, true],
];

export const states: Readonly<Record<string, State>> = {
  "as it begins": example,
  "other scale": some(example, { scaled: false, temperature: 2.5 }),
  causal: some(example, { causal: "top-left" }),
  "Q, K, V, bottom right": some(direct, { causal: "bottom-right" }),
  "window and sinks": some(example, { causal: "top-left", window: 1, sinks: 1 }),
  "padding of all but one": some(direct, { padding: [true, false, true] }),
  "everything hidden from one": some(direct, { attend }),
  "a bias that hides a row": some(direct, { bias }),
};

/** Weights and output of the state, by the formula. */
export function resultsOf({ source, settings }: State) {
  const { scaled, temperature, causal, window, sinks, padding, attend, bias } = settings;
  const { q, k, v } =
    source.kind === "direct"
      ? source
      : {
          q: multiply(source.x, source.wq),
          k: multiply(source.x, source.wk),
          v: multiply(source.x, source.wv),
        };
  const shift = causal === "bottom-right" ? k.length - q.length : 0;
  return attention({
    ...{ q, k, v, temperature },
    ...(scaled ? {} : { scale: 1 }),
    ...(bias ? { bias } : {}),
    sees: (query, key) =>
      (!causal || key <= query + shift) &&
      (window === null || Math.abs(query + shift - key) < window || key < sinks) &&
      padding?.[key] !== true &&
      attend?.[query]?.[key] !== false,
  });
}

const text = (rows: Matrix) => rows.map((row) => row.map((x) => x.toFixed(3)).join(" ")).join("\n");

export function outputText(state: State): string {
  const { weights, output } = resultsOf(state);
  return `${text(weights)}\n\n${text(output)}`.replace(/-(0\.0+)(?=\s|$)/gu, "$1");
}
