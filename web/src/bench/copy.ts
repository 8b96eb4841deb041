// The numbers as a table to take along. Always with a decimal point, and bytes exact.

import type { Language } from "../inputs/state.ts";
import { matrixBytes } from "./memory.ts";
import { contenderNames, type Measurement } from "./protocol.ts";
import type { Results } from "./results.ts";
import { benchText } from "./text.ts";

/** More digits than a time is good for. */
const digits = (value: number): string => String(Number(value.toPrecision(4)));

function sorted({ measurements }: Results): Measurement[] {
  const rank = (one: Measurement) => contenderNames.indexOf(one.contender);
  return [...measurements].sort((a, b) => a.n - b.n || rank(a) - rank(b));
}

function cells(one: Measurement): string[] {
  return [
    digits(one.medianMs),
    digits(one.minMs),
    one.difference === null ? "" : digits(one.difference),
    one.difference === null ? "" : String(one.rows),
    one.scratchBytes === null ? "" : String(one.scratchBytes),
    String(matrixBytes(one.n)),
  ];
}

/** The columns are named for programs. */
export function csv(results: Results): string {
  const head =
    "n,mask,contender,threads,median_ms,min_ms,max_difference,rows_compared,scratch_bytes,matrix_bytes";
  const mask = results.settings.causal ? "causal" : "none";
  const threads = results.machine?.threads ?? 1;
  const lines = sorted(results).map((one) =>
    [one.n, mask, one.contender, one.contender === "workers" ? threads : 1, ...cells(one)].join(
      ",",
    ),
  );
  return `${[head, ...lines].join("\n")}\n`;
}

export function markdown(results: Results, machine: string, language: Language): string {
  const words = benchText[language];
  const { columns } = words;
  const mask = results.settings.causal ? words.causal : words.plain;
  const line = (texts: readonly string[]) => `| ${texts.join(" | ")} |`;
  const heads = [
    columns.median,
    columns.least,
    columns.difference,
    columns.rows,
    columns.scratch,
    columns.matrix,
  ];
  const rows = sorted(results).map((one) =>
    line([
      String(one.n),
      words.contender(one.contender, results.machine?.threads ?? null).name,
      ...cells(one),
    ]),
  );
  return `${[
    `${machine}. ${words.mask}: ${mask}.`,
    "",
    line([words.tokens, columns.contender, ...heads]),
    line(["---:", "---", ...heads.map(() => "---:")]),
    ...rows,
  ].join("\n")}\n`;
}
