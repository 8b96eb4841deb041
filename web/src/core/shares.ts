// How a problem of the tiled path is cut into shares for several Workers, and put together again.

import { allocated } from "./allocate.ts";
import { columnsOf, headsOf, type RawTensor, rowsOf } from "./fields.ts";
import { PANEL, type RawTiled } from "./input.ts";
import type { RawResult } from "./module.ts";
import type { Tiled } from "./types.ts";

/** Of the options, as the boundary takes them. */
interface ByPosition {
  window?: number;
  dilation?: number;
  globals?: Float64Array;
  blocks?: { visible: RawTensor };
  causal?: string;
}

/** Queries per share, at most: a block of the kernel. */
const MAX_QUERIES = 256;

/** Multiplications and additions below which messages and copies cost more than a second core saves. */
const WORTH_WORKERS = 2 ** 27;

/** The share of the blocks that are open. */
function openShare({ visible }: { visible: RawTensor }): number {
  let open = 0;
  for (const cell of visible.data) open += cell;
  return open / visible.data.length;
}

/** By the number of pairs that the kernel computes, as far as positions tell it. */
export function worthWorkers({ q, k, v, options }: RawTiled): boolean {
  const { window, dilation = 1, globals, blocks, causal } = options as ByPosition;
  const keys = rowsOf(k);
  const near = window === undefined ? keys : 2 * window * dilation;
  const open = Math.min(keys, near) * (blocks ? openShare(blocks) : 1);
  const reached = Math.min(keys, open + (globals?.length ?? 0)) / (causal === undefined ? 1 : 2);
  const pairs = headsOf(q) * rowsOf(q) * reached;
  return 2 * pairs * (columnsOf(q) + columnsOf(v)) >= WORTH_WORKERS;
}

/**
 * One list of shares per Worker, each of four numbers as the boundary takes them. Dealt out to and
 * fro, 0 1 1 0 0 1 1 0: under a causal mask, where later queries cost more, the sums stay equal.
 */
export function cut(heads: number, queries: number, workers: number): number[][] {
  // A whole number of rounds per head, as long as the shares do not get too small for it.
  const round = 2 * workers;
  const pieces = Math.ceil(queries / MAX_QUERIES / round) * round;
  const size = Math.max(PANEL, Math.ceil(queries / pieces / PANEL) * PANEL);
  const lists = Array.from({ length: workers }, (): number[] => []);
  let dealt = 0;
  for (let head = 0; head < heads; head++) {
    for (let first = 0; first < queries; first += size) {
      const place = dealt++ % round;
      const worker = place < workers ? place : round - 1 - place;
      lists[worker]?.push(head, head + 1, first, Math.min(first + size, queries));
    }
  }
  return lists.filter((list) => list.length > 0);
}

/** How many rows the shares of a list have together. */
export function rowsIn(shares: number[]): number {
  let total = 0;
  for (let i = 0; i < shares.length; i += 4) {
    const [head = 0, nextHead = 0, first = 0, last = 0] = shares.slice(i, i + 4);
    total += (nextHead - head) * (last - first);
  }
  return total;
}

/** Copies what came for one list of shares to its place. */
export function place(rows: Float32Array, shares: number[], queries: number, to: Float32Array) {
  const columns = rows.length / rowsIn(shares);
  let next = 0;
  for (let i = 0; i < shares.length; i += 4) {
    const count = rowsIn(shares.slice(i, i + 4)) * columns;
    const row = (shares[i] ?? 0) * queries + (shares[i + 2] ?? 0);
    to.set(rows.subarray(next, next + count), row * columns);
    next += count;
  }
}

const copyOf = ({ shape, data }: RawTensor): RawTensor => ({
  shape,
  data: allocated(() => data.slice()),
});

/** What a problem's own copies lie in. */
export const memoryOf = ({ q, k, v }: RawTiled): ArrayBuffer[] =>
  [q, k, v].map(({ data }) => data.buffer as ArrayBuffer);

/** What was asked for at this moment, whatever becomes of the caller's arrays. */
export function snapshot(problem: RawTiled, copy = copyOf): RawTiled {
  const { q, k, v, options } = problem;
  const bias = options.bias as RawTensor | undefined;
  return {
    ...problem,
    ...{ q: copy(q), k: copy(k), v: copy(v) },
    options: bias ? { ...options, bias: copyOf(bias) } : options,
  };
}

export const closed = () => new Error("The attention core was closed.");

/** With a shape, and an axis for heads if q had one. */
export function shaped(raw: RawTiled, { output, logSumExp, scratchBytes }: RawResult): Tiled {
  const leading = raw.q.shape.slice(0, -1);
  const result: Tiled = {
    output: { shape: [...leading, columnsOf(raw.v)], data: output },
    scratchBytes,
  };
  if (logSumExp) result.logSumExp = { shape: leading, data: logSumExp };
  return result;
}
