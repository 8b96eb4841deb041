// The core against the second opinion: problems with the answers of scripts/numpy_reference, which
// was written from papers and conventions without the core's code (scripts/golden.py).
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { loadAttention } from "../../web/src/core/index.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = `${root}tests/golden/`;

interface Entry {
  name: string;
  call: string;
  /** The named fields of the call, or a list of its arguments. */
  input: object | unknown[];
  /** The fields of the result that are compared, or the whole result. */
  expected: unknown;
  /** |got - want| <= tolerance (1 + |want|). */
  tolerance: number;
}

const nonFinite = ["NaN", "Infinity", "-Infinity"];

/** JSON has no NaN and no infinities: their names stand for them. */
const read = (file: string): { entries: Entry[] } =>
  JSON.parse(readFileSync(folder + file, "utf8"), (_, value) =>
    nonFinite.includes(value) ? Number(value) : value,
  );

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function nested(shape: readonly number[], data: readonly unknown[]): unknown {
  const [rows = 0, ...rest] = shape;
  if (rest.length === 0) return data;
  const size = data.length / rows;
  return Array.from({ length: rows }, (_, i) => nested(rest, data.slice(i * size, (i + 1) * size)));
}

/** A result as the files hold it: a tensor is a list of lists. */
function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array);
  if (isObject(value) && Array.isArray(value.shape))
    return nested(value.shape, plain(value.data) as unknown[]);
  return value;
}

const near = (got: unknown, want: number, tolerance: number): boolean =>
  Number.isFinite(want)
    ? typeof got === "number" && Math.abs(got - want) <= tolerance * (1 + Math.abs(want))
    : Object.is(got, want);

/** Where `got` is not `want`, or "". Only the fields of `want` are asked for. */
function difference(path: string, result: unknown, want: unknown, tolerance: number): string {
  const got = plain(result);
  const wrong = () => `${path} is ${JSON.stringify(got)}, it must be ${JSON.stringify(want)}`;
  if (typeof want === "number")
    return near(got, want, tolerance) ? "" : `${path} is ${got}, it must be ${want}`;
  if (Array.isArray(want)) {
    if (!Array.isArray(got) || got.length !== want.length) return wrong();
    const found = want.map((part, i) => difference(`${path}[${i}]`, got[i], part, tolerance));
    return found.find((text) => text !== "") ?? "";
  }
  if (isObject(want)) {
    if (!isObject(got)) return wrong();
    const found = Object.entries(want).map(([field, part]) =>
      difference(path ? `${path}.${field}` : field, got[field], part, tolerance),
    );
    return found.find((text) => text !== "") ?? "";
  }
  return Object.is(got, want) ? "" : wrong();
}

const simd = await loadAttention({ build: "simd" });
const scalar = await loadAttention({ build: "scalar" });
const files = readdirSync(folder).filter((file) => file.endsWith(".json"));

for (const [build, core] of Object.entries({ simd, scalar })) {
  for (const file of files) {
    describe(`${file}, ${build} build`, () => {
      const entries = read(file).entries.map((entry) => [entry.name, entry] as const);
      it.each(entries)("%s", (_name, { call, input, expected, tolerance }) => {
        const run = (core as unknown as Record<string, (...given: unknown[]) => unknown>)[call];
        expect(typeof run, `core.${call}`).toBe("function");
        const result = run?.(...(Array.isArray(input) ? input : [input]));
        expect(difference("", result, expected, tolerance)).toBe("");
      });
    });
  }
}

describe("the comparison", () => {
  const tensor = { shape: [2, 1], data: Float64Array.of(1, Number.NaN) };

  it("finds a number that is off, and where", () => {
    expect(difference("", { a: [1, 3.1] }, { a: [1, 3] }, 0.02)).toBe("a[1] is 3.1, it must be 3");
    expect(difference("", { a: [1, 3.05] }, { a: [1, 3] }, 0.02)).toBe("");
  });

  it("lets NaN pass for NaN alone", () => {
    expect(difference("x", tensor, [[1], [Number.NaN]], 1)).toBe("");
    expect(difference("x", tensor, [[1], [0]], 1)).toBe("x[1][0] is NaN, it must be 0");
    expect(difference("x", 0, Number.NaN, 1)).toBe("x is 0, it must be NaN");
    expect(difference("x", 1e300, Number.POSITIVE_INFINITY, 1)).not.toBe("");
  });

  it("compares shapes, flags and missing fields", () => {
    expect(difference("x", tensor, [1, Number.NaN], 1)).not.toBe("");
    expect(difference("x", [true, true], [true, false], 1)).not.toBe("");
    expect(difference("x", {}, { y: 1 }, 1)).toBe("x.y is undefined, it must be 1");
  });
});

/** The first Python that has NumPy. */
const python = ["python3", "/usr/bin/python3"].find((command) => {
  try {
    execFileSync(command, ["-c", "import numpy"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
});

describe("scripts/golden.py", () => {
  it("computes what the files say", ({ skip }) => {
    if (!python) return skip("there is no python3 with NumPy");
    const command = () => execFileSync(python, [`${root}scripts/golden.py`, "--check"]);
    expect(String(command())).toContain("tests/golden says what was computed anew");
  });
});
