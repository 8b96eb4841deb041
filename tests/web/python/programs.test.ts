// Programs as people type them print what they print in a real Python.

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { runCell } from "../support/cell.ts";

// Beside each stands what Python 3.11 with NumPy 1.24.2 and PyTorch 1.13.1 printed:
// for f in *.py; do python3 $f > ${f%.py}.expected.txt; done
const folder = new URL("../../python/programs/", import.meta.url);
const read = (file: string) => readFileSync(new URL(file, folder), "utf8");
const programs = readdirSync(folder).filter((file) => file.endsWith(".py"));

test.each(programs)("%s", async (file) => {
  const { error, output } = await runCell(read(file), { kind: "numpy", results: [] });
  expect(error).toBeNull();
  expect(output.join("")).toBe(read(file.replace(/py$/, "expected.txt")));
});
