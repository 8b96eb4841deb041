// first.ts as builds of one file have it (vite.embed.config.ts puts it in its place): the programs
// stand in the script itself, so there is nothing to fetch, and attention is all there is.

import { packed } from "dikkat:programs";
import { basics } from "../basics.ts";
import create from "../generated/simd-first.mjs";
import { chooseBuild, compiled, started } from "../module.ts";
import type { Attention, Basics } from "../types.ts";

/** The engine has no SIMD, and a program that does without is not in this file. */
export class NoProgram extends Error {}

async function unpacked(text: string): Promise<Uint8Array> {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Attention itself, on the calling thread. Rejects as loadAttention does, or with NoProgram. */
export async function loadFirst(): Promise<Basics> {
  const build = chooseBuild("auto");
  const text = packed[build];
  if (text === null) throw new NoProgram(build);
  const program = await compiled(await unpacked(text));
  // The glue of both builds is the same (scripts/embed.mjs makes sure).
  const module = await started(create, program);
  return basics(module, { build, program }, { size: 1, optional: true });
}

/** Figures that need all of the core are in no such build. */
export async function loadWhole(): Promise<Attention> {
  throw new Error("this build of one file has attention alone");
}
