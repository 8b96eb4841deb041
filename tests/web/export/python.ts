// A real Python with NumPy, where there is one.

import { spawnSync } from "node:child_process";
import { expect } from "vitest";

const candidates = process.env.PYTHON ? [process.env.PYTHON] : ["python3", "/usr/bin/python3"];

export const withNumPy =
  candidates.find((command) => spawnSync(command, ["-c", "import numpy"]).status === 0) ?? null;

/** What the program prints. */
export function printed(program: string, cwd?: string): string {
  const { stdout, stderr } = spawnSync(withNumPy ?? "python3", ["-"], {
    input: program,
    encoding: "utf8",
    cwd,
  });
  expect(stderr).toBe("");
  return stdout.trim();
}
