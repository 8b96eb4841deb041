// The page's numbers through several heads, and what they cost beside one wide head.

import type { Attention, MultiHeadTrace, SelfTrace, Tensor } from "../core/index.ts";
import { keyWidth, optionsOf } from "../inputs/problem.ts";
import { columnsOf, type Matrix, type State } from "../inputs/state.ts";
import { identity, projectionsOf } from "./projections.ts";

export const counts = [1, 2, 4] as const;

export interface Wiring {
  readonly heads: number;
  readonly kvHeads: number;
  /** One per head. */
  readonly active: readonly boolean[];
  /** Null: the outputs of the heads side by side, as they are. */
  readonly seed: number | null;
}

interface Widths {
  /** Of X; null where Q, K and V are set directly. */
  readonly model: number | null;
  readonly key: number;
  readonly value: number;
}

export function widthsOf({ source }: State): Widths {
  const projected = source.kind === "projected";
  return {
    model: projected ? columnsOf(source.x) : null,
    key: keyWidth(source),
    value: columnsOf(projected ? source.wv : source.v),
  };
}

/** How many heads these widths can be cut into. */
export function headCounts(state: State): readonly number[] {
  const { key, value } = widthsOf(state);
  return counts.filter((heads) => key % heads === 0 && value % heads === 0);
}

export const kvCounts = (heads: number): readonly number[] =>
  counts.filter((kvHeads) => heads % kvHeads === 0);

/** Where a head's keys and values are from: the first of its group. */
export const readBy = ({ heads, kvHeads }: Wiring, head: number) =>
  head - (head % (heads / kvHeads));

const columns = (w: Matrix, from: number, to: number): Matrix =>
  w.map((row) => row.slice(from, to));

/** One head as a state: its columns of the weights, or of Q, K and V. */
export function stateOfHead(state: State, w: Wiring, head: number): State {
  const { source } = state;
  const cut = (matrix: Matrix, of: number) => {
    const width = columnsOf(matrix) / w.heads;
    return columns(matrix, of * width, (of + 1) * width);
  };
  const from = readBy(w, head);
  if (source.kind === "direct") {
    const { q, k, v } = source;
    return { ...state, source: { ...source, q: cut(q, head), k: cut(k, from), v: cut(v, from) } };
  }
  const { wq, wk, wv } = source;
  return {
    ...state,
    source: { ...source, wq: cut(wq, head), wk: cut(wk, from), wv: cut(wv, from) },
  };
}

/** What the core computed in one head. */
export function traceOfHead(trace: MultiHeadTrace, w: Wiring, head: number): SelfTrace {
  const at = ({ shape, data }: Tensor, index: number): Tensor => {
    const [rows = 0, width = 0] = shape.slice(-2);
    const size = rows * width;
    return { shape: [rows, width], data: data.slice(index * size, (index + 1) * size) };
  };
  const group = Math.floor(readBy(w, head) / (w.heads / w.kvHeads));
  return {
    q: at(trace.q, head),
    k: at(trace.k, group),
    v: at(trace.v, group),
    scores: at(trace.scores, head),
    scaled: at(trace.scaled, head),
    masked: at(trace.masked, head),
    exponentials: at(trace.exponentials, head),
    weights: at(trace.weights, head),
    output: at(trace.headOutputs, head),
  };
}

/** The columns of the heads that keep keys and values: the first of each group. */
function shared(w: Matrix, heads: number, kvHeads: number): Matrix {
  const width = columnsOf(w) / heads;
  const group = heads / kvHeads;
  return w.map((row) => row.filter((_, column) => Math.floor(column / width) % group === 0));
}

/** As the page has them, but the scale goes by the width of a head. */
function optionsFor(state: State, heads: number) {
  const { scale, ...others } = optionsOf(state);
  const { scaled, temperature } = state.settings;
  if (scale === undefined) return others;
  const base = scaled ? 1 / Math.sqrt(keyWidth(state.source) / heads) : 1;
  return { ...others, scale: base / temperature };
}

function mixing(core: Attention, width: number, seed: number | null): Matrix {
  if (seed === null) return identity(width);
  const { data } = core.random({
    rows: width,
    columns: width,
    seed,
    deviation: 1 / Math.sqrt(width),
  });
  return Array.from({ length: width }, (_, i) =>
    Array.from(data.subarray(i * width, (i + 1) * width)),
  );
}

export interface HeadsRun {
  readonly trace: MultiHeadTrace;
  /** With every head switched on. */
  readonly whole: MultiHeadTrace;
  readonly wo: Matrix;
}

export function runHeads(core: Attention, state: State, w: Wiring): HeadsRun {
  const { x, wq, wk, wv } = projectionsOf(state.source);
  const wo = mixing(core, widthsOf(state).value, w.seed);
  const input = {
    ...{ x, wq, wo },
    wk: shared(wk, w.heads, w.kvHeads),
    wv: shared(wv, w.heads, w.kvHeads),
    heads: w.heads,
    kvHeads: w.kvHeads,
    ...optionsFor(state, w.heads),
  };
  return {
    trace: core.multiHeadAttention({ ...input, active: w.active }),
    whole: core.multiHeadAttention(input),
    wo,
  };
}

export interface Cost {
  readonly heads: number;
  readonly headDim: number;
  readonly operations: bigint;
  readonly exponentials: bigint;
  /** Null where there is no X to be projected. */
  readonly parameters: bigint | null;
  /** Numbers of K and V to keep. */
  readonly kept: bigint;
}

export interface CostOf {
  readonly tokens: number;
  readonly modelWidth: number | null;
  readonly heads: number;
  readonly kvHeads: number;
  readonly headDim: number;
  readonly valueDim: number;
  readonly causal: boolean;
}

export function costOf(core: Attention, o: CostOf): Cost {
  const { tokens, heads, kvHeads, headDim, valueDim, modelWidth } = o;
  const kind = o.causal ? "causal" : "full";
  const { operations, exponentials } = core.attentionCost({
    kind,
    tokens,
    heads,
    headDim,
    valueDim,
  });
  const sizes = { layers: 1, heads, kvHeads, headDim, valueDim };
  return {
    heads,
    headDim,
    operations,
    exponentials,
    parameters:
      modelWidth === null ? null : core.attentionParameters({ ...sizes, modelWidth }).perLayer,
    // A number of one byte: bytes are numbers.
    kept: core.kvCacheBytes({ layers: 1, kvHeads, headDim, valueDim, tokens, bytesPerElement: 1 })
      .bytes,
  };
}

/** The Transformer of 2017. */
export const VASWANI = { tokens: 1000, modelWidth: 512, heads: 8 } as const;

export interface Costs {
  readonly one: Cost;
  readonly many: Cost;
}

/** One head as wide as all of them, beside them. */
export function costsOfPage(core: Attention, state: State, w: Wiring): Costs {
  const { model, key, value } = widthsOf(state);
  const causal = state.settings.causal !== false;
  const page = { tokens: state.tokens.length, modelWidth: model, causal };
  return {
    one: costOf(core, { ...page, heads: 1, kvHeads: 1, headDim: key, valueDim: value }),
    many: costOf(core, {
      ...page,
      heads: w.heads,
      kvHeads: w.kvHeads,
      headDim: key / w.heads,
      valueDim: value / w.heads,
    }),
  };
}

export function costsOf2017(core: Attention): Costs {
  const { tokens, modelWidth, heads } = VASWANI;
  const of = (count: number) => {
    const width = modelWidth / count;
    const sizes = { heads: count, kvHeads: count, headDim: width, valueDim: width };
    return costOf(core, { tokens, modelWidth, causal: false, ...sizes });
  };
  return { one: of(1), many: of(heads) };
}
