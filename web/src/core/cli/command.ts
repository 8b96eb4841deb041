// The command line, without the process around it.

import { parseArgs } from "node:util";
import { call, callNames, UnknownCall } from "../calls.ts";
import { fromJson, toJson } from "../cases/json.ts";
import { type Case, type Language, type Path, paths, runByPaths } from "../cases/run.ts";
import { sentences } from "../cases/text.ts";
import { AttentionError } from "../errors.ts";
import { fields } from "../fields.ts";
import { loadAttention } from "../load.ts";
import type { Attention } from "../types.ts";
import { layout } from "./layout.ts";
import { malformedAt, tooDeepAt } from "./malformed.ts";
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

const flags = ["flat", "help", "version"] as const;
const settings = ["language", "path"] as const;

/** What is wrong with how an option is written, or "". */
function badOption(name: string, written: string, value: unknown, language: Language): string {
  const say = words[language];
  if (isOneOf(settings, name)) return value === undefined ? say.needsValue(written) : "";
  if (!isOneOf(flags, name)) return say.unknownOption(written);
  return value === undefined ? "" : say.noValue(written);
}

function asked(args: readonly string[], language: Language): Asked {
  const off = { type: "boolean", default: false } as const;
  // Judged here rather than by parseArgs, which knows English only.
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options: {
      flat: off,
      language: { type: "string", default: "en" },
      path: { type: "string" },
      help: { ...off, short: "h" },
      version: off,
    },
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const wrong = badOption(token.name, token.rawName, token.value, language);
    if (wrong) throw new Usage(`${wrong} ${words[language].hint}`);
  }
  const { language: told, path } = values as { language: string; path?: string };
  if (!isOneOf(["en", "tr"] as const, told)) throw new Usage(words[language].badLanguage);
  if (path !== undefined && !isOneOf(paths, path)) throw new Usage(words[language].badPath);
  return {
    ...{ positionals, language: told, path },
    ...{ flat: !!values.flat, help: !!values.help, version: !!values.version },
  };
}

/** In which language to say that the options are wrong. */
function languageOf(args: readonly string[]): Language {
  const turkish = args.some(
    (arg, i) => arg === "--language=tr" || (arg === "--language" && args[i + 1] === "tr"),
  );
  return turkish ? "tr" : "en";
}

/** Why a file could not be read, as far as it is one of the usual reasons. */
function reason(error: NodeJS.ErrnoException, language: Language): string {
  const { reasons } = words[language];
  return reasons[error.code ?? ""] ?? error.code ?? error.message;
}

/** More than any call has use for; what is read is walked through by functions that call themselves. */
const MOST_DEPTH = 64;

async function readJson(host: Host, file: string, language: Language): Promise<unknown> {
  const say = words[language];
  const text = await host.read(file).catch((error: Error) => {
    throw new Usage(say.unreadable(file, reason(error, language)));
  });
  // Some editors put a mark in front that JSON does not know.
  const json = text.replace(/^\ufeff/, "");
  const refused = (code: string, values: number[], sentence: string) =>
    new Refused({ code, field: file, other: "", values }, sentence);
  if (json.trim() === "") throw refused("empty", [0], say.empty(file));
  const deep = tooDeepAt(json, MOST_DEPTH);
  if (deep) {
    const { line, column } = deep;
    throw refused("depth", [line, column, MOST_DEPTH], say.deep(file, line, column, MOST_DEPTH));
  }
  try {
    return JSON.parse(json);
  } catch {
    const { line, column } = malformedAt(json);
    throw refused("json", [line, column], say.malformed(file, line, column));
  }
}

const isCase = (value: unknown): value is Case =>
  typeof value === "object" && value !== null && "calls" in value;

/** What a file holds as cases, whether or not each is a good one; or nothing. */
function casesOf(json: unknown): Case[] {
  if (isCase(json)) return [json];
  return Array.isArray(json) && json.some(isCase) ? json : [];
}

class Tally {
  passed = 0;
  failed = 0;
  skipped = 0;
  readonly #host: Host;
  readonly #language: Language;

  constructor(host: Host, language: Language) {
    this.#host = host;
    this.#language = language;
  }

  line(result: "passed" | "failed" | "skipped", what: string): void {
    this[result]++;
    this.#host.print(`${words[this.#language][result]} ${what}`);
  }

  cases(core: Attention, cases: readonly Case[], path: Path | undefined): void {
    const wanted = path === undefined ? paths : [path];
    for (const [i, test] of cases.entries()) {
      const result = runByPaths(core, test, wanted, this.#language);
      const { id, title, passed, checked, message } = result;
      // A case of somebody's own may have no name.
      const named = [id ?? `#${i + 1}`, title?.[this.#language] ?? ""].join(" ").trim();
      if (!passed) this.line("failed", `${named}: ${message}`);
      else this.line(checked ? "passed" : "skipped", named);
    }
  }

  /** The sum, and the exit code. */
  end(): number {
    this.#host.print(words[this.#language].sum(this.passed, this.failed, this.skipped));
    return this.failed > 0 ? 1 : 0;
  }
}

async function runFolder(core: Attention, host: Host, folder: string, options: Asked) {
  const { language, path } = options;
  const files = await host.list(folder).catch((error: Error) => {
    throw new Usage(words[language].unreadable(folder, reason(error, language)));
  });
  const json = files.filter((file) => file.endsWith(".json")).sort();
  if (json.length === 0) throw new Usage(words[language].noCases(folder));
  const tally = new Tally(host, language);
  for (const file of json) {
    try {
      const cases = casesOf(await readJson(host, `${folder}/${file}`, language));
      if (cases.length === 0) tally.line("failed", `${file} ${words[language].notCases}`);
      tally.cases(core, cases, path);
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Usage)) throw error;
      tally.line("failed", error.message);
    }
  }
  return tally.end();
}

function compute(core: Attention, json: unknown, language: Language): unknown {
  const { call: name = "attention", ...input } = fields(json as Record<string, unknown>);
  try {
    return call(core, String(name), fromJson(input) as Record<string, unknown>);
  } catch (error) {
    if (!(error instanceof UnknownCall)) throw error;
    const sentence = sentences[language].unknownCall(String(name), error.names.join(", "));
    throw new Refused({ code: "call", field: "call", other: "", values: [] }, sentence);
  }
}

async function runFile(core: Attention, host: Host, file: string, options: Asked) {
  const { language, flat, path } = options;
  const json = await readJson(host, file, language);
  const cases = casesOf(json);
  if (cases.length > 0) {
    if (flat) throw new Usage(words[language].flatOfCalls);
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
  if ((version || help) && first !== undefined) throw new Usage(words[language].alone(first));
  if (version) {
    host.print(await host.version());
    return 0;
  }
  if (first === "cases" && options.flat) throw new Usage(words[language].flatOfCalls);
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

/** Runs `dikkat` with these arguments, and resolves to its exit code (0 to 3, see `usage`). */
export async function command(args: readonly string[], host: Host): Promise<number> {
  const language = languageOf(args);
  try {
    return await run(args, host);
  } catch (error) {
    if (error instanceof AttentionError || error instanceof Refused) {
      return refuse(error, host, language);
    }
    if (error instanceof Usage) {
      host.say(error.message);
      return 2;
    }
    host.say(words[language].broken(error instanceof Error ? error.message : String(error)));
    return 3;
  }
}
