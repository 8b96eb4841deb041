import { basics } from "./basics.ts";
import { concepts } from "./concepts.ts";
import { loadInput } from "./input.ts";
import { chooseBuild, instantiate } from "./module.ts";
import { threadsHere } from "./read.ts";
import { tiledCalls } from "./tiled.ts";
import type { Attention, LoadOptions } from "./types.ts";

/**
 * Loads the core. Rejects with an ordinary Error, whose message says why, if the engine has no
 * WebAssembly, the file cannot be read or there is not enough memory.
 */
export async function loadAttention(options: LoadOptions = {}): Promise<Attention> {
  return (await loaded(loadInput(options))).core;
}

/** With its compiled code, which the next Worker can be sent. @internal */
export async function loaded(options: LoadOptions, given?: WebAssembly.Module) {
  const { build: asked, threads = "auto" } = options;
  const build = chooseBuild(asked);
  const { module, program } = await instantiate(build, given);
  const optional = threads === "auto";
  const size = optional ? await threadsHere() : threads;
  const { attention, ...others } = basics(module, build);
  const tiled = tiledCalls(module, attention, { build, program }, { size, optional });
  return { core: Object.assign(tiled, others, concepts(module)) satisfies Attention, program };
}

/** The codes the core knows, for the test that holds them against the sentences. */
export async function coreErrorCodes(): Promise<string[]> {
  return (await instantiate(chooseBuild("auto"))).module.errorCodes();
}
