// The five ways to compute the same, as far as this browser has them.

import { loadWhole } from "../core/first.ts";
import type { Attention, Basics, Tensor } from "../core/index.ts";
import type { Inputs } from "./check.ts";
import { attention } from "./javascript.ts";
import { type ContenderName, type Reason, WIDTH } from "./protocol.ts";
import type { Contender, Result } from "./run.ts";

/** q, k, v and the output, in float32. */
const ownBytes = (n: number) => 4 * n * WIDTH * 4;
/** Five matrices of n x n in float64, once in the core and once copied out of it. */
const traceBytes = (n: number) => 2 * 5 * 8 * n * n;

/** Any seeds would do; with the same ones every run computes the same. */
const seeds = { q: 1, k: 2, v: 3 };

export function inputsOf(core: Pick<Basics, "random">, n: number, causal: boolean): Inputs {
  const drawn = (seed: number): Tensor<Float32Array> => {
    const { shape, data } = core.random({ rows: n, columns: WIDTH, seed });
    return { shape, data: Float32Array.from(data) };
  };
  const [q, k, v] = [drawn(seeds.q), drawn(seeds.k), drawn(seeds.v)];
  return { n, causal, q, k, v, out: new Float32Array(n * WIDTH) };
}

function javascript({ n, causal, q, k, v, out }: Inputs): Result {
  attention({ n, d: WIDTH, q: q.data, k: k.data, v: v.data, causal, out });
  return { output: out, scratchBytes: null };
}

function reference(core: Basics, { causal, q, k, v }: Inputs): Result {
  return { output: core.attention({ q, k, v, causal }).output.data, scratchBytes: null };
}

function tiled(core: Attention, { causal, q, k, v, out }: Inputs): Result {
  const { output, scratchBytes } = core.attention({ path: "tiled", q, k, v, causal, out });
  return { output: output.data, scratchBytes };
}

async function inWorkers(core: Attention, { causal, q, k, v, out }: Inputs): Promise<Result> {
  const { output, scratchBytes } = await core.attentionAsync({
    path: "tiled",
    q,
    k,
    v,
    causal,
    out,
  });
  return { output: output.data, scratchBytes };
}

export interface Field {
  readonly contenders: readonly Contender[];
  /** Those that cannot run here at all. */
  readonly missing: readonly { readonly contender: ContenderName; readonly reason: Reason }[];
}

/** `core` is the one that the browser gets by itself. */
export async function contendersWith(core: Basics, threads: number): Promise<Field> {
  const missing: { contender: ContenderName; reason: Reason }[] = [];
  const contenders: Contender[] = [
    { name: "javascript", bytes: (n) => ownBytes(n) + 8 * n, compute: javascript },
    {
      name: "reference",
      bytes: (n) => ownBytes(n) + traceBytes(n),
      compute: (inputs) => reference(core, inputs),
    },
  ];
  // The core holds a copy of what it is given.
  const bytes = (n: number) => 2 * ownBytes(n);
  const { build } = core;
  // Asked for by number, Workers that cannot be had are an error, not quietly done without.
  const whole = await loadWhole({ build, threads });
  const scalar = build === "scalar" ? whole : await loadWhole({ build: "scalar", threads: 1 });
  contenders.push({ name: "scalar", bytes, compute: (inputs) => tiled(scalar, inputs) });
  if (build === "simd") {
    contenders.push({ name: "simd", bytes, compute: (inputs) => tiled(whole, inputs) });
  } else {
    missing.push({ contender: "simd", reason: { kind: "noSimd" } });
  }
  if (threads > 1) {
    contenders.push({
      name: "workers",
      bytes: (n) => (1 + threads) * ownBytes(n),
      compute: (inputs) => inWorkers(whole, inputs),
    });
  } else {
    missing.push({ contender: "workers", reason: { kind: "oneCore" } });
  }
  return { contenders, missing };
}
