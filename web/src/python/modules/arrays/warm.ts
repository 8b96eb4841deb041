/**
 * Runs the loops that attention is made of, so that the browser has compiled them well before a cell
 * needs them: each run has a Worker of its own, whose first product of two large matrices would take
 * four times as long as its third.
 */
import { type DType, empty, startBudget } from "./array.ts";
import { binary } from "./elementwise.ts";
import { matmul } from "./linalg.ts";
import { along, fold, sum } from "./reduce.ts";
import { unary } from "./unary.ts";

const SIZE = 64;
const TIMES = 6;

export function warmUp(dtypes: readonly DType[]): void {
  for (const dtype of dtypes) {
    const a = empty(dtype, [SIZE, SIZE]);
    for (let i = 0; i < TIMES; i++) {
      matmul(a, a, "numpy");
      const e = unary("exp", binary("subtract", a, fold("max", a, [1], true), "numpy"), "numpy");
      binary("divide", e, sum(e, [1], true), "numpy");
      along("softmax", a, -1);
    }
  }
  startBudget();
}
