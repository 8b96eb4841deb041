import {
  families,
  installFamily,
  installModules,
  type MicroPython,
  prepare,
  startRun,
} from "../../../web/src/python/modules/index.ts";
import { glue, program } from "./program.ts";

type Interpreter = MicroPython & { runPython(source: string): unknown };
interface Options {
  url: string;
  stdout(line: string): void;
  linebuffer: boolean;
  heapsize: number;
}
const { loadMicroPython } = (await import(glue)) as {
  loadMicroPython(options: Options): Promise<Interpreter>;
};

export interface Python {
  readonly py: Interpreter;
  /** What the program prints, with the type and message of the error that ends it. */
  run(source: string): string;
}

/** MicroPython in Node with the page's modules. */
export async function python(): Promise<Python> {
  const lines: string[] = [];
  const py = await loadMicroPython({
    url: program,
    stdout: (line: string) => lines.push(line),
    linebuffer: true,
    heapsize: 8 * 1024 * 1024,
  });
  installModules(py);
  for (const family of families) await installFamily(py, family);
  const run = (source: string): string => {
    lines.length = 0;
    startRun();
    py.runPython(prepare(source));
    return lines.map((line) => `${line}\n`).join("");
  };
  return { py, run };
}

/** The source, with an error printed as "ValueError: message" and nothing thrown. */
export const caught = (source: string): string =>
  `try:\n${source.replace(/^/gm, "    ")}\nexcept Exception as error:\n    print(type(error).__name__ + ': ' + str(error))\n`;
