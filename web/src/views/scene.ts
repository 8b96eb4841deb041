// A state and its trace, made into the matrices that a page shows. No arithmetic: every number is
// an input or a result of the core.

import type { SelfTrace, Tensor, Trace } from "../core/index.ts";
import {
  directNames,
  type Matrix,
  type MatrixName,
  matrixOf,
  projectedNames,
  type State,
} from "../inputs/state.ts";

/** What an axis counts. */
export type Axis = "token" | "query" | "key" | "model" | "width" | "valueWidth";

export interface Grid {
  readonly name: MatrixName;
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
}

export interface Scene {
  readonly state: State;
  readonly grids: Readonly<Partial<Record<MatrixName, Grid>>>;
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

function labels(axis: Axis, length: number, state: State): readonly string[] {
  if (axis === "token" || axis === "query") return state.tokens;
  if (axis === "key") return state.keyTokens ?? state.tokens;
  return Array.from({ length }, (_, i) => String(i + 1));
}

/** The matrices of `state`, with the results in `trace`, which must be the trace of that very state. */
export function sceneOf(state: State, trace: Trace | SelfTrace): Scene {
  const { data, shape } = trace.masked;
  const hiddenPair = (row: number, column: number) =>
    data[row * (shape[1] ?? 0) + column] === Number.NEGATIVE_INFINITY;

  const grid = (
    name: MatrixName,
    rows: number,
    columns: number,
    at: Grid["at"],
    editable: boolean,
  ): Grid => {
    const [rowAxis, columnAxis] = axes[name];
    const masks = name === "masked" || name === "exponentials" || name === "weights";
    return {
      name,
      rows,
      columns,
      at,
      rowAxis,
      columnAxis,
      rowLabels: labels(rowAxis, rows, state),
      columnLabels: labels(columnAxis, columns, state),
      hidden: masks ? hiddenPair : () => false,
      editable,
    };
  };
  const fromTensor = (name: MatrixName, { shape: [rows = 0, columns = 0], data }: Tensor) =>
    grid(name, rows, columns, (i, j) => data[i * columns + j] ?? Number.NaN, false);
  const fromMatrix = (name: MatrixName, matrix: Matrix) =>
    grid(name, matrix.length, matrix[0]?.length ?? 0, (i, j) => matrix[i]?.[j] ?? Number.NaN, true);

  const grids: Partial<Record<MatrixName, Grid>> = {};
  for (const name of [...projectedNames, ...directNames]) {
    const matrix = matrixOf(state.source, name);
    if (matrix) grids[name] = fromMatrix(name, matrix);
    else if ("q" in trace && name in trace) {
      grids[name] = fromTensor(name, trace[name as (typeof directNames)[number]]);
    }
  }
  for (const name of traced) grids[name] = fromTensor(name, trace[name]);
  return { state, grids };
}

/** The matrix of that name; a scene of Q, K and V has no X and no projections. */
export function gridOf(scene: Scene, name: MatrixName): Grid {
  const grid = scene.grids[name];
  if (!grid) throw new RangeError(`the scene has no matrix ${name}`);
  return grid;
}
