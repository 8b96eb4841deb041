// The core against the second opinion: problems with the answers of scripts/numpy_reference, which
// was written from papers and conventions without the core's code (scripts/golden.py).
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { call as callByName } from "../../web/src/core/calls.ts";
import { difference } from "../../web/src/core/cases/compare.ts";
import { fromJson } from "../../web/src/core/cases/json.ts";
import { loadAttention } from "../../web/src/core/index.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = `${root}tests/golden/`;

interface Entry {
  name: string;
  call: string;
  input: Record<string, unknown>;
  /** Those fields of the result that are compared, or all of it. */
  expected: unknown;
  /** |got - want| <= tolerance (1 + |want|). */
  tolerance: number;
}

const entriesOf = (file: string): Entry[] =>
  JSON.parse(readFileSync(folder + file, "utf8")).entries;

const simd = await loadAttention({ build: "simd" });
const scalar = await loadAttention({ build: "scalar" });
const files = readdirSync(folder);

for (const [build, core] of Object.entries({ simd, scalar })) {
  for (const file of files) {
    describe(`${file}, ${build} build`, () => {
      const entries = entriesOf(file).map((entry) => [entry.name, entry] as const);
      it.each(entries)("%s", (_name, { call, input, expected, tolerance }) => {
        const result = callByName(core, call, fromJson(input) as Entry["input"]);
        expect(difference("result", result, expected, tolerance)).toBe("");
      });
    });
  }
}

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
    const said = execFileSync(python, [`${root}scripts/golden.py`, "--check"], {
      encoding: "utf8",
    });
    expect(said).toContain("tests/golden says what was computed anew");
  });
});
