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
import { patternsWords } from "../../../web/src/figures/patterns-words.ts";
import { ways } from "../../../web/src/figures/positions-run.ts";
import { computed as placed } from "../../../web/src/figures/positions-shown.ts";
import { sceneOfPositions } from "../../../web/src/figures/positions-tables.ts";
import { positionWords } from "../../../web/src/figures/positions-words.ts";
import { sceneOfState } from "../../../web/src/figures/state-space.ts";
import { sceneOfDivision, sceneOfPass } from "../../../web/src/figures/tile-scene.ts";
import { benGelDim, workedExample } from "../../../web/src/inputs/example.ts";
import { optionsOf } from "../../../web/src/inputs/problem.ts";
import {
  type GridName,
  type Projected,
  type State,
  setSettings,
} from "../../../web/src/inputs/state.ts";
import { blockOf, type Kind } from "../../../web/src/lesson/block-stages.ts";
import { blockWords } from "../../../web/src/lesson/block-text.ts";
import type { Session } from "../../../web/src/page/session.ts";
import { replayOf } from "../../../web/src/views/replay.ts";
import { gridOf } from "../../../web/src/views/scene.ts";
import { gridRows } from "../../../web/src/views/tensor-grid.ts";
import { tileWords } from "../../../web/src/views/tile-words.ts";
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

  test.each([0, 0.25, 1])("a state-space layer that keeps %d", (keep) => {
    const page = sceneWith(state);
    const x = gridRows(gridOf(page, "v")).map(([first = Number.NaN]) => [first]);
    const trace = core.stateSpace({ x, a: [[keep]], b: [[1]], c: [[1]] });
    const scene = sceneOfState(page, trace, keep, patternsWords.en);
    expect(expectAllCells(scene).get("x.state")).toBe(6);
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

/** The worked example with another number in the first cell of X. */
function withFirstNumber(number: number): State {
  const own = workedExample.state.source as Projected;
  const [[, ...rest] = [], ...others] = own.x;
  return { ...workedExample.state, source: { ...own, x: [[number, ...rest], ...others] } };
}

const tilings: readonly (readonly [string, State])[] = [
  ["the worked example", workedExample.state],
  ["under the causal mask", setSettings(workedExample.state, { causal: "top-left" })],
  [
    "with a row that sees nothing",
    setSettings(workedExample.state, {
      attend: [
        [true, true, false],
        [false, false, false],
        [true, false, true],
      ],
    }),
  ],
  ["with a row of NaN", withFirstNumber(Number.NaN)],
  ["with a row of infinities", withFirstNumber(Number.POSITIVE_INFINITY)],
];

describe.each(tilings)("the tiles, %s", (_name, state) => {
  test.each([
    [1, 1],
    [2, 1],
    [2, 2],
  ])("of %i × %i: every step, and the division", (queries, keys) => {
    const page = sceneWith(state);
    const [q = [], k = [], v = []] = (["q", "k", "v"] as const).map((name) =>
      gridRows(gridOf(page, name)),
    );
    const block = { queries, keys };
    const steps = core.tiledSteps({
      ...{ q, k, v, ...optionsOf(state) },
      ...{ blockQueries: queries, blockKeys: keys },
    });
    const replay = replayOf(steps, 3, block);
    const making = { page, replay, words: tileWords.en };
    // Float32 keeps seven digits, and each sum takes up a few of them.
    const tolerance = 1e-6;
    for (const [step, pass] of replay.passes.entries()) {
      const sums = expectAllCells(sceneOfPass(step, making), tolerance);
      expect(sums.get("output.after")).toBe(4 * pass.queries.length);
      expect(sums.get("x.factor")).toBe(pass.queries.length);
    }
    const scene = sceneOfDivision(making);
    expectAllCells(scene, tolerance);
    // All the way back, over all tiles, to X and the weights.
    expect(inputsOf(scene, "output.tiled").filter((name) => !name.includes("."))).toEqual([
      ...["wk", "wq", "wv", "x"],
    ]);
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
    // Told apart by ear as well: what is named twice is heard as one.
    const drawn = Object.values(scene.grids).filter((grid) => grid?.title?.origin);
    expect(new Set(drawn.map((grid) => grid?.title?.name)).size).toBe(drawn.length);
    expect(drawn.length).toBeGreaterThan(1);
    const gate = activation === "swiglu" ? ["x.wgate"] : [];
    expect(inputsOf(scene, "x.residual2")).toEqual(
      ["wk", "wq", "wv", "x", "x.w1", "x.w2", ...gate, ...mixing].sort(),
    );
  });
});
