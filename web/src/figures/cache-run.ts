// A text through a KV cache: what the core makes of it, and the scene of one step.

import { html } from "lit/html.js";
import type { Attention, DecodeFrame, DecodeInput, DecodeTrace, Trace } from "../core/index.ts";
import { optionsOf } from "../inputs/problem.ts";
import type { Language, Matrix, MatrixName, State } from "../inputs/state.ts";
import { type Scale, scaleOf } from "../views/scale.ts";
import { type Grid, gridOf, type Scene, sceneOf, type Title } from "../views/scene.ts";
import { cell, sumOf } from "../views/sum.ts";
import { apart } from "./apart.ts";
import { cacheWords } from "./cache-words.ts";
import { asPart, type Part, partsOf, sceneOfParts } from "./parts.ts";

/** The page's tokens, repeated until there are so many. */
export const TOKENS = 12;

/** What the cache may hold; without a capacity, all. */
export type Capacity = Pick<DecodeInput, "capacity" | "sinks">;

export interface Shown {
  /** One word per token of the text. */
  readonly tokens: readonly string[];
  readonly q: readonly (readonly number[])[];
  readonly k: readonly (readonly number[])[];
  readonly v: readonly (readonly number[])[];
  readonly trace: DecodeTrace;
  /** The full causal pass over the whole text. */
  readonly full: Trace;
  /** What each step's query makes of what the cache holds for it. */
  readonly steps: readonly Trace[];
  /** Multiply-adds of each step if the whole text so far went through once more. */
  readonly again: readonly number[];
  readonly places: number;
  readonly sinks: number;
  readonly scale: Scale;
}

function repeated(grid: Grid): number[][] {
  return Array.from({ length: TOKENS }, (_, i) =>
    Array.from({ length: grid.columns }, (_, j) => grid.at(i % grid.rows, j)),
  );
}

export function compute(core: Attention, scene: Scene, { capacity, sinks }: Capacity): Shown {
  const [queries, keys, values] = [gridOf(scene, "q"), gridOf(scene, "k"), gridOf(scene, "v")];
  const [q, k, v] = [repeated(queries), repeated(keys), repeated(values)];
  const { scale } = optionsOf(scene.state);
  const ones = new Array<number>(TOKENS).fill(1);
  const trace = core.decode({ q, k, v, scale, schedule: ones, capacity, sinks });
  const again = ones.map((_, i) => {
    const [head, of] = [i + 1, (rows: readonly (readonly number[])[]) => rows.slice(0, i + 1)];
    const whole = core.decode({ q: of(q), k: of(k), v: of(v), scale, schedule: [head] });
    return whole.frames[0]?.operations ?? Number.NaN;
  });
  const full = core.attention({ q, k, v, scale, causal: true });
  const steps = trace.frames.map(({ kept }, i) => {
    const of = (rows: readonly (readonly number[])[]) => kept.map((token) => rows[token] ?? []);
    return core.attention({ q: [q[i] ?? []], k: of(k), v: of(v), scale });
  });
  const { tokens } = scene.state;
  return {
    tokens: ones.map((_, i) => tokens[i % tokens.length] ?? ""),
    ...{ q, k, v, trace, full, steps, again },
    places: capacity ?? TOKENS,
    sinks: sinks ?? 0,
    scale: scaleOf(queries, keys, values, gridOf(scene, "output")),
  };
}

/** Queries at these tokens of the text before keys and values of those. */
function passOf(
  page: Scene,
  shown: Shown,
  trace: Trace,
  queries: readonly number[],
  keys: readonly number[],
): Scene {
  const label = (token: number) => `${token + 1} ${shown.tokens[token]}`;
  const rows = (from: Matrix, tokens: readonly number[]) =>
    tokens.map((token) => from[token] ?? []);
  const { state, grids } = page;
  const direct: State = {
    ...state,
    tokens: queries.map(label),
    keyTokens: keys.map(label),
    source: {
      kind: "direct",
      q: rows(shown.q, queries),
      k: rows(shown.k, keys),
      v: rows(shown.v, keys),
    },
    // A step sees what the cache holds; the full pass is causal.
    settings: { ...state.settings, causal: "top-left" },
    cell: null,
  };
  const own = sceneOf(direct, trace);
  if (state.source.kind === "direct") return own;
  // Equal words have equal rows: those of the page, with its sums.
  const projected = (["q", "k", "v"] as const).map((name): Part => {
    const at = name === "q" ? queries : keys;
    const { rows: count } = gridOf(page, name);
    return {
      grid: { ...gridOf(own, name), editable: false },
      sum: (row, column) => sumOf(page, cell(name, (at[row] ?? 0) % count, column)),
    };
  });
  const inputs = (["x", "wq", "wk", "wv"] as const).flatMap((name) => {
    const grid = grids[name];
    return grid ? [{ grid }] : [];
  });
  const names = new Set<string>(["q", "k", "v"]);
  const results = partsOf(own).filter(({ grid }) => !names.has(grid.name));
  return sceneOfParts({ ...direct, origins: state.origins }, [...inputs, ...projected, ...results]);
}

/** The numbers of a matrix as the cache's own pass has them. */
const numbered = (grid: Grid, at: Grid["at"]): Part => ({ grid: { ...grid, at } });

/** How the rows of the outputs are called in the scene. */
export const FULL = "output.full";
export const DIFFERENCE = "output.difference";

/** One step: its query before what is kept, beside the full pass. */
export function sceneOfStep(page: Scene, shown: Shown, step: number, language: Language): Scene {
  const frame = shown.trace.frames[step] as DecodeFrame;
  const { kept } = frame;
  const words = cacheWords[language];
  const all = Array.from({ length: TOKENS }, (_, i) => i);
  const cached = passOf(page, shown, shown.steps[step] as Trace, [step], kept);
  const full = passOf(page, shown, shown.full, all, all);
  const title = (name: string): Title => ({
    symbol: html`<i>O</i>`,
    letter: "O",
    name,
    role: "output",
  });
  const output = gridOf(cached, "output");
  const difference: Part = {
    grid: {
      ...output,
      name: DIFFERENCE,
      title: { name: words.apart, meaning: () => words.apartOf },
      at: (_, column) => differenceAt(shown, step, column),
    },
    sum: (_, column) => ({
      kind: "written",
      parts: ["|", cell("output", 0, column), " − ", cell(FULL, step, column), "|"],
    }),
  };
  const titles: Partial<Record<MatrixName, Title>> = { output: title(words.fullPass) };
  const own = partsOf(cached).map((part): Part => {
    if (part.grid.name === "weights")
      return {
        ...part,
        ...numbered(part.grid, (_, j) => frame.weights.data[kept[j] ?? -1] ?? Number.NaN),
      };
    if (part.grid.name === "output")
      return {
        ...part,
        ...numbered(
          { ...output, title: title(words.fromCache) },
          (_, c) => frame.output.data[c] ?? Number.NaN,
        ),
      };
    return part;
  });
  return sceneOfParts(full.state, [...own, ...asPart(full, "full", titles), difference]);
}

/** Of the cache's output from that of the full pass; none where both are the same infinity. */
export function differenceAt({ trace, full }: Shown, step: number, column: number): number {
  const width = full.output.shape[1] ?? 0;
  return apart(
    [trace.frames[step]?.output.data[column] ?? Number.NaN],
    [full.output.data[step * width + column] ?? Number.NaN],
  );
}
