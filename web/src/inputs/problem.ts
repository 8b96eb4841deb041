// The state as what the core is asked. Shapes are not judged here; the core does that.

import type { AttentionInput, Options, SelfAttentionInput } from "../core/types.ts";
import { columnsOf, type Source, type State } from "./state.ts";

export type Problem =
  | { readonly kind: "self"; readonly problem: SelfAttentionInput }
  | { readonly kind: "attention"; readonly problem: AttentionInput };

/** d_k, the width of one key. */
export function keyWidth(source: Source): number {
  return columnsOf(source.kind === "projected" ? source.wk : source.k);
}

/** Options that are at their default are left out. */
export function optionsOf({ settings, source }: State): Options {
  const { scaled, temperature, causal, window, sinks, padding, bias, attend } = settings;
  const options: Options = {};
  if (!scaled || temperature !== 1) {
    const base = scaled ? 1 / Math.sqrt(keyWidth(source)) : 1;
    options.scale = base / temperature;
  }
  if (causal) options.causal = causal;
  if (window !== null) options.window = window;
  if (sinks > 0) options.sinks = sinks;
  if (padding) options.keyPadding = padding;
  if (bias) options.bias = bias;
  if (attend) options.attend = attend;
  return options;
}

export function problemOf(state: State): Problem {
  const options = optionsOf(state);
  if (state.source.kind === "projected") {
    const { x, wq, wk, wv } = state.source;
    return { kind: "self", problem: { x, wq, wk, wv, ...options } };
  }
  const { q, k, v } = state.source;
  return { kind: "attention", problem: { q, k, v, ...options } };
}
