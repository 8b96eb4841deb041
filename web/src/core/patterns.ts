// What masks alone decide: who sees whom, and how far information gets (cpp/attention/reach.h).

import { AttentionError } from "./errors.ts";
import { count, fields, flag, only, type RawTensor, wrongType } from "./fields.ts";
import { parts } from "./lists.ts";
import { accepted, type Module } from "./module.ts";
import { options } from "./options.ts";
import type { Options, Tensor } from "./types.ts";

const maskFields = [
  "causal",
  "window",
  "dilation",
  "sinks",
  "globals",
  "blocks",
  "attend",
  "keyPadding",
  "bias",
] as const satisfies readonly (keyof Options)[];

/** The options that hide something; a bias is one matrix, whose -Infinity hides. */
export type MaskOptions = Pick<Options, (typeof maskFields)[number]>;

export interface VisibleInput extends MaskOptions {
  queries: number;
  keys: number;
}

export interface Visible {
  /** [queries][keys] */
  visible: boolean[][];
  /** How many pairs are visible. */
  pairs: number;
}

/** A layer of a stack: attention with masks of its own, or a recurrent layer of linear cost. */
export type ReachLayer =
  | (MaskOptions & { linear?: false | undefined })
  /** Its state has taken in everything before a token and the token itself. */
  | { linear: true };

export interface ReachInput extends MaskOptions {
  tokens: number;
  /**
   * How many layers, all with the masks given here; or each of them, where a field of its own stands
   * for the one given here.
   */
  layers: number | readonly ReachLayer[];
}

export interface Reach {
  /**
   * Of each layer, [tokens][tokens] of 0 and 1: whether information of token k (column) can have
   * reached token q (row) after it. A token always keeps its own, as residual layers do.
   */
  layers: Tensor[];
}

export interface PatternCalls {
  /** The mask as every path of the core applies it. At most 2^24 pairs, and 2^20 queries. */
  visible(input: VisibleInput): Visible;
  /**
   * How far information gets through a stack of layers: a window of w tokens reaches back l · (w − 1)
   * tokens in l layers. At most 2^24 pairs in all layers together.
   */
  reach(input: ReachInput): Reach;
}

/** @internal */
export interface PatternModule {
  visible(input: object): { data: Uint8Array; pairs: number };
  reach(input: object): Reach;
}

interface RawLayer {
  options: Record<string, unknown>;
  linear: boolean;
  /** What stands before the names of its own fields in errors. */
  field: string;
  /** Those of its options that all layers were given. */
  shared: string[];
}

/** The masks of `input`; a field that is neither one nor one of `others` is refused by name. */
function masks(input: object, others: readonly string[]): Record<string, unknown> {
  only(input, [...maskFields, ...others]);
  const read = options(input, others);
  if ((read.bias as RawTensor | undefined)?.shape.length === 3) throw wrongType("bias", "matrix");
  return read;
}

function layer(input: object, common: Record<string, unknown>): Omit<RawLayer, "field"> {
  const { linear } = input as { linear?: unknown };
  const own = masks(input, ["linear"]);
  if (linear !== undefined && flag("linear", linear, "flag") === 1) {
    const field = Object.keys(own)[0];
    if (field !== undefined) {
      throw new AttentionError({ code: "excludes", field, other: "linear", values: [] });
    }
    return { options: {}, linear: true, shared: [] };
  }
  // What is given here stands for what all have, even where it says that there is none of it.
  const given = Object.keys(input).map((field) => [field, own[field]]);
  const shared = Object.keys(common).filter((field) => !Object.hasOwn(input, field));
  return { options: { ...common, ...Object.fromEntries(given) }, linear: false, shared };
}

function reachInput(input: ReachInput): object {
  const common = masks(fields(input), ["tokens", "layers"]);
  const { layers } = input;
  const tokens = count("tokens", input.tokens, 1);
  if (Array.isArray(layers)) {
    const own = parts("layers", layers, (each) => layer(each, common), "reachLayers");
    const list = own.map((each, i): RawLayer => ({ ...each, field: `layers[${i}].` }));
    return { tokens, common, layers: list, times: 1 };
  }
  if (typeof layers !== "number") throw wrongType("layers", "reachLayers");
  const every: RawLayer = { options: common, linear: false, field: "", shared: [] };
  return { tokens, common, layers: [every], times: count("layers", layers, 1) };
}

/** @internal */
export const patternCalls = (module: Module): PatternCalls => ({
  visible(input) {
    const read = masks(fields(input), ["queries", "keys"]);
    const [queries, keys] = [count("queries", input.queries, 1), count("keys", input.keys, 1)];
    const { data, pairs } = accepted(module.visible({ queries, keys, options: read }));
    const visible = new Array<boolean[]>(queries);
    for (let q = 0; q < queries; q++) {
      const row = new Array<boolean>(keys);
      for (let k = 0; k < keys; k++) row[k] = data[q * keys + k] === 1;
      visible[q] = row;
    }
    return { visible, pairs };
  },
  reach: (input) => accepted(module.reach(reachInput(input))),
});
