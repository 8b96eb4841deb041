import { describe, expect, test } from "vitest";
import { InputError } from "../../../web/src/inputs/error.ts";
import {
  parseNumber,
  parsePositive,
  parseWhole,
  printNumber,
} from "../../../web/src/inputs/number.ts";

function code(result: unknown): string {
  return result instanceof InputError ? result.code : `no error: ${String(result)}`;
}

describe("numbers as people write them", () => {
  test.each<[string, number]>([
    ["1.5", 1.5],
    ["1,5", 1.5],
    ["\u22120.5", -0.5],
    ["\u20130.5", -0.5],
    ["-0,5", -0.5],
    ["+3", 3],
    [".5", 0.5],
    [",5", 0.5],
    ["-.5", -0.5],
    ["5.", 5],
    ["007", 7],
    ["1e-3", 0.001],
    ["1E+3", 1000],
    ["3e\u22122", 0.03],
    ["1,5e2", 150],
    ["1/3", 1 / 3],
    ["-1/4", -0.25],
    ["1,5/2", 0.75],
    ["  2 ", 2],
    ["\u00a02\u2009", 2],
    ["1,234", 1.234],
    ["0.1", 0.1],
    ["123456789.123", 123456789.123],
    ["-0", -0],
    ["1e-400", 0],
  ])("%j is %d", (text, value) => {
    expect(parseNumber(text)).toBe(value);
  });

  test.each<[string, string]>([
    ["", "noNumber"],
    ["   ", "noNumber"],
    ["1,234.5", "ambiguousNumber"],
    ["1.234,5", "ambiguousNumber"],
    ["1,234,567", "ambiguousNumber"],
    ["1.234.567", "ambiguousNumber"],
    ["1'234", "ambiguousNumber"],
    ["1_000", "ambiguousNumber"],
    ["\uff11.\uff15", "otherDigits"],
    ["\u0663", "otherDigits"],
    ["abc", "notANumber"],
    ["1 2", "notANumber"],
    ["1.5x", "notANumber"],
    ["--1", "notANumber"],
    ["1-2", "notANumber"],
    ["-", "notANumber"],
    [".", "notANumber"],
    ["e5", "notANumber"],
    ["1e", "notANumber"],
    ["0x10", "notANumber"],
    ["1i", "notANumber"],
    ["50%", "notANumber"],
    ["1/2/3", "notANumber"],
    ["1/", "notANumber"],
    ["a/b", "notANumber"],
    ["1/0", "divisionByZero"],
    ["1e999", "tooLargeNumber"],
    ["1e308/1e-308", "tooLargeNumber"],
    ["inf", "notFinite"],
    ["NaN", "notFinite"],
    ["-\u221e", "notFinite"],
  ])("%j is refused: %s", (text, expected) => {
    expect(code(parseNumber(text))).toBe(expected);
  });

  test.each<[string, number]>([
    ["inf", Infinity],
    ["+Inf", Infinity],
    ["-inf", -Infinity],
    ["\u2212inf", -Infinity],
    ["\u221e", Infinity],
    ["\u2212\u221e", -Infinity],
    ["Infinity", Infinity],
    ["-Infinity", -Infinity],
    ["NaN", Number.NaN],
    ["nan", Number.NaN],
    ["1,5", 1.5],
  ])("%j is %d where it is asked for", (text, value) => {
    expect(parseNumber(text, { nonFinite: true })).toBe(value);
  });
});

test("a temperature is a finite number above 0", () => {
  expect(parsePositive("0,5")).toBe(0.5);
  expect(code(parsePositive("0"))).toBe("notPositive");
  expect(code(parsePositive("-1"))).toBe("notPositive");
  expect(code(parsePositive("inf"))).toBe("notFinite");
  expect(code(parsePositive("warm"))).toBe("notANumber");
});

test("a window, a seed, a width is a whole number within its limits", () => {
  expect(parseWhole(" 3 ", 1, 64)).toBe(3);
  expect(parseWhole("1", 1, 64)).toBe(1);
  expect(parseWhole("64", 1, 64)).toBe(64);
  for (const text of ["0", "65", "1.5", "-1", "", "1e1", "abc", "99999999999999999999"]) {
    expect(code(parseWhole(text, 1, 64)), text).toBe("notWhole");
  }
});

test("numbers are printed so that they read back as the same numbers", () => {
  const { MAX_VALUE, MIN_VALUE, EPSILON } = Number;
  const values = [0, -0, 1.5, -0.1, 1 / 3, 1e21, -1e-7, MAX_VALUE, MIN_VALUE, EPSILON];
  for (const value of [...values, Number.NaN, Infinity, -Infinity]) {
    expect(parseNumber(printNumber(value), { nonFinite: true })).toBe(value);
  }
  expect([0.1, -0, 1e21, Number.NaN, -Infinity].map(printNumber)).toEqual([
    "0.1",
    "-0",
    "1e21",
    "nan",
    "-inf",
  ]);
});
