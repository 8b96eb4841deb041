// Every output is held against the reference before it is timed: all rows where the reference
// itself is measured, beyond that some rows, which it can still compute at any length.

import type { Basics, Tensor } from "../core/index.ts";
import { WIDTH } from "./protocol.ts";

export interface Inputs {
  readonly n: number;
  readonly causal: boolean;
  readonly q: Tensor<Float32Array>;
  readonly k: Tensor<Float32Array>;
  readonly v: Tensor<Float32Array>;
  /** Where the outputs are written. */
  readonly out: Float32Array;
}

type Numbers = Float64Array | Float32Array;

/** Rows of the right output, from row `first` on. */
interface Block {
  readonly first: number;
  readonly output: Numbers;
}

export interface Standard {
  readonly blocks: readonly Block[];
  readonly rows: number;
}

/** Unit-normal inputs give outputs of about 1 at most; a float32 result is within some 1e-6 of them. */
export const TOLERANCE = 1e-4;

const BLOCKS = 8;
const BLOCK_ROWS = 8;
export const SAMPLED_ROWS = BLOCKS * BLOCK_ROWS;

export const wholeStandard = (output: Numbers): Standard => ({
  blocks: [{ first: 0, output }],
  rows: output.length / WIDTH,
});

/** Rows `first` to `end` of a matrix. */
function rows({ data }: Tensor<Float32Array>, first: number, end: number): Tensor<Float32Array> {
  return { shape: [end - first, WIDTH], data: data.subarray(first * WIDTH, end * WIDTH) };
}

/** Eight blocks of eight rows, from the first row to the last. */
export function sampledStandard(
  core: Pick<Basics, "attention">,
  { n, causal, q, k, v }: Inputs,
): Standard {
  const blocks = Array.from({ length: BLOCKS }, (_, i) => {
    const first = Math.round((i * (n - BLOCK_ROWS)) / (BLOCKS - 1));
    const end = first + BLOCK_ROWS;
    // Under the causal mask these rows see nothing behind their own end.
    const keys = causal ? end : n;
    const { output } = core.attention({
      q: rows(q, first, end),
      k: rows(k, 0, keys),
      v: rows(v, 0, keys),
      causal: causal && "bottom-right",
    });
    return { first, output: output.data };
  });
  return { blocks, rows: SAMPLED_ROWS };
}

/** The largest difference; NaN as soon as one number is none. */
export function differenceFrom({ blocks }: Standard, output: Numbers): number {
  let largest = 0;
  for (const { first, output: right } of blocks) {
    for (let i = 0; i < right.length; i++) {
      const difference = Math.abs((output[first * WIDTH + i] as number) - (right[i] as number));
      if (!(difference <= largest)) largest = difference;
      if (Number.isNaN(largest)) return largest;
    }
  }
  return largest;
}
