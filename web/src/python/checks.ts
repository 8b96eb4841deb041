// What the result of a cell must hold to be attention, read off its numbers.

import type { Grid } from "../views/scene.ts";
import type { Numbers } from "./protocol.ts";

/** Rounding of float32 and of any order of the additions; anything more is another result. */
export const SAME = 1e-5;

export interface Sums {
  /** Farthest of a row's sum from 1; NaN where a row has no sum. */
  readonly farthest: number;
  /** The row it is in. */
  readonly row: number;
}

/** [columns] of the last axis; rows of all heads one after the other. */
export function rowSums({ shape, data }: Numbers): Sums {
  const width = shape.at(-1) ?? 0;
  const rows = width === 0 ? 0 : data.length / width;
  let farthest = 0;
  let row = 0;
  for (let i = 0; i < rows; i++) {
    let sum = 0;
    for (let j = 0; j < width; j++) sum += data[i * width + j] ?? Number.NaN;
    const off = Math.abs(sum - 1);
    if (Number.isNaN(off)) return { farthest: off, row: i };
    if (off > farthest) [farthest, row] = [off, i];
  }
  return { farthest, row };
}

/** Pairs that `hidden` hides and that have a weight other than 0, of all heads. */
export function leaks({ shape, data }: Numbers, hidden: Grid["hidden"]): number {
  const [queries = 0, keys = 0] = shape.slice(-2);
  let count = 0;
  for (let i = 0; i < data.length; i++) {
    const pair = i % (queries * keys);
    if (hidden(Math.floor(pair / keys), pair % keys) && data[i] !== 0) count++;
  }
  return count;
}

export const later: Grid["hidden"] = (query, key) => key > query;

export function sameShape({ shape }: Numbers, grid: Grid): boolean {
  return shape.length === 2 && shape[0] === grid.rows && shape[1] === grid.columns;
}
