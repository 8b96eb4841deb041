// What the pages ask of the core, as values that can cross to a Worker: an AttentionError would
// arrive there as a plain Error, so a fault is returned, not thrown.

import type {
  Fault,
  FiveLines,
  SelfAttentionInput,
  SelfTrace,
  Trace,
} from "../core/index.ts";
import { AttentionError, loadAttention } from "../core/index.ts";
import type { Problem } from "../inputs/problem.ts";

export type Outcome<T> = { readonly value: T } | { readonly fault: Fault };

/** The matrices that a sentence is given: embeddings of its tokens, and three weights. */
export interface Drawn {
  x: number[][];
  wq: number[][];
  wk: number[][];
  wv: number[][];
}

export interface Engine {
  /** Rejects with a plain Error if the core cannot be loaded; resolves to how it was compiled. */
  ready(): Promise<{ build: string; compiler: string }>;
  /** One outcome per problem, in order. */
  compute(problems: readonly Problem[]): Promise<Outcome<Trace | SelfTrace>[]>;
  fiveLines(input: Parameters<typeof selfOnly>[0]): Promise<Outcome<FiveLines>>;
  draw(input: { tokens: readonly string[]; width: number; seed: number }): Promise<Drawn>;
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

/** Two decimals: what a cell shows is then exactly what is computed with. */
function rounded({ shape: [rows = 0, columns = 0], data }: Trace["scores"]): number[][] {
  return Array.from({ length: rows }, (_, i) =>
    // "+ 0" turns a rounded -0 into 0
    Array.from(data.subarray(i * columns, (i + 1) * columns), (n) => Math.round(n * 100) / 100 + 0),
  );
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
    async draw({ tokens, width, seed }) {
      const core = await loading;
      // Weights of deviation 1/sqrt(width) keep q, k and v near the size of x.
      const weights = (n: number) =>
        rounded(
          core.random({
            rows: width,
            columns: width,
            seed: seed * 3 + n,
            deviation: 1 / Math.sqrt(width),
          }),
        );
      return {
        x: rounded(core.embed({ tokens, width, seed })),
        wq: weights(0),
        wk: weights(1),
        wv: weights(2),
      };
    },
  };
}
