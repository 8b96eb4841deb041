// The core in two downloads, for pages: attention itself at once, the rest when it is needed.

import { basics } from "./basics.ts";
import { chooseBuild, compiled, started } from "./module.ts";
import { readWasm } from "./read.ts";
import type { Attention, Basics, LoadOptions } from "./types.ts";

/** Attention itself, on the calling thread. Rejects as loadAttention does. */
export async function loadFirst(): Promise<Basics> {
  const build = chooseBuild("auto");
  const [{ default: create }, program] = await Promise.all(
    build === "simd"
      ? [
          import("./generated/simd-first.mjs"),
          readWasm(new URL("./generated/simd-first.wasm", import.meta.url)).then(compiled),
        ]
      : [
          import("./generated/scalar-first.mjs"),
          readWasm(new URL("./generated/scalar-first.wasm", import.meta.url)).then(compiled),
        ],
  );
  const module = await started(create, program);
  return basics(module, build);
}

/**
 * All of the core: loadAttention, which pages fetch when they call it. None of them may import it
 * outright, or it is no download of its own.
 */
export async function loadWhole(options: LoadOptions): Promise<Attention> {
  const { loadAttention } = await import("./load.ts");
  return loadAttention(options);
}
