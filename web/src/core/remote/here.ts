// Calls computed on the calling thread, where there can be no Worker.

import { loadAttention } from "../load.ts";
import { unlessAborted } from "../signal.ts";
import type { Attention, LoadOptions, Signal } from "../types.ts";
import { type Facts, factsOf, type Runner } from "./facts.ts";
import { run } from "./run.ts";

export class Here implements Runner {
  readonly thread = "calling";
  readonly facts: Facts;
  readonly #core: Attention;

  private constructor(core: Attention) {
    this.#core = core;
    this.facts = factsOf(core);
  }

  static async open(options: LoadOptions): Promise<Here> {
    return new Here(await loadAttention(options));
  }

  async run(name: string, args: unknown[], signal: Signal | undefined): Promise<unknown> {
    signal?.throwIfAborted();
    return unlessAborted(Promise.resolve(run(this.#core, name, args)), signal);
  }

  close(): void {
    this.#core.close();
  }
}
