/** The functions of kernels.cpp: attention as the compiler vectorises it, and the two gauges. */
import type { Problem } from "../cases.ts";
import { type Contender, type Host, ofHead, type Way, way } from "../contender.ts";

interface Exports {
  memory: WebAssembly.Memory;
  __heap_base: WebAssembly.Global<"i32">;
  _initialize?(): void;
  peak(rounds: number, factor: number, term: number): number;
  plainSum(address: number, count: number): number;
  sum(address: number, count: number): number;
  autovec(
    ...args: [
      ...[q: number, k: number, v: number],
      ...[queries: number, keys: number, width: number, causal: boolean],
      ...[scratch: number, out: number],
    ]
  ): void;
}

export interface Native {
  contender: Contender;
  /** Multiplications and additions in registers; `operations` of them in a run. */
  peak: Way & { operations: number };
  /** The numbers of k and v added up, in memory, in two ways, and after copying them there. */
  sums(problem: Problem): Way[];
}

const bytesPerFloat = 4;
const peakRounds = 200_000;
const operationsPerRound = 96;

export async function loadNative(host: Host): Promise<Native> {
  const { instance } = await WebAssembly.instantiate(await host.read("attention_bench.wasm"), {});
  const wasm = instance.exports as unknown as Exports;
  wasm._initialize?.();
  // The module allocates nothing itself: all above its heap's base is free.
  const base = Math.ceil(wasm.__heap_base.value / 16) * 16;
  const floats = new Float32Array(wasm.memory.buffer, base);
  const address = (offset: number) => base + offset * bytesPerFloat;

  function attention({ heads, queries, keys, width, causal, q, k, v }: Problem): Float32Array {
    const output = new Float32Array(heads * queries * width);
    const size = queries * width;
    const at = { q: 0, k: size, v: size + keys * width, out: size + 2 * keys * width };
    const scratch = at.out + size;
    for (let head = 0; head < heads; head++) {
      floats.set(ofHead(q, heads, head), at.q);
      floats.set(ofHead(k, heads, head), at.k);
      floats.set(ofHead(v, heads, head), at.v);
      wasm.autovec(
        ...([address(at.q), address(at.k), address(at.v)] as const),
        ...([queries, keys, width, causal] as const),
        ...([address(scratch), address(at.out)] as const),
      );
      output.set(floats.subarray(at.out, at.out + size), head * size);
    }
    return output;
  }

  return {
    contender: {
      name: "autovec",
      threads: 1,
      ways: (problem) => {
        // Its form is made for many queries: with one, the transposition is most of the work.
        if (problem.queries === 1) return [];
        return [
          () => way({ name: "loops", run: () => attention(problem), read: (output) => output }),
        ];
      },
    },
    peak: {
      ...way({
        name: "peak",
        run: () => wasm.peak(peakRounds, 0.999, 0.5),
        read: (sum) => [sum],
      }),
      operations: peakRounds * operationsPerRound,
    },
    sums: ({ k, v }) => {
      // Away from what `attention` writes between two runs.
      const start = 16 * Math.floor(floats.length / 32);
      const copy = () => {
        floats.set(k, start);
        floats.set(v, start + k.length);
      };
      const [at, count] = [address(start), k.length + v.length];
      const add = () => wasm.sum(at, count);
      const read = (sum: number) => [sum];
      copy();
      return [
        way({ name: "plain sum", run: () => wasm.plainSum(at, count), read }),
        way({ name: "sum in four", run: add, read }),
        way({
          name: "copy and sum in four",
          run: () => {
            copy();
            return add();
          },
          read,
        }),
      ];
    },
  };
}
