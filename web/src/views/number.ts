// The one number format of the pages. Copied data always has a decimal point; what is shown has
// the marks of the page's language, the one between thousands among them.

import type { Language } from "../inputs/state.ts";

/**
 * cell: a result, three decimals; whole numbers without, tiny and large ones with an exponent:
 *   1·10⁶ is just that, 1.0·10⁶ was rounded.
 * share: a weight or exponential, three decimals however small: 0.000 is tiny, 0 is nothing.
 * short: an input, at most three decimals, no trailing zeros.
 * exact: every digit, as it is typed into a field: plain hyphen, e-notation.
 * percent: a share of 1.
 */
export type NumberStyle = "cell" | "share" | "short" | "exact" | "percent";

const locales: Record<Language, string> = { tr: "tr-TR", en: "en-GB" };
const MINUS = "\u2212";
const LARGE = 1e5;
const LARGE_WHOLE = 1e6;
/** Anything nearer to 0 would be rounded to 0.000. */
const SMALL = 0.0005;

const cache = new Map<string, Intl.NumberFormat>();

function formatter(language: Language, key: string, options: Intl.NumberFormatOptions) {
  const name = `${language} ${key}`;
  let format = cache.get(name);
  if (!format) {
    format = new Intl.NumberFormat(locales[language], options);
    cache.set(name, format);
  }
  return format;
}

function decimalMark(language: Language): "," | "." {
  return language === "tr" ? "," : ".";
}

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

function withExponent(size: number, language: Language): string {
  const [mantissa = "", exponent = "0"] = size.toExponential(1).split("e");
  const digits = exponent
    .replace("+", "")
    .replace("-", "⁻")
    .replace(/\d/g, (d) => superscripts[Number(d)] ?? d);
  const short =
    Number(`${mantissa}e${exponent}`) === size ? mantissa.replace(/\.0$/, "") : mantissa;
  return `${short.replace(".", decimalMark(language))}·10${digits}`;
}

function sized(size: number, language: Language, style: "cell" | "share" | "short"): string {
  const whole = Number.isInteger(size);
  if (size >= (whole ? LARGE_WHOLE : LARGE) || (style !== "share" && size > 0 && size < SMALL)) {
    return withExponent(size, language);
  }
  const decimals = whole || style === "short" ? 0 : 3;
  return formatter(language, `${decimals}`, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: 3,
  }).format(size);
}

export function formatNumber(
  value: number,
  language: Language,
  style: NumberStyle = "cell",
): string {
  if (Number.isNaN(value)) return "NaN";
  const sign = value < 0 ? MINUS : "";
  const size = Math.abs(value);
  if (size === Number.POSITIVE_INFINITY) return `${sign}∞`;
  if (style === "exact") return String(value).replace(".", decimalMark(language));
  if (style === "percent") {
    const text = formatter(language, "percent", {
      style: "percent",
      maximumFractionDigits: 1,
    }).format(size);
    return sign + text;
  }
  return sign + sized(size, language, style);
}

/** A count with its digits in groups of three; one that a double cannot hold is a bigint. */
export function formatCount(value: number | bigint, language: Language): string {
  return formatter(language, "count", {}).format(value);
}
