// MicroPython, as the cell needs it: one interpreter runs one cell. Its state is fresh for each run,
// because each run has an interpreter of its own.

import { foreignCharacter } from "./characters.ts";
import { inContext } from "./context.ts";
import { errorFrom } from "./errors.ts";
import harness from "./harness.py?raw";
import {
  type MicroPython as Arrays,
  type Family,
  installFamily,
  installModules,
  matrixToPython,
  pythonToMatrix,
} from "./modules/index.ts";
import { prepare } from "./modules/prepare.ts";
import type { Numbers, Request, RunResult } from "./protocol.ts";
import { explained } from "./syntax.ts";

/** What is used of the package's own interface. */
export interface MicroPython extends Arrays {
  readonly globals: { get(name: string): unknown; set(name: string, value: unknown): void };
  runPython(code: string): unknown;
}

export type Load = (options: {
  url: string;
  heapsize: number;
  pystack: number;
  linebuffer: boolean;
  stdout: (bytes: Uint8Array) => void;
  stderr: (bytes: Uint8Array) => void;
}) => Promise<MicroPython>;

/** Bytes: what there is at first, and how far it may grow. Half of it is lost where it grows. */
const HEAP = 4 << 20;
const MOST_MEMORY = 160 << 20;

/** Bytes for the frames of calls; then Python says that the recursion is too deep. */
const FRAMES = 64 << 10;

/** Numbers of a result: more are too many to be drawn, and slow to send. */
const LARGEST = 65_536;

/** A partial line is shown when it is this long. */
const PIECE = 256;

/**
 * The heap grows until the engine refuses, which on a desktop is at 2 GB and many seconds later.
 * The Memory is the package's own and not to be had, so its prototype is told.
 */
export function limitMemory(): void {
  const { prototype } = WebAssembly.Memory;
  const grow = prototype.grow;
  prototype.grow = function (this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + pages * 65_536 > MOST_MEMORY) {
      throw new RangeError("the cell may not take more memory");
    }
    return grow.call(this, pages);
  };
  // The package tells the console of each refusal; Python tells the reader.
  const { error } = console;
  console.error = (...told: unknown[]) => {
    if (!/^(growMemory:|Failed to grow the heap)/.test(String(told[0]))) error(...told);
  };
}

/** Whole characters, a line or a long piece of one at a time. */
class Printer {
  readonly #decoder = new TextDecoder();
  readonly #bytes: number[] = [];
  readonly #print: (text: string) => void;

  constructor(print: (text: string) => void) {
    this.#print = print;
  }

  readonly take = (bytes: Uint8Array): void => {
    for (const byte of bytes) {
      this.#bytes.push(byte);
      if (byte === 10 || this.#bytes.length >= PIECE) this.flush();
    }
  };

  flush(): void {
    const text = this.#decoder.decode(Uint8Array.from(this.#bytes.splice(0)), { stream: true });
    if (text) this.#print(text);
  }
}

/** The matrices that the code left under these names. */
function taken(python: MicroPython, names: readonly string[]): Pick<RunResult, "values" | "large"> {
  const values: Record<string, Numbers> = {};
  const large: string[] = [];
  for (const name of names) {
    const matrix = pythonToMatrix(python, name);
    const size = matrix?.data.length ?? 0;
    if (size > LARGEST) large.push(name);
    else if (matrix && matrix.shape.length > 0 && size > 0) values[name] = matrix;
  }
  return { values, large };
}

const nothing: Pick<RunResult, "values" | "large"> = { values: {}, large: [] };

interface Answer {
  readonly error: { type: string; message: string; trace: string } | null;
  readonly call: string | null;
}

export interface Interpreter {
  /** Fetches and reads what code will import; before it runs. */
  bring(families: readonly Family[]): Promise<void>;
  run(request: Request): RunResult;
}

export async function startInterpreter(
  load: Load,
  wasm: string,
  print: (text: string) => void,
): Promise<Interpreter> {
  const printer = new Printer(print);
  const python = await load({
    url: wasm,
    heapsize: HEAP,
    pystack: FRAMES,
    linebuffer: false,
    stdout: printer.take,
    stderr: printer.take,
  });
  installModules(python);
  python.FS.writeFile("/lib/_harness.py", harness);
  python.runPython("import _harness");
  const there = new Set<Family>();
  return {
    async bring(families) {
      for (const family of families) {
        if (there.has(family)) continue;
        there.add(family);
        await installFamily(python, family);
        python.runPython(`_harness.bring("${family}")`);
      }
    },
    run(request) {
      const begun = performance.now();
      // A file may begin with a byte order mark.
      const code = request.code.replace(/^\ufeff/, "");
      const foreign = foreignCharacter(code);
      if (foreign) return { error: foreign, ...nothing, call: null, milliseconds: 0 };
      const given = Object.entries(request.matrices);
      for (const [name, matrix] of given) matrixToPython(python, name, matrix, request.kind);
      const names = given.map(([name]) => name);
      const asked = { ...request, code: prepare(code), matrices: names };
      python.globals.set("_request", JSON.stringify(asked));
      python.runPython("_answer = _harness.run(_request)");
      const answer = JSON.parse(String(python.globals.get("_answer"))) as Answer;
      const milliseconds = performance.now() - begun;
      printer.flush();
      const left = answer.error ? nothing : taken(python, [...request.results, ...names]);
      const error = answer.error && inContext(explained(errorFrom(answer.error), code), code);
      return { error, ...left, call: answer.call, milliseconds };
    },
  };
}
