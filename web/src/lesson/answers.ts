// The numbers that the common questions are answered with, asked of the core for the present example.

import type { Attention, Options, Tensor } from "../core/index.ts";
import { cacheOf, models } from "../core/models.ts";
import type { Setup } from "../figures/experiment-setup.ts";
import { optionsOf } from "../inputs/problem.ts";
import { columnsOf, type Matrix, matrixOf } from "../inputs/state.ts";
import { type Grid, gridOf, type Scene } from "../views/scene.ts";

export const questionIds = [
  "symmetric",
  "same",
  "width",
  "axis",
  "sums",
  "hidden",
  "bigger",
  "permuted",
  "others",
  "grouped",
  "exact",
] as const;
export type QuestionId = (typeof questionIds)[number];

export interface Answers {
  /** The two tokens whose scores for each other differ most; null where none differ. */
  readonly pair: readonly [number, number] | null;
  readonly scores: Matrix;
  /** Q = K = V = X, or = Q where there is no X. */
  readonly same: { readonly scores: Matrix; readonly weights: Matrix };
  readonly widths: readonly {
    readonly dK: number;
    readonly spread: number;
    readonly scaled: number;
  }[];
  readonly columnSums: readonly number[];
  /** Of the rows, under the causal mask. */
  readonly causalSums: readonly number[];
  readonly hidden: { readonly weights: readonly number[]; readonly output: readonly number[] };
  /** The first row as it is, with scores four times as large, and how much of a gradient gets through. */
  readonly bigger: {
    readonly weights: readonly number[];
    readonly sharp: readonly number[];
    readonly gradient: number;
    readonly sharpGradient: number;
  };
  /** Largest change of the output when keys change places alone, and with their values. */
  readonly permuted: { readonly alone: number; readonly together: number };
  readonly others: { readonly before: readonly number[]; readonly after: readonly number[] };
  readonly cache: {
    readonly model: string;
    readonly tokens: number;
    readonly heads: number;
    readonly kvHeads: number;
    readonly gb: number;
    readonly withoutGroups: number;
  };
  /** The largest difference of the tiled path's output from the reference. */
  readonly tiled: number;
}

/** The numbers of the example that an answer tells. */
export const toldBy: Record<QuestionId, (a: Answers) => readonly number[]> = {
  symmetric: ({ scores }) => scores.flat(),
  same: ({ same }) => [...same.scores.flat(), ...same.weights.flat()],
  width: () => [],
  axis: ({ columnSums }) => columnSums,
  sums: ({ causalSums }) => causalSums,
  hidden: ({ hidden }) => [...hidden.weights, ...hidden.output],
  bigger: ({ bigger }) => [...bigger.weights, ...bigger.sharp],
  permuted: ({ permuted }) => [permuted.alone, permuted.together],
  others: ({ others }) => [...others.before, ...others.after],
  grouped: () => [],
  exact: ({ tiled }) => [tiled],
};

const FACTOR = 4;

function rowsOf({ shape, data }: Tensor<Float64Array | Float32Array>): number[][] {
  const [rows = 0, columns = 0] = shape;
  return Array.from({ length: rows }, (_, i) =>
    Array.from(data.subarray(i * columns, (i + 1) * columns)),
  );
}

const cells = (grid: Grid): number[][] =>
  Array.from({ length: grid.rows }, (_, i) =>
    Array.from({ length: grid.columns }, (_, j) => grid.at(i, j)),
  );

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
/** Sums that are 1 but for the last bits are 1. */
const tidy = (value: number) =>
  Math.abs(value - Math.round(value)) < 1e-9 ? Math.round(value) : value;

function apart(a: Matrix, b: Matrix): number {
  const differences = a.flatMap((row, i) =>
    row.map((x, j) => Math.abs(x - (b[i]?.[j] ?? Number.NaN))),
  );
  const largest = differences.some(Number.isNaN) ? Number.NaN : Math.max(...differences);
  return largest < 1e-12 ? 0 : largest;
}

function farthestPair(scores: Matrix): readonly [number, number] | null {
  let best: readonly [number, number] | null = null;
  let most = 0;
  for (const [i, row] of scores.entries())
    for (let j = 0; j < i; j++) {
      const difference = Math.abs((row[j] ?? 0) - (scores[j]?.[i] ?? 0));
      if (difference > most) {
        most = difference;
        best = [j, i];
      }
    }
  return best;
}

function cacheSizes(core: Attention): Answers["cache"] {
  const model = models.find(({ id }) => id === "llama-3-8b");
  if (!model) throw new Error("the model of the example is not there");
  const { name, heads, kvHeads = heads, contextLength: tokens } = model;
  const size = (count: number) =>
    core.kvCacheBytes({ ...cacheOf(model), kvHeads: count, tokens, bytesPerElement: 2 }).gb;
  return { model: name, tokens, heads, kvHeads, gb: size(kvHeads), withoutGroups: size(heads) };
}

/** `setup`: what the experiment of the lesson draws, so that both speak of the same numbers. */
export function answer(core: Attention, scene: Scene, setup: Setup): Answers {
  const { state } = scene;
  const [q, k, v] = (["q", "k", "v"] as const).map((name) => cells(gridOf(scene, name))) as [
    number[][],
    number[][],
    number[][],
  ];
  const all: Options = optionsOf(state);
  const { causal: _, ...options } = all;
  const run = (inputs: object = {}, more: Options = {}) =>
    core.attention({ q, k, v, ...options, ...more, ...inputs });
  const scores = cells(gridOf(scene, "scores"));
  const x = matrixOf(state.source, "x") ?? q;
  const same = core.attention({ q: x, k: x, v: x, ...options });
  const plain = run();
  const weights = rowsOf(plain.weights);
  const masked = rowsOf(run({}, { causal: "top-left" }).weights);
  const none = q.map((_row, i) => k.map(() => i !== 0));
  const blind = run({}, { attend: none });
  const scale = options.scale ?? 1 / Math.sqrt(columnsOf(k));
  const sharp = rowsOf(run({}, { scale: scale * FACTOR }).weights)[0] ?? [];
  // The core refuses what is no number; the answer then says so of all of it.
  const gradient = (row: readonly number[]) =>
    row.every(Number.isFinite) ? core.softmaxJacobian({ weights: row }).size : Number.NaN;
  const turned = <T>(rows: readonly T[]) => rows.toReversed();
  const output = rowsOf(plain.output);
  const dK = [...new Set([columnsOf(k), 64, 128])];
  const experiment = core.scaleExperiment({ ...setup, dK });
  const tiled = core.attention({ q, k, v, ...all, path: "tiled" });
  return {
    pair: farthestPair(scores),
    scores,
    same: { scores: rowsOf(same.scores), weights: rowsOf(same.weights) },
    widths: experiment.rows.map(({ dK, unscaled, scaled }) => ({
      dK,
      spread: unscaled.spread,
      scaled: scaled.spread,
    })),
    columnSums: (weights[0] ?? []).map((_cell, j) => tidy(sum(weights.map((row) => row[j] ?? 0)))),
    causalSums: masked.map((row) => tidy(sum(row))),
    hidden: { weights: rowsOf(blind.weights)[0] ?? [], output: rowsOf(blind.output)[0] ?? [] },
    bigger: {
      weights: weights[0] ?? [],
      sharp,
      gradient: gradient(weights[0] ?? []),
      sharpGradient: gradient(sharp),
    },
    permuted: {
      alone: apart(output, rowsOf(run({ k: turned(k) }).output)),
      together: apart(output, rowsOf(run({ k: turned(k), v: turned(v) }).output)),
    },
    others: { before: weights[1] ?? [], after: masked[1] ?? [] },
    cache: cacheSizes(core),
    tiled: apart(cells(gridOf(scene, "output")), rowsOf(tiled.output)),
  };
}
