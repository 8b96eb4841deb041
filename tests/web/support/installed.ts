// The npm package as a stranger gets it: packed, and installed into an empty folder.
import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../../", import.meta.url));

export interface Packed {
  filename: string;
  /** Bytes of the archive, and of what is in it. */
  size: number;
  unpackedSize: number;
  files: { path: string }[];
}

export interface Installed {
  folder: string;
  packed: Packed;
  /** Runs a program in the folder; its output, or an error that shows all it said. */
  run(command: string, ...args: string[]): string;
  /** The same, with this on its standard input. */
  runWith(input: string, command: string, ...args: string[]): string;
}

/** Whoever asks for it removes the folder. */
export function installed(): Installed {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "dikkat-package-")));
  // The command line speaks the language of the system, whatever that is here.
  const env = { ...process.env, LC_ALL: "C" };
  const runWith = (input: string, command: string, ...args: string[]): string => {
    try {
      const pipes = { encoding: "utf8", stdio: "pipe" } as const;
      return execFileSync(command, args, { cwd: folder, input, env, ...pipes });
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${command} ${args.join(" ")}\n${stdout}${stderr}`);
    }
  };
  const run = (command: string, ...args: string[]) => runWith("", command, ...args);
  const [packed] = JSON.parse(run("npm", "pack", "--json", join(root, "dist/package"))) as [Packed];
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  run("npm", "install", "--offline", "--no-audit", "--no-fund", `./${packed.filename}`);
  return { folder, packed, run, runWith };
}
