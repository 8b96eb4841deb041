// Version 2 of what a link holds after "v=2": version 1, with two things more.
//
//   X=z0lEvG6…        a matrix that is long in numbers, packed (packed.ts) behind the letter z
//   sum=k3x9a         the check of the version and of every key and value of this version but the
//                     language and the view, as they are once decoded and in the order of the keys
//
// A link without a sum, or whose sum is another, was cut short or altered: it is refused as a whole.
// What stands beside the state may be changed by hand or by a page: the anchor, "lang" and "view".
// Keys of others do not count and are told, as in version 1. One who adds a key to these has to raise
// the version: older pages would call the link damaged. Links written by hand are of version 1, which
// has no sum; one that has it was of version 2 and is refused as well.
//
// X and three weight matrices of 16 x 16 with two decimals, as the playground draws them, make a link
// of 1 450 characters, with three just under 2 000 (tests/web/inputs/link-v2.test.ts has the sizes). A
// number with all its digits takes 11: one matrix of 64 x 64 of them makes a link of 45 000, which
// browsers open and some mail and chat programs cut.

import { InputError } from "./error.ts";
import type { Params } from "./link-settings.ts";
import { isSum, sumOf } from "./link-sum.ts";
import { type Content, keysV1, readV1, writeKeys } from "./link-v1.ts";
import { type Cells, printMatrix } from "./link-words.ts";
import { packerNow } from "./packer.ts";
import type { State } from "./state.ts";

/** Matrices up to this length can be read by those who look at the link. */
const READABLE = 60;

export const keysV2: ReadonlySet<string> = new Set([...keysV1, "sum"]);

/** A page writes its link after every edit, and an edit changes one matrix. */
const known = new WeakMap<Cells, string>();

function spell(matrix: Cells): string {
  const before = known.get(matrix);
  if (before !== undefined) return before;
  const text = spellAnew(matrix);
  // Written out only until the packer has come, it is not kept.
  if (text.length <= READABLE || text.startsWith("z")) known.set(matrix, text);
  return text;
}

function spellAnew(matrix: Cells): string {
  const cells = matrix.length * (matrix[0]?.length ?? 0);
  const plain = cells < READABLE ? printMatrix(matrix) : null;
  if (plain !== null && plain.length <= READABLE) return plain;
  const packer = packerNow();
  if (!packer) return plain ?? printMatrix(matrix);
  return `z${packer.pack(matrix.map((row) => row.map(Number)))}`;
}

const matrixKeys = ["X", "WQ", "WK", "WV", "Q", "K", "V", "bias", "attend", "padding"];

const summed = (entries: Iterable<readonly [string, string]>): string =>
  sumOf(
    [...entries]
      .filter(([key]) => keysV1.has(key))
      .map(([key, value]) => `&${key}=${value}`)
      .sort()
      .reduce((text, entry) => text + entry, "v=2"),
  );

export function writeV2(state: State): [string, string][] {
  const entries = writeKeys(state, spell);
  return [...entries, ["sum", summed(entries)]];
}

export function readV2(params: Params): Content {
  if (!isSum(params.get("sum") ?? "", summed(params))) throw new InputError("linkDamaged", {});
  const plain = new Map(params);
  for (const key of matrixKeys) {
    const [, packed] = /^z([0-9a-z]*)$/iu.exec(params.get(key) ?? "") ?? [];
    if (packed === undefined) continue;
    const packer = packerNow();
    if (!packer) throw new InputError("linkUnread", {});
    plain.set(key, printMatrix(packer.unpack(packed)));
  }
  return readV1(plain);
}
