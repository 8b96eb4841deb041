/** What is measured: the sizes, how their operations are counted, and the inputs made for them. */

export interface Case {
  kind: "prefill" | "decode" | "window";
  heads: number;
  queries: number;
  keys: number;
  /** Of a query, a key and a value. */
  width: number;
  causal: boolean;
  /** Tokens in reach, counting the token itself. */
  window?: number;
  /** Measured with two workers beside one thread as well. */
  workers?: boolean;
  /** Of interest for the tiled path alone. */
  tiledOnly?: boolean;
}

const prefill = (heads: number, n: number, width: number, causal: boolean): Case => ({
  kind: "prefill",
  heads,
  queries: n,
  keys: n,
  width,
  causal,
});

const both = (heads: number, n: number, width: number): Case[] => [
  prefill(heads, n, width, false),
  prefill(heads, n, width, true),
];

/** From small to large: what a slow contender needs for the next size is told from the last. */
export function cases(quick: boolean): Case[] {
  const workers = (c: Case): Case => ({ ...c, workers: true });
  const decode: Case = { ...prefill(8, 4096, 64, false), kind: "decode", queries: 1 };
  const small = [...both(1, 128, 64), ...both(1, 512, 64), ...both(1, 1024, 64)];
  const tails = [prefill(1, 1021, 61, false), prefill(1, 1024, 80, false)];
  const long = both(1, 2048, 64).map(workers);
  if (quick) return [...small, ...tails, decode, ...long];
  return [
    ...[...both(12, 128, 64), ...both(8, 512, 64), ...both(1, 1024, 128)],
    ...[...small, ...tails, decode, ...long],
    ...both(1, 4096, 64).map(workers),
    { ...prefill(1, 8192, 64, false), tiledOnly: true },
    { ...prefill(1, 8192, 64, true), kind: "window" as const, window: 256, tiledOnly: true },
  ].sort((a, b) => operations(a) - operations(b));
}

/**
 * Multiplications and additions of the two products, the way the field counts them: 4 H n² d, half of
 * it for causal, 4 H n w d with a window of w. The exponentials are not counted.
 */
export function operations({ kind, heads, queries, keys, width, causal, window }: Case): number {
  const perPair = 4 * heads * width;
  if (kind === "window") return perPair * queries * window!;
  return (perPair * queries * keys) / (causal ? 2 : 1);
}

export function describe({ kind, heads, keys, width, causal, window }: Case): string {
  const size = `${heads} x ${keys} x ${width}`;
  if (kind === "decode") return `${size} decode`;
  if (kind === "window") return `${size} window ${window}`;
  return `${size} ${causal ? "causal" : "plain"}`;
}

/** A case with its numbers: q [heads][queries][width], k and v [heads][keys][width]. */
export interface Problem extends Case {
  q: Float32Array;
  k: Float32Array;
  v: Float32Array;
}

/** `normal` gives that many numbers of mean 0 and variance 1, the same in every host for a seed. */
export function problem(c: Case, normal: (count: number, seed: number) => Float32Array): Problem {
  const { heads, queries, keys, width } = c;
  return {
    ...c,
    q: normal(heads * queries * width, 1),
    k: normal(heads * keys * width, 2),
    v: normal(heads * keys * width, 3),
  };
}
