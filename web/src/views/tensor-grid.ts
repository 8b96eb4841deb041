// A result of the core that is not one of the page's own matrices, as a grid with a title of its own.

import type { Tensor } from "../core/index.ts";
import { type GridName, kindOf } from "../inputs/state.ts";
import type { Axis, Grid, Title } from "./scene.ts";

export interface GridLabels {
  readonly rows: readonly string[];
  /** Numbered where they are left out. */
  readonly columns?: readonly string[];
}

const axesOf = (of: GridName): readonly [Axis, Axis] => {
  const name = kindOf(of);
  if (["scores", "scaled", "masked", "weights"].includes(name)) return ["query", "key"];
  if (name === "q" || name === "output") return ["query", "width"];
  if (name === "k" || name === "v") return ["key", "width"];
  return name === "x" ? ["token", "model"] : ["model", "width"];
};

/** `name` says how its numbers are to be read; a head's part of a tensor of many begins at `first`. */
export function tensorGrid(
  name: GridName,
  tensor: Tensor,
  labels: GridLabels,
  more: {
    readonly head?: number;
    readonly hidden?: Grid["hidden"];
    /** Where they are not those of the name. */
    readonly axes?: readonly [Axis, Axis];
    readonly title?: Title;
  } = {},
): Grid {
  const [rows = 0, columns = 0] = tensor.shape.slice(-2);
  const first = (more.head ?? 0) * rows * columns;
  const [rowAxis, columnAxis] = more.axes ?? axesOf(name);
  return {
    name,
    rows,
    columns,
    at: (row, column) => tensor.data[first + row * columns + column] ?? Number.NaN,
    rowAxis,
    columnAxis,
    rowLabels: labels.rows,
    columnLabels: labels.columns ?? Array.from({ length: columns }, (_, i) => String(i + 1)),
    hidden: more.hidden ?? (() => false),
    editable: false,
    ...(more.title && { title: more.title }),
    ...(tensor.shape.length > 2 && { tensor }),
  };
}

/** The pairs that a mask hides, as the core's masked scores have them. */
export function hiddenIn(masked: Tensor, head = 0): Grid["hidden"] {
  const [rows = 0, columns = 0] = masked.shape.slice(-2);
  const first = head * rows * columns;
  return (row, column) => masked.data[first + row * columns + column] === Number.NEGATIVE_INFINITY;
}

export function gridRows(grid: Grid): number[][] {
  return Array.from({ length: grid.rows }, (_, i) =>
    Array.from({ length: grid.columns }, (_, j) => grid.at(i, j)),
  );
}
