import "../../../web/src/inputs/paste-messages.ts";
import { describe, expect, test } from "vitest";
import { describeInput, InputError } from "../../../web/src/inputs/error.ts";
import type { InputCode, InputValues } from "../../../web/src/inputs/messages.ts";

const values: InputValues = {
  noNumber: {},
  notANumber: { text: "kedi" },
  ambiguousNumber: { text: "1,234.5" },
  otherDigits: { text: "\uff11" },
  notFinite: { text: "inf" },
  tooLargeNumber: { text: "1e999" },
  divisionByZero: { text: "1/0" },
  notPositive: { text: "-1" },
  notWhole: { text: "1.5", least: 2, most: 64 },
  textTooLong: { length: 200_002, limit: 200_000 },
  noMatrix: {},
  ragged: { row: 2, count: 1, first: 3 },
  tooManyRows: { count: 65, limit: 64 },
  tooManyColumns: { count: 65, limit: 64 },
  columnNames: { text: "kedi" },
  rowNames: { text: "kedi" },
  nullValue: { text: "NA" },
  truncated: {},
  tooDeep: { axes: 3 },
  mixedDepth: {},
  unclosed: { bracket: "[" },
  unexpected: { text: "]" },
  dataLength: { count: 3, rows: 2, columns: 2 },
  notShaped: {},
  noSentence: {},
  tooManyTokens: { count: 512, limit: 64 },
  tokenTooLong: { text: "aaaa", length: 65, limit: 64 },
  linkTooLong: { length: 1_000_001, limit: 1_000_000 },
  linkDamaged: {},
  linkUnread: {},
  linkVersion: { version: "3" },
  linkEncoding: { text: "%" },
  linkRepeated: { key: "X" },
  linkValue: { key: "step", text: "dance" },
  linkMissing: { key: "K" },
  linkConflict: { key: "X", other: "Q" },
  labelCount: { labels: 5, tokens: 3 },
  linkTokens: { tokens: 2, rows: 3 },
};

const codes = Object.keys(values) as InputCode[];

test.each(codes)("%s: two sentences that hold what there is to know", (code) => {
  const error = new InputError(code, values[code]);
  for (const language of ["tr", "en"] as const) {
    const text = describeInput(error, language);
    for (const value of Object.values(values[code])) expect(text).toContain(String(value));
    expect(text).toMatch(/\.$/u);
    expect(text).not.toMatch(/undefined|null |\[object/u);
    expect(text[0]).toBe(text[0]?.toLocaleUpperCase(language));
  }
  expect(describeInput(error, "tr")).not.toBe(describeInput(error, "en"));
  expect(error.message).toBe(describeInput(error, "en"));
});

describe("the place, as the reader counts and names it", () => {
  test("field, row and column", () => {
    const error = new InputError("notANumber", { text: "kedi" }, { row: 2, column: 3 });
    expect(describeInput(error.at({ field: "wq" }), "en")).toBe(
      "W_Q, row 2, column 3: “kedi” is not a number. Write it like 1.5 or -2.",
    );
    expect(describeInput(error.at({ field: "wq" }), "tr")).toBe(
      "W_Q, 2. satır, 3. sütun: “kedi” bir sayı değil. 1,5 ya da -2 gibi yazın.",
    );
    expect(describeInput(error, "en")).toMatch(/^Row 2, column 3: /u);
  });

  test("is said once: a ragged row names its row itself", () => {
    const error = new InputError("ragged", { row: 2, count: 1, first: 3 }, { field: "x" });
    expect(describeInput(error, "en")).toBe(
      "X: row 2 has 1 number, row 1 has 3. Give every row as many as the first.",
    );
  });

  test("a Turkish sentence starts with a Turkish capital", () => {
    expect(describeInput(new InputError("noSentence", {}), "tr")).toMatch(/^İçinde/u);
  });
});

test("a long or broken text is shortened, never cut inside a letter", () => {
  const error = new InputError("notANumber", { text: "\u{1F600}".repeat(30) });
  expect(error.message).toContain(`“${"\u{1F600}".repeat(24)}…”`);
  const lines = new InputError("unexpected", { text: "a\n\n b" });
  expect(lines.message).toContain("“a b”");
});

test("an InputError is an Error with its code", () => {
  const error = new InputError("noNumber", {});
  expect(error).toBeInstanceOf(Error);
  expect(error.name).toBe("InputError");
  expect(error.code).toBe("noNumber");
});
