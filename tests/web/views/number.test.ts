import { expect, test } from "vitest";
import { parseNumber } from "../../../web/src/inputs/number.ts";
import { formatNumber, type NumberStyle } from "../../../web/src/views/number.ts";

const table: readonly [number, NumberStyle, string, string][] = [
  // value, style, Turkish, English
  [0.6652409557748219, "cell", "0,665", "0.665"],
  [1.5, "cell", "1,500", "1.500"],
  [3, "cell", "3", "3"],
  [-1, "cell", "−1", "−1"],
  [0, "cell", "0", "0"],
  [-0, "cell", "0", "0"],
  [-0.25, "cell", "−0,250", "−0.250"],
  [0.9999999, "cell", "1,000", "1.000"],
  [1234.5678, "cell", "1.234,568", "1,234.568"],
  [123456.75, "cell", "1,2·10⁵", "1.2·10⁵"],
  [999999, "cell", "999.999", "999,999"],
  [1000002, "cell", "1,0·10⁶", "1.0·10⁶"],
  [1e30, "cell", "1·10³⁰", "1·10³⁰"],
  [-2.5e-7, "cell", "−2,5·10⁻⁷", "−2.5·10⁻⁷"],
  [0.0005, "cell", "0,001", "0.001"],
  [Number.NaN, "cell", "NaN", "NaN"],
  [Number.POSITIVE_INFINITY, "cell", "∞", "∞"],
  [Number.NEGATIVE_INFINITY, "cell", "−∞", "−∞"],
  [1e-9, "share", "0,000", "0.000"],
  [0, "share", "0", "0"],
  [1, "share", "1", "1"],
  [1e30, "share", "1·10³⁰", "1·10³⁰"],
  [0.5, "short", "0,5", "0.5"],
  [1.23456, "short", "1,235", "1.235"],
  [-1.1, "short", "−1,1", "−1.1"],
  [4, "short", "4", "4"],
  [0.1 + 0.2, "exact", "0,30000000000000004", "0.30000000000000004"],
  [-0.5, "exact", "-0,5", "-0.5"],
  [-0, "exact", "0", "0"],
  [1e30, "exact", "1e+30", "1e+30"],
  [Number.NEGATIVE_INFINITY, "exact", "−∞", "−∞"],
  [0.665, "percent", "%66,5", "66.5%"],
  [1, "percent", "%100", "100%"],
];

for (const [value, style, turkish, english] of table) {
  test(`${Object.is(value, -0) ? "-0" : value} as ${style}`, () => {
    expect(formatNumber(value, "tr", style)).toBe(turkish);
    expect(formatNumber(value, "en", style)).toBe(english);
  });
}

test("what a field is given reads back as the same number", () => {
  for (const value of [0.1 + 0.2, -1 / 3, 5e-324, 1.7976931348623157e308, -7, 1e21, 123456.789]) {
    for (const language of ["tr", "en"] as const) {
      expect(parseNumber(formatNumber(value, language, "exact"))).toBe(value);
    }
  }
  const none = { nonFinite: true };
  expect(parseNumber(formatNumber(Number.NEGATIVE_INFINITY, "tr", "exact"), none)).toBe(
    Number.NEGATIVE_INFINITY,
  );
  expect(parseNumber(formatNumber(Number.NaN, "tr", "exact"), none)).toBeNaN();
});

test("no number of a cell is wider than eleven characters", () => {
  for (let exponent = -300; exponent <= 300; exponent += 7) {
    for (const mantissa of [1, 9.99, 3.33333]) {
      const value = -mantissa * 10 ** exponent;
      expect(formatNumber(value, "en").length, String(value)).toBeLessThanOrEqual(11);
    }
  }
});
