// programs.ts as the package has it. Nine tenths of the two programs are the same, and their glue is
// the same altogether: the scalar one comes as what is to be done to the other.

import { patched } from "./delta.ts";
import type * as Source from "./programs.ts";
import { readWasm } from "./read.ts";

const simd = () => readWasm(new URL("./generated/simd.wasm", import.meta.url));
const delta = () => readWasm(new URL("./generated/scalar.delta", import.meta.url));
const load = () => import("./generated/glue.mjs");

export const glue: typeof Source.glue = { simd: load, scalar: load };

export const wasm: typeof Source.wasm = {
  simd,
  scalar: async () => patched(...(await Promise.all([simd(), delta()]))),
};
