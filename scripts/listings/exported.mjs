// What the page exports as C++: compiled against the project's own library, if a build has left it, and
// run. One state with every option there is, since each program takes its time to compile.

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../run.mjs";

const library = `${root}build/native/libattention.a`;

const infinity = Number.POSITIVE_INFINITY;

/** Every option, both zeros, a number with an exponent, and a row that sees nothing. */
export function stateWithAll({ state, inputs }) {
  const direct = state.toDirect(inputs.workedExample.state, {
    q: [
      [1, -0],
      [0.1, 2],
      [0.75, 1e-7],
    ],
    k: [
      [1, 1],
      [0, 1],
      [2, -1 / 3],
      [5, -0.25],
    ],
    v: [[1e-7], [2.5e9], [-3], [0.5]],
  });
  return state.setSettings(direct, {
    ...{ temperature: 2.5, causal: "bottom-right", window: 2, sinks: 1 },
    padding: [false, false, false, true],
    attend: [
      [true, true, true, true],
      [false, false, false, false],
      [true, true, true, true],
    ],
    bias: [
      [0.5, -0.25, 0, 0],
      [0, 0, 0, 0],
      [1, -infinity, 2, 3],
    ],
  });
}

/** What the program has to print: numbers of the core with three decimals. */
function wanted({ weights, output }) {
  const text = ({ shape: [rows, columns], data }) =>
    Array.from({ length: rows }, (_, i) =>
      [...data.subarray(i * columns, (i + 1) * columns)].map((x) => x.toFixed(3)).join(" "),
    ).join("\n");
  return `${text(weights)}\n\n${text(output)}`;
}

/** "" where it prints what the core has; null where there is nothing to compile it with. */
export function checkExported(compiler, eigen, program, trace) {
  if (!compiler || !eigen || !existsSync(library)) return null;
  const folder = mkdtempSync(join(tmpdir(), "exported-"));
  try {
    const [file, made] = [join(folder, "dikkat.cpp"), join(folder, "dikkat")];
    writeFileSync(file, program);
    const flags = ["-std=c++20", "-Wall", "-Wextra", "-Werror", `-I${root}cpp`, "-isystem", eigen];
    execFileSync(compiler, [...flags, "-o", made, file, library], { stdio: "pipe" });
    const said = execFileSync(made, { encoding: "utf8" }).trim();
    const want = wanted(trace);
    return said === want ? "" : `prints\n${said}\nand the core has\n${want}`;
  } catch (error) {
    return String(error.stderr ?? error);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
