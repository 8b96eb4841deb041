/**
 * What `import numpy as np` and `import torch` give in the Python cell: thin Python classes over
 * arrays that live, and are computed, in JavaScript.
 *
 *   const py = await loadMicroPython({ stdout, linebuffer: false });
 *   installModules(py);                              // once for an interpreter, before any code
 *   for (const family of families) await installFamily(py, family);
 *   matrixToPython(py, "X", { shape: [3, 2], data });            // a NumPy array, float64
 *   matrixToPython(py, "X", { shape: [3, 2], data }, "torch");   // a tensor, float64
 *   startRun();                       // where an interpreter runs another program: the budget is a run's
 *   py.runPython(prepare(source));    // line numbers stay
 *   pythonToMatrix(py, "output");                    // { shape, data } or null
 */
import type { NDArray } from "./arrays/array.ts";
import { fromNumbers, toNumbers } from "./arrays/array.ts";
import { functions } from "./arrays/functions.ts";
import type { Family } from "./families.ts";
import core from "./python/_core.py?raw";
import operands from "./python/_operands.py?raw";
import words from "./python/_words.py?raw";
import { type Sources, sourcesOf } from "./sources.ts";

export { startBudget as startRun } from "./arrays/array.ts";
export { type Family, families, familiesFor } from "./families.ts";
export { prepare } from "./prepare.ts";

/** What these modules need of the interpreter that loadMicroPython gives. */
export interface MicroPython {
  readonly FS: {
    mkdirTree?(path: string): void;
    mkdir(path: string): void;
    writeFile(path: string, text: string): void;
  };
  readonly globals: { set(name: string, value: unknown): void };
  /** Reads and writes the interpreter's memory, where array.array keeps its numbers. */
  readonly _module: {
    getValue(address: number, type: "double"): number;
    setValue(address: number, value: number, type: "double"): void;
  };
  registerJsModule(name: string, module: object): void;
  pyimport(name: string): unknown;
}

export interface Matrix {
  /** Any rank; [] is a single number. */
  readonly shape: readonly number[];
  /** Row by row. */
  readonly data: Float64Array;
}

/** To be registered with registerJsModule before any code runs. */
export function jsModules(py: MicroPython): Readonly<Record<string, object>> {
  return { _arrays: functions(py._module) };
}

/** Where MicroPython looks for modules first. */
const library = "/lib";

export function installModules(py: MicroPython): void {
  for (const [name, module] of Object.entries(jsModules(py))) py.registerJsModule(name, module);
  write(py, { "_core.py": core, "_operands.py": operands, "_words.py": words });
  for (const name of ["_core", "_operands", "_words"]) py.pyimport(name);
}

/** What `import numpy`, `import torch` and the like read; before any code that says so. */
export async function installFamily(py: MicroPython, family: Family): Promise<void> {
  write(py, await sourcesOf(family));
}

function write(py: MicroPython, sources: Sources): void {
  for (const [path, source] of Object.entries(sources)) {
    const parts = path.split("/").slice(0, -1);
    parts.reduce((folder, part) => makeFolder(py, `${folder}/${part}`), makeFolder(py, library));
    py.FS.writeFile(`${library}/${path}`, source);
  }
}

function makeFolder(py: MicroPython, path: string): string {
  try {
    py.FS.mkdir(path);
  } catch {
    // It is there.
  }
  return path;
}

interface Bridge {
  give(name: string, array: NDArray, kind: "numpy" | "torch"): void;
  take(name: string): NDArray | null;
}

/** Puts a matrix into the globals under a name: a float64 NumPy array or tensor, a copy. */
export function matrixToPython(
  py: MicroPython,
  name: string,
  matrix: Matrix,
  kind: "numpy" | "torch" = "numpy",
): void {
  const bridge = py.pyimport("_core") as Bridge;
  bridge.give(name, fromNumbers("float64", [...matrix.shape], matrix.data.slice()), kind);
}

/** The global of that name as numbers: a NumPy array, a tensor or a number; null for all else. */
export function pythonToMatrix(py: MicroPython, name: string): Matrix | null {
  const found = (py.pyimport("_core") as Bridge).take(name);
  return found && { shape: [...found.shape], data: toNumbers(found) };
}
