// What no call of the core gives: the steps of attention as people get them wrong. Everything that
// is right comes from the core.

import type { Matrix } from "../../inputs/state.ts";

/** Who may see whom. */
export type Mask = readonly (readonly boolean[])[];

/** Weights that the core would not make, times values. */
export function weighted(weights: Matrix, v: Matrix): Matrix {
  const width = v[0]?.length ?? 0;
  return weights.map((row) =>
    Array.from({ length: width }, (_, c) =>
      row.reduce((sum, weight, key) => sum + weight * (v[key]?.[c] ?? Number.NaN), 0),
    ),
  );
}

export function transposed<T>(rows: readonly (readonly T[])[]): T[][] {
  const width = rows[0]?.length ?? 0;
  return Array.from({ length: width }, (_, j) => rows.map((row) => row[j] as T));
}

/** Softmax as the formula reads: a row of −∞ gives −∞ − −∞, which is no number. */
export function plainSoftmax(masked: Matrix): Matrix {
  return masked.map((row) => {
    const largest = Math.max(...row);
    const exponentials = row.map((score) => Math.exp(score - largest));
    const sum = exponentials.reduce((a, b) => a + b, 0);
    return exponentials.map((e) => e / sum);
  });
}

/** The mask after softmax: hidden weights become 0, and nobody takes their share. */
export function zeroed(weights: Matrix, sees: Mask): Matrix {
  return weights.map((row, i) => row.map((weight, j) => (sees[i]?.[j] ? weight : 0)));
}

/** A bias that makes every hidden score 0. */
export function toZero(scaled: Matrix, sees: Mask): Matrix {
  return scaled.map((row, i) => row.map((score, j) => (sees[i]?.[j] ? 0 : -score)));
}

/** One piece of a merged row: what this head made for this token. */
export interface Piece {
  readonly head: number;
  readonly token: number;
}

/** Where each piece of each row comes from when [heads][tokens] is read as [tokens][heads]. */
export function piecesReshaped(heads: number, tokens: number): Piece[][] {
  return Array.from({ length: tokens }, (_, row) =>
    Array.from({ length: heads }, (_, column) => {
      const place = row * heads + column;
      return { head: Math.floor(place / tokens), token: place % tokens };
    }),
  );
}

/** Heads side by side as a reshape without the transpose lays them. */
export function reshaped(heads: readonly Matrix[]): Matrix {
  const tokens = heads[0]?.length ?? 0;
  return piecesReshaped(heads.length, tokens).map((pieces) =>
    pieces.flatMap(({ head, token }) => heads[head]?.[token] ?? []),
  );
}

/** The mean of all heads, in the place of each of them. */
export function averaged(heads: readonly Matrix[]): Matrix {
  const first = heads[0] ?? [];
  return first.map((row, token) => {
    const mean = row.map(
      (_, c) => heads.reduce((sum, head) => sum + (head[token]?.[c] ?? 0), 0) / heads.length,
    );
    return heads.flatMap(() => mean);
  });
}
