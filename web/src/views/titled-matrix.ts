// A result of the core that is not one of the page's own matrices: the same table, with a caption
// of its own.

import { html, type TemplateResult } from "lit/html.js";
import type { Tensor } from "../core/index.ts";
import type { MatrixName, Origin } from "../inputs/state.ts";
import { type MatrixOptions, matrixView } from "./matrix.ts";
import type { Axis, Grid } from "./scene.ts";
import type { Role } from "./words.ts";

export interface GridLabels {
  readonly rows: readonly string[];
  /** Numbered where they are left out. */
  readonly columns?: readonly string[];
}

const axesOf = (name: MatrixName): readonly [Axis, Axis] => {
  if (["scores", "scaled", "masked", "weights"].includes(name)) return ["query", "key"];
  if (name === "q" || name === "output") return ["query", "width"];
  if (name === "k" || name === "v") return ["key", "width"];
  return name === "x" ? ["token", "model"] : ["model", "width"];
};

/** `name` says how its numbers are to be read; a head's part of a tensor of many begins at `first`. */
export function tensorGrid(
  name: MatrixName,
  tensor: Tensor,
  labels: GridLabels,
  more: {
    readonly head?: number;
    readonly hidden?: Grid["hidden"];
    /** Where they are not those of the name. */
    readonly axes?: readonly [Axis, Axis];
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

export interface Title {
  /** As a formula writes it. */
  readonly symbol: unknown;
  /** The symbol as it is said. */
  readonly letter: string;
  readonly name: string;
  readonly role?: Role;
  /** None: computed. */
  readonly origin?: Origin | null;
}

export function titledMatrix(
  grid: Grid,
  title: Title,
  o: Omit<MatrixOptions, "title" | "origin">,
): TemplateResult {
  const role = title.role ?? "plain";
  const name = html`<span class="dk-symbol dk-${role}">${title.symbol}</span> <span class="dk-name">${title.name}</span>`;
  const said = `${title.letter}, ${title.name}`;
  return matrixView(grid, { ...o, origin: title.origin ?? null, title: { name, said, role } });
}
