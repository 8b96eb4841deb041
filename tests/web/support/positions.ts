// Positions once more, in plain float64 and as their papers have them.

import { multiply, type Projected, type Rows } from "./attention.ts";

export const permute = <T>(order: readonly number[], all: readonly T[]): T[] =>
  order.map((i) => all[i] as T);

/** Rows and columns. */
export const permuteBoth = (order: readonly number[], all: Rows): Rows =>
  permute(order, all).map((row) => permute(order, row));

/** Vaswani et al. (2017), section 3.5. */
export function sinusoidal(positions: readonly number[], width: number, base = 10_000): Rows {
  return positions.map((p) =>
    Array.from({ length: width }, (_, i) => {
      const angle = p / base ** ((2 * Math.floor(i / 2)) / width);
      return i % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
    }),
  );
}

/** Su et al. (2021), section 3.4.2: neighbouring columns are turned together. */
export function rotary(rows: Rows, positions: readonly number[], theta = 10_000): Rows {
  return rows.map((row, r) =>
    row.map((x, i) => {
      const angle = (positions[r] ?? 0) * theta ** (-(2 * Math.floor(i / 2)) / row.length);
      const other = row[i % 2 === 0 ? i + 1 : i - 1] ?? Number.NaN;
      const sign = i % 2 === 0 ? -1 : 1;
      return x * Math.cos(angle) + sign * other * Math.sin(angle);
    }),
  );
}

export const add = (a: Rows, b: Rows): Rows =>
  a.map((row, i) => row.map((x, j) => x + (b[i]?.[j] ?? Number.NaN)));

/** Press et al. (2022). */
export const alibi = (tokens: number, slope: number): Rows =>
  Array.from({ length: tokens }, (_, i) =>
    Array.from({ length: tokens }, (_, j) => -slope * Math.abs(i - j)),
  );

/** Self-attention of the projected example with turned queries and keys. */
export function projections({ x, wq, wk, wv }: Projected) {
  return { q: multiply(x, wq), k: multiply(x, wk), v: multiply(x, wv) };
}
