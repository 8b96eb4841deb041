// The command line, without the process around it.

import { parseArgs } from "node:util";
import { call, callNames, UnknownCall } from "../calls.ts";
import { fromJson } from "../cases/json.ts";
import { type Language, type Path, paths } from "../cases/run.ts";
import { sentences } from "../cases/text.ts";
import { AttentionError } from "../errors.ts";
import { fields } from "../fields.ts";
import { loadAttention } from "../load.ts";
import { provenance } from "../provenance.ts";
import type { Attention } from "../types.ts";
import { type Host, print, printLine, Refused, Unwritten, Usage } from "./host.ts";
import { layout } from "./layout.ts";
import { readJson, reason } from "./read.ts";
import { casesOf, runFolder, Tally } from "./tally.ts";
import { words } from "./text.ts";

interface Asked {
  positionals: string[];
  flat: boolean;
  language: Language;
  path: Path | undefined;
  help: boolean;
  version: boolean;
  provenance: boolean;
}

const isOneOf = <T extends string>(list: readonly T[], word: string | undefined): word is T =>
  list.includes(word as T);

const flags = ["flat", "help", "version", "provenance"] as const;
const settings = ["language", "path"] as const;
const languages = ["en", "tr"] as const;

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
      language: { type: "string", default: language },
      path: { type: "string" },
      help: { ...off, short: "h" },
      version: off,
      provenance: off,
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
  if (!isOneOf(languages, told)) throw new Usage(words[language].badLanguage);
  if (path !== undefined && !isOneOf(paths, path)) throw new Usage(words[language].badPath);
  return {
    ...{ positionals, language: told, path },
    ...{ flat: !!values.flat, help: !!values.help },
    ...{ version: !!values.version, provenance: !!values.provenance },
  };
}

/** In which language to say that the options are wrong. */
function languageOf(args: readonly string[], otherwise: Language): Language {
  const told = args.flatMap((arg, i) =>
    arg === "--language" ? (args[i + 1] ?? "") : (arg.match(/^--language=(.*)$/)?.[1] ?? []),
  );
  const last = told.at(-1);
  return isOneOf(languages, last) ? last : otherwise;
}

/** Its last line ends with it: where all of it fits into a pipe, nobody is gone before. */
function printJson(host: Host, value: unknown, flat = false): Promise<void> {
  function* pieces() {
    yield* layout(value, flat);
    yield "\n";
  }
  return print(host, pieces());
}

function compute(core: Attention, json: unknown, language: Language): unknown {
  const { call: name = "attention", ...input } = fields(json as Record<string, unknown>);
  const refused = (sentence: string) =>
    new Refused({ code: "call", field: "call", other: "", values: [] }, sentence);
  if (typeof name !== "string") throw refused(words[language].callName);
  try {
    return call(core, name, fromJson(input) as Record<string, unknown>);
  } catch (error) {
    if (!(error instanceof UnknownCall)) throw error;
    throw refused(sentences[language].unknownCall(name, error.names.join(", ")));
  }
}

async function runFile(core: Attention, host: Host, file: string, options: Asked) {
  const { language, flat } = options;
  const json = await readJson(host, file, language);
  const cases = casesOf(json);
  if (cases.length > 0) {
    if (flat) throw new Usage(words[language].flatOfCalls);
    const tally = new Tally(host, options);
    await tally.cases(core, cases);
    return tally.end();
  }
  if (options.path !== undefined) throw new Usage(words[language].pathOfCases);
  await printJson(host, compute(core, json, language), flat);
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
  const options = asked(args, languageOf(args, host.language));
  const { positionals, language, help, version, provenance: origin } = options;
  const [first, ...rest] = positionals;
  if ((version || help || origin) && first !== undefined)
    throw new Usage(words[language].alone(first));
  if (version) {
    await printLine(host, await host.version());
    return 0;
  }
  if (origin) {
    await printJson(host, provenance);
    return 0;
  }
  if (first === "cases" && options.flat) throw new Usage(words[language].flatOfCalls);
  const core = await loadAttention({ threads: 1 });
  if (help) {
    await printLine(host, words[language].usage(lines(callNames(core))));
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
async function refuse(error: AttentionError | Refused, host: Host, language: Language) {
  const known = error instanceof AttentionError;
  const { code, field, other, values } = known ? error : error.fault;
  const message = known ? error.describe(language) : error.message;
  host.say(message);
  await printJson(host, { error: { code, field, other, values, message } });
  return 1;
}

/** Whoever reads may have had enough, and is not told: `dikkat ... | head`. */
function unwritten(cause: NodeJS.ErrnoException, host: Host, language: Language): void {
  if (cause.code !== "EPIPE") host.say(words[language].unwritten(reason(cause, language)));
}

/** Runs `dikkat` with these arguments, and resolves to its exit code (0 to 3, see `usage`). */
export async function command(args: readonly string[], host: Host): Promise<number> {
  const language = languageOf(args, host.language);
  try {
    return await run(args, host).catch((error: unknown) => {
      const refused = error instanceof AttentionError || error instanceof Refused;
      if (!refused) throw error;
      return refuse(error, host, language);
    });
  } catch (error) {
    if (error instanceof Usage) {
      host.say(error.message);
      return 2;
    }
    if (error instanceof Unwritten) unwritten(error.cause as Error, host, language);
    else host.say(words[language].broken(error instanceof Error ? error.message : String(error)));
    return 3;
  }
}
