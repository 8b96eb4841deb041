// The cell's interpreter in Node: the same program that the Worker loads.

import { vi } from "vitest";
import { type Load, startInterpreter } from "../../../web/src/python/interpreter.ts";
import { familiesFor } from "../../../web/src/python/modules/families.ts";
import type { Request, RunResult } from "../../../web/src/python/protocol.ts";
import { glue, program } from "./program.ts";

// The package frees what is collected in the interpreter that was started last, and there are many
// here; a Worker has one.
vi.stubGlobal(
  "FinalizationRegistry",
  class {
    register() {}
  },
);

const { loadMicroPython } = (await import(glue)) as { loadMicroPython: Load };

/** A run in an interpreter of its own, with what it printed, piece by piece. */
export async function runCell(
  code: string,
  more: Partial<Request> = {},
): Promise<RunResult & { readonly output: string[] }> {
  const output: string[] = [];
  const interpreter = await startInterpreter(loadMicroPython, program, (text) => output.push(text));
  const results = ["output", "weights"];
  const request = { code, kind: "numpy" as const, matrices: {}, labels: {}, results, ...more };
  await interpreter.bring(familiesFor(request));
  return { ...interpreter.run(request), output };
}
