// programs.ts as the package has it. Nine tenths of the two programs are the same: the scalar one
// comes as what is to be done to the other.

import { patched } from "./delta.ts";
import { unpacked } from "./lzma.ts";
import type * as Source from "./programs.ts";
import { readWasm } from "./read.ts";

const simd = () => readWasm(new URL("./generated/simd.wasm", import.meta.url));

/** Packed behind its length, which takes four bytes. */
async function delta(): Promise<Uint8Array> {
  const bytes = await readWasm(new URL("./generated/scalar.delta", import.meta.url));
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  return unpacked(bytes.subarray(4), length);
}

export const glue: typeof Source.glue = {
  simd: () => import("./generated/simd.mjs"),
  scalar: () => import("./generated/scalar.mjs"),
};

export const wasm: typeof Source.wasm = {
  simd,
  scalar: async () => patched(...(await Promise.all([simd(), delta()]))),
};
