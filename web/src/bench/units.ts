// Times and bytes as they are shown: three digits and a unit.

import type { Language } from "../inputs/state.ts";
import { formatNumber } from "../views/number.ts";

/** Three digits, without zeros behind them: for limits and axes. */
function rounded(value: number, language: Language): string {
  return formatNumber(Number(value.toPrecision(3)), language, "short");
}

/** A measured number has no more than three digits worth reading, and no fewer: 1.50, not 1.5. */
export function threeDigits(value: number, language: Language): string {
  const text = value.toPrecision(3);
  if (!/^-?\d+\.\d+$/.test(text)) return rounded(value, language);
  return language === "tr" ? text.replace(".", ",") : text;
}

const second: Record<Language, string> = { en: "s", tr: "sn" };

export function duration(milliseconds: number, language: Language): string {
  const [value, unit] =
    milliseconds < 1
      ? [milliseconds * 1000, "µs"]
      : milliseconds < 1000
        ? [milliseconds, "ms"]
        : [milliseconds / 1000, second[language]];
  return `${rounded(value, language)} ${unit}`;
}

const units = ["bytes", "KiB", "MiB", "GiB", "TiB"];

/** Powers of 2, as the unit says. */
export function size(bytes: number, language: Language): string {
  const step = Math.min(Math.max(Math.floor(Math.log2(bytes) / 10), 0), units.length - 1);
  const unit = step === 0 && language === "tr" ? "bayt" : units[step];
  return `${rounded(bytes / 2 ** (10 * step), language)} ${unit}`;
}
