// Which invariant breaks? Judged by the numbers that are shown, whatever they are.

import type { Case, VariantId } from "./lab.ts";

/** Faults that can be told by looking at scores and weights under the causal mask. */
export const guessed = [
  "mask-zero",
  "columns",
  "query-is-key",
  "mask-after",
  "mask-empty",
  "mask-transposed",
  "mask-early",
] as const satisfies readonly VariantId[];

export const invariants = ["sums", "ahead", "numbers", "symmetric"] as const;
export type Invariant = (typeof invariants)[number];

const NEAR = 1e-9;

const breaks: Record<Invariant, (tried: Case) => boolean> = {
  sums: ({ wrong }) =>
    wrong.weights.some((row) => Math.abs(row.reduce((a, b) => a + b, 0) - 1) > NEAR),
  ahead: ({ wrong, sees }) =>
    wrong.weights.some((row, i) => row.some((weight, j) => !sees[i]?.[j] && weight > NEAR)),
  numbers: ({ wrong }) => wrong.weights.some((row) => row.some(Number.isNaN)),
  symmetric: ({ wrong }) =>
    wrong.scaled.every((row, i) =>
      row.every((score, j) => Math.abs(score - (wrong.scaled[j]?.[i] ?? Number.NaN)) < NEAR),
    ),
};

/** The one that breaks; null where none does, or more than one. */
export function broken(tried: Case): Invariant | null {
  const found = invariants.filter((name) => breaks[name](tried));
  return found.length === 1 ? (found[0] ?? null) : null;
}
