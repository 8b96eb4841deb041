/** The options that every call of attention knows. */
import {
  cellsOf,
  empty,
  fields,
  flatten,
  held,
  type NumbersClass,
  numeric,
  part,
  type RawTensor,
  readFields,
  tensor,
  unknownField,
  whole,
  wrongType,
} from "./fields.ts";
import { flagList, isFlag, numberList, wholeList } from "./lists.ts";
import type { Options } from "./types.ts";

/** [rows][columns] of true and false, as bytes. */
function flagRows(field: string, value: unknown): RawTensor {
  if (!Array.isArray(value)) throw wrongType(field, "booleans");
  return flatten(field, value, Uint8Array, cellsOf(field, isFlag, "flag"), "booleans");
}

const blockReaders = {
  size: (value: unknown) => whole("size", value),
  visible: (value: unknown) => flagRows("visible", value),
};

const readers = {
  scale: (value: unknown, Class: NumbersClass) => held("scale", numeric("scale", value), Class),
  causal: (value: unknown) => {
    if (value === false) return undefined;
    if (value === true) return "top-left";
    if (value === "top-left" || value === "bottom-right") return value;
    throw wrongType("causal", "causal");
  },
  window: (value: unknown) => whole("window", value),
  sinks: (value: unknown) => whole("sinks", value),
  dilation: (value: unknown) => whole("dilation", value),
  globals: (value: unknown) => wholeList("globals", value, 0),
  blocks: (value: unknown) => {
    const read = (blocks: object) => readFields(blocks, blockReaders, ["size", "visible"]);
    return part("blocks", value, read, "blocks");
  },
  attend: (value: unknown): RawTensor => flagRows("attend", value),
  keyPadding: (value: unknown): Uint8Array =>
    new Uint8Array(flagList("keyPadding", value) as unknown as number[]),
  bias: (value: unknown, Class: NumbersClass): RawTensor => {
    const bias = tensor("bias", value, Class);
    // Without heads it would look like no bias at all.
    if (bias.shape.length === 3 && bias.shape[0] === 0) throw empty("bias");
    return bias;
  },
  alibi: (value: unknown, Class: NumbersClass) => {
    if (typeof value === "boolean") return value || undefined;
    const slopes = numberList("alibi", value, "alibi");
    return slopes.map((slope, head) => held("alibi", slope, Class, head));
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
