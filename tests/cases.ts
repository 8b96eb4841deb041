import type { Case } from "../web/src/core/cases/run.ts";
import arithmetic from "./cases/arithmetic.json" with { type: "json" };
import cache from "./cases/cache.json" with { type: "json" };
import crossAttention from "./cases/cross-attention.json" with { type: "json" };
import heads from "./cases/heads.json" with { type: "json" };
import latent from "./cases/latent.json" with { type: "json" };
import masks from "./cases/masks.json" with { type: "json" };
import memory from "./cases/memory.json" with { type: "json" };
import nonFinite from "./cases/non-finite.json" with { type: "json" };
import positions from "./cases/positions.json" with { type: "json" };
import recurrent from "./cases/recurrent.json" with { type: "json" };
import shapes from "./cases/shapes.json" with { type: "json" };

/**
 * All cases, by the letter of their id: M arithmetic, K masks, N NaN and infinity, S shapes,
 * X cross-attention, H heads, P positions, C cache, L latent attention, R recurrence, B memory.
 */
export const cases = [
  ...arithmetic,
  ...masks,
  ...nonFinite,
  ...shapes,
  ...crossAttention,
  ...heads,
  ...positions,
  ...cache,
  ...latent,
  ...recurrent,
  ...memory,
] as Case[];
