#!/usr/bin/env node
// The program `dikkat`: the command line in a process of Node.

import { createReadStream } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { collected } from "./bytes.ts";
import { command } from "./command.ts";

// Of standard output every write is told by itself; where sentences cannot be said, nobody can be told.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

const write = (text: string) =>
  new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });

/** Written at once: one call of the system for each small piece would take most of the time. */
const ENOUGH = 2 ** 16;

async function print(pieces: Iterable<string>): Promise<void> {
  let text = "";
  for (const piece of pieces) {
    text += piece;
    if (text.length < ENOUGH) continue;
    await write(text);
    text = "";
  }
  await write(text);
}

/** The first of these that is set rules, as in other programs; where there are none, the system is asked. */
const { LC_ALL, LC_MESSAGES, LANG } = process.env;
const locale = LC_ALL || LC_MESSAGES || LANG || Intl.DateTimeFormat().resolvedOptions().locale;

async function list(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
}

const manifest = new URL("../package.json", import.meta.url);

// Set rather than exited with: what is said into a pipe may still be on its way.
process.exitCode = await command(process.argv.slice(2), {
  language: /^tr\b|^tr_/i.test(locale) ? "tr" : "en",
  read: (file) => collected(file === "-" ? process.stdin : createReadStream(file)),
  list,
  version: async () => JSON.parse(await readFile(manifest, "utf8")).version,
  print,
  say: (line) => void process.stderr.write(`${line}\n`),
});
