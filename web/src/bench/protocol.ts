// What the page and its Worker say to each other.

import type { Build, Fault } from "../core/index.ts";

/** In the order in which they are shown. */
export const contenderNames = ["javascript", "reference", "scalar", "simd", "workers"] as const;
export type ContenderName = (typeof contenderNames)[number];

/** Numbers per row of q, k and v. */
export const WIDTH = 64;
export const SMALLEST = 64;

export interface Settings {
  readonly causal: boolean;
  /** The last size: 64 doubled some times. */
  readonly largest: number;
  /** A size is left out if one call would take longer. */
  readonly milliseconds: number;
  /** A size is left out if it would need more memory. */
  readonly bytes: number;
  /** Default all. The reference, where it is left out, still judges the others. */
  readonly contenders?: readonly ContenderName[];
}

/** Those of a run, in the order in which they are shown. */
export function contendersOf({ contenders }: Settings): readonly ContenderName[] {
  return contenderNames.filter((name) => contenders?.includes(name) ?? true);
}

/** 64, 128, 256, ... */
export function sizesUpTo(largest: number): number[] {
  const sizes = [];
  for (let n = SMALLEST; n <= largest; n *= 2) sizes.push(n);
  return sizes;
}

export interface Measurement {
  readonly contender: ContenderName;
  readonly n: number;
  readonly medianMs: number;
  readonly minMs: number;
  /** The largest one from the reference's output; null for the reference itself. */
  readonly difference: number | null;
  /** Rows of the output that were compared. */
  readonly rows: number;
  /** What the tiled path worked in; null for the others. */
  readonly scratchBytes: number | null;
}

/** Why a contender is not measured at a size, nor at larger ones. */
export type Reason =
  | { readonly kind: "time"; readonly milliseconds: number }
  | { readonly kind: "memory"; readonly bytes: number }
  | { readonly kind: "fault"; readonly fault: Fault }
  | { readonly kind: "failure"; readonly message: string }
  | { readonly kind: "wrong"; readonly difference: number }
  | { readonly kind: "noSimd" }
  | { readonly kind: "oneCore" }
  | { readonly kind: "noWorkers" };

export interface Machine {
  readonly build: Build;
  readonly compiler: string;
  /** Workers that the core would use. */
  readonly threads: number;
  /** Measured by the page itself, which may have no Workers. */
  readonly onPage?: boolean;
}

export type Report =
  | { readonly kind: "ready"; readonly machine: Machine }
  | { readonly kind: "began"; readonly contender: ContenderName; readonly n: number }
  | { readonly kind: "measured"; readonly measurement: Measurement }
  | {
      readonly kind: "ended";
      readonly contender: ContenderName;
      readonly n: number;
      readonly reason: Reason;
    }
  | { readonly kind: "done" }
  /** Nothing more will come; why, in the engine's own words. */
  | { readonly kind: "broken"; readonly message: string };
