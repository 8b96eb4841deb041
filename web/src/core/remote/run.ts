// A call of the core by its name and arguments, on whichever thread the core is.

import { isTiled } from "../input.ts";
import type { Attention, AttentionInput, TiledInput } from "../types.ts";

type Call = (...args: unknown[]) => unknown;

/** One by the tiled path uses the core's own Workers. */
export function run(core: Attention, name: string, args: readonly unknown[]): unknown {
  if (name === "attention") {
    const input = args[0] as AttentionInput | TiledInput;
    if (isTiled(input)) return core.attentionAsync(input);
  }
  return (core[name as keyof Attention] as unknown as Call)(...args);
}
