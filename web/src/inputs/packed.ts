// A matrix in few letters, every number of it to the last bit. It is written as whole numbers and a
// number of decimals that all of them share; what is not a short decimal, as its 64 bits. Small
// numbers take less room than large ones, and a row of zeros almost none.
//
//   rows - 1, columns - 1, decimals   6, 6 and 5 bits; 31 decimals: 9 more bits with their number
//   for each number                   its kind, by rows: the length of its whole part in bits, or
//                                     one of those below; then its sign and its other bits

import { offerPacker } from "./packer.ts";
import { type Coder, Reader, Writer } from "./range-coder.ts";
import { columnsOf, type Matrix } from "./state.ts";

/** Kinds up to here are lengths in bits, 0 that of the number 0. */
const LONGEST = 53;
const specials = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0];
const RAW = LONGEST + 1 + specials.length;
const KIND_BITS = 6;
/** Letters that stand for more decimals than usual. */
const FEW_DECIMALS = 31;

// Contexts: one for the sign; one for every beginning of a kind, four times over, as the neighbours
// are 0 or not; one for every beginning of the bits that follow a kind.
const SIGN = 0;
const KINDS = 1;
const DIGITS = KINDS + 4 * 2 ** KIND_BITS;
/** Up to this kind all bits have contexts, of the longer ones the first; the rest are as good as random. */
const SMALL = 5;

/** Numbers of decimals that are weighed against each other, the most frequent first. */
const TRIED = 8;

/** Decimals of the shortest text of a number. */
function decimalsOf(value: number): number {
  const [digits = "", exponent = "0"] = String(value).split("e");
  return Math.max(0, (digits.split(".")[1]?.length ?? 0) - Number(exponent));
}

const fromDecimal = (whole: number, decimals: number) => Number(`${whole}e-${decimals}`);

/** The number without its decimal point, or null where that is not the whole of it. */
function wholeOf(value: number, decimals: number): number | null {
  const whole = Math.round(value * 10 ** decimals);
  const same = Number.isSafeInteger(whole) && Object.is(fromDecimal(whole, decimals), value);
  return same ? whole : null;
}

/** The number of decimals with which the matrix takes the least room, or nearly so. */
function sharedDecimals(values: readonly number[]): number {
  const needs = values.map(decimalsOf);
  const counts = new Map<number, number>();
  for (const need of needs) counts.set(need, (counts.get(need) ?? 0) + 1);
  const usual = [...counts].sort((a, b) => b[1] - a[1]).slice(0, TRIED);
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (const [decimals] of usual) {
    let bits = 0;
    for (const [i, value] of values.entries()) {
      const short = (needs[i] ?? 0) <= decimals;
      bits += short ? Math.min(64, Math.log2(1 + Math.abs(value) * 10 ** decimals)) : 64;
    }
    if (bits < least) [best, least] = [decimals, bits];
  }
  return best;
}

const bits64 = new DataView(new ArrayBuffer(8));

function codeRaw(coder: Coder, value: number): number {
  bits64.setFloat64(0, value);
  const high = coder.whole(32, bits64.getUint32(0));
  const low = coder.whole(32, bits64.getUint32(4));
  bits64.setUint32(0, high);
  bits64.setUint32(4, low);
  return bits64.getFloat64(0);
}

function kindOf(value: number, decimals: number): number {
  const special = specials.findIndex((each) => Object.is(each, value));
  if (special >= 0) return LONGEST + 1 + special;
  const whole = wholeOf(value, decimals);
  if (whole === null) return RAW;
  return whole === 0 ? 0 : Math.abs(whole).toString(2).length;
}

/** `near`: whether the number to the left is 0, and the one above. */
function codeNumber(coder: Coder, near: number, decimals: number, value: number): number {
  const kinds = KINDS + near * 2 ** KIND_BITS;
  const kind = coder.whole(KIND_BITS, kindOf(value, decimals), (before) => kinds + before);
  if (kind === 0) return 0;
  if (kind === RAW) return codeRaw(coder, value);
  if (kind > LONGEST) return specials[kind - LONGEST - 1] ?? 0;
  const minus = coder.choice(SIGN, value < 0 ? 1 : 0);
  const known = kind > SMALL ? 1 : kind - 1;
  const others = kind - 1 - known;
  const rest = Math.abs(wholeOf(value, decimals) ?? 0) % 2 ** (kind - 1);
  const digits = DIGITS + kind * 2 ** SMALL;
  const high = coder.whole(known, Math.floor(rest / 2 ** others), (before) => digits + before);
  const low = coder.whole(others, rest % 2 ** others);
  const whole = 2 ** (kind - 1) + high * 2 ** others + low;
  return fromDecimal(minus ? -whole : whole, decimals);
}

/** `given` is empty where the coder reads. */
function codeMatrix(coder: Coder, given: Matrix): Matrix {
  const rows = coder.whole(6, given.length - 1) + 1;
  const columns = coder.whole(6, columnsOf(given) - 1) + 1;
  const shared = sharedDecimals(given.flat());
  const few = coder.whole(5, Math.min(shared, FEW_DECIMALS));
  const decimals = few < FEW_DECIMALS ? few : coder.whole(9, shared);
  const matrix: number[][] = [];
  for (let i = 0; i < rows; i++) {
    const row: number[] = [];
    for (let j = 0; j < columns; j++) {
      const near = (row[j - 1] === 0 ? 1 : 0) + (matrix[i - 1]?.[j] === 0 ? 2 : 0);
      row.push(codeNumber(coder, near, decimals, given[i]?.[j] ?? 0));
    }
    matrix.push(row);
  }
  return matrix;
}

export function packMatrix(matrix: Matrix): string {
  const writer = new Writer();
  codeMatrix(writer, matrix);
  return writer.text();
}

export const unpackMatrix = (text: string): Matrix => codeMatrix(new Reader(text), []);

offerPacker({ pack: packMatrix, unpack: unpackMatrix });
