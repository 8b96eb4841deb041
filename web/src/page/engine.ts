// What the pages ask of the core. At the sizes a page shows (limits.ts) an answer takes about a
// millisecond, less than a message to a Worker and back: so an edit, all that follows from it and
// the drawing of what is in view happen in one task, within one frame.

import { AttentionError } from "../core/errors.ts";
import { loadWhole } from "../core/first.ts";
import type {
  Attention,
  Basics,
  Build,
  Fault,
  FiveLines,
  SelfTrace,
  Tensor,
  Trace,
} from "../core/index.ts";
import type { Problem } from "../inputs/problem.ts";
import type { RandomMatrix, Recipe, Seeded } from "../inputs/sentence.ts";
import type { Source } from "../inputs/state.ts";

export type Outcome<T> = { readonly value: T } | { readonly fault: Fault };

function outcome<T>(run: () => T): Outcome<T> {
  try {
    return { value: run() };
  } catch (error) {
    if (error instanceof AttentionError) return { fault: error };
    throw error;
  }
}

function rows({ shape: [length = 0, width = 0], data }: Tensor): number[][] {
  return Array.from({ length }, (_, i) => Array.from(data.subarray(i * width, (i + 1) * width)));
}

export class Engine {
  private readonly core: Basics;
  /** All of the core, once it was asked for. */
  private whole: Attention | null = null;
  private coming: Promise<void> | null = null;

  constructor(core: Basics) {
    this.core = core;
  }

  /** Which build of the core computes. */
  get build(): Build {
    return this.core.build;
  }

  /** Fetches what of the core is not there yet; rejects if it cannot be had. */
  complete(): Promise<void> {
    this.coming ??= loadWhole({ build: this.core.build, threads: 1 }).then(
      (whole) => {
        this.whole = whole;
      },
      (error: unknown) => {
        this.coming = null;
        throw error;
      },
    );
    return this.coming;
  }

  /** Whatever else a figure asks of the core, which must be complete. */
  ask<T>(question: (core: Attention) => T): Outcome<T> {
    const { whole } = this;
    if (!whole) throw new Error("the core is not complete");
    return outcome(() => question(whole));
  }

  compute(p: Problem): Outcome<Trace | SelfTrace> {
    return outcome<Trace | SelfTrace>(() =>
      p.kind === "self" ? this.core.selfAttention(p.problem) : this.core.attention(p.problem),
    );
  }

  /**
   * The five-line function starts from X. Q, K and V of one's own go through it as well, with the
   * identity for X: I · Q is Q. It takes as many keys as queries, and no options; null where it
   * cannot be run.
   */
  fiveLines(source: Source): FiveLines | null {
    const result = outcome(() => this.core.fiveLines(fiveLinesInput(source)));
    return "value" in result ? result.value : null;
  }

  random(matrix: RandomMatrix): number[][] {
    return rows(this.core.random(matrix));
  }

  /** The embeddings and weights that a sentence's recipe asks for. */
  draw({ x, wq, wk, wv }: Pick<Recipe, "x" | "wq" | "wk" | "wv">): Outcome<Seeded> {
    return outcome(() => ({
      x: rows(this.core.embed(x)),
      wq: this.random(wq),
      wk: this.random(wk),
      wv: this.random(wv),
    }));
  }
}

function fiveLinesInput(source: Source) {
  if (source.kind === "projected") {
    const { x, wq, wk, wv } = source;
    return { x, wq, wk, wv };
  }
  const { q, k, v } = source;
  return { x: q.map((_, i) => q.map((_, j) => (i === j ? 1 : 0))), wq: q, wk: k, wv: v };
}
