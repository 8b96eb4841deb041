// Which cells light up together, in every figure that shows them: a cell, those that its sum reads,
// those before them and those that it goes into itself; and the rows of a word.

import type { Cell, GridName } from "../inputs/state.ts";
import { feeds } from "./lineage.ts";
import { type Axis, hasCell, type Scene } from "./scene.ts";
import { sourcesOf, sumOf } from "./sum.ts";

export const sameCell = (a: Cell | null, b: Cell | null) =>
  a === b ||
  (a !== null && b !== null && a.matrix === b.matrix && a.row === b.row && a.column === b.column);

/** A token as it asks and as it answers; null where it does only the other. */
export interface Word {
  readonly query: number | null;
  readonly key: number | null;
}

export class LitCells {
  readonly cell: Cell | null;
  /** One of the sources, pointed at in the written sum. */
  readonly pointed: Cell | null;
  readonly word: Word | null;
  readonly #scene: Scene | null;
  readonly #cells: readonly Cell[];
  readonly #sources = new Map<GridName, Set<string>>();

  constructor(
    cell: Cell | null,
    sources: readonly Cell[],
    more: { pointed?: Cell | null; word?: Word | null; scene?: Scene | null } = {},
  ) {
    this.cell = cell;
    this.pointed = more.pointed ?? null;
    this.word = more.word ?? null;
    this.#scene = more.scene ?? null;
    this.#cells = sources;
    for (const source of sources) {
      const cells = this.#sources.get(source.matrix) ?? new Set<string>();
      this.#sources.set(source.matrix, cells.add(`${source.row} ${source.column}`));
    }
  }

  /** The cell takes part in the sum of the chosen one. */
  has(matrix: GridName, row: number, column: number): boolean {
    return this.#sources.get(matrix)?.has(`${row} ${column}`) ?? false;
  }

  /** The cell goes into the chosen one, over however many steps. */
  before(cell: Cell): boolean {
    return this.#scene !== null && this.cell !== null && feeds(this.#scene, cell, this.cell);
  }

  /** The chosen cell goes into this one. */
  after(cell: Cell): boolean {
    return this.#scene !== null && this.cell !== null && feeds(this.#scene, this.cell, cell);
  }

  /** What stands there on such an axis belongs to the word in hand. */
  ofWord(axis: Axis, index: number): boolean {
    if (!this.word) return false;
    if (axis === "query") return this.word.query === index;
    if (axis === "key") return this.word.key === index;
    return axis === "token" && (this.word.query === index || this.word.key === index);
  }

  sourcesIn(matrix: GridName): readonly Cell[] {
    return this.#cells.filter((cell) => cell.matrix === matrix);
  }
}

export const noCells = new LitCells(null, []);

/** What lights up with `cell` and with a word in this scene. */
export function litBy(
  scene: Scene,
  cell: Cell | null,
  pointed: Cell | null = null,
  word: Word | null = null,
): LitCells {
  if (!cell || !hasCell(scene, cell)) return word ? new LitCells(null, [], { word }) : noCells;
  return new LitCells(cell, sourcesOf(sumOf(scene, cell)), { pointed, word, scene });
}
