/** Lists that a caller hands in. Each is refused by its length before it is read. */
import { allocated } from "./allocate.ts";
import { AttentionError } from "./errors.ts";
import { isNumber, MOST_NUMBERS, MOST_WHOLE, part, wrongType } from "./fields.ts";
import { floatsOf } from "./floats.ts";
import type { Expected } from "./messages.ts";

/** Of a list each of whose entries is a problem of its own (maxEntries in cpp/attention/judge.h). */
const MOST_ENTRIES = 2 ** 10;

/** Characters of all texts together. */
const MOST_CHARACTERS = 2 ** 24;

function tooLarge(field: string, unit: string, got: number, most: number): AttentionError {
  return new AttentionError({ code: "tooLarge", field, other: unit, values: [got, most] });
}

/** No list says more than one entry for each number that a result may have. */
function judgeLength(field: string, { length }: ArrayLike<unknown>, most = MOST_NUMBERS): void {
  if (length > most) throw tooLarge(field, "entries", length, most);
}

function judgeEntries(
  field: string,
  list: ArrayLike<unknown>,
  passes: (entry: unknown) => boolean,
  kind: Expected,
): void {
  // A hole is an entry too: every() would pass over it.
  for (let i = 0; i < list.length; i++) {
    if (passes(list[i])) continue;
    throw new AttentionError({ code: "type", field, other: kind, values: [i + 1] });
  }
}

/** What a list is called, and each of its entries. */
interface Kinds {
  list: Expected;
  entry: Expected;
}

/** The value itself, if it is an array of such entries. */
export function listOf<Entry>(
  field: string,
  value: unknown,
  passes: (entry: unknown) => entry is Entry,
  kinds: Kinds,
): Entry[] {
  if (!Array.isArray(value)) throw wrongType(field, kinds.list);
  judgeLength(field, value);
  judgeEntries(field, value, passes, kinds.entry);
  return value;
}

/** number[], or a Float64Array or Float32Array: one number per entry, copied. */
export function numberList(
  field: string,
  value: unknown,
  list: Expected = "numbers",
): Float64Array<ArrayBuffer> {
  const floats = floatsOf(value);
  if (!floats) {
    const numbers = listOf(field, value, isNumber, { list, entry: "number" });
    return allocated(() => new Float64Array(numbers));
  }
  judgeLength(field, floats);
  return allocated(() => new Float64Array(floats));
}

/** A list of whole numbers, each at least `least`. */
export function wholeList(field: string, value: unknown, least: number) {
  const list = numberList(field, value);
  judgeEntries(field, list, Number.isInteger, "whole");
  for (const [i, n] of list.entries()) {
    if (n >= least && n <= MOST_WHOLE) continue;
    const [code, bound] =
      n < least ? (["range", least] as const) : (["atMost", MOST_WHOLE] as const);
    throw new AttentionError({ code, field, other: "", values: [n, bound, i + 1] });
  }
  return list;
}

export const isFlag = (entry: unknown): entry is boolean => typeof entry === "boolean";

export const flagList = (field: string, value: unknown): boolean[] =>
  listOf(field, value, isFlag, { list: "flags", entry: "flag" });

const isText = (entry: unknown): entry is string => typeof entry === "string";

export function texts(field: string, value: unknown): string[] {
  const list = listOf(field, value, isText, { list: "texts", entry: "text" });
  if (list.length === 0) {
    throw new AttentionError({ code: "empty", field, other: "", values: [0] });
  }
  const characters = list.reduce((sum, text) => sum + text.length, 0);
  if (characters > MOST_CHARACTERS) {
    throw tooLarge(field, "characters", characters, MOST_CHARACTERS);
  }
  return list;
}

/** A list of objects, each of which is a problem of its own. */
export function parts<T>(
  field: string,
  value: unknown,
  read: (value: object) => T,
  kind: Expected,
): T[] {
  if (!Array.isArray(value)) throw wrongType(field, kind);
  judgeLength(field, value, MOST_ENTRIES);
  return Array.from(value, (each: unknown, i) => part(`${field}[${i}]`, each, read));
}
