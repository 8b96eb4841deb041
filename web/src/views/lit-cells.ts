// Which cells light up together: a cell, and the cells its sum reads.

import type { Cell, MatrixName } from "../inputs/state.ts";
import type { Scene } from "./scene.ts";
import { sourcesOf, sumOf } from "./sum.ts";

export const sameCell = (a: Cell | null, b: Cell | null) =>
  a === b ||
  (a !== null && b !== null && a.matrix === b.matrix && a.row === b.row && a.column === b.column);

export class LitCells {
  readonly cell: Cell | null;
  /** One of the sources, pointed at in the written sum. */
  readonly pointed: Cell | null;
  readonly #cells: readonly Cell[];
  readonly #sources = new Map<MatrixName, Set<string>>();

  constructor(cell: Cell | null, sources: readonly Cell[], pointed: Cell | null = null) {
    this.cell = cell;
    this.pointed = pointed;
    this.#cells = sources;
    for (const source of sources) {
      const cells = this.#sources.get(source.matrix) ?? new Set<string>();
      this.#sources.set(source.matrix, cells.add(`${source.row} ${source.column}`));
    }
  }

  /** The cell takes part in the sum of the chosen one. */
  has(matrix: MatrixName, row: number, column: number): boolean {
    return this.#sources.get(matrix)?.has(`${row} ${column}`) ?? false;
  }

  sourcesIn(matrix: MatrixName): readonly Cell[] {
    return this.#cells.filter((cell) => cell.matrix === matrix);
  }
}

export const noCells = new LitCells(null, []);

/** The sources of `cell` in this scene. */
export function litBy(scene: Scene, cell: Cell | null, pointed: Cell | null = null): LitCells {
  const grid = cell && scene.grids[cell.matrix];
  if (!grid || cell.row >= grid.rows || cell.column >= grid.columns) return noCells;
  return new LitCells(cell, sourcesOf(sumOf(scene, cell)), pointed);
}
