// What the pages ask of the core, as values that can cross to a Worker: an AttentionError would
// arrive there as a plain Error, so a fault is returned, not thrown.

import type {
  Fault,
  FiveLines,
  SelfAttentionInput,
  SelfTrace,
  Tensor,
  Trace,
} from "../core/index.ts";
import { AttentionError, loadAttention } from "../core/index.ts";
import type { Problem } from "../inputs/problem.ts";
import type { RandomMatrix, Recipe, Seeded } from "../inputs/sentence.ts";

export type Outcome<T> = { readonly value: T } | { readonly fault: Fault };

export interface Engine {
  /** Rejects with a plain Error if the core cannot be loaded; resolves to how it was compiled. */
  ready(): Promise<{ build: string; compiler: string }>;
  /** One outcome per problem, in order. */
  compute(problems: readonly Problem[]): Promise<Outcome<Trace | SelfTrace>[]>;
  fiveLines(input: Parameters<typeof selfOnly>[0]): Promise<Outcome<FiveLines>>;
  /** The embeddings and weights that the recipe asks for. */
  draw(recipe: Pick<Recipe, "x" | "wq" | "wk" | "wv">): Promise<Seeded>;
}

const selfOnly = ({ x, wq, wk, wv }: Pick<SelfAttentionInput, "x" | "wq" | "wk" | "wv">) => ({
  x,
  wq,
  wk,
  wv,
});

function outcome<T>(run: () => T): Outcome<T> {
  try {
    return { value: run() };
  } catch (error) {
    if (!(error instanceof AttentionError)) throw error;
    const { code, field, other, values } = error;
    return { fault: { code, field, other, values } };
  }
}

function rows({ shape: [length = 0, width = 0], data }: Tensor): number[][] {
  return Array.from({ length }, (_, i) => Array.from(data.subarray(i * width, (i + 1) * width)));
}

export function createEngine(): Engine {
  const loading = loadAttention();
  // Whoever calls awaits `loading` and sees its failure; this keeps it from being reported twice.
  loading.catch(() => {});
  return {
    async ready() {
      const { build, compiler } = await loading;
      return { build, compiler };
    },
    async compute(problems) {
      const core = await loading;
      return problems.map((p) =>
        outcome<Trace | SelfTrace>(() =>
          p.kind === "self" ? core.selfAttention(p.problem) : core.attention(p.problem),
        ),
      );
    },
    async fiveLines(input) {
      const core = await loading;
      return outcome(() => core.fiveLines(selfOnly(input)));
    },
    async draw({ x, wq, wk, wv }) {
      const core = await loading;
      const weights = (matrix: RandomMatrix) => rows(core.random(matrix));
      return { x: rows(core.embed(x)), wq: weights(wq), wk: weights(wk), wv: weights(wv) };
    },
  };
}
