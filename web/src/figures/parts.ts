// Scenes put together: matrices of a figure's own beside those of a page, and whole scenes as parts
// of a larger one, so that one inspector opens the cells of all of them.

import type { Cell, GridName, MatrixName, PartName, State } from "../inputs/state.ts";
import type { Grid, Scene, Title } from "../views/scene.ts";
import { cell, isCell, type Sum, sumOf } from "../views/sum.ts";

/** A matrix with the sums of its cells; without them they are as those of a page. */
export interface Part {
  readonly grid: Grid;
  readonly sum?: (row: number, column: number) => Sum | null;
}

export const written = (...parts: Extract<Sum, { kind: "written" }>["parts"]): Sum => ({
  kind: "written",
  parts,
});

/** The sum of a row of `left` and a column of `right`. */
export const product =
  (left: GridName, right: GridName, terms: number) =>
  (row: number, column: number): Sum => ({
    kind: "dot",
    terms: Array.from({ length: terms }, (_, i) => ({
      left: cell(left, row, i),
      right: cell(right, i, column),
    })),
  });

export function sceneOfParts(state: State, parts: readonly Part[]): Scene {
  const sums = new Map(parts.map(({ grid, sum }) => [grid.name, sum]));
  return {
    state,
    grids: Object.fromEntries(parts.map(({ grid }) => [grid.name, grid])),
    sums: ({ matrix, row, column }) => sums.get(matrix)?.(row, column) ?? null,
  };
}

/** The matrices of a scene as they are, with the sums that are its own. */
export const partsOf = ({ grids, sums }: Scene): Part[] =>
  (Object.values(grids) as Grid[]).map((grid) => ({
    grid,
    ...(sums && {
      sum: (row: number, column: number) => sums({ matrix: grid.name, row, column }),
    }),
  }));

type Rename = (name: GridName) => GridName;

function renamed(sum: Sum, to: Rename): Sum {
  const moved = (c: Cell): Cell => ({ ...c, matrix: to(c.matrix) });
  switch (sum.kind) {
    case "input":
      return sum;
    case "dot": {
      const terms = sum.terms.map(({ left, right }) => ({
        left: moved(left),
        right: moved(right),
      }));
      return { ...sum, terms };
    }
    case "written":
      return {
        ...sum,
        parts: sum.parts.map((part) => (isCell(part) ? moved(part) : part)),
      };
    case "exponential":
      return { ...sum, from: moved(sum.from), maximum: moved(sum.maximum) };
    case "share":
      return { ...sum, from: moved(sum.from), row: sum.row.map(moved) };
    default:
      return { ...sum, from: moved(sum.from) };
  }
}

/** The matrix of that kind in a part. */
export const inPart = (name: MatrixName, part: string): PartName => `${name}.${part}`;

/** A whole scene as a part of another: its matrices get names, and where they need them titles, of their own. */
export function asPart(
  scene: Scene,
  part: string,
  titles: Readonly<Partial<Record<MatrixName, Title>>> = {},
): Part[] {
  const to: Rename = (name) => inPart(name as MatrixName, part);
  return (Object.entries(scene.grids) as [MatrixName, Grid][]).map(([name, grid]) => ({
    grid: { ...grid, name: to(name), ...(titles[name] && { title: titles[name] }) },
    sum: (row, column) => renamed(sumOf(scene, { matrix: name, row, column }), to),
  }));
}
