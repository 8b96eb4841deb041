// The steps of the tiled path as a page shows them: for each tile what was kept of its queries
// before it and after it, and at the end the division. No arithmetic but the differences: every
// number is one that the core recorded.

import type { Tensor, TiledStep, TiledSteps } from "../core/types.ts";
import type { Grid } from "./scene.ts";
import { ulpsApart } from "./ulp.ts";

/** Queries and keys of a tile. */
export interface Block {
  readonly queries: number;
  readonly keys: number;
}

/** What is kept of a query between two tiles. */
export interface Kept {
  readonly maximum: number;
  readonly sum: number;
  /** Not yet divided by the sum. */
  readonly output: readonly number[];
}

export interface QueryPass {
  readonly query: number;
  readonly before: Kept;
  readonly after: Kept;
  readonly rescale: number;
}

/** One tile, taken in. */
export interface Pass {
  /** Of the tile, counted in tiles. */
  readonly row: number;
  readonly column: number;
  readonly queries: readonly QueryPass[];
  /** The part of its keys that was computed. */
  readonly firstKey: number;
  readonly lastKey: number;
  /** Of the query and key of the whole problem; null outside what was computed. */
  readonly weight: (query: number, key: number) => number | null;
}

export interface Replay {
  readonly block: Block;
  readonly queries: number;
  readonly keys: number;
  /** Tiles in either direction. */
  readonly rows: number;
  readonly columns: number;
  readonly passes: readonly Pass[];
  /** Of each query, after its last tile. */
  readonly kept: readonly Kept[];
  readonly output: (query: number, component: number) => number;
  readonly valueWidth: number;
  /** Tiles that the masks left nothing of. */
  readonly skipped: number;
}

function nothingKept(valueWidth: number): Kept {
  return { maximum: Number.NEGATIVE_INFINITY, sum: 0, output: new Array(valueWidth).fill(0) };
}

function passOf(step: TiledStep, block: Block, kept: readonly Kept[], valueWidth: number): Pass {
  const { firstQuery, lastQuery, firstKey, lastKey } = step;
  const at = (numbers: Float32Array, i: number) => numbers[i] ?? Number.NaN;
  const queries = Array.from({ length: lastQuery - firstQuery }, (_, i) => {
    const output = Array.from(step.output.subarray(i * valueWidth, (i + 1) * valueWidth));
    return {
      query: firstQuery + i,
      before: kept[firstQuery + i] ?? nothingKept(valueWidth),
      after: { maximum: at(step.maximum, i), sum: at(step.sum, i), output },
      rescale: at(step.rescale, i),
    };
  });
  const weight: Pass["weight"] = (query, key) =>
    query >= firstQuery && query < lastQuery && key >= firstKey && key < lastKey
      ? at(step.weights, (query - firstQuery) * (lastKey - firstKey) + key - firstKey)
      : null;
  const row = Math.floor(firstQuery / block.queries);
  const column = Math.floor(firstKey / block.keys);
  return { row, column, queries, firstKey, lastKey, weight };
}

/** The steps of one head. */
export function replayOf({ output, steps }: TiledSteps, keys: number, block: Block): Replay {
  const [queries = 0, valueWidth = 0] = output.shape;
  const kept = Array.from({ length: queries }, () => nothingKept(valueWidth));
  const passes = steps.map((step) => {
    const pass = passOf(step, block, kept, valueWidth);
    for (const { query, after } of pass.queries) kept[query] = after;
    return pass;
  });
  const [rows, columns] = [Math.ceil(queries / block.queries), Math.ceil(keys / block.keys)];
  return {
    ...{ block, queries, keys, rows, columns, passes, kept, valueWidth },
    output: elementOf(output, valueWidth),
    skipped: rows * columns - passes.length,
  };
}

function elementOf({ data }: Tensor<Float32Array>, columns: number): Replay["output"] {
  return (query, component) => data[query * columns + component] ?? Number.NaN;
}

/** The tile in hand, one that was, one that will be, or one that never is. */
export type TileState = "now" | "done" | "ahead" | "skipped";

/** The pass over the tile at that place, or -1. */
export function passAt(replay: Replay, row: number, column: number): number {
  return replay.passes.findIndex((pass) => pass.row === row && pass.column === column);
}

/** At the position `passes.length`, every tile is done. */
export function tileState(pass: number, position: number): TileState {
  if (pass < 0) return "skipped";
  if (pass === position) return "now";
  return pass < position ? "done" : "ahead";
}

export interface Difference {
  readonly row: number;
  readonly column: number;
  readonly ulps: number;
}

/** Of a cell of the output from the reference's, in units of float32's last place. */
export function differenceAt(replay: Replay, reference: Grid, row: number, column: number): number {
  return ulpsApart(replay.output(row, column), reference.at(row, column));
}

/** The first of the largest; an infinite one is larger than any. */
export function farthest(replay: Replay, reference: Grid): Difference {
  let largest: Difference = { row: 0, column: 0, ulps: 0 };
  for (let row = 0; row < replay.queries; row++) {
    for (let column = 0; column < replay.valueWidth; column++) {
      const ulps = differenceAt(replay, reference, row, column);
      if (ulps > largest.ulps) largest = { row, column, ulps };
    }
  }
  return largest;
}
