// Apart from the names of the families, so that the page can know these without a way to the sources.

import type { Family } from "./families.ts";

/** Path in the interpreter's file system -> source. */
export type Sources = Readonly<Record<string, string>>;

const fetched: Readonly<Record<Family, () => Promise<{ readonly default: Sources }>>> = {
  numpy: () => import("./family-numpy.ts"),
  torch: () => import("./family-torch.ts"),
  standard: () => import("./family-standard.ts"),
};

export const sourcesOf = async (family: Family): Promise<Sources> =>
  (await fetched[family]()).default;
