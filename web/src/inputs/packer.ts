// Packs long matrices for links, once it is needed: a reader who only reads the lesson does without.
// Until it has come they are written out, which every page reads as well. Where the module is
// imported outright (packed.ts), it is there from the start.

import type { Matrix } from "./state.ts";

export interface Packer {
  /** Digits and letters alone. The matrix has 1 to 64 rows, all of the same 1 to 64 columns. */
  readonly pack: (matrix: Matrix) => string;
  /** Any digits and letters are some matrix; whether they are the right ones, the link's sum says. */
  readonly unpack: (text: string) => Matrix;
}

let present: Packer | null = null;
let missed = false;

export function offerPacker(packer: Packer): void {
  present = packer;
}

export function packerNow(): Packer | null {
  missed ||= present === null;
  return present;
}

/** Something was to be packed, and could not. */
export const packerMissed = (): boolean => missed && present === null;

/** Whether a link may hold what only the packer reads. */
export const packerNeeded = (hash: string): boolean =>
  present === null && /(?:=|%(?:25)*3d)(?:\s|%..)*z/iu.test(hash);

/** Rejects where the module cannot be had. */
export async function fetchPacker(): Promise<void> {
  if (present === null) await import("./packed.ts");
}
