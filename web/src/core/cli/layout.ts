// JSON for people: one row of numbers per line. In pieces, since a result may be longer than the
// longest text there can be.

import { forJson, isNumbers, isTensor } from "../cases/json.ts";
import type { Tensor } from "../types.ts";

type Pieces = Iterable<string>;

/** Entries of a row in one piece: a single row may hold all numbers of a result. */
const ENTRIES = 1024;

const isPlain = (value: unknown): boolean => typeof value !== "object" || value === null;

const plain = (value: unknown): string => JSON.stringify(forJson(value));

/** On one line. */
function* row(entries: ArrayLike<unknown>): Generator<string> {
  for (let from = 0; from < entries.length; from += ENTRIES) {
    const length = Math.min(ENTRIES, entries.length - from);
    const some = Array.from({ length }, (_, i) => plain(entries[from + i]));
    const end = from + length === entries.length ? "]" : "";
    yield `${from === 0 ? "[" : ", "}${some.join(", ")}${end}`;
  }
  if (entries.length === 0) yield "[]";
}

/** Each on lines of its own. */
function* wrap(open: string, items: Iterable<Pieces>, close: string, indent: string) {
  let before = open;
  for (const item of items) {
    yield `${before}\n${indent}  `;
    yield* item;
    before = ",";
  }
  yield before === open ? open + close : `\n${indent}${close}`;
}

/** From the axis on, at the index of its first number. */
function nested({ shape, data }: Tensor, axis: number, index: number, indent: string): Pieces {
  const size = shape[axis] ?? 0;
  if (axis + 1 >= shape.length) return row(data.subarray(index, index + size));
  const inner = shape.slice(axis + 1).reduce((product, length) => product * length, 1);
  const starts = Array.from({ length: size }, (_, i) => index + i * inner);
  const items = each(starts, (start) => nested({ shape, data }, axis + 1, start, `${indent}  `));
  return wrap("[", items, "]", indent);
}

/** One after the other, when it is wanted. */
function* each<Item>(list: Iterable<Item>, pieces: (item: Item) => Pieces) {
  for (const item of list) yield pieces(item);
}

function* field(name: string, value: unknown, flat: boolean, indent: string) {
  yield `${JSON.stringify(name)}: `;
  yield* layout(value, flat, indent);
}

/**
 * The pieces of `value` as JSON text; what holds only numbers and texts stays on a line. Tensors are
 * rows of rows, or { shape, data } if `flat`; a bigint, NaN and the infinities are texts.
 */
export function layout(value: unknown, flat = false, indent = ""): Pieces {
  if (isPlain(value)) return [plain(value)];
  if (isTensor(value) && !flat) return nested(value, 0, 0, indent);
  if (isNumbers(value)) return row(value);
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.every(isPlain)) return row(value);
    const items = each(value, (item) => layout(item, flat, deeper));
    return wrap("[", items, "]", indent);
  }
  const fields = Object.entries(value as object).filter(([, item]) => item !== undefined);
  const items = each(fields, ([name, item]) => field(name, item, flat, deeper));
  return wrap("{", items, "}", indent);
}
