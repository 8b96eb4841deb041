// first.ts as builds of one file have it (vite.embed.config.ts puts it in its place): the programs
// stand in the script itself, so there is nothing to fetch, and attention is all there is.

import { packed, scalar, simd } from "dikkat:programs";
import { basics } from "../basics.ts";
import { unpacked } from "../lzma.ts";
import { chooseBuild, compiled, started } from "../module.ts";
import type { Attention, Basics } from "../types.ts";

/** The engine has no SIMD, and a program that does without is not in this file. */
export class NoProgram extends Error {}

/** Attention itself, on the calling thread. Rejects as loadAttention does, or with NoProgram. */
export async function loadFirst(): Promise<Basics> {
  const build = chooseBuild("auto");
  const inside = packed[build];
  if (inside === null) throw new NoProgram(build);
  const bytes = Uint8Array.from(atob(inside.text), (letter) => letter.charCodeAt(0));
  const program = await compiled(unpacked(bytes, inside.length));
  const module = await started(build === "simd" ? simd : scalar, program);
  return basics(module, build);
}

/** Figures that need all of the core are in no such build. */
export async function loadWhole(): Promise<Attention> {
  throw new Error("this build of one file has attention alone");
}
