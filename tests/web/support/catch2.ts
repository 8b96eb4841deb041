import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** How many tests a preset's program has: what it lists itself, asked in Node. */
export function listed(preset: string): number {
  const program = fileURLToPath(
    new URL(`../../../build/${preset}/tests/attention_tests.js`, import.meta.url),
  );
  // Into a file: at its end the program leaves behind what a pipe has not taken yet.
  const folder = mkdtempSync(join(tmpdir(), "listed-"));
  const file = join(folder, "list.txt");
  const output = openSync(file, "w");
  // Catch2 2 answers with the number of tests as exit code; that is no failure here.
  const { error, signal } = spawnSync(process.execPath, [program, "--list-tests"], {
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  const list = readFileSync(file, "utf8");
  rmSync(folder, { recursive: true });
  const count = /(\d+) test cases/.exec(list)?.[1];
  if (!count) throw new Error(`no list of tests: ${error ?? signal ?? ""} ${list}`);
  return Number(count);
}
