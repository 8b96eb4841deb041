// The program of each build, and the glue that was made with it. The package brings them in another
// form, programs-packed.ts, which scripts/package.mjs puts in the place of this file.

import { readWasm } from "./read.ts";

export const glue = {
  simd: () => import("./generated/simd.mjs"),
  scalar: () => import("./generated/scalar.mjs"),
};

export const wasm = {
  simd: () => readWasm(new URL("./generated/simd.wasm", import.meta.url)),
  scalar: () => readWasm(new URL("./generated/scalar.wasm", import.meta.url)),
};
