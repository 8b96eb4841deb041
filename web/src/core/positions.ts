// Positions: sinusoidal, rotary, and the slopes of ALiBi (cpp/attention/position.h).

import { count, numeric, part, readFields, tensor, word } from "./fields.ts";
import { wholeList } from "./lists.ts";
import { accepted, type Module, type Refusal } from "./module.ts";
import type { Tensor, TensorLike } from "./types.ts";

/** Rotary positions. Source: Su et al., "RoFormer" (2021), section 3.2.2. */
export interface RotaryOptions {
  /** Default 10 000: pair i is turned by position · theta^(-2i / dims). */
  theta?: number | undefined;
  /** Columns turned together: (0, 1), (2, 3), ... (the default), or (0, dims / 2), ... */
  pairing?: "interleaved" | "half" | undefined;
  /** How many of the first columns are turned, even; default all. */
  dims?: number | undefined;
}

export interface RotaryInput extends RotaryOptions {
  /** One per token, default 0, 1, 2, ... */
  positions?: readonly number[] | undefined;
}

export interface PositionCalls {
  /** x [tokens][width] or [heads][tokens][width], turned by its positions. The score of two turned rows depends on their distance only. */
  rotary(x: TensorLike, options?: RotaryInput): Tensor;
  /**
   * [tokens][width]: sin(p / base^(2 floor(i / 2) / width)) in even columns, the cosine of the same
   * angle in odd ones; base defaults to 10 000. Source: Vaswani et al. 2017, section 3.5.
   */
  sinusoidal(tokens: number, width: number, options?: { base?: number | undefined }): Tensor;
  /**
   * One factor of the distance per head: 2^(-8 i / heads) for a power of two, else those of the next
   * lower power and then every other one of twice that. Source: Press, Smith and Lewis (2022).
   */
  alibiSlopes(heads: number): number[];
}

/** @internal */
export interface PositionModule {
  rotary(input: object): Tensor;
  sinusoidal(tokens: number, width: number, base: number): Tensor;
  alibiSlopes(heads: number): { slopes: Float64Array };
}

const rotaryReaders = {
  theta: (value: unknown) => numeric("theta", value),
  pairing: (value: unknown) => word("pairing", value, ["interleaved", "half"] as const, "pairing"),
  dims: (value: unknown) => count("dims", value, 0),
};

/** The field `rotary` of other calls: true, or its options. @internal */
export function rotaryField(value: unknown): object | undefined {
  if (typeof value === "boolean") return value ? {} : undefined;
  return part("rotary", value, (own) => readFields(own, rotaryReaders, []), "rotary");
}

const positionReaders = {
  ...rotaryReaders,
  positions: (value: unknown) => wholeList("positions", value, 0),
};

/** The same where the positions stand among the options. @internal */
export function placedRotaryField(value: unknown): object | undefined {
  if (typeof value === "boolean") return rotaryField(value);
  return part("rotary", value, (own) => readFields(own, positionReaders, []), "placedRotary");
}

/**
 * The core knows one set of rotary options, whatever call they come with: theirs are the names that
 * it tells. Here they get their place: "attention.dims" is "attention.rotary.dims". @internal
 */
export function rotaryPlaced<T>(result: T | Refusal, names = ["theta", "dims"]): T | Refusal {
  if (typeof result !== "object" || result === null || !("error" in result)) return result;
  const [, before = "", name = ""] = result.error.field.match(/^(.*\.)?(\w+)$/) ?? [];
  if (!names.includes(name) || before.endsWith("rotary.")) return result;
  return { error: { ...result.error, field: `${before}rotary.${name}` } };
}

/** @internal */
export const positionCalls = (module: Module): PositionCalls => ({
  rotary(x, options = {}) {
    const read = readFields(options, positionReaders, []);
    return accepted(module.rotary({ x: tensor("x", x), ...read }));
  },
  sinusoidal(tokens, width, options = {}) {
    const { base = 10_000 } = readFields(
      options,
      { base: (value: unknown) => numeric("base", value) },
      [],
    );
    const size = [count("tokens", tokens, 1), count("width", width, 1)] as const;
    return accepted(module.sinusoidal(...size, base as number));
  },
  alibiSlopes: (heads) => Array.from(accepted(module.alibiSlopes(count("heads", heads, 1))).slopes),
});
