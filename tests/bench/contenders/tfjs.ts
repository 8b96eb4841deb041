/**
 * TensorFlow.js on its WebAssembly backend (XNNPACK), one thread, as in a page without special
 * headers. It has no attention of its own: two products and a softmax, the scale on q, which is
 * smaller than the scores. Two-dimensional products of matrices that are not marked as transposed are
 * its fast ones, five times and more: so head by head, and k transposed by an operation of its own.
 * With a single query that operation is most of the work, and the product that transposes is tried too.
 * Inputs, and the mask of a causal problem, are in its heap before the clock starts.
 */
import { setThreadsCount, setWasmPaths } from "@tensorflow/tfjs-backend-wasm";
import {
  add,
  matMul,
  mul,
  ready,
  setBackend,
  softmax,
  type Tensor,
  tensor,
  tidy,
  transpose,
} from "@tensorflow/tfjs-core";
import type { Problem } from "../cases.ts";
import { type Contender, causalMask, type Host, joined, ofHead, way } from "../contender.ts";

type Product = (q: Tensor, k: Tensor) => Tensor;

const products: Record<string, Product> = {
  "per head": (q, k) => matMul(q, transpose(k)),
  "per head, transposing product": (q, k) => matMul(q, k, false, true),
};

function attention(head: Tensor[], product: Product, mask: Tensor | undefined): Float32Array {
  const [q, k, v] = head as [Tensor, Tensor, Tensor];
  const output = tidy(() => {
    const scores = product(mul(q, 1 / Math.sqrt(q.shape[1]!)), k);
    return matMul(softmax(mask ? add(scores, mask) : scores), v);
  });
  // Not inside of tidy, which would look for tensors in every number of an array.
  const numbers = output.dataSync();
  output.dispose();
  return numbers;
}

function perHead(p: Problem, name: string, product: Product) {
  const { heads, queries, keys, width } = p;
  const inputs = Array.from({ length: heads }, (_, head) => [
    tensor(ofHead(p.q, heads, head), [queries, width]),
    tensor(ofHead(p.k, heads, head), [keys, width]),
    tensor(ofHead(p.v, heads, head), [keys, width]),
  ]);
  const mask = p.causal ? tensor(causalMask(queries, keys), [queries, keys]) : undefined;
  return way({
    name,
    run: () => inputs.map((head) => attention(head, product, mask)),
    read: joined,
    dispose: () => {
      for (const used of [...inputs.flat(), ...(mask ? [mask] : [])]) used.dispose();
    },
  });
}

export async function loadTfjs(host: Host): Promise<Contender> {
  setWasmPaths(host.locate(""));
  setThreadsCount(1);
  if (!(await setBackend("wasm"))) throw new Error("its WebAssembly backend does not start");
  await ready();
  return {
    name: "tfjs",
    threads: 1,
    ways: (p) =>
      Object.entries(products)
        .slice(0, p.queries === 1 ? 2 : 1)
        .map(
          ([name, product]) =>
            () =>
              perHead(p, name, product),
        ),
  };
}
