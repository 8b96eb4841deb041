// The scenes that figures make for themselves: each cell's sum is worked out anew from its operands,
// in float64, and compared with the cell that the core computed.

import { describe, expect, test } from "vitest";
import type { Attention } from "../../../web/src/core/index.ts";
import { sceneOfBlock } from "../../../web/src/figures/block-scene.ts";
import {
  type Capacity,
  compute as cached,
  sceneOfStep,
  TOKENS,
} from "../../../web/src/figures/cache-run.ts";
import { computed as headed } from "../../../web/src/figures/heads-shown.ts";
import { ways } from "../../../web/src/figures/positions-run.ts";
import { computed as placed } from "../../../web/src/figures/positions-shown.ts";
import { sceneOfPositions } from "../../../web/src/figures/positions-tables.ts";
import { positionWords } from "../../../web/src/figures/positions-words.ts";
import { benGelDim, workedExample } from "../../../web/src/inputs/example.ts";
import {
  type GridName,
  type Projected,
  type State,
  setSettings,
} from "../../../web/src/inputs/state.ts";
import { blockOf, type Kind } from "../../../web/src/lesson/block-stages.ts";
import { blockWords } from "../../../web/src/lesson/block-text.ts";
import type { Session } from "../../../web/src/page/session.ts";
import { gridOf } from "../../../web/src/views/scene.ts";
import { core, sceneWith } from "../support/scene.ts";
import { expectAllCells, inputsOf } from "../support/sums.ts";

/** Of a page only what these figures ask of it. */
function sessionWith(state: State, figures: State["figures"]): Session {
  const engine = { ask: (question: (core: Attention) => unknown) => ({ value: question(core) }) };
  return { state: { ...state, figures }, language: "en", engine } as unknown as Session;
}

const states: Readonly<Record<string, State>> = {
  "the worked example": workedExample.state,
  "under the causal mask, at another temperature": setSettings(workedExample.state, {
    causal: "top-left",
    temperature: 2,
  }),
  "Q, K and V given": benGelDim.state,
};

describe.each(Object.entries(states))("%s", (_name, state) => {
  test.each(ways)("positions: %s", (way) => {
    const session = sessionWith(state, {
      "positions.way": way,
      "positions.shift": "7",
      "positions.theta": "100",
      "order.order": "2.0.1",
    });
    const page = sceneWith(state);
    const shown = placed(session, page);
    if (shown instanceof Error) throw shown;
    const sums = expectAllCells(sceneOfPositions(page, shown, positionWords.en));
    expect(sums.get("output")).toBe(page.grids.output && 3 * page.grids.output.columns);
    expect(sums.get("weights")).toBe(9);
    const own = { none: "weights", sinusoidal: "x.places", rotary: "q", alibi: "scaled.penalty" };
    expect(sums.get(own[way] as GridName)).toBeGreaterThan(5);
  });

  test.each([
    ["two heads", {}],
    ["one head of keys", { "heads.kv": "1" }],
    ["a head switched off", { "heads.off": "2", "heads.mixing": "identity" }],
  ])("heads: %s", (_what, figures) => {
    const page = sceneWith(state);
    const shown = headed(sessionWith(state, figures as State["figures"]), page);
    if (shown instanceof Error) throw shown;
    const sums = expectAllCells(shown.scene);
    expect(sums.get("weights.2")).toBe(9);
    expect(sums.get("output.merged")).toBe(sums.get("output.mixed"));
    expect(sums.has("output.2")).toBe(!("heads.off" in figures));
  });

  test.each([
    [{}, 0],
    [{}, TOKENS - 1],
    [{ capacity: 5 }, 8],
    [{ capacity: 4, sinks: 1 }, TOKENS - 1],
  ] as readonly (readonly [Capacity, number])[])("the cache with %o, step %i", (capacity, step) => {
    const page = sceneWith(state);
    const scene = sceneOfStep(page, cached(core, page, capacity), step, "en");
    const sums = expectAllCells(scene);
    const held = Math.min(step + 1, capacity.capacity ?? TOKENS);
    expect(sums.get("weights")).toBe(held);
    expect(sums.get("output.difference")).toBe(gridOf(scene, "output").columns);
    const projected = state.source.kind === "projected";
    expect(sums.get("k")).toBe(projected ? held * 4 : undefined);
  });
});

const source = workedExample.state.source as Projected;
/** Values of another width than X: W_O brings them back. */
const narrow: State = {
  ...workedExample.state,
  source: { ...source, wv: source.wv.map((row) => row.slice(0, 2)) },
};
const blocks: readonly (readonly [string, State, readonly string[]])[] = [
  ["the worked example", workedExample.state, []],
  [
    "under the causal mask, at another temperature",
    setSettings(workedExample.state, { causal: "top-left", temperature: 2 }),
    [],
  ],
  ["values of another width", narrow, ["x.wo"]],
];

describe.each(blocks)("the block, %s", (_name, state, mixing) => {
  test.each([
    ["pre", "layer", "gelu"],
    ["post", "rms", "gelu"],
    ["pre", "rms", "swiglu"],
    ["post", "layer", "swiglu"],
  ] as const)("%s, %s, %s", (place, normalization, activation) => {
    const kind: Kind = { place, normalization, activation, seed: 3 };
    const block = blockOf(core, state, kind);
    const scene = block && sceneOfBlock(state, block, kind, blockWords.en);
    if (!scene) throw new Error("there is no block");
    const sums = expectAllCells(scene);
    expect(sums.get("x.spread1")).toBe(normalization === "layer" ? 6 : 3);
    for (const name of ["x.norm2", "weights", "x.activated", "x.residual2"] as const)
      expect(sums.get(name)).toBe(scene.grids[name] && 3 * scene.grids[name].columns);
    const gate = activation === "swiglu" ? ["x.wgate"] : [];
    expect(inputsOf(scene, "x.residual2")).toEqual(
      ["wk", "wq", "wv", "x", "x.w1", "x.w2", ...gate, ...mixing].sort(),
    );
  });
});
