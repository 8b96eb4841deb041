// Memory for arrays of numbers. What the engine has none of is refused as the core refuses what its
// own memory cannot hold: with a sentence.

import { AttentionError } from "./errors.ts";

/** What `work` gives. Engines tell with a RangeError that they have no memory for an array. */
export function allocated<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new AttentionError({ code: "memory", field: "", other: "", values: [] });
  }
}
