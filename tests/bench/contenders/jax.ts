/**
 * jax-js on its WebAssembly backend, compiled by its jit. One thread: without SharedArrayBuffer, or
 * without the browser's Worker, it uses no other. Its ways: two products and a softmax, over all
 * heads or head by head, with the scale on q; or its own dotProductAttention, which knows causal by
 * itself and wants tokens first. (The latter calls Iterator.prototype.map: Node has it from 22 on.)
 * Inputs, and the mask, are in its heap before the clock starts.
 */
import { defaultDevice, init, type Array as JaxArray, jit, nn, numpy } from "@jax-js/jax";
import type { Problem } from "../cases.ts";
import { type Contender, causalMask, joined, ofHead, swapped, way } from "../contender.ts";

const shaped = (data: Float32Array, ...shape: number[]): JaxArray => numpy.array(data, { shape });

type Compute = (q: JaxArray, k: JaxArray, v: JaxArray, mask?: JaxArray) => JaxArray;

function prepared(
  name: string,
  compute: Compute,
  parts: JaxArray[][],
  mask: JaxArray[],
  read: (parts: Float32Array[]) => Float32Array,
) {
  const compiled = jit(compute);
  return way({
    name,
    run: async () => {
      const outputs: Float32Array[] = [];
      for (const part of parts) {
        // Every use of an array takes it over: `ref` keeps it for the next run.
        const inputs = [...part, ...mask].map((array) => array.ref);
        const output = await compiled(...(inputs as Parameters<Compute>)).data();
        outputs.push(output);
      }
      return outputs;
    },
    read,
    dispose: () => {
      for (const array of [...parts.flat(), ...mask]) array.dispose();
      compiled.dispose();
    },
  });
}

const composed =
  (p: Problem): Compute =>
  (q, k, v, mask) => {
    const scores = numpy.matmul(q.mul(1 / Math.sqrt(p.width)), numpy.matrixTranspose(k));
    return numpy.matmul(nn.softmax(mask ? scores.add(mask) : scores, -1), v);
  };

const maskOf = (p: Problem): JaxArray[] =>
  p.causal ? [shaped(causalMask(p.queries, p.keys), p.queries, p.keys)] : [];

function allHeads(p: Problem) {
  const { heads, queries, keys, width } = p;
  const inputs = [
    shaped(p.q, heads, queries, width),
    shaped(p.k, heads, keys, width),
    shaped(p.v, heads, keys, width),
  ];
  return prepared("all heads", composed(p), [inputs], maskOf(p), joined);
}

function perHead(p: Problem) {
  const { heads, queries, keys, width } = p;
  const parts = Array.from({ length: heads }, (_, head) => [
    shaped(ofHead(p.q, heads, head), queries, width),
    shaped(ofHead(p.k, heads, head), keys, width),
    shaped(ofHead(p.v, heads, head), keys, width),
  ]);
  return prepared("per head", composed(p), parts, maskOf(p), joined);
}

function dotProductAttention(p: Problem) {
  const { heads, queries, keys, width, causal } = p;
  const inputs = [
    shaped(swapped(p.q, heads, queries), queries, heads, width),
    shaped(swapped(p.k, heads, keys), keys, heads, width),
    shaped(swapped(p.v, heads, keys), keys, heads, width),
  ];
  const compute: Compute = (q, k, v) => nn.dotProductAttention(q, k, v, { isCausal: causal });
  return prepared("dotProductAttention", compute, [inputs], [], ([y]) =>
    swapped(y!, queries, heads),
  );
}

export async function loadJax(): Promise<Contender> {
  await init("wasm");
  defaultDevice("wasm");
  return {
    name: "jax",
    threads: 1,
    ways: (p) => [
      () => allHeads(p),
      ...(p.heads > 1 ? [() => perHead(p)] : []),
      () => dotProductAttention(p),
    ],
  };
}
