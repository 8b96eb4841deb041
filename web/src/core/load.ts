import { basics } from "./basics.ts";
import { concepts } from "./concepts.ts";
import { loadInput } from "./input.ts";
import { chooseBuild, instantiate } from "./module.ts";
import { threadsHere } from "./read.ts";
import type { Attention, LoadOptions } from "./types.ts";

/**
 * Loads the core. Rejects with an ordinary Error, whose message says why, if the engine has no
 * WebAssembly, the file cannot be read or there is not enough memory.
 */
export async function loadAttention(options: LoadOptions = {}): Promise<Attention> {
  const { build: asked, threads = "auto" } = loadInput(options);
  const build = chooseBuild(asked);
  const { module, program } = await instantiate(build);
  const optional = threads === "auto";
  const size = optional ? await threadsHere() : threads;
  const core = basics(module, { build, program }, { size, optional });
  return Object.assign(core, concepts(module));
}

/** The codes the core knows, for the test that holds them against the sentences. */
export async function coreErrorCodes(): Promise<string[]> {
  return (await instantiate(chooseBuild("auto"))).module.errorCodes();
}
