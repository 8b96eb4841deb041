// A file that a reader gives to the page: a matrix, or everything of a computation.

import { InputError } from "../inputs/error.ts";
import type { Note } from "../inputs/grid.ts";
import { parseMatrix } from "../inputs/matrix.ts";
import type { Matrix, State } from "../inputs/state.ts";
import { isNpy, readNpy } from "./npy.ts";
import { FileProblem } from "./problems.ts";
import { markedObject, readTrace } from "./read-trace.ts";

export type Opened =
  | { readonly kind: "matrix"; readonly matrix: Matrix; readonly note?: Note | undefined }
  | { readonly kind: "state"; readonly state: State };

/** Many times what the largest trace or matrix needs. */
export const MAX_FILE = 2_000_000;

/** Room for the header of any .npy file that NumPy writes. */
const HEAD = 65_536;

/** The names that a file chooser offers. */
export const FILE_TYPES = ".npy,.csv,.tsv,.json,.txt";

const marks: readonly (readonly [string, readonly number[]])[] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/**
 * The text in whatever encoding it has: the one that its mark names, UTF-8, else the one of Turkish
 * Windows, in which digits and marks are the same as in all of its kind. Null: no text.
 */
export function textIn(bytes: Uint8Array): string | null {
  const marked = marks.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte));
  let text: string;
  if (marked) text = new TextDecoder(marked[0]).decode(bytes);
  else {
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      text = new TextDecoder("windows-1254").decode(bytes);
    }
  }
  return text.includes("\0") ? null : text;
}

async function bytesOf(file: Blob, most: number): Promise<Uint8Array | FileProblem> {
  try {
    return new Uint8Array(await file.slice(0, most).arrayBuffer());
  } catch {
    return new FileProblem("unreadable", {});
  }
}

/** `now` is the state of the page: what a trace does not hold is taken from it. */
export async function openFile(file: Blob, now: State): Promise<Opened | InputError | FileProblem> {
  const large = file.size > MAX_FILE;
  const bytes = await bytesOf(file, large ? HEAD : MAX_FILE);
  if (bytes instanceof FileProblem) return bytes;
  if (isNpy(bytes, file instanceof File ? file.name : "")) {
    const matrix = readNpy(bytes);
    // Of a large one only the beginning is here: it may end early for that reason alone.
    const cut = large && matrix instanceof FileProblem && matrix.code === "npyShort";
    if (!cut) return matrix instanceof Error ? matrix : { kind: "matrix", matrix };
  }
  if (large) return new FileProblem("tooLarge", { size: file.size, limit: MAX_FILE });
  const text = textIn(bytes);
  if (text === null) return new FileProblem("binary", {});
  const object = markedObject(text);
  if (object instanceof FileProblem) return object;
  if (object) {
    const state = readTrace(object, now);
    return state instanceof Error ? state : { kind: "state", state };
  }
  const read = parseMatrix(text);
  return read instanceof InputError
    ? read
    : { kind: "matrix", matrix: read.matrix, note: read.note };
}
