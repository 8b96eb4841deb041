// What the package was built from and with, for those who have to answer for what they run.

import { made } from "./generated/provenance.js";
import type { Build } from "./types.ts";

export interface BuildProvenance {
  /** Of the program: for "simd" the file generated/simd.wasm; "scalar" is made of it and generated/scalar.delta. */
  readonly bytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
  /** The flags of the compiler, each set with the files that were compiled by it. The last of several -O counts. */
  readonly compile: readonly { readonly flags: string; readonly files: readonly string[] }[];
  /** The flags of the linker. */
  readonly link: string;
}

export interface Provenance {
  /** Of the package. */
  readonly version: string;
  /** What it was built from; null where that was no clone of the repository. */
  readonly commit: {
    readonly id: string;
    /** When it was made, ISO 8601: the same commit gives the same package whenever it is built. */
    readonly date: string;
    /** The files were not those of the commit. */
    readonly changed: boolean;
  } | null;
  readonly emscripten: string;
  readonly clang: string;
  readonly eigen: string;
  readonly builds: Readonly<Record<Build, BuildProvenance>>;
}

export const provenance: Provenance = made;
