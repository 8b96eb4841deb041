/** This project's own package, as its users call it: the tiled path, and the reference. */
import type { Attention, Tensor, TiledInput } from "../../../web/src/core/index.ts";
import type { Problem } from "../cases.ts";
import { type Contender, type Host, way } from "../contender.ts";

export interface Dikkat {
  contenders: Contender[];
  normal(count: number, seed: number): Float32Array;
  /** Bytes that the tiled path works in, beside its input and output, with so many tokens. */
  scratchBytes(tokens: number): number;
  compiler: string;
}

/** The reference makes every intermediate matrix. Above so many scores it is not asked to. */
const largestReference = 2 ** 24;

function tensors({ heads, queries, keys, width, causal, window, q, k, v }: Problem) {
  return {
    q: { shape: [heads, queries, width], data: q },
    k: { shape: [heads, keys, width], data: k },
    v: { shape: [heads, keys, width], data: v },
    causal,
    window,
  };
}

const read = (result: { output: Tensor<Float64Array | Float32Array> }) => result.output.data;

/** With an array to write into, as a caller has who asks again and again. */
const tiledInput = (problem: Problem): TiledInput => ({
  ...tensors(problem),
  path: "tiled",
  out: new Float32Array(problem.q.length),
});

function tiled(core: Attention): Contender {
  return {
    name: "tiled",
    threads: 1,
    ways: (problem) => {
      const input = tiledInput(problem);
      return [() => way({ name: "attention", run: () => core.attention(input), read })];
    },
  };
}

/** The Workers start with the first problem for them, and stay. */
function inWorkers(load: () => Promise<Attention>): Contender {
  let loaded: Promise<Attention> | undefined;
  const prepare = async (problem: Problem) => {
    loaded ??= load();
    const core = await loaded;
    const input = tiledInput(problem);
    return way({ name: "attentionAsync", run: () => core.attentionAsync(input), read });
  };
  return {
    name: "tiled",
    threads: 2,
    ways: (problem) => (problem.workers ? [() => prepare(problem)] : []),
  };
}

function reference(core: Attention): Contender {
  return {
    name: "reference",
    threads: 1,
    ways: (problem) => {
      if (problem.heads * problem.queries * problem.keys > largestReference) return [];
      const input = tensors(problem);
      return [() => way({ name: "attention", run: () => core.attention(input), read })];
    },
  };
}

export async function loadDikkat(host: Host): Promise<Dikkat> {
  // The folder that is published, loaded at run time as it is.
  const module = await import(/* @vite-ignore */ host.packageUrl);
  const loadAttention: typeof import("../../../web/src/core/index.ts").loadAttention =
    module.loadAttention;
  const core = await loadAttention();
  const normal = (count: number, seed: number) =>
    Float32Array.from(core.random({ rows: 1, columns: count, seed }).data);
  return {
    contenders: [tiled(core), inWorkers(() => loadAttention({ threads: 2 })), reference(core)],
    normal,
    scratchBytes: (tokens) => {
      const width = 64;
      const x = { shape: [1, tokens, width], data: normal(tokens * width, 1) };
      return core.attention({ q: x, k: x, v: x, causal: true, path: "tiled" }).scratchBytes;
    },
    compiler: core.compiler,
  };
}
