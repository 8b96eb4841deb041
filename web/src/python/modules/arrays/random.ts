/** The random numbers of numpy.random and torch, by handle or by number. */
import { type DType, empty, type NDArray } from "./array.ts";
import { Generator } from "./random-generator.ts";
import { Legacy } from "./random-legacy.ts";
import { TorchRandom } from "./random-torch.ts";

const fresh = (): number => crypto.getRandomValues(new Uint32Array(1))[0]!;

interface Source {
  uniform(): number;
  normal(): number;
  exponential?(): number;
}

function drawn(shape: readonly number[], draw: () => number, dtype: DType = "float64"): NDArray {
  const out = empty(dtype, shape);
  for (let i = 0; i < out.size; i++) out.data[i] = draw();
  return out;
}

export function randomFunctions() {
  let legacy = new Legacy(fresh());
  let torch = new TorchRandom(fresh());
  const source = (g: Generator | null): Source => g ?? legacy;
  return {
    seed(value: number | null) {
      legacy = new Legacy(value ?? fresh());
      return true;
    },
    generator: (seed: string | null) => new Generator(BigInt(seed ?? fresh())),
    normal: (g: Generator | null, mean: number, deviation: number, ...shape: number[]) =>
      drawn(shape, () => mean + deviation * source(g).normal()),
    uniform: (g: Generator | null, low: number, high: number, ...shape: number[]) =>
      drawn(shape, () => low + (high - low) * source(g).uniform()),
    integers: (g: Generator | null, low: number, high: number, ...shape: number[]) =>
      drawn(shape, () => low + (g ? g.below(high - low) : legacy.upTo(high - low - 1)), "int64"),
    permutation(n: number) {
      const order = legacy.shuffle(Array.from({ length: n }, (_, i) => i));
      return drawn([n], () => order.shift()!, "int64");
    },
    manual_seed(seed: number) {
      torch = new TorchRandom(seed);
      return true;
    },
    torch_normal(dtype: DType, ...shape: number[]) {
      const out = empty(dtype, shape);
      torch.normal(out);
      return out;
    },
    torch_uniform(dtype: DType, low: number, high: number, ...shape: number[]) {
      const out = empty(dtype, shape);
      torch.uniform(out, low, high);
      return out;
    },
    torch_integers: (low: number, high: number, ...shape: number[]) =>
      drawn(shape, () => low + torch.below(high - low), "int64"),
    torch_permutation(n: number) {
      const order = Array.from({ length: n }, (_, i) => i);
      for (let i = 0; i < n - 1; i++) {
        const k = i + torch.below(n - i);
        [order[i], order[k]] = [order[k]!, order[i]!];
      }
      return drawn([n], () => order.shift()!, "int64");
    },
  };
}
