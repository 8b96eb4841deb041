// The sizes of a source, and a source of other sizes: kept cells keep their numbers, new ones are 0.

import { MAX_TOKENS, MAX_WIDTH } from "../inputs/limits.ts";
import { columnsOf, type Matrix, type Source, type State, setSource } from "../inputs/state.ts";

/** tokens and model for X and W; queries, keys for Q, K, V; width is d_k, valueWidth d_v. */
export type Dimension = "tokens" | "model" | "queries" | "keys" | "width" | "valueWidth";

export type Sizes = Partial<Record<Dimension, number>>;

export function sizesOf(source: Source): Sizes {
  if (source.kind === "projected") {
    const { x, wq, wv } = source;
    return {
      tokens: x.length,
      model: columnsOf(x),
      width: columnsOf(wq),
      valueWidth: columnsOf(wv),
    };
  }
  const { q, k, v } = source;
  return {
    queries: q.length,
    keys: k.length,
    width: columnsOf(q),
    valueWidth: columnsOf(v),
  };
}

export function limitOf(dimension: Dimension): number {
  const counts = dimension === "tokens" || dimension === "queries" || dimension === "keys";
  return counts ? MAX_TOKENS : MAX_WIDTH;
}

function fitted(matrix: Matrix, rows = matrix.length, columns = columnsOf(matrix)): Matrix {
  if (matrix.length === rows && matrix.every((row) => row.length === columns)) return matrix;
  return Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (_, j) => matrix[i]?.[j] ?? 0),
  );
}

/** Every matrix of the source brought to the sizes, which also mends matrices that did not fit. */
export function resize(state: State, changes: Sizes): State {
  const s = { ...sizesOf(state.source), ...changes };
  const { source } = state;
  if (source.kind === "projected") {
    const next: Source = {
      kind: "projected",
      x: fitted(source.x, s.tokens, s.model),
      wq: fitted(source.wq, s.model, s.width),
      wk: fitted(source.wk, s.model, s.width),
      wv: fitted(source.wv, s.model, s.valueWidth),
    };
    return setSource(state, next, state.origins);
  }
  const next: Source = {
    kind: "direct",
    q: fitted(source.q, s.queries, s.width),
    k: fitted(source.k, s.keys, s.width),
    v: fitted(source.v, s.keys, s.valueWidth),
  };
  return setSource(state, next, state.origins);
}
