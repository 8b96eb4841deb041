// One thread of the pool: an instance of its own, and shares of the tiled path. Runs as a module
// Worker of a browser and as a worker thread of Node.

import { AttentionError, type Fault } from "./errors.ts";
import type { RawTiled } from "./input.ts";
import { computeTiled, instantiate, type Loaded, type RawResult } from "./module.ts";
import type { Build } from "./types.ts";

/** The first message: which build, and its code. */
export interface Start {
  build: Build;
  program: WebAssembly.Module;
}

export type Order = Start | { problem: RawTiled; shares: number[] };

export type Answer =
  | { ready: true }
  | { result: RawResult }
  | { fault: Fault }
  /** What went wrong, in the engine's own words. */
  | { failure: string };

interface Port {
  post(answer: Answer, moved: ArrayBuffer[]): void;
  listen(handle: (order: Order) => void): void;
}

async function openPort(): Promise<Port> {
  if ("WorkerGlobalScope" in globalThis) {
    return {
      post: (answer, moved) => self.postMessage(answer, { transfer: moved }),
      listen: (handle) => self.addEventListener("message", ({ data }) => handle(data)),
    };
  }
  // Kept from bundlers, which would look for it in a build for browsers.
  const name = "node:worker_threads";
  const { parentPort } = (await import(
    /* @vite-ignore */ /* webpackIgnore: true */ name
  )) as typeof import("node:worker_threads");
  return {
    post: (answer, moved) => parentPort?.postMessage(answer, moved),
    listen: (handle) => parentPort?.on("message", handle),
  };
}

const port = await openPort();
let loaded: Promise<Loaded> | undefined;

async function answer(order: Order): Promise<Answer> {
  if ("build" in order) {
    loaded = instantiate(order.build, order.program);
    await loaded;
    return { ready: true };
  }
  if (!loaded) throw new Error("no build was named");
  try {
    return { result: computeTiled((await loaded).module, order.problem, order.shares) };
  } catch (error) {
    if (!(error instanceof AttentionError)) throw error;
    const { code, field, other, values } = error;
    return { fault: { code, field, other, values } };
  }
}

port.listen((order) => {
  answer(order)
    .catch((error: unknown): Answer => ({ failure: String(error) }))
    .then((reply) => {
      const { output, logSumExp } = "result" in reply ? reply.result : {};
      const moved = [output, logSumExp].filter((array) => array !== undefined);
      port.post(
        reply,
        moved.map(({ buffer }) => buffer as ArrayBuffer),
      );
    });
});
