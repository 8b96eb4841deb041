/** Decimal digits of floating point numbers as Python, NumPy and PyTorch write them. */

/** The shortest decimal that reads back as the same number: its digits and decimal exponent. */
interface Decimal {
  readonly digits: string;
  /** digits[0] stands before the point of d.ddd x 10^exponent. */
  readonly exponent: number;
}

function parts(text: string): Decimal {
  const [mantissa = "", exponent = "0"] = text.split("e");
  return { digits: mantissa.replace(".", ""), exponent: Number(exponent) };
}

export function shortest(x: number, single: boolean): Decimal {
  const value = Math.abs(x);
  if (!single) return parts(value.toExponential());
  for (let n = 0; n < 9; n++) {
    const text = value.toExponential(n);
    if (Math.fround(Number(text)) === value) return parts(text);
  }
  return parts(value.toExponential());
}

/** The shortest decimal of a single-precision number, as a double: what Python prints of it. */
export function shortestDouble(x: number): number {
  if (!Number.isFinite(x)) return x;
  const { digits, exponent } = shortest(x, true);
  return Number(
    `${x < 0 || Object.is(x, -0) ? "-" : ""}${digits[0]}.${digits.slice(1) || "0"}e${exponent}`,
  );
}

/** The value cut to n digits after the first, halves to the even digit, of the exact binary value. */
function exactDigits(x: number, n: number): Decimal {
  const value = Math.abs(x);
  const far = parts(value.toExponential(Math.min(n, 100)));
  const near = parts(value.toExponential(Math.min(n + 30, 100)));
  const tail = near.digits.slice(n + 1);
  if (!/^50*$/.test(tail)) return far;
  const below = near.digits.slice(0, n + 1);
  return Number(below.at(-1)) % 2 === 0 ? { digits: below, exponent: near.exponent } : far;
}

const sign = (x: number): string => (x < 0 || Object.is(x, -0) ? "-" : "");

/** How many digits, and whether zeros at the end stay. */
export interface Digits {
  readonly precision: number;
  /** Zeros are added up to this many decimals. */
  readonly least?: number;
  readonly single?: boolean;
}

/** The shortest digits, no more than `precision` decimals: "1.5", "2.", "-0.". */
export function positional(x: number, { precision, least = 0, single = false }: Digits): string {
  let { digits, exponent } = shortest(x, single);
  const decimals = digits.length - 1 - exponent;
  // Decimals that are asked for beyond the shortest are those of the exact value.
  if (decimals < least && x !== 0 && exponent + least >= 0) {
    ({ digits, exponent } = exactDigits(x, exponent + least));
  } else if (decimals > precision) {
    const keep = exponent + precision;
    if (keep >= 0) ({ digits, exponent } = exactDigits(x, keep));
    else {
      // Less than one unit of the last decimal: half of it or less is nothing.
      const unit = keep === -1 && (digits[0]! > "5" || (digits[0] === "5" && digits.length > 1));
      digits = unit ? "1" : "0";
      exponent = unit ? -precision : 0;
    }
  }
  const whole = exponent >= 0 ? digits.slice(0, exponent + 1).padEnd(exponent + 1, "0") : "0";
  const rest = exponent >= 0 ? digits.slice(exponent + 1) : "0".repeat(-exponent - 1) + digits;
  return `${sign(x)}${whole}.${rest.replace(/0+$/, "").padEnd(least, "0")}`;
}

export function scientific(x: number, { precision, least = 0, single = false }: Digits): string {
  let { digits, exponent } = shortest(x, single);
  if (digits.length - 1 > precision) ({ digits, exponent } = exactDigits(x, precision));
  else if (digits.length - 1 < least && x !== 0) ({ digits, exponent } = exactDigits(x, least));
  if (x === 0) exponent = 0;
  const rest = digits.slice(1).replace(/0+$/, "").padEnd(least, "0");
  return `${sign(x)}${digits[0]}.${rest}e${power(exponent)}`;
}

const power = (exponent: number): string =>
  `${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;

/** Python's f"{x:.{n}e}". */
export function formatE(x: number, n: number): string {
  const { digits, exponent } = exactDigits(x, n);
  return `${sign(x)}${digits[0]}${n > 0 ? "." : ""}${digits.slice(1)}e${power(x === 0 ? 0 : exponent)}`;
}

/** Python's f"{x:.{n}g}": n digits, without the zeros at their end. */
export function formatG(x: number, n: number): string {
  const most = Math.max(n, 1);
  const { exponent } = x === 0 ? { exponent: 0 } : exactDigits(x, most - 1);
  const short = exponent >= -4 && exponent < most;
  const text = short ? formatF(x, most - 1 - exponent) : formatE(x, most - 1);
  return text.replace(/(\.\d*?)0+(?=e|$)/, "$1").replace(/\.(?=e|$)/, "");
}

/** Python's f"{x:.{n}f}". */
export function formatF(x: number, n: number): string {
  if (x === 0) return sign(x) + (0).toFixed(n);
  const value = Math.abs(x);
  if (value >= 1e21) return sign(x) + BigInt(value) + (n > 0 ? `.${"0".repeat(n)}` : "");
  const keep = shortest(x, false).exponent + n;
  // The one tie there is: halves go to even.
  if (keep < 0) return sign(x) + (value === 0.5 ? "0" : value.toFixed(n));
  const { digits, exponent } = exactDigits(x, keep);
  const all = exponent >= 0 ? digits : "0".repeat(-exponent) + digits;
  const point = Math.max(exponent, 0) + 1;
  return sign(x) + all.slice(0, point) + (n > 0 ? `.${all.slice(point).padEnd(n, "0")}` : "");
}

/** Python's repr of a float. */
export function reprFloat(x: number, single = false): string {
  if (Number.isNaN(x)) return "nan";
  if (!Number.isFinite(x)) return x < 0 ? "-inf" : "inf";
  const { exponent } = shortest(x, single);
  if (x !== 0 && (exponent < -4 || exponent >= 16)) {
    return scientific(x, { precision: 17, single }).replace(".e", "e");
  }
  return positional(x, { precision: 400, least: 1, single });
}
