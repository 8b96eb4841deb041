// Programs as people type them print what they print in a real Python.

import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test, vi } from "vitest";
import { type Load, startInterpreter } from "../../../web/src/python/interpreter.ts";
import { familiesFor } from "../../../web/src/python/modules/families.ts";

// The package frees what is collected in the interpreter that was started last, and there are many
// here; a Worker has one.
vi.stubGlobal(
  "FinalizationRegistry",
  class {
    register() {}
  },
);

const files = createRequire(import.meta.url);
const name = "@micropython/micropython-webassembly-pyscript";
const { loadMicroPython } = (await import(files.resolve(`${name}/micropython.mjs`))) as {
  loadMicroPython: Load;
};

// Beside each stands what Python 3.11 with NumPy 1.24.2 and PyTorch 1.13.1 printed:
// for f in *.py; do python3 $f > ${f%.py}.expected.txt; done
const folder = new URL("../../python/programs/", import.meta.url);
const read = (file: string) => readFileSync(new URL(file, folder), "utf8");
const programs = readdirSync(folder).filter((file) => file.endsWith(".py"));

test.each(programs)("%s", async (file) => {
  const output: string[] = [];
  const wasm = files.resolve(`${name}/micropython.wasm`);
  const python = await startInterpreter(loadMicroPython, wasm, (text) => output.push(text));
  const request = { code: read(file), kind: "numpy" as const };
  await python.bring(familiesFor(request));
  const { error } = python.run({ ...request, matrices: {}, labels: {}, results: [] });
  expect(error).toBeNull();
  expect(output.join("")).toBe(read(file.replace(/py$/, "expected.txt")));
});
