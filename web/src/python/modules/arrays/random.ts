/** The random numbers of numpy.random and torch, by handle or by number. */
import { type DType, empty, fromNumbers, type NDArray } from "./array.ts";
import { Generator } from "./random-generator.ts";
import { Legacy } from "./random-legacy.ts";
import { TorchRandom } from "./random-torch.ts";

const fresh = (): number => crypto.getRandomValues(new Uint32Array(1))[0]!;

interface Source {
  uniform(): number;
  normal(): number;
  /** 0 to n - 1. */
  below(n: number): number;
  /** 0 to max, by another way, which NumPy shuffles by. */
  upTo(max: number): number;
}

function drawn(shape: readonly number[], draw: () => number, dtype: DType = "float64"): NDArray {
  const out = empty(dtype, shape);
  for (let i = 0; i < out.size; i++) out.data[i] = draw();
  return out;
}

const wholes = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

function shuffled(draw: (i: number) => number, list: number[], first: number): number[] {
  for (let i = list.length - 1; i >= first; i--) {
    const k = draw(i);
    [list[i], list[k]] = [list[k]!, list[i]!];
  }
  return list;
}

export function randomFunctions() {
  let legacy = new Legacy(fresh());
  let torch = new TorchRandom(fresh());
  const source = (g: Source | null): Source => g ?? legacy;
  return {
    seed(value: number | null) {
      legacy = new Legacy(value ?? fresh());
      return true;
    },
    legacy: (seed: number | null) => new Legacy(seed ?? fresh()),
    generator: (seed: string | null) => new Generator(BigInt(seed ?? fresh())),
    normal: (g: Source | null, mean: number, deviation: number, ...shape: number[]) =>
      drawn(shape, () => mean + deviation * source(g).normal()),
    uniform: (g: Source | null, low: number, high: number, ...shape: number[]) =>
      drawn(shape, () => low + (high - low) * source(g).uniform()),
    integers: (g: Source | null, low: number, high: number, ...shape: number[]) =>
      drawn(shape, () => low + source(g).below(high - low), "int64"),
    permutation(g: Source | null, n: number) {
      const list = shuffled((i) => source(g).upTo(i), wholes(n), 1);
      return fromNumbers("int64", [n], list);
    },
    /** `count` different ones of 0 to n - 1. */
    some(g: Source, n: number, count: number) {
      const draw = (i: number) => g.below(i + 1);
      // Of many the end of a shuffle, else Floyd's algorithm and a shuffle.
      if (n > 10_000 && count > Math.floor(n / 50)) {
        const list = shuffled(draw, wholes(n), Math.max(n - count, 1));
        return fromNumbers("int64", [count], list.slice(n - count));
      }
      const found = new Set<number>();
      for (let i = n - count; i < n; i++) {
        const drawn = draw(i);
        found.add(found.has(drawn) ? i : drawn);
      }
      return fromNumbers("int64", [count], shuffled(draw, [...found], 1));
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
      const order = wholes(n);
      for (let i = 0; i < n - 1; i++) {
        const k = i + torch.below(n - i);
        [order[i], order[k]] = [order[k]!, order[i]!];
      }
      return fromNumbers("int64", [n], order);
    },
  };
}
