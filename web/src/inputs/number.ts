// One number as people write it.
//
//   1.5   1,5   .5   5.   +3   1e-3     a point or a comma is the decimal mark
//   -0.5  −0.5  –0.5                    also the minus signs of books and PDFs
//   1/3                                 a fraction
//   inf  -inf  ∞  NaN                   only where they mean something
//
// A comma never separates thousands: 1,234 is 1.234, and 1,234.5 is refused, since half of the
// world reads it as a different number than the other half.

import { InputError } from "./error.ts";

export interface NumberOptions {
  /** Accept NaN and the infinities. */
  readonly nonFinite?: boolean;
}

const plain = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?$/iu;
const fraction = /^([^/]+)\/([^/]+)$/u;
const infinite = /^([+-]?)(?:inf|infinity|∞)$/iu;
const notNumber = /^[+-]?nan$/iu;
/** Digits with more marks than one number has: 1,234.5 or 1.234.567 or 1'234. */
const severalMarks = /^[+-]?\d+(?:[.,'’_]\d+)+(?:[.,]\d*)?$/u;
const otherDigit = /(?![0-9])\p{Nd}/u;

/** Every way to write a minus becomes "-". */
export function plainMinus(text: string): string {
  return text.replace(/[\u2212\u2013]/gu, "-");
}

export function parseNumber(text: string, options: NumberOptions = {}): number | InputError {
  const typed = text.trim();
  const word = plainMinus(typed);
  if (word === "") return new InputError("noNumber", {});
  const quotient = fraction.exec(word);
  if (quotient) return divide(typed, quotient[1] ?? "", quotient[2] ?? "");
  if (plain.test(word)) {
    const value = Number(word.replace(",", "."));
    return Number.isFinite(value) ? value : new InputError("tooLargeNumber", { text: typed });
  }
  const sign = infinite.exec(word);
  if (sign || notNumber.test(word)) {
    if (!options.nonFinite) return new InputError("notFinite", { text: typed });
    if (!sign) return Number.NaN;
    return sign[1] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  if (otherDigit.test(word)) return new InputError("otherDigits", { text: typed });
  if (severalMarks.test(word)) return new InputError("ambiguousNumber", { text: typed });
  return new InputError("notANumber", { text: typed });
}

function divide(typed: string, above: string, below: string): number | InputError {
  if (!plain.test(above) || !plain.test(below))
    return new InputError("notANumber", { text: typed });
  const denominator = Number(below.replace(",", "."));
  if (denominator === 0) return new InputError("divisionByZero", { text: typed });
  const value = Number(above.replace(",", ".")) / denominator;
  return Number.isFinite(value) ? value : new InputError("tooLargeNumber", { text: typed });
}

/** For a temperature: a finite number above 0. */
export function parsePositive(text: string): number | InputError {
  const value = parseNumber(text);
  if (value instanceof InputError || value > 0) return value;
  return new InputError("notPositive", { text: text.trim() });
}

/** For a window, a seed, a width: a whole number from `least` to `most`, both included. */
export function parseWhole(text: string, least: number, most: number): number | InputError {
  const typed = text.trim();
  const value = /^\+?\d{1,16}$/u.test(typed) ? Number(typed) : Number.NaN;
  if (value >= least && value <= most) return value;
  return new InputError("notWhole", { text: typed, least, most });
}

/** The shortest text that reads back as the same number, -0 and NaN included. */
export function printNumber(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  // A + in a link is read as a space by some programs.
  return Object.is(value, -0) ? "-0" : String(value).replace("+", "");
}
