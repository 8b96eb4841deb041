// The tiled path: on the calling thread, or on the pool's.

import { columnsOf } from "./fields.ts";
import {
  asyncInput,
  asyncTiledInput,
  isTiled,
  type RawTiled,
  tiledInput,
  tiledStepsInput,
} from "./input.ts";
import { computeSteps, computeTiled, judgeSizes, type Module } from "./module.ts";
import type { Pool } from "./pool.ts";
import { closed, shaped, snapshot, worthWorkers } from "./shares.ts";
import type {
  AsyncOptions,
  AttentionInput,
  Basics,
  Tiled,
  TiledCalls,
  TiledInput,
  TiledSteps,
  TiledStepsInput,
  Trace,
} from "./types.ts";
import type { Start } from "./worker.ts";

/**
 * `reference` computes what asks for no path. `size`: Workers at most, 1 for none; `optional`: may one
 * thread do, where no Workers can be had?
 */
export function tiledCalls(
  module: Module,
  reference: Basics["attention"],
  start: Start,
  { size, optional }: { size: number; optional: boolean },
): TiledCalls {
  const workers = new Workers(start, size, optional);

  function attention(input: AttentionInput): Trace;
  function attention(input: TiledInput): Tiled;
  function attention(input: AttentionInput | TiledInput): Trace | Tiled {
    return isTiled(input) ? tiled(module, tiledInput(input)) : reference(input);
  }

  return {
    attention,
    attentionAsync: (input, options) => workers.attention(module, input, options),
    tiledSteps: (input) => tiledSteps(module, input),
    close: () => workers.close(),
    get threads() {
      return workers.size;
    },
  };
}

function tiled(module: Module, problem: RawTiled): Tiled {
  return shaped(problem, computeTiled(module, problem));
}

function tiledSteps(module: Module, input: TiledStepsInput): TiledSteps {
  const problem = tiledStepsInput(input);
  const { output, steps } = computeSteps(module, problem);
  const shape = [...problem.q.shape.slice(0, -1), columnsOf(problem.v)];
  return { output: { shape, data: output }, steps };
}

/** The pool, made when a problem is first worth it. */
class Workers {
  size: number;
  readonly #start: Start;
  /** May one thread do, where no Workers can be had? */
  readonly #optional: boolean;
  #pool: Pool | undefined;
  /** How often it was closed: calls from before are no longer wanted. */
  #opened = 0;

  constructor(start: Start, size: number, optional: boolean) {
    this.size = size;
    this.#start = start;
    this.#optional = optional;
  }

  async attention(module: Module, input: TiledInput, options: AsyncOptions = {}): Promise<Tiled> {
    const { signal } = asyncInput(options);
    const problem = asyncTiledInput(input);
    signal?.throwIfAborted();
    if (this.size === 1 || !worthWorkers(problem)) return tiled(module, problem);
    judgeSizes(module, problem);
    const asked = this.#pool?.snapshot(problem) ?? snapshot(problem);
    const opened = this.#opened;
    const { Pool, NoWorkers } = await import("./pool.ts");
    if (opened !== this.#opened) throw closed();
    try {
      this.#pool ??= new Pool(this.#start, this.size);
      return shaped(asked, await this.#pool.run(asked, signal));
    } catch (error) {
      if (!this.#optional || !(error instanceof NoWorkers)) throw error;
      this.size = 1;
      return tiled(module, asked);
    }
  }

  close(): void {
    this.#opened++;
    this.#pool?.close();
  }
}
