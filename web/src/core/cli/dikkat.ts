#!/usr/bin/env node
// The program `dikkat`: the command line in a process of Node.

import { readdir, readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { command } from "./command.ts";

// Whoever reads may have had enough: `dikkat ... | head`.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") return;
  process.stderr.write(`dikkat: ${error.message}\n`);
  process.exitCode = 3;
});

const manifest = new URL("../package.json", import.meta.url);

// Set rather than exited with: what is printed into a pipe may still be on its way.
process.exitCode = await command(process.argv.slice(2), {
  read: (file) => (file === "-" ? text(process.stdin) : readFile(file, "utf8")),
  list: (folder) => readdir(folder),
  version: async () => JSON.parse(await readFile(manifest, "utf8")).version,
  print: (line) => void process.stdout.write(`${line}\n`),
  say: (line) => void process.stderr.write(`${line}\n`),
});
