// The process around a command, and how a command ends that did not do what was asked.

import type { Language } from "../cases/text.ts";

/** What a process gives a command. Reading and printing reject with an Error that says why. */
export interface Host {
  /** The language of sentences, where none is asked for. */
  readonly language: Language;
  /** "-" is standard input. */
  read(file: string): Promise<Uint8Array>;
  /** The files of a folder, by name, without the folders in it. */
  list(folder: string): Promise<string[]>;
  version(): Promise<string>;
  /** To standard output, piece after piece: all of it may be more than a text can hold. */
  print(pieces: Iterable<string>): Promise<void>;
  /** A line of standard error. */
  say(line: string): void;
}

/** The command was not understood, or a file could not be read. */
export class Usage extends Error {}

/** What was read is refused: told as JSON, and in a sentence. */
export class Refused extends Error {
  readonly fault: { code: string; field: string; other: string; values: number[] };

  constructor(fault: Refused["fault"], sentence: string) {
    super(sentence);
    this.fault = fault;
  }
}

/** Standard output takes no more: there is no use in going on. `cause` is what the system said. */
export class Unwritten extends Error {}

export function print(host: Host, pieces: Iterable<string>): Promise<void> {
  return host.print(pieces).catch((cause: unknown) => {
    throw new Unwritten("", { cause });
  });
}

export const printLine = (host: Host, line: string): Promise<void> => print(host, [line, "\n"]);
