/** heads.cpp: attention of many heads over weights that are in memory already, and its parts. */
import { type Host, swapped, type Way, way } from "../contender.ts";
import { exact } from "../exact.ts";

interface Module {
  HEAPF32: Float32Array;
  _room(floats: number): number;
  _giveBack(address: number): void;
  _prepare(numbers: number, tokens: number, heads: number, model: number): number;
  _discard(prepared: number): void;
  _whole(prepared: number): number;
  _products(prepared: number): void;
  _attendAll(prepared: number): void;
}

export interface MultiHeadWays {
  group: string;
  /** Of the embeddings and the weights. */
  bytes: number;
  ways: Way[];
}

type Normal = (count: number, seed: number) => Float32Array;

const [tokens, heads, model] = [512, 8, 512];

/** The ways, once the whole gives what float64 gives. */
export async function loadMultiHead(
  host: Host,
  normal: Normal,
  tolerance: number,
): Promise<MultiHeadWays> {
  const glue = new URL("../attention_heads.mjs", host.packageUrl).href;
  const { default: create } = await import(/* @vite-ignore */ glue);
  const wasmBinary = await host.read("attention_heads.wasm");
  const module: Module = await create({ wasmBinary });

  const x = normal(tokens * model, 1);
  // So that what a head projects is of the size of what it projects from.
  const weights = [2, 3, 4, 5].map((seed) =>
    normal(model * model, seed).map((n) => n / Math.sqrt(model)),
  );
  const bytes = [x, ...weights].reduce((sum, { byteLength }) => sum + byteLength, 0);
  const start = module._room(bytes / 4);
  let at = start / 4;
  for (const numbers of [x, ...weights]) {
    module.HEAPF32.set(numbers, at);
    at += numbers.length;
  }
  const prepared = module._prepare(start, tokens, heads, model);
  module._giveBack(start);

  // Looked up after each call: the memory may have grown in it.
  const output = (address: number) => module.HEAPF32.subarray(address / 4, address / 4 + x.length);
  const error = largestError(output(module._whole(prepared)), exactMultiHead(x, weights));
  if (!(error <= tolerance)) throw new Error(`multi-head is off by ${error.toPrecision(2)}`);
  const read = () => [];
  return {
    group: `multi-head ${tokens}x${heads}x${model}`,
    bytes,
    ways: [
      way({
        name: "whole",
        run: () => module._whole(prepared),
        read: output,
        dispose: () => module._discard(prepared),
      }),
      way({ name: "products", run: () => module._products(prepared), read }),
      way({ name: "attention", run: () => module._attendAll(prepared), read }),
    ],
  };
}

/** a [rows][n] times b [n][n], in float64. */
function multiply(a: ArrayLike<number>, b: Float32Array, n: number): Float64Array {
  const result = new Float64Array(a.length);
  for (let row = 0; row < a.length; row += n)
    for (let k = 0; k < n; k++)
      for (let j = 0; j < n; j++) result[row + j]! += a[row + k]! * b[k * n + j]!;
  return result;
}

/** The output, its queries, keys and values rounded to float32 once: what `exact` takes. */
function exactMultiHead(x: Float32Array, weights: Float32Array[]): Float64Array {
  const [wq, wk, wv, wo] = weights as [Float32Array, Float32Array, Float32Array, Float32Array];
  const [q, k, v] = [wq, wk, wv].map((w) => swapped(multiply(x, w, model), tokens, heads));
  const size = { heads, queries: tokens, keys: tokens, width: model / heads };
  const { rows } = exact({ kind: "prefill", causal: false, ...size, q: q!, k: k!, v: v! });
  return multiply(swapped(rows, heads, tokens), wo, model);
}

/** The largest difference. Infinity for a NaN, which no comparison would find. */
const largestError = (got: Float32Array, want: Float64Array): number =>
  want.reduce((largest, w, i) => {
    const error = Math.abs(got[i]! - w);
    return error <= largest ? largest : Number.isNaN(error) ? Number.POSITIVE_INFINITY : error;
  }, 0);
