/**
 * onnxruntime-web on its WebAssembly backend. Which of its ways is best depends on the size and on
 * the mask, so all of them run at each, and the fastest counts:
 * - composed: MatMul, Softmax, MatMul, which its optimiser fuses as it likes. The scale is put on q,
 *   which is smaller than the scores; a causal mask is a constant of the model, so that it is not
 *   copied in with every call.
 * - MultiHeadAttention, its own operator, and Attention, ONNX's since version 23: both know causal
 *   by themselves. They get the layout that they want, made before the clock starts.
 *
 * One thread: threads need SharedArrayBuffer, which a page has only when it is cross-origin isolated.
 * A page that is not gets one thread from it, whatever it asks for, and Node is held to the same.
 */
import * as ort from "onnxruntime-web/wasm";
import type { Problem } from "../cases.ts";
import { type Contender, causalMask, type Host, swapped, way } from "../contender.ts";
import { type Graph, model } from "./onnx.ts";

const scaleOf = ({ width }: Problem): number => 1 / Math.sqrt(width);

const headsFirst = ({ heads, queries, keys, width }: Problem) => ({
  inputs: {
    q: [1, heads, queries, width],
    k: [1, heads, keys, width],
    v: [1, heads, keys, width],
  },
  outputs: { y: [1, heads, queries, width] },
});

function composed(p: Problem): Graph {
  const constants: Graph["constants"] = {
    scale: { shape: [1], data: Float32Array.of(scaleOf(p)) },
  };
  if (p.causal)
    constants.mask = { shape: [p.queries, p.keys], data: causalMask(p.queries, p.keys) };
  return {
    ...headsFirst(p),
    constants,
    nodes: [
      { type: "Mul", inputs: ["q", "scale"], output: "scaledQ" },
      { type: "Transpose", inputs: ["k"], output: "kT", lists: { perm: [0, 1, 3, 2] } },
      { type: "MatMul", inputs: ["scaledQ", "kT"], output: "scores" },
      ...(p.causal ? [{ type: "Add", inputs: ["scores", "mask"], output: "masked" }] : []),
      { type: "Softmax", inputs: [p.causal ? "masked" : "scores"], output: "weights" },
      { type: "MatMul", inputs: ["weights", "v"], output: "y" },
    ],
  };
}

function attention(p: Problem): Graph {
  return {
    ...headsFirst(p),
    nodes: [
      {
        type: "Attention",
        inputs: ["q", "k", "v"],
        output: "y",
        ints: { is_causal: p.causal ? 1 : 0 },
        floats: { scale: scaleOf(p) },
      },
    ],
  };
}

function multiHeadAttention(p: Problem): Graph {
  const { heads, queries, keys, width, causal } = p;
  return {
    inputs: {
      q: [1, queries, heads * width],
      k: [1, keys, heads * width],
      v: [1, keys, heads * width],
    },
    outputs: { y: [1, queries, heads * width] },
    nodes: [
      {
        type: "MultiHeadAttention",
        domain: "com.microsoft",
        inputs: ["q", "k", "v"],
        output: "y",
        ints: { num_heads: heads, unidirectional: causal ? 1 : 0 },
        floats: { scale: scaleOf(p) },
      },
    ],
  };
}

/** Tokens first, the heads of a token side by side. */
function tokensFirst({ heads, queries, keys, q, k, v }: Problem) {
  return { q: swapped(q, heads, queries), k: swapped(k, heads, keys), v: swapped(v, heads, keys) };
}

async function prepared(
  name: string,
  graph: Graph,
  data: Record<string, Float32Array>,
  read: (y: Float32Array) => Float32Array,
) {
  const session = await ort.InferenceSession.create(model(graph), {
    executionProviders: ["wasm"],
    graphOptimizationLevel: "all",
  });
  const feeds = Object.fromEntries(
    Object.entries(graph.inputs).map(([input, shape]) => [
      input,
      new ort.Tensor("float32", data[input]!, shape),
    ]),
  );
  return way({
    name,
    run: () => session.run(feeds),
    read: ({ y }) => read(y!.data),
    dispose: () => session.release(),
  });
}

export async function loadOnnxruntime(host: Host): Promise<Contender> {
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = "error";
  ort.env.wasm.wasmBinary = await host.read("ort-wasm-simd-threaded.wasm");
  return {
    name: "onnxruntime",
    threads: 1,
    ways: (p) => {
      const { heads, queries } = p;
      const data = { q: p.q, k: p.k, v: p.v };
      const asItIs = (y: Float32Array) => y;
      return [
        () => prepared("composed", composed(p), data, asItIs),
        () => prepared("Attention", attention(p), data, asItIs),
        () =>
          prepared("MultiHeadAttention", multiHeadAttention(p), tokensFirst(p), (y) =>
            swapped(y, queries, heads),
          ),
      ];
    },
  };
}
