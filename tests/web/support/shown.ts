// How the pages are to write a number: three decimals unless it is whole, a real minus sign, and
// the marks of the language for decimals and thousands.

import type { Rows } from "./attention.ts";

export type Language = "tr" | "en";

export function shown(value: number, language: Language = "en"): string {
  const size = Math.abs(value);
  const digits =
    size === Number.POSITIVE_INFINITY ? "∞" : Number.isInteger(size) ? `${size}` : size.toFixed(3);
  const [whole = "", decimals] = digits.split(".");
  const [thousands, point] = language === "tr" ? [".", ","] : [",", "."];
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/gu, thousands);
  return (value < 0 ? "\u2212" : "") + [grouped, ...(decimals ? [decimals] : [])].join(point);
}

export function allShown(rows: Rows, language: Language = "en"): string[] {
  return rows.flatMap((row) => row.map((value) => shown(value, language)));
}
