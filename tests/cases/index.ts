import arithmetic from "./arithmetic.json" with { type: "json" };
import crossAttention from "./cross-attention.json" with { type: "json" };
import masks from "./masks.json" with { type: "json" };
import nonFinite from "./non-finite.json" with { type: "json" };
import type { Case } from "./run.ts";
import shapes from "./shapes.json" with { type: "json" };

/** All cases, by the letter of their id: M arithmetic, K masks, N NaN and infinity, S shapes, X cross-attention. */
export const cases = [
  ...arithmetic,
  ...masks,
  ...nonFinite,
  ...shapes,
  ...crossAttention,
] as Case[];
