import arithmetic from "./arithmetic.json";
import crossAttention from "./cross-attention.json";
import masks from "./masks.json";
import nonFinite from "./non-finite.json";
import type { Case } from "./run.ts";
import shapes from "./shapes.json";

/** All cases, by the letter of their id: M arithmetic, K masks, N NaN and infinity, S shapes, X cross-attention. */
export const cases = [
  ...arithmetic,
  ...masks,
  ...nonFinite,
  ...shapes,
  ...crossAttention,
] as Case[];
