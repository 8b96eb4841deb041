import { describe, expect, it } from "vitest";
import { AttentionError } from "../../../web/src/core/index.ts";
import { coreErrorCodes } from "../../../web/src/core/load.ts";
import { type ErrorCode, errorCodes, sentence } from "../../../web/src/core/messages.ts";

/** How many values each code carries, and whether it names another field (cpp/attention/error.h). */
const parts: Record<ErrorCode, { values: number; other?: true }> = {
  type: { values: 0 },
  unknownField: { values: 0 },
  ragged: { values: 3 },
  empty: { values: 2 },
  rank: { values: 3 },
  dataLength: { values: 2 },
  widthMismatch: { values: 2, other: true },
  lengthMismatch: { values: 2, other: true },
  headsMismatch: { values: 2, other: true },
  headShape: { values: 5 },
  innerMismatch: { values: 2, other: true },
  maskShape: { values: 4 },
  paddingLength: { values: 2 },
  range: { values: 2 },
  atMost: { values: 2 },
  positive: { values: 1 },
  notFinite: { values: 0 },
  needs: { values: 0, other: true },
  tooLarge: { values: 2 },
  outLength: { values: 2 },
  odd: { values: 1 },
  notDivisible: { values: 2, other: true },
  excludes: { values: 0, other: true },
  entries: { values: 2 },
  shape: { values: 4 },
  sumMismatch: { values: 2, other: true },
  capacity: { values: 2 },
  order: { values: 3 },
  memoryLimit: { values: 2 },
  memory: { values: 0 },
  repeated: { values: 2 },
  missing: { values: 0 },
  columns: { values: 2, other: true },
};

const fault = (code: ErrorCode, values: number[]) => ({
  code,
  field: "someField",
  other: parts[code].other ? "otherField" : "",
  values,
});

it("the core's list of codes is the list that has sentences", async () => {
  const codes = await coreErrorCodes();
  expect([...errorCodes].sort()).toEqual([...codes].sort());
  expect(Object.keys(parts)).toEqual(codes);
});

describe.each(["en", "tr"] as const)("every sentence (%s)", (language) => {
  it.each(errorCodes)("%s names its fields and all its numbers", (code) => {
    const values = [1417, 2539, 3701, 4813, 5923].slice(0, parts[code].values);
    const said = sentence(fault(code, values), language);
    const words = said.match(/[\p{L}\p{N}]+/gu) ?? [];
    for (const value of values) expect(words).toContain(String(value));
    if (!code.startsWith("memory")) expect(words).toContain("someField");
    if (parts[code].other) expect(words).toContain("otherField");
    expect(said).toMatch(/^\S.*\.$/s);
    expect(said).not.toMatch(/undefined|null|NaN|\s{2}/);
  });

  it.each(errorCodes)("%s agrees with the number 1", (code) => {
    const said = sentence(fault(code, [1, 1, 1, 1, 1].slice(0, parts[code].values)), language);
    expect(said).not.toMatch(
      /\b1 (rows|columns|numbers|axes|heads|entries|keys)\b|\bare 1\b|undefined/,
    );
  });
});

it("a list without entries is told with their number", () => {
  const none = fault("empty", [0]);
  expect(sentence(none, "en")).toBe("someField is empty (0 entries). It needs at least one.");
  expect(sentence(none, "tr")).toBe("someField boş (0 giriş). En az bir giriş gerekli.");
});

it("a shape per head is told with what it comes to for all heads", () => {
  const narrow = fault("shape", [5, 2, 5, 3, 4]);
  expect(sentence(narrow, "en")).toBe(
    "someField is 5 × 2 per head (8 columns for 4 heads); it must be 5 × 3 (12 in all).",
  );
  expect(sentence(narrow, "tr")).toBe(
    "someField başlık (head) başına 5 × 2 boyutunda (4 başlık için 8 sütun); 5 × 3 olmalı (toplam 12 sütun).",
  );
});

it("the two languages do not say the same", () => {
  for (const code of errorCodes) {
    const f = fault(code, [11, 12, 13, 14, 15]);
    expect(sentence(f, "tr"), code).not.toBe(sentence(f, "en"));
  }
});

it("an AttentionError carries its fault and an English message", () => {
  const f = fault("widthMismatch", [4, 3]);
  const error = new AttentionError(f);
  expect(error).toMatchObject({ name: "AttentionError", ...f });
  expect(error.message).toBe(sentence(f, "en"));
  expect(error.describe("tr")).toBe(sentence(f, "tr"));
});

it("a language that there is not gets English", () => {
  const error = new AttentionError(fault("widthMismatch", [4, 3]));
  for (const language of ["xx", "__proto__", ""]) {
    expect(error.describe(language as "en")).toBe(error.message);
  }
});

it("a cell that is no number is told by row and column", () => {
  const f = { code: "type", field: "q", other: "number", values: [2, 3] } as const;
  expect(sentence({ ...f, values: [2, 3] }, "en")).toBe("q, row 2, column 3, must be a number.");
  expect(sentence({ ...f, values: [2, 3] }, "tr")).toBe("q, 2. satır, 3. sütun: bir sayı olmalı.");
});

it("what is too large is counted in its own unit, or in numbers", () => {
  const f = { code: "tooLarge", field: "stackCost", values: [7e40, 3e38] } as const;
  const said = (other: string, language: "en" | "tr") =>
    sentence({ ...f, other, values: [...f.values] }, language);
  expect(said("bytes", "en")).toContain("7e+40 bytes;");
  expect(said("bytes", "tr")).toContain("7e+40 bayt ");
  expect(said("", "en")).toContain("7e+40 numbers;");
  expect(said("", "tr")).toContain("7e+40 sayı ");
});

it("an entry, a cell and the work are told", () => {
  const f = (code: ErrorCode, values: number[], other = "") => ({
    code,
    field: "f",
    other,
    values,
  });
  expect(sentence(f("atMost", [1.5, 1, 2]), "en")).toBe("f: entry 2 is 1.5; it must be at most 1.");
  expect(sentence(f("range", [-1, 0, 2, 3]), "en")).toBe(
    "f: row 2, column 3 is -1; it must be at least 0.",
  );
  expect(sentence(f("notFinite", [2]), "tr")).toBe("f: 2. giriş sonlu bir sayı olmalı.");
  expect(sentence(f("tooLarge", [7e9, 6e9], "multiplyAdds"), "en")).toBe(
    "The work for f would come to 7000000000 multiply-adds; the most is 6000000000. Make it smaller.",
  );
});
