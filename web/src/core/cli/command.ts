// The command line, without the process around it.

import { parseArgs } from "node:util";
import { call, callNames, UnknownCall } from "../calls.ts";
import { fromJson, toJson } from "../cases/json.ts";
import {
  type Case,
  type CaseResult,
  type Language,
  type Path,
  paths,
  runByPaths,
} from "../cases/run.ts";
import { AttentionError } from "../errors.ts";
import { fields, wrongType } from "../fields.ts";
import { loadAttention } from "../load.ts";
import type { Attention } from "../types.ts";
import { layout } from "./layout.ts";
import { malformedAt } from "./malformed.ts";
import { words } from "./text.ts";

/** What a process gives a command. Reading rejects with an Error that says why. */
export interface Host {
  /** "-" is standard input. */
  read(file: string): Promise<string>;
  /** The files of a folder, by name. */
  list(folder: string): Promise<string[]>;
  version(): Promise<string>;
  /** A line of standard output. */
  print(line: string): void;
  /** A line of standard error. */
  say(line: string): void;
}

interface Asked {
  positionals: string[];
  flat: boolean;
  language: Language;
  path: Path | undefined;
  help: boolean;
  version: boolean;
}

/** The command was not understood, or a file not found. */
class Usage extends Error {}

/** What was read is refused: told as JSON, and in a sentence. */
class Refused extends Error {
  readonly fault: { code: string; field: string; other: string; values: number[] };

  constructor(fault: Refused["fault"], sentence: string) {
    super(sentence);
    this.fault = fault;
  }
}

const isOneOf = <T extends string>(list: readonly T[], word: string | undefined): word is T =>
  list.includes(word as T);

function asked(args: readonly string[], language: Language): Asked {
  const off = { type: "boolean", default: false } as const;
  const options = {
    flat: off,
    language: { type: "string", default: "en" },
    path: { type: "string" },
    help: { ...off, short: "h" },
    version: off,
  } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const { path } = values;
    if (!isOneOf(["en", "tr"] as const, values.language)) {
      throw new Usage(words[language].badLanguage);
    }
    if (path !== undefined && !isOneOf(paths, path)) throw new Usage(words[language].badPath);
    return { ...values, path, language: values.language, positionals };
  } catch (error) {
    if (error instanceof Usage) throw error;
    throw new Usage(`${(error as Error).message.split("\n")[0]} ${words[language].hint}`);
  }
}

/** In which language to say that the options are wrong. */
function languageOf(args: readonly string[]): Language {
  const turkish = args.some(
    (arg, i) => arg === "--language=tr" || (arg === "--language" && args[i + 1] === "tr"),
  );
  return turkish ? "tr" : "en";
}

async function readJson(host: Host, file: string, language: Language): Promise<unknown> {
  const text = await host.read(file).catch((error: Error) => {
    throw new Usage(words[language].unreadable(file, error.message));
  });
  // Some editors put a mark in front that JSON does not know.
  const json = text.replace(/^\ufeff/, "");
  try {
    return JSON.parse(json);
  } catch {
    const { line, column } = malformedAt(json);
    const fault = { code: "json", field: file, other: "", values: [line, column] };
    throw new Refused(fault, words[language].malformed(file, line, column));
  }
}

const isCase = (value: unknown): value is Case =>
  typeof value === "object" && value !== null && "calls" in value && Array.isArray(value.calls);

/** The cases that a file holds, or none. */
function casesOf(json: unknown): Case[] {
  if (isCase(json)) return [json];
  return Array.isArray(json) && json.length > 0 && json.every(isCase) ? json : [];
}

/** Anything may be in a file: a case that is none has failed. */
function runOne(core: Attention, test: Case, path: Path | undefined): CaseResult {
  try {
    return runByPaths(core, test, path === undefined ? paths : [path]);
  } catch (error) {
    return { id: test.id, title: test.title, passed: false, message: String(error) };
  }
}

class Tally {
  passed = 0;
  failed = 0;
  readonly #host: Host;
  readonly #language: Language;

  constructor(host: Host, language: Language) {
    this.#host = host;
    this.#language = language;
  }

  line(passed: boolean, what: string): void {
    const { passed: good, failed: bad } = words[this.#language];
    if (passed) this.passed++;
    else this.failed++;
    this.#host.print(`${passed ? good : bad} ${what}`);
  }

  cases(core: Attention, cases: readonly Case[], path: Path | undefined): void {
    for (const [i, test] of cases.entries()) {
      const { id, title, passed, message } = runOne(core, test, path);
      // A case of somebody's own may have no name.
      const named = [id ?? `#${i + 1}`, title?.[this.#language] ?? ""].join(" ").trim();
      this.line(passed, passed ? named : `${named}: ${message}`);
    }
  }

  /** The sum, and the exit code. */
  end(): number {
    this.#host.print(words[this.#language].sum(this.passed, this.failed));
    return this.failed > 0 ? 1 : 0;
  }
}

async function runFolder(core: Attention, host: Host, folder: string, options: Asked) {
  const { language, path } = options;
  const files = await host.list(folder).catch((error: Error) => {
    throw new Usage(words[language].unreadable(folder, error.message));
  });
  const json = files.filter((file) => file.endsWith(".json")).sort();
  if (json.length === 0) throw new Usage(words[language].noCases(folder));
  const tally = new Tally(host, language);
  for (const file of json) {
    try {
      const cases = casesOf(await readJson(host, `${folder}/${file}`, language));
      if (cases.length === 0) tally.line(false, `${file} ${words[language].notCases}`);
      tally.cases(core, cases, path);
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Usage)) throw error;
      tally.line(false, error.message);
    }
  }
  return tally.end();
}

function compute(core: Attention, json: unknown, language: Language): unknown {
  if (Array.isArray(json)) throw wrongType("input", "object");
  const { call: name = "attention", ...input } = fields(json as Record<string, unknown>);
  try {
    return call(core, String(name), fromJson(input) as Record<string, unknown>);
  } catch (error) {
    if (!(error instanceof UnknownCall)) throw error;
    const sentence = words[language].unknownCall(String(name), error.names.join(", "));
    throw new Refused({ code: "call", field: "call", other: "", values: [] }, sentence);
  }
}

async function runFile(core: Attention, host: Host, file: string, options: Asked) {
  const { language, flat, path } = options;
  const json = await readJson(host, file, language);
  const cases = casesOf(json);
  if (cases.length > 0) {
    const tally = new Tally(host, language);
    tally.cases(core, cases, path);
    return tally.end();
  }
  if (path !== undefined) throw new Usage(words[language].pathOfCases);
  host.print(layout(toJson(compute(core, json, language), flat)));
  return 0;
}

/** Separated by commas, in lines of at most 78 characters, each after two spaces. */
function lines(names: readonly string[]): string {
  let line = " ";
  const full: string[] = [];
  for (const [i, name] of names.entries()) {
    const item = ` ${name}${i < names.length - 1 ? "," : ""}`;
    if (line.length + item.length > 78) {
      full.push(line);
      line = " ";
    }
    line += item;
  }
  return [...full, line].join("\n");
}

async function run(args: readonly string[], host: Host): Promise<number> {
  const options = asked(args, languageOf(args));
  const { positionals, language, help, version } = options;
  const [first, ...rest] = positionals;
  if (version) {
    host.print(await host.version());
    return 0;
  }
  const core = await loadAttention({ threads: 1 });
  if (help) {
    host.print(words[language].usage(lines(callNames(core))));
    return 0;
  }
  const [file] = first === "cases" ? rest : [first];
  if (file === undefined) throw new Usage(`${words[language].noFile} ${words[language].hint}`);
  if (rest.length > (first === "cases" ? 1 : 0)) throw new Usage(words[language].oneFile);
  return first === "cases"
    ? runFolder(core, host, file, options)
    : runFile(core, host, file, options);
}

/** What is refused is printed as { error }, and said as a sentence. */
function refuse(error: AttentionError | Refused, host: Host, language: Language): number {
  const known = error instanceof AttentionError;
  const { code, field, other, values } = known ? error : error.fault;
  const message = known ? error.describe(language) : error.message;
  host.print(layout(toJson({ error: { code, field, other, values, message } })));
  host.say(message);
  return 1;
}

/** Runs `dikkat` with these arguments, and resolves to its exit code. */
export async function command(args: readonly string[], host: Host): Promise<number> {
  try {
    return await run(args, host);
  } catch (error) {
    if (error instanceof AttentionError || error instanceof Refused) {
      return refuse(error, host, languageOf(args));
    }
    if (!(error instanceof Usage)) throw error;
    host.say(error.message);
    return 2;
  }
}
