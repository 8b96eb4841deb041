/**
 * Attention in float64, row by row, that every contender is held against. Written out here once
 * more, since the reference is a contender too and stops at the sizes whose matrices fit.
 */
import type { Problem } from "./cases.ts";

/** Above this many scores only every 8th row is computed: all would take longer than the timing. */
const allRows = 2 ** 24;

export interface Exact {
  /** Row r of this is row r * stride of the output. */
  rows: Float64Array;
  stride: number;
}

export function exact({ heads, queries, keys, width, causal, window, q, k, v }: Problem): Exact {
  const stride = heads * queries * keys > allRows ? 8 : 1;
  const rows = new Float64Array(Math.ceil((heads * queries) / stride) * width);
  const weights = new Float64Array(keys);
  const scale = 1 / Math.sqrt(width);
  for (let r = 0; r * stride < heads * queries; r++) {
    const head = Math.floor((r * stride) / queries);
    const query = (r * stride) % queries;
    const first = window === undefined ? 0 : Math.max(0, query - window + 1);
    const last = causal ? query + 1 : keys;

    let maximum = Number.NEGATIVE_INFINITY;
    for (let j = first; j < last; j++) {
      let score = 0;
      const a = r * stride * width;
      const b = (head * keys + j) * width;
      for (let d = 0; d < width; d++) score += q[a + d]! * k[b + d]!;
      weights[j] = score * scale;
      maximum = Math.max(maximum, weights[j]!);
    }

    let total = 0;
    for (let j = first; j < last; j++) {
      const weight = Math.exp(weights[j]! - maximum);
      total += weight;
      const a = (head * keys + j) * width;
      for (let d = 0; d < width; d++) rows[r * width + d]! += weight * v[a + d]!;
    }
    for (let d = 0; d < width; d++) rows[r * width + d]! /= total;
  }
  return { rows, stride };
}

/** The largest difference. Infinity for a wrong length or a NaN, which no comparison would find. */
export function largestError(output: ArrayLike<number>, c: Problem, expected: Exact): number {
  if (output.length !== c.heads * c.queries * c.width) return Number.POSITIVE_INFINITY;
  const { rows, stride } = expected;
  let largest = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = Math.floor(i / c.width) * stride;
    const error = Math.abs(output[row * c.width + (i % c.width)]! - rows[i]!);
    if (!(error <= largest)) largest = Number.isNaN(error) ? Number.POSITIVE_INFINITY : error;
  }
  return largest;
}
