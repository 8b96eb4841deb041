/** decode.cpp: a step of decoding over keys and values that are in memory already. */
import type { Problem } from "../cases.ts";
import { type Host, type Way, way } from "../contender.ts";

interface Module {
  HEAPF32: Float32Array;
  _room(floats: number): number;
  _giveBack(address: number): void;
  _decode(
    ...args: [
      ...[q: number, k: number, v: number, out: number],
      ...[heads: number, keys: number, width: number],
    ]
  ): void;
}

export async function loadDecode(host: Host): Promise<(problem: Problem) => Way> {
  const glue = new URL("../attention_decode.mjs", host.packageUrl).href;
  const { default: create } = await import(/* @vite-ignore */ glue);
  const wasmBinary = await host.read("attention_decode.wasm");
  const module: Module = await create({ wasmBinary });

  return ({ heads, keys, width, q, k, v }) => {
    const total = q.length * 2 + k.length + v.length;
    const start = module._room(total);
    // Looked up after the memory has grown.
    const floats = module.HEAPF32.subarray(start / 4, start / 4 + total);
    const at = [0, q.length, q.length + k.length, q.length + k.length + v.length] as const;
    floats.set(q, at[0]);
    floats.set(k, at[1]);
    floats.set(v, at[2]);
    const [pq, pk, pv, out] = at.map((offset) => start + 4 * offset) as [
      number,
      number,
      number,
      number,
    ];
    return way({
      name: "decode in place",
      run: () => module._decode(pq, pk, pv, out, heads, keys, width),
      read: () => floats.subarray(at[3]),
      dispose: () => module._giveBack(start),
    });
  };
}
