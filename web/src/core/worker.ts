// One thread of the pool: an instance of its own, and shares of the tiled path. Runs as a module
// Worker of a browser and as a worker thread of Node.

import { AttentionError, type Fault } from "./errors.ts";
import type { RawTiled } from "./input.ts";
import { computeTiled, instantiate, type Loaded, type RawResult } from "./module.ts";
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
  | { fault: Fault }
  /** What went wrong, in the engine's own words. */
  | { failure: string };

type Post = (answer: Answer, moved: ArrayBuffer[]) => void;

let loaded: Promise<Loaded> | undefined;

async function answer(order: Order): Promise<Answer> {
  if ("build" in order) {
    loaded = instantiate(order.build, order.program);
    await loaded;
    return { ready: true };
  }
  if (!loaded) throw new Error("no build was named");
  try {
    const { problem, shares } = order;
    const result = computeTiled((await loaded).module, problem, shares);
    return { result, sent: memoryOf(problem) };
  } catch (error) {
    if (!(error instanceof AttentionError)) throw error;
    const { code, field, other, values } = error;
    return { fault: { code, field, other, values } };
  }
}

const resultMemory = ({ output, logSumExp }: RawResult): ArrayBuffer[] =>
  [output, logSumExp].flatMap((array) => (array ? [array.buffer as ArrayBuffer] : []));

const failed = (error: unknown): Answer => ({ failure: String(error) });

async function reply(order: Order, post: Post): Promise<void> {
  const said = await answer(order).catch(failed);
  try {
    post(said, "result" in said ? [...said.sent, ...resultMemory(said.result)] : []);
  } catch (error) {
    // Browsers report no rejected promise to whoever started the Worker, and it would be waited for.
    post(failed(error), []);
  }
}

async function listenInNode(): Promise<void> {
  // Kept from bundlers, which would look for it in a build for browsers.
  const name = "node:worker_threads";
  const { parentPort } = (await import(
    /* @vite-ignore */ /* webpackIgnore: true */ name
  )) as typeof import("node:worker_threads");
  parentPort?.on("message", (order: Order) =>
    reply(order, (said, moved) => parentPort.postMessage(said, moved)),
  );
}

// No await up here: bundlers make classic Workers of it, in which there can be none.
if ("WorkerGlobalScope" in globalThis) {
  const post: Post = (said, moved) => self.postMessage(said, { transfer: moved });
  self.addEventListener("message", ({ data }) => void reply(data, post));
} else {
  void listenInNode();
}
