// How a cell came about: the cells it was made of, in the order of the sum. The inspector writes
// it out, and the matrices light up its sources.

import type { Cell, GridName } from "../inputs/state.ts";
import { gridOf, type Scene } from "./scene.ts";

/** A cell, a sign or a function, a number of no cell, or such a number raised to a power. */
export type WrittenPart =
  | Cell
  | string
  | number
  | { readonly base: number; readonly power: string };

export const isCell = (part: WrittenPart): part is Cell =>
  typeof part === "object" && "matrix" in part;

export type Sum =
  /** Set by hand, pasted or drawn at random. */
  | { readonly kind: "input" }
  /** The sum of left · right: a projection, a score, an output. */
  | { readonly kind: "dot"; readonly terms: readonly { left: Cell; right: Cell }[] }
  /** The score, divided by sqrt(d_k) and by the temperature. */
  | { readonly kind: "scale"; readonly from: Cell; readonly width: number }
  /** Numbers of cells among what is written between them. */
  | {
      readonly kind: "written";
      readonly parts: readonly WrittenPart[];
      /** The result is not exactly what is written. */
      readonly rounded?: boolean;
    }
  /** The scaled score plus a bias, or hidden. */
  | { readonly kind: "mask"; readonly from: Cell; readonly bias: number | null }
  | { readonly kind: "hidden"; readonly from: Cell }
  /** exp(from - maximum), where the maximum is another cell of the row. */
  | { readonly kind: "exponential"; readonly from: Cell; readonly maximum: Cell }
  /** from divided by the sum of the row. */
  | { readonly kind: "share"; readonly from: Cell; readonly row: readonly Cell[] };

export const cell = (matrix: GridName, row: number, column: number): Cell => ({
  matrix,
  row,
  column,
});

const range = (length: number) => Array.from({ length }, (_, i) => i);

/** Row `row` of `left` times column `column` of `right`. */
function product(scene: Scene, left: GridName, right: GridName, row: number, column: number) {
  const terms = range(gridOf(scene, left).columns)
    .filter((i) => !gridOf(scene, left).hidden(row, i))
    .map((i) => ({ left: cell(left, row, i), right: cell(right, i, column) }));
  return { kind: "dot", terms } as const;
}

function visibleRow(scene: Scene, matrix: GridName, row: number): Cell[] {
  const grid = gridOf(scene, matrix);
  return range(grid.columns)
    .filter((j) => !grid.hidden(row, j))
    .map((j) => cell(matrix, row, j));
}

/** As in the core, a number is taken before NaN. */
function largest(scene: Scene, cells: readonly Cell[]): Cell | undefined {
  const value = (c: Cell) => gridOf(scene, c.matrix).at(c.row, c.column);
  const numbers = cells.filter((c) => !Number.isNaN(value(c)));
  return (
    numbers.reduce<Cell | undefined>(
      (best, c) => (best === undefined || value(c) > value(best) ? c : best),
      undefined,
    ) ?? cells[0]
  );
}

export function sumOf(scene: Scene, at: Cell): Sum {
  const { matrix, row, column } = at;
  const own = scene.sums?.(at);
  if (own) return own;
  const grid = gridOf(scene, matrix);
  if (grid.editable) return { kind: "input" };
  if (matrix !== "masked" && grid.hidden(row, column)) {
    return { kind: "hidden", from: cell("masked", row, column) };
  }
  switch (matrix) {
    case "q":
    case "k":
    case "v":
      return product(scene, "x", `w${matrix}`, row, column);
    case "scores": {
      const terms = range(gridOf(scene, "q").columns).map((d) => ({
        left: cell("q", row, d),
        right: cell("k", column, d),
      }));
      return { kind: "dot", terms };
    }
    case "scaled":
      return {
        kind: "scale",
        from: cell("scores", row, column),
        width: gridOf(scene, "q").columns,
      };
    case "masked": {
      const from = cell("scaled", row, column);
      if (grid.hidden(row, column)) return { kind: "hidden", from };
      return { kind: "mask", from, bias: scene.state.settings.bias?.[row]?.[column] ?? null };
    }
    case "exponentials": {
      const from = cell("masked", row, column);
      const maximum = largest(scene, visibleRow(scene, "masked", row)) ?? from;
      return { kind: "exponential", from, maximum };
    }
    case "weights":
      return {
        kind: "share",
        from: cell("exponentials", row, column),
        row: visibleRow(scene, "exponentials", row),
      };
    case "output":
      return product(scene, "weights", "v", row, column);
    default:
      return { kind: "input" };
  }
}

/** Every cell the sum reads: what lights up. */
export function sourcesOf(sum: Sum): readonly Cell[] {
  switch (sum.kind) {
    case "input":
      return [];
    case "dot":
      return sum.terms.flatMap(({ left, right }) => [left, right]);
    case "written":
      return sum.parts.filter(isCell);
    case "scale":
    case "mask":
    case "hidden":
      return [sum.from];
    case "exponential":
      return [sum.from, sum.maximum];
    case "share":
      return sum.row;
  }
}
