/** The options that every call of attention knows. */
import {
  empty,
  fields,
  flag,
  flatten,
  type NumbersClass,
  numeric,
  type RawTensor,
  readFields,
  tensor,
  unknownField,
  whole,
  wrongType,
} from "./fields.ts";
import type { Options } from "./types.ts";

const readers = {
  scale: (value: unknown) => numeric("scale", value),
  causal: (value: unknown) => {
    if (value === false) return undefined;
    if (value === true) return "top-left";
    if (value === "top-left" || value === "bottom-right") return value;
    throw wrongType("causal", "causal");
  },
  window: (value: unknown) => whole("window", value),
  sinks: (value: unknown) => whole("sinks", value),
  attend: (value: unknown): RawTensor => {
    if (!Array.isArray(value)) throw wrongType("attend", "booleans");
    const cell = (v: unknown) => flag("attend", v, "booleans");
    return flatten("attend", value, Uint8Array, cell, "booleans");
  },
  keyPadding: (value: unknown): Uint8Array => {
    if (!Array.isArray(value)) throw wrongType("keyPadding", "flags");
    return Uint8Array.from(value, (cell: unknown) => flag("keyPadding", cell, "flags"));
  },
  bias: (value: unknown, Class: NumbersClass): RawTensor => {
    const bias = tensor("bias", value, Class);
    // Without heads it would look like no bias at all.
    if (bias.shape.length === 3 && bias.shape[0] === 0) throw empty("bias");
    return bias;
  },
} satisfies Record<keyof Options, (value: unknown, Class: NumbersClass) => unknown>;

/** Reads the options of `input`; a field that is neither an option nor one of `others` is refused by name. */
export function options(
  input: object,
  others: readonly string[],
  Class: NumbersClass = Float64Array,
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(input)) {
    if (others.includes(field) || value === undefined) continue;
    if (!Object.hasOwn(readers, field)) throw unknownField(field);
    const read = readers[field as keyof Options](value, Class);
    if (read !== undefined) result[field] = read;
  }
  return result;
}

/**
 * The fields of a call that takes options as well: its own by their readers, as readFields does, and
 * the options together in `options`.
 */
export function fieldsAndOptions<Reader extends Record<string, (value: unknown) => unknown>>(
  input: object,
  readers: Reader,
  required: readonly (keyof Reader & string)[],
  Class: NumbersClass = Float64Array,
): Record<string, unknown> & { options: Record<string, unknown> } {
  const names = Object.keys(readers);
  const own = Object.entries(fields(input)).filter(([name]) => names.includes(name));
  return {
    ...readFields(Object.fromEntries(own), readers, required),
    options: options(input, names, Class),
  };
}
