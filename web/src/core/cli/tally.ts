// Cases of somebody's own, from one file or from a folder: a line each, then the sum.

import { type Case, type Language, type Path, paths, runByPaths } from "../cases/run.ts";
import type { Attention } from "../types.ts";
import { type Host, printLine, Refused, Usage } from "./host.ts";
import { readJson, unreadable } from "./read.ts";
import { words } from "./text.ts";

/** How cases are run. */
export interface Way {
  language: Language;
  /** Left out: by every path that a call offers. */
  path: Path | undefined;
}

const isCase = (value: unknown): value is Case =>
  typeof value === "object" && value !== null && "calls" in value;

/** What a file holds as cases, whether or not each is a good one; or nothing. */
export function casesOf(json: unknown): Case[] {
  if (isCase(json)) return [json];
  return Array.isArray(json) && json.some(isCase) ? json : [];
}

export class Tally {
  passed = 0;
  failed = 0;
  skipped = 0;
  readonly #host: Host;
  readonly #way: Way;

  constructor(host: Host, way: Way) {
    this.#host = host;
    this.#way = way;
  }

  line(result: "passed" | "failed" | "skipped", what: string): Promise<void> {
    this[result]++;
    return printLine(this.#host, `${words[this.#way.language][result]} ${what}`);
  }

  async cases(core: Attention, cases: readonly Case[]): Promise<void> {
    const { language, path } = this.#way;
    const wanted = path === undefined ? paths : [path];
    for (const [i, test] of cases.entries()) {
      const result = runByPaths(core, test, wanted, language);
      const { id, title, passed, checked, message } = result;
      // A case of somebody's own may have no name, or one in another language.
      const [other = ""] = Object.values(title ?? {});
      const named = [id ?? `#${i + 1}`, title?.[language] ?? other].join(" ").trim();
      if (!passed) await this.line("failed", `${named}: ${message}`);
      else await this.line(checked ? "passed" : "skipped", named);
    }
  }

  /** The sum, and the exit code. */
  async end(): Promise<number> {
    const { passed, failed, skipped } = this;
    await printLine(this.#host, words[this.#way.language].sum(passed, failed, skipped));
    return failed > 0 ? 1 : 0;
  }
}

export async function runFolder(
  core: Attention,
  host: Host,
  folder: string,
  way: Way,
): Promise<number> {
  const { language } = way;
  const files = await host.list(folder).catch((error: Error) => {
    throw unreadable(folder, error, language);
  });
  const json = files.filter((file) => /\.json$/i.test(file)).sort();
  const within = folder.replace(/\/+$/, "");
  if (json.length === 0) throw new Usage(words[language].noCases(folder));
  const tally = new Tally(host, way);
  for (const file of json) {
    try {
      const cases = casesOf(await readJson(host, `${within}/${file}`, language));
      if (cases.length === 0) await tally.line("failed", `${file} ${words[language].notCases}`);
      await tally.cases(core, cases);
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Usage)) throw error;
      await tally.line("failed", error.message);
    }
  }
  return tally.end();
}
