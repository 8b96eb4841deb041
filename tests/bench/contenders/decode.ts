/** decode.cpp: steps of decoding over keys and values that are in memory already. */
import type { Problem } from "../cases.ts";
import { type Host, swapped, type Way, way } from "../contender.ts";

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
  _openCache(heads: number, capacity: number, width: number): number;
  _closeCache(cache: number): void;
  _append(cache: number, k: number, v: number): void;
  _answer(cache: number, q: number, out: number): void;
}

export async function loadDecode(host: Host): Promise<(problem: Problem) => Way[]> {
  const glue = new URL("../attention_decode.mjs", host.packageUrl).href;
  const { default: create } = await import(/* @vite-ignore */ glue);
  const wasmBinary = await host.read("attention_decode.wasm");
  const module: Module = await create({ wasmBinary });

  return (problem) => [inPlace(module, problem), fromCache(module, problem)];
}

function inPlace(module: Module, { heads, keys, width, q, k, v }: Problem): Way {
  const total = q.length * 2 + k.length + v.length;
  const start = module._room(total);
  const at = [0, q.length, q.length + k.length, q.length + k.length + v.length] as const;
  // Looked up after the memory has grown, and again when it may have.
  const floats = () => module.HEAPF32.subarray(start / 4, start / 4 + total);
  floats().set(q, at[0]);
  floats().set(k, at[1]);
  floats().set(v, at[2]);
  const [pq, pk, pv, out] = at.map((offset) => start + 4 * offset) as [
    number,
    number,
    number,
    number,
  ];
  return way({
    name: "decode in place",
    run: () => module._decode(pq, pk, pv, out, heads, keys, width),
    read: () => floats().subarray(at[3]),
    dispose: () => module._giveBack(start),
  });
}

/**
 * A full cache: each token drops the oldest one and is answered over all that is kept. The tokens come
 * in turns, so that each drops itself and what is kept stays the same.
 */
function fromCache(module: Module, { heads, keys, width, q, k, v }: Problem): Way {
  const cache = module._openCache(heads, keys, width);
  const size = heads * width;
  const token = module._room(4 * size);
  const [pk, pv, pq, out] = [0, 1, 2, 3].map((i) => token + 4 * i * size) as [
    number,
    number,
    number,
    number,
  ];
  const [kByToken, vByToken] = [swapped(k, heads, keys), swapped(v, heads, keys)];
  let next = 0;
  const append = () => {
    module.HEAPF32.set(kByToken.subarray(next * size, (next + 1) * size), pk / 4);
    module.HEAPF32.set(vByToken.subarray(next * size, (next + 1) * size), pv / 4);
    module._append(cache, pk, pv);
    next = (next + 1) % keys;
  };
  for (let i = 0; i < keys; i++) append();
  module.HEAPF32.set(q, pq / 4);
  return way({
    name: "decode from the cache",
    run: () => {
      append();
      module._answer(cache, pq, out);
    },
    read: () => module.HEAPF32.subarray(out / 4, out / 4 + size),
    dispose: () => {
      module._giveBack(token);
      module._closeCache(cache);
    },
  });
}
