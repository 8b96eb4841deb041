// Every wrong variant on the numbers of the page, with the right result beside it and the numbers
// that give the fault away.

import type { Attention, Options, Tensor } from "../../core/index.ts";
import type { Matrix } from "../../inputs/state.ts";
import {
  averaged,
  type Mask,
  type Piece,
  piecesReshaped,
  plainSoftmax,
  reshaped,
  toZero,
  transposed,
  weighted,
  zeroed,
} from "./wrong.ts";

export const variantIds = [
  "scale-model",
  "scale-heads",
  "scale-none",
  "columns",
  "mask-zero",
  "mask-after",
  "mask-transposed",
  "mask-early",
  "mask-empty",
  "mask-inverted",
  "query-is-key",
  "heads-averaged",
  "heads-reshaped",
  "alibi-sign",
  "rotary-values",
  "cache-positions",
] as const;
export type VariantId = (typeof variantIds)[number];

/** What the page gives to the lab. */
export interface Base {
  readonly q: Matrix;
  readonly k: Matrix;
  readonly v: Matrix;
  readonly temperature: number;
  readonly causal: boolean;
}

/** Of a head: the first where there are several. The output is that of all heads side by side. */
export interface Result {
  readonly scaled: Matrix;
  readonly weights: Matrix;
  readonly output: Matrix;
}

export interface Case {
  readonly right: Result;
  readonly wrong: Result;
  /** Heads that the example was cut into. */
  readonly heads: number;
  /** Pairs that the right result sees. */
  readonly sees: Mask;
  /** The numbers of the invariant, by name. */
  readonly told: Readonly<Record<string, number>>;
  /** Of the first row, where heads are merged. */
  readonly pieces: readonly Piece[];
}

const widthOf = (matrix: Matrix) => matrix[0]?.length ?? 0;

/** Divisors of both widths: into so many heads the example can be cut. */
export function headCounts({ k, v }: Base): number[] {
  const fits = (n: number) => widthOf(k) % n === 0 && widthOf(v) % n === 0;
  return [1, 2, 4].filter(fits);
}

/** The number of heads at which a fault shows: √2 heads of width 2 would hide one of them. */
export function usualHeads(id: VariantId, base: Base): number {
  const counts = headCounts(base);
  const wanted = id === "scale-heads" ? 4 : 2;
  return counts.includes(wanted) ? wanted : (counts.at(-1) ?? 1);
}

export const needsHeads = (id: VariantId) =>
  id === "scale-model" || id === "scale-heads" || id.startsWith("heads-");

/** Faults of the mask have nothing to show without one. */
export const needsMask = (id: VariantId) => id.startsWith("mask-") || id === "cache-positions";

function rowsOf({ shape, data }: Tensor): number[][] {
  const width = shape.at(-1) ?? 0;
  const rows = width === 0 ? 0 : data.length / width;
  return Array.from({ length: rows }, (_, i) =>
    Array.from(data.subarray(i * width, (i + 1) * width)),
  );
}

function cut(matrix: Matrix, heads: number): Matrix[] {
  const width = widthOf(matrix) / heads;
  return Array.from({ length: heads }, (_, h) =>
    matrix.map((row) => row.slice(h * width, (h + 1) * width)),
  );
}

const table = (queries: number, keys: number, sees: (query: number, key: number) => boolean) =>
  Array.from({ length: queries }, (_, i) => Array.from({ length: keys }, (_, j) => sees(i, j)));

const sum = (row: readonly number[]) => row.reduce((a, b) => a + b, 0);

/** The largest distance of two matrices; NaN where there is one. */
export function distance(a: Matrix, b: Matrix): number {
  let largest = 0;
  for (const [i, row] of a.entries())
    for (const [j, value] of row.entries()) {
      const apart = Math.abs(value - (b[i]?.[j] ?? Number.NaN));
      if (!(apart <= largest)) largest = apart;
      if (Number.isNaN(largest)) return largest;
    }
  return largest;
}

/** A difference this small is rounding. */
export const ROUNDING = 1e-12;
export const unrounded = (value: number) => (Math.abs(value) < ROUNDING ? 0 : value);

class Bench {
  readonly base: Base;
  readonly heads: number;
  readonly sees: Mask;
  private readonly core: Attention;
  private readonly causal: boolean;

  constructor(core: Attention, base: Base, id: VariantId, heads: number) {
    this.core = core;
    this.base = base;
    this.heads = needsHeads(id) ? heads : 1;
    this.causal = base.causal || needsMask(id);
    const all = base.k.length;
    this.sees = table(base.q.length, all, (i, j) => !this.causal || j <= i);
  }

  get width(): number {
    return widthOf(this.base.k) / this.heads;
  }

  /** What scores are to be multiplied with where they are divided by √`by`. */
  scale(by = this.width): number {
    return 1 / Math.sqrt(by) / this.base.temperature;
  }

  /** The core with what a variant changes. */
  run(options: Options = {}, inputs: Partial<Pick<Base, "q" | "k" | "v">> = {}): Result {
    const { q, k, v } = { ...this.base, ...inputs };
    const trace = this.core.attention({ q, k, v, scale: this.scale(), ...options });
    const { scaled, weights, output } = trace;
    return { scaled: rowsOf(scaled), weights: rowsOf(weights), output: rowsOf(output) };
  }

  /** The right mask. */
  get masked(): Options {
    return this.causal ? { causal: "top-left" } : {};
  }

  right(): Result {
    return this.run(this.masked);
  }

  /** Of each head. */
  runHeads(options: Options = {}): { first: Result; outputs: Matrix[] } {
    const { q, k, v } = this.base;
    const [qs, ks, vs] = [cut(q, this.heads), cut(k, this.heads), cut(v, this.heads)];
    const each = qs.map((one, h) =>
      this.run({ ...this.masked, ...options }, { q: one, k: ks[h] ?? [], v: vs[h] ?? [] }),
    );
    return { first: each[0] as Result, outputs: each.map(({ output }) => output) };
  }

  rotary(rows: Matrix, positions: readonly number[]): Matrix {
    // An odd width leaves its last column alone.
    const dims = widthOf(rows) - (widthOf(rows) % 2);
    return rowsOf(this.core.rotary(rows, { positions, dims }));
  }

  slope(): number {
    return this.core.alibiSlopes(8)[0] ?? 0;
  }
}

/** Heads side by side, each in its own columns. */
function sideBySide(heads: readonly Matrix[]): Matrix {
  return (heads[0] ?? []).map((_, token) => heads.flatMap((head) => head[token] ?? []));
}

/** The share that a query gives to keys it should not see. */
const ahead = (weights: Matrix, sees: Mask, query: number) =>
  sum((weights[query] ?? []).filter((_, key) => !sees[query]?.[key]));

type Tried = Pick<Case, "right" | "wrong"> & Partial<Pick<Case, "told" | "pieces" | "sees">>;

function otherScale(bench: Bench, by: number): Tried {
  const right = bench.runHeads();
  const wrong = bench.runHeads({ scale: bench.scale(by) });
  const largest = ({ weights }: Result) => Math.max(...(weights[0] ?? []));
  return {
    right: { ...right.first, output: sideBySide(right.outputs) },
    wrong: { ...wrong.first, output: sideBySide(wrong.outputs) },
    told: {
      due: Math.sqrt(bench.width),
      used: Math.sqrt(by),
      ratio: Math.sqrt(bench.width / by),
      rightLargest: largest(right.first),
      wrongLargest: largest(wrong.first),
    },
  };
}

/** Softmax of the columns is softmax of the rows where queries and keys change places. */
function columns(bench: Bench): Tried {
  const { q, k, v } = bench.base;
  const right = bench.right();
  const swapped = bench.run({ attend: transposed(bench.sees) }, { q: k, k: q, v: q });
  const weights = transposed(swapped.weights);
  const sums = weights.map(sum);
  const off = sums.map((total) => Math.abs(total - 1));
  const row = off.indexOf(Math.max(...off));
  return {
    right,
    wrong: { ...right, weights, output: weighted(weights, v) },
    told: {
      row: Math.max(0, row),
      rowSum: sums[row] ?? Number.NaN,
      columnSum: sum(weights.map((r) => r[0] ?? 0)),
    },
  };
}

function otherMask(bench: Bench, options: Options): Tried {
  const [right, wrong] = [bench.right(), bench.run(options)];
  const last = wrong.weights.length - 1;
  return {
    right,
    wrong,
    told: {
      ahead: ahead(wrong.weights, bench.sees, 0),
      rightAhead: ahead(right.weights, bench.sees, 0),
      lastSum: sum(wrong.weights[last] ?? []),
    },
  };
}

function maskAfter(bench: Bench): Tried {
  const [right, all] = [bench.right(), bench.run()];
  const weights = zeroed(all.weights, bench.sees);
  return {
    right,
    wrong: { ...all, weights, output: weighted(weights, bench.base.v) },
    told: { firstSum: sum(weights[0] ?? []), rightSum: sum(right.weights[0] ?? []) },
  };
}

function emptyRow(bench: Bench): Tried {
  const { q, k, v } = bench.base;
  const earlier = table(q.length, k.length, (i, j) => j < i);
  const right = bench.run({ attend: earlier });
  const masked = right.scaled.map((row, i) =>
    row.map((score, j) => (earlier[i]?.[j] ? score : Number.NEGATIVE_INFINITY)),
  );
  const weights = plainSoftmax(masked);
  const output = weighted(weights, v);
  const lost = output.flat().filter(Number.isNaN).length;
  const numbers = output.flat().length;
  return {
    right,
    wrong: { ...right, weights, output },
    sees: earlier,
    told: { lost, numbers, rightSum: sum(right.weights[0] ?? []) },
  };
}

function queryIsKey(bench: Bench): Tried {
  const [right, wrong] = [bench.right(), bench.run(bench.masked, { k: bench.base.q })];
  const asymmetry = ({ scaled }: Result) => distance(scaled, transposed(scaled));
  return { right, wrong, told: { right: asymmetry(right), wrong: asymmetry(wrong) } };
}

function merged(bench: Bench, merge: (heads: readonly Matrix[]) => Matrix): Tried {
  const { first, outputs } = bench.runHeads();
  const right = sideBySide(outputs);
  const turned = outputs.toReversed();
  return {
    right: { ...first, output: right },
    wrong: { ...first, output: merge(outputs) },
    told: {
      rightTurned: distance(right, sideBySide(turned)),
      wrongTurned: unrounded(distance(merge(outputs), merge(turned))),
    },
    pieces: piecesReshaped(outputs.length, first.output.length)[0] ?? [],
  };
}

function alibiSign(bench: Bench): Tried {
  const slope = bench.slope();
  const { q } = bench.base;
  const silent = { q: q.map((row) => row.map(() => 0)) };
  const [right, wrong] = [slope, -slope].map((each) => {
    const options = { ...bench.masked, alibi: [each] };
    const { weights } = bench.run(options, silent);
    const last = weights.at(-1) ?? [];
    return { result: bench.run(options), far: last[0] ?? 0, near: last.at(-1) ?? 0 };
  }) as [Bent, Bent];
  return {
    right: right.result,
    wrong: wrong.result,
    told: {
      slope,
      rightFar: right.far,
      rightNear: right.near,
      wrongFar: wrong.far,
      wrongNear: wrong.near,
    },
  };
}

interface Bent {
  readonly result: Result;
  readonly far: number;
  readonly near: number;
}

function rotaryValues(bench: Bench): Tried {
  const { q, k, v } = bench.base;
  const at = (first: number, values: boolean) => {
    const place = (rows: Matrix) => rows.map((_, i) => first + i);
    const turn = (rows: Matrix) => bench.rotary(rows, place(rows));
    return bench.run(bench.masked, { q: turn(q), k: turn(k), v: values ? turn(v) : v });
  };
  const [right, wrong] = [at(0, false), at(0, true)];
  return {
    right,
    wrong,
    told: {
      right: unrounded(distance(right.output, at(1, false).output)),
      wrong: unrounded(distance(wrong.output, at(1, true).output)),
    },
  };
}

/** All but the last token are the prompt; the last comes alone, and is said to be the first. */
function cachePositions(bench: Bench): Tried {
  const { q, k, v } = bench.base;
  const inOrder = k.map((_, i) => i);
  const stuck = inOrder.with(-1, 0);
  const at = (positions: readonly number[]) => {
    const turned = { q: bench.rotary(q, positions), k: bench.rotary(k, positions), v };
    return bench.run(bench.masked, turned);
  };
  const [right, wrong] = [at(inOrder), at(stuck)];
  return {
    right,
    wrong,
    told: { due: k.length - 1, apart: unrounded(distance(wrong.output, right.output)) },
  };
}

const tries: Record<VariantId, (bench: Bench) => Tried> = {
  "scale-model": (bench) => otherScale(bench, widthOf(bench.base.k)),
  "scale-heads": (bench) => otherScale(bench, bench.heads),
  "scale-none": (bench) => otherScale(bench, 1),
  columns,
  "mask-zero": (bench) => otherMask(bench, { bias: toZero(bench.run().scaled, bench.sees) }),
  "mask-after": maskAfter,
  "mask-transposed": (bench) => otherMask(bench, { attend: transposed(bench.sees) }),
  "mask-early": (bench) =>
    otherMask(bench, { attend: bench.sees.map((row, i) => row.map((_, j) => j <= i + 1)) }),
  "mask-empty": emptyRow,
  "mask-inverted": (bench) =>
    otherMask(bench, { attend: bench.sees.map((row) => row.map((seen) => !seen)) }),
  "query-is-key": queryIsKey,
  "heads-averaged": (bench) => merged(bench, averaged),
  "heads-reshaped": (bench) => merged(bench, reshaped),
  "alibi-sign": alibiSign,
  "rotary-values": rotaryValues,
  "cache-positions": cachePositions,
};

/** One variant, right and wrong; throws what the core throws. */
export function tryOut(core: Attention, id: VariantId, base: Base, heads: number): Case {
  const bench = new Bench(core, base, id, heads);
  const { right, wrong, told = {}, pieces = [], sees = bench.sees } = tries[id](bench);
  return { right, wrong, told, pieces, heads: bench.heads, sees };
}

/** wrong − right, rounding aside. */
export function difference(right: Matrix, wrong: Matrix): Matrix {
  return wrong.map((row, i) =>
    row.map((value, j) => unrounded(value - (right[i]?.[j] ?? Number.NaN))),
  );
}
