// A state and its trace, made into the matrices that a page shows. No arithmetic: every number is
// an input or a result of the core.

import type { SelfTrace, Tensor, Trace } from "../core/index.ts";
import {
  type Cell,
  columnsOf,
  directNames,
  type GridName,
  inputNames,
  type MatrixName,
  matrixOf,
  type Origin,
  type State,
} from "../inputs/state.ts";
import type { Sum } from "./sum.ts";
import type { Role } from "./words.ts";

/** What an axis counts. */
export type Axis = "token" | "query" | "key" | "model" | "width" | "valueWidth";

/** In place of the symbol and the name that a matrix of its kind has: here it stands for another thing. */
export interface Title {
  /** As a formula writes it. */
  readonly symbol?: unknown;
  /** The symbol as it is said. */
  readonly letter?: string;
  /** As a program may call it; none: after its kind and its part. */
  readonly program?: string;
  readonly name: string;
  /** None: plain. */
  readonly role?: Role;
  /** None: computed. */
  readonly origin?: Origin | null;
  /** What a cell is, in words; none: what a cell of its kind is. */
  readonly meaning?: (row: string, column: string) => string;
}

export interface Grid {
  readonly name: GridName;
  readonly rows: number;
  readonly columns: number;
  readonly at: (row: number, column: number) => number;
  readonly rowAxis: Axis;
  readonly columnAxis: Axis;
  readonly rowLabels: readonly string[];
  readonly columnLabels: readonly string[];
  /** This pair is masked out: drawn hatched. */
  readonly hidden: (row: number, column: number) => boolean;
  /** The reader may change its cells. */
  readonly editable: boolean;
  readonly title?: Title;
  /** Of many heads, where the grid is one of them. */
  readonly tensor?: Tensor;
}

export interface Scene {
  readonly state: State;
  readonly grids: Readonly<Partial<Record<GridName, Grid>>>;
  /** Where its cells did not come about as those of a page do; null for those that did. */
  readonly sums?: (cell: Cell) => Sum | null;
}

const axes: Record<MatrixName, readonly [Axis, Axis]> = {
  x: ["token", "model"],
  wq: ["model", "width"],
  wk: ["model", "width"],
  wv: ["model", "valueWidth"],
  q: ["query", "width"],
  k: ["key", "width"],
  v: ["key", "valueWidth"],
  scores: ["query", "key"],
  scaled: ["query", "key"],
  masked: ["query", "key"],
  exponentials: ["query", "key"],
  weights: ["query", "key"],
  output: ["query", "valueWidth"],
};

const traced = ["scores", "scaled", "masked", "exponentials", "weights", "output"] as const;

const afterMask: ReadonlySet<MatrixName> = new Set(["masked", "exponentials", "weights"]);

function labels(axis: Axis, length: number, state: State): readonly string[] {
  if (axis === "token" || axis === "query") return state.tokens;
  if (axis === "key") return state.keyTokens ?? state.tokens;
  return Array.from({ length }, (_, i) => String(i + 1));
}

type At = Grid["at"];

function gridFrom(
  state: State,
  name: MatrixName,
  [rows, columns]: readonly [number, number],
  at: At,
  more: Pick<Grid, "hidden" | "editable">,
): Grid {
  const [rowAxis, columnAxis] = axes[name];
  const rowLabels = labels(rowAxis, rows, state);
  const columnLabels = labels(columnAxis, columns, state);
  return { name, rows, columns, at, rowAxis, columnAxis, rowLabels, columnLabels, ...more };
}

const nothingHidden = () => false;

/** The inputs of `state`, to be edited. */
function inputsOf(state: State): Partial<Record<MatrixName, Grid>> {
  const grids: Partial<Record<MatrixName, Grid>> = {};
  for (const name of inputNames(state.source)) {
    const matrix = matrixOf(state.source, name) ?? [];
    const size = [matrix.length, columnsOf(matrix)] as const;
    const at: At = (row, column) => matrix[row]?.[column] ?? Number.NaN;
    grids[name] = gridFrom(state, name, size, at, { hidden: nothingHidden, editable: true });
  }
  return grids;
}

/** The matrices of `state`, with the results in `trace`, which must be the trace of that very state. */
export function sceneOf(state: State, trace: Trace | SelfTrace): Scene {
  const { masked } = trace;
  const hiddenPair: Grid["hidden"] = (row, column) =>
    masked.data[row * (masked.shape[1] ?? 0) + column] === Number.NEGATIVE_INFINITY;
  const computed = (name: MatrixName, { shape: [rows = 0, columns = 0], data }: Tensor): Grid => {
    const at: At = (row, column) => data[row * columns + column] ?? Number.NaN;
    const hidden = afterMask.has(name) ? hiddenPair : nothingHidden;
    return gridFrom(state, name, [rows, columns], at, { hidden, editable: false });
  };
  const grids: Partial<Record<MatrixName, Grid>> = {};
  if ("q" in trace) for (const name of directNames) grids[name] = computed(name, trace[name]);
  for (const name of traced) grids[name] = computed(name, trace[name]);
  return { state, grids: { ...grids, ...inputsOf(state) } };
}

/** The inputs of a state that cannot be computed, over the results of the last one that could. */
export function withInputs(scene: Scene, state: State): Scene {
  return { state: scene.state, grids: { ...scene.grids, ...inputsOf(state) } };
}

export function hasCell(scene: Scene, { matrix, row, column }: Cell): boolean {
  const grid = scene.grids[matrix];
  return grid !== undefined && row < grid.rows && column < grid.columns;
}

/** The matrix of that name; a scene of Q, K and V has no X and no projections. */
export function gridOf(scene: Scene, name: GridName): Grid {
  const grid = scene.grids[name];
  if (!grid) throw new RangeError(`the scene has no matrix ${name}`);
  return grid;
}
