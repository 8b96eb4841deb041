// Where each matrix of the computation is shown.

import type { MatrixName } from "../inputs/state.ts";
import type { FigureId } from "./titles.ts";

/** The figure that a matrix is at home in: where a symbol of the formula leads. */
export const homeOf = {
  x: "projections",
  wq: "projections",
  wk: "projections",
  wv: "projections",
  q: "projections",
  k: "projections",
  v: "projections",
  scores: "scores",
  scaled: "scale",
  masked: "mask",
  exponentials: "softmax",
  weights: "softmax",
  output: "output",
} as const satisfies Record<MatrixName, FigureId>;
