// What is exported: numbers with their shape, and what they are called.

import type { Tensor } from "../core/types.ts";
import { type GridName, kindOf, type Matrix, type MatrixName } from "../inputs/state.ts";
import type { Grid } from "../views/scene.ts";
import { gridRows } from "../views/tensor-grid.ts";

/** Row by row; of two axes, or of three: heads, tokens, width. */
export interface Numbers {
  /** As a program may call it. */
  readonly name: string;
  readonly shape: readonly number[];
  readonly data: ArrayLike<number>;
}

const programNames: Record<MatrixName, string> = {
  x: "X",
  wq: "W_Q",
  wk: "W_K",
  wv: "W_V",
  q: "Q",
  k: "K",
  v: "V",
  scores: "S",
  scaled: "S_scaled",
  masked: "S_masked",
  exponentials: "E",
  weights: "A",
  output: "O",
};

/** Letters, digits and lines below only: it is a name in every language, and a file's. */
export function programName(name: GridName): string {
  const part = name.slice(kindOf(name).length);
  return programNames[kindOf(name)] + part.replace(/\W+/gu, "_").replace(/_$/u, "");
}

export function numbersOf(grid: Grid): Numbers {
  const { rows, columns } = grid;
  return {
    name: grid.title?.program ?? programName(grid.name),
    shape: [rows, columns],
    data: Float64Array.from(gridRows(grid).flat()),
  };
}

/** All heads of the tensor that the grid shows one of; null where there is only the grid. */
export function headsOf({ name, tensor }: Grid): Numbers | null {
  if (tensor?.shape.length !== 3) return null;
  return { name: programNames[kindOf(name)], shape: tensor.shape, data: tensor.data };
}

export function rowsOf({ shape, data }: Numbers | Tensor): Matrix {
  const columns = shape.at(-1) ?? 0;
  const all = Array.from(data);
  const rows = columns === 0 ? 0 : all.length / columns;
  return Array.from({ length: rows }, (_, i) => all.slice(i * columns, (i + 1) * columns));
}
