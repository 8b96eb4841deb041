import { callNames } from "../calls.ts";
import type { Attention, Build, Signal } from "../types.ts";
import type { AttentionWorker } from "./types.ts";

/** What is told of a core once it is loaded. */
export interface Facts {
  names: string[];
  build: Build;
  compiler: string;
}

export const factsOf = (core: Attention): Facts => ({
  names: callNames(core),
  build: core.build,
  compiler: core.compiler,
});

/** Where calls are computed. */
export interface Runner {
  readonly thread: AttentionWorker["thread"];
  readonly facts: Facts;
  run(name: string, args: unknown[], signal: Signal | undefined): Promise<unknown>;
  close(): void;
}
