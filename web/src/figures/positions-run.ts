// What the core makes of the tokens when they are told their places, in each of four ways.

import type { Attention, Tensor, Trace } from "../core/index.ts";
import { optionsOf } from "../inputs/problem.ts";
import type { Matrix, State } from "../inputs/state.ts";
import type { Arrow } from "../views/dials.ts";
import { gridOf, type Scene } from "../views/scene.ts";
import { gridRows } from "../views/tensor-grid.ts";
import { apart } from "./order.ts";
import { identity } from "./projections.ts";
import { inOrder } from "./token-order.ts";

export const ways = ["none", "sinusoidal", "rotary", "alibi"] as const;
export type Way = (typeof ways)[number];

export interface Placing {
  readonly way: Way;
  /** order[place] is the token that stands there. */
  readonly order: readonly number[];
  /** The position of the first token. */
  readonly shift: number;
  /** Base of the angles, rotary and sinusoidal. */
  readonly theta: number;
  /** Of ALiBi. */
  readonly slope: number;
}

/** Queries and keys before and after they are told their places, and what attention makes of them. */
export interface Run {
  readonly q: Tensor;
  readonly k: Tensor;
  readonly trace: Trace;
  /** Sinusoidal: the vectors, and X or Q and K with them. */
  readonly vectors?: Tensor;
  readonly sums?: Readonly<Partial<Record<"x" | "q" | "k", Tensor>>>;
}

function rowsOf({ shape: [rows = 0, columns = 0], data }: Tensor): number[][] {
  return Array.from({ length: rows }, (_, i) =>
    Array.from(data.subarray(i * columns, (i + 1) * columns)),
  );
}

/** a + b, by the core: rows of both side by side, times two identities one below the other. */
function sum(core: Attention, a: Matrix, b: Matrix): Tensor {
  const one = identity(a[0]?.length ?? 0);
  const w = [...one, ...one];
  return core.selfAttention({
    x: a.map((row, i) => [...row, ...(b[i] ?? [])]),
    wq: w,
    wk: w,
    wv: w,
  }).q;
}

/** The vectors of the positions from `shift` on. */
function vectorsAt(core: Attention, rows: number, width: number, p: Placing): Tensor {
  const all = core.sinusoidal(p.shift + rows, width, { base: p.theta });
  return { shape: [rows, width], data: all.data.slice(p.shift * width) };
}

/** Columns that rotary turns: in pairs, so that the last of an odd number stays. */
export const turnedColumns = (width: number) => width - (width % 2);

const positionsOf = (rows: number, shift: number) =>
  Array.from({ length: rows }, (_, i) => shift + i);

export function turned(core: Attention, rows: Matrix, p: Pick<Placing, "shift" | "theta">): Tensor {
  return core.rotary(rows, {
    theta: p.theta,
    positions: positionsOf(rows.length, p.shift),
    dims: turnedColumns(rows[0]?.length ?? 0),
  });
}

/** Q, K and V of the page in that order. */
export function placed(scene: Scene, order: readonly number[]) {
  const rows = (name: "q" | "k" | "v") => inOrder(order, gridRows(gridOf(scene, name)));
  return { q: rows("q"), k: rows("k"), v: rows("v") };
}

function sinusoidal(core: Attention, scene: Scene, p: Placing): Run {
  const { source } = scene.state;
  const options = optionsOf(scene.state);
  if (source.kind === "projected") {
    const x = inOrder(p.order, source.x);
    const vectors = vectorsAt(core, x.length, x[0]?.length ?? 0, p);
    const sums = { x: sum(core, x, rowsOf(vectors)) };
    const { wq, wk, wv } = source;
    const trace = core.selfAttention({ x: sums.x, wq, wk, wv, ...options });
    return { q: trace.q, k: trace.k, trace, vectors, sums };
  }
  const { q, k, v } = placed(scene, p.order);
  const vectors = vectorsAt(core, q.length, q[0]?.length ?? 0, p);
  const sums = { q: sum(core, q, rowsOf(vectors)), k: sum(core, k, rowsOf(vectors)) };
  return {
    q: sums.q,
    k: sums.k,
    trace: core.attention({ q: sums.q, k: sums.k, v, ...options }),
    vectors,
    sums,
  };
}

export const tensorOf = (rows: Matrix): Tensor => ({
  shape: [rows.length, rows[0]?.length ?? 0],
  data: Float64Array.from(rows.flat()),
});

export function run(core: Attention, scene: Scene, p: Placing): Run {
  if (p.way === "sinusoidal") return sinusoidal(core, scene, p);
  const { q, k, v } = placed(scene, p.order);
  const options = optionsOf(scene.state);
  if (p.way === "rotary") {
    const [turnedQ, turnedK] = [turned(core, q, p), turned(core, k, p)];
    const trace = core.attention({ q: turnedQ, k: turnedK, v, ...options });
    return { q: turnedQ, k: turnedK, trace };
  }
  const alibi = p.way === "alibi" ? { alibi: [p.slope] } : {};
  return {
    q: tensorOf(q),
    k: tensorOf(k),
    trace: core.attention({ q, k, v, ...options, ...alibi }),
  };
}

/** What ALiBi takes from each score: what is left of it where every score is 0. */
export function penalties(core: Attention, tokens: number, slope: number): Tensor {
  const zeros = Array.from({ length: tokens }, () => [0]);
  return core.attention({ q: zeros, k: zeros, v: zeros, alibi: [slope] }).masked;
}

/**
 * ALiBi's scores where the tokens stand behind `shift` others. Queries that are aligned at the end
 * of the keys have the positions of those, but see no later key: these pairs are those of keys that
 * ask the queries, since the distance is the same both ways.
 */
function alibiBehind(core: Attention, scene: Scene, p: Placing): Float64Array {
  const { q, k, v } = placed(scene, p.order);
  const n = q.length;
  const scale = optionsOf(scene.state).scale;
  const before = (rows: Matrix) => [
    ...Array.from({ length: p.shift }, () => rows[0]?.map(() => 0) ?? []),
    ...rows,
  ];
  const ask = (asking: Matrix, asked: Matrix) =>
    core.attention({
      ...{ q: asking, k: before(asked), v: before(v) },
      ...(scale === undefined ? {} : { scale }),
      ...{ alibi: [p.slope], causal: "bottom-right" },
    }).masked.data;
  const [back, ahead] = [ask(q, k), ask(k, q)];
  const at = (i: number, j: number) => i * (p.shift + n) + p.shift + j;
  return Float64Array.from({ length: n * n }, (_, index) => {
    const [i, j] = [Math.floor(index / n), index % n];
    return (j <= i ? back[at(i, j)] : ahead[at(j, i)]) ?? Number.NaN;
  });
}

/** The scores as softmax takes them, but for what is hidden. */
function visible(trace: Trace, others: ArrayLike<number>): Float64Array {
  return Float64Array.from(trace.masked.data, (score, i) =>
    score === Number.NEGATIVE_INFINITY ? score : (others[i] ?? Number.NaN),
  );
}

export interface Stays {
  /** The largest change of a score when every token stands `shift` places further on. */
  readonly shifted: number;
  /** The largest difference between the outputs of the two orders, row by row of the same token. */
  readonly reordered: number;
}

/** What two moves of the tokens change: all of them further on, and into another order. */
export function stays(core: Attention, scene: Scene, p: Placing): Stays {
  const inPlace = p.order.toSorted((a, b) => a - b);
  const first = run(core, scene, { ...p, shift: 0 });
  const shifted =
    p.way === "alibi"
      ? visible(first.trace, alibiBehind(core, scene, p))
      : run(core, scene, p).trace.masked.data;
  const written = run(core, scene, { ...p, shift: 0, order: inPlace }).trace.output;
  return {
    shifted: apart(first.trace.masked.data, shifted),
    reordered: apart(inOrder(p.order, rowsOf(written)).flat(), first.trace.output.data),
  };
}

export interface Pair {
  /** Radians for one place. */
  readonly angle: number;
  /** [before, after] of the query and of the key. */
  readonly q: readonly [Arrow, Arrow];
  readonly k: readonly [Arrow, Arrow];
  /** What this pair of numbers brings to the score, turned. */
  readonly part: number;
}

/** The pairs of numbers of one query and one key, by their tokens, before and after rotary turned them. */
export function pairsOf(
  core: Attention,
  scene: Scene,
  p: Placing,
  [query, key]: readonly [number, number],
): Pair[] {
  const { q, k } = placed(scene, p.order);
  const width = q[0]?.length ?? 0;
  const after = { q: rowsOf(turned(core, q, p)), k: rowsOf(turned(core, k, p)) };
  const [i, j] = [p.order.indexOf(query), p.order.indexOf(key)];
  // Where (1, 0) is turned to, one place on: at most one radian, so that nothing is wrapped.
  const east = [Array.from({ length: width }, (_, c) => 1 - (c % 2))];
  const one = turned(core, east, { theta: p.theta, shift: 1 }).data;
  return Array.from({ length: turnedColumns(width) / 2 }, (_, pair) => {
    const c = 2 * pair;
    const of = (rows: Matrix, row: number): Arrow => [
      rows[row]?.[c] ?? Number.NaN,
      rows[row]?.[c + 1] ?? Number.NaN,
    ];
    const [turnedQ, turnedK] = [of(after.q, i), of(after.k, j)];
    const { scores } = core.attention({ q: [turnedQ], k: [turnedK], v: [[0]] });
    return {
      angle: Math.atan2(one[c + 1] ?? Number.NaN, one[c] ?? Number.NaN),
      q: [of(q, i), turnedQ],
      k: [of(k, j), turnedK],
      part: scores.data[0] ?? Number.NaN,
    };
  });
}

/** The state's tokens, as both figures label rows and columns. */
export function labelsOf({ tokens, keyTokens }: State, order: readonly number[]) {
  return { rows: inOrder(order, tokens), columns: inOrder(order, keyTokens ?? tokens) };
}
