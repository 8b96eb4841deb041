// One thread of the pool: an instance of its own, and shares of the tiled path. Runs as a module
// Worker of a browser and as a worker thread of Node.

import type { RawTiled } from "./input.ts";
import { computeTiled, instantiate, type Loaded, type RawResult } from "./module.ts";
import { type Refused, serve } from "./serve.ts";
import { memoryOf } from "./shares.ts";
import type { Build } from "./types.ts";

/** The first message: which build, and its code. */
export interface Start {
  build: Build;
  program: WebAssembly.Module;
}

export type Order = Start | { problem: RawTiled; shares: number[] };

export type Answer =
  | { ready: true }
  /** With the memory of the problem, which is its sender's again. */
  | { result: RawResult; sent: ArrayBuffer[] }
  | Refused;

let loaded: Promise<Loaded> | undefined;

async function answer(order: Order): Promise<Answer> {
  if ("build" in order) {
    loaded = instantiate(order.build, order.program);
    await loaded;
    return { ready: true };
  }
  if (!loaded) throw new Error("no build was named");
  const { problem, shares } = order;
  const result = computeTiled((await loaded).module, problem, shares);
  return { result, sent: memoryOf(problem) };
}

const resultMemory = ({ output, logSumExp }: RawResult): ArrayBuffer[] =>
  [output, logSumExp].flatMap((array) => (array ? [array.buffer as ArrayBuffer] : []));

serve(answer, (said) => ("result" in said ? [...said.sent, ...resultMemory(said.result)] : []));
