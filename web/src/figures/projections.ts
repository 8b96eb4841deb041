import type { Matrix, Source } from "../inputs/state.ts";

export const identity = (size: number): number[][] =>
  Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => +(i === j)));

/** X and its three weights. Q, K and V of one's own go through the identity: I · Q is Q. */
export function projectionsOf(source: Source): Readonly<Record<"x" | "wq" | "wk" | "wv", Matrix>> {
  if (source.kind === "projected") {
    const { x, wq, wk, wv } = source;
    return { x, wq, wk, wv };
  }
  const { q, k, v } = source;
  return { x: identity(q.length), wq: q, wk: k, wv: v };
}
