// The numbers of the plots as tables.

import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Language } from "../inputs/state.ts";
import { formatNumber } from "../views/number.ts";
import { keepReachable } from "../views/scroll-frame.ts";
import { wordsOf } from "../views/words.ts";
import { inputBytes, matrixBytes } from "./memory.ts";
import { type ContenderName, contendersOf, type Measurement, sizesUpTo } from "./protocol.ts";
import { measurementOf, type Results } from "./results.ts";
import { benchText } from "./text.ts";
import { size, threeDigits } from "./units.ts";

interface Table {
  readonly id: string;
  readonly caption: string;
  readonly heads: readonly string[];
  /** [sizes][columns] */
  readonly cell: (n: number, column: number) => unknown;
  readonly results: Results;
  readonly language: Language;
}

function tableView({ id, caption, heads, cell, results, language }: Table): TemplateResult {
  return html`<div class="dk-scroll bench-frame" ${keepReachable(`${caption}, ${wordsOf(language).scrolls}`)}>
    <table id=${id} class="bench-table">
      <caption><span>${caption}</span></caption>
      <thead>
        <tr>
          <th scope="col">${benchText[language].tokens}</th>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${sizesUpTo(results.settings.largest).map(
          (n) => html`<tr>
            <th scope="row">${formatNumber(n, language)}</th>
            ${heads.map((_, column) => html`<td>${cell(n, column)}</td>`)}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** A measurement's cell: empty as long as it may still come, a dash when it will not. */
function measured(
  results: Results,
  language: Language,
  contender: ContenderName,
  n: number,
  view: (one: Measurement) => unknown,
): unknown {
  const one = measurementOf(results, contender, n);
  if (one) return view(one);
  const end = results.ends[contender];
  if (results.phase === "running" && !(end && n >= end.n)) return nothing;
  return html`<span aria-hidden="true">–</span><span class="dk-sr">${benchText[language].notMeasured}</span>`;
}

const nameIn = (results: Results, language: Language) => (contender: ContenderName) =>
  benchText[language].contender(contender, results.machine?.threads ?? null).name;

export function timeTable(results: Results, language: Language): TemplateResult {
  const words = benchText[language];
  const names = contendersOf(results.settings);
  return tableView({
    id: "bench-times",
    caption: words.timeTable,
    heads: names.map(nameIn(results, language)),
    cell: (n, column) =>
      measured(
        results,
        language,
        names[column] as ContenderName,
        n,
        ({ medianMs, minMs }) =>
          html`${threeDigits(minMs, language)}<small
              ><span class="dk-sr">${words.median} </span>${threeDigits(medianMs, language)}</small
            >`,
      ),
    results,
    language,
  });
}

export function differenceTable(results: Results, language: Language): TemplateResult {
  const words = benchText[language];
  const compared = contendersOf(results.settings).filter((name) => name !== "reference");
  const rowsAt = (n: number) => {
    const rows = results.measurements.find((one) => one.n === n && one.difference !== null)?.rows;
    if (rows === undefined) return nothing;
    return rows === n ? words.allRows : words.someRows(rows);
  };
  return tableView({
    id: "bench-differences",
    caption: words.differenceTable,
    heads: [...compared.map(nameIn(results, language)), words.columns.rows],
    cell: (n, column) => {
      const contender = compared[column];
      if (!contender) return rowsAt(n);
      return measured(results, language, contender, n, ({ difference }) =>
        formatNumber(difference ?? 0, language),
      );
    },
    results,
    language,
  });
}

/** The contenders that report what they work in. */
export const tiledNames = ["scalar", "simd", "workers"] as const satisfies ContenderName[];

export function memoryTable(results: Results, language: Language): TemplateResult {
  const words = benchText[language];
  const name = nameIn(results, language);
  const formulas = [matrixBytes, inputBytes];
  return tableView({
    id: "bench-memory",
    caption: words.memoryTable,
    heads: [
      words.matrix.name,
      words.inputs.name,
      ...tiledNames.map((tiled) => words.scratchIn(name(tiled))),
    ],
    cell: (n, column) => {
      const formula = formulas[column];
      if (formula) return size(formula(n), language);
      const contender = tiledNames[column - formulas.length] as ContenderName;
      return measured(results, language, contender, n, ({ scratchBytes }) =>
        size(scratchBytes ?? 0, language),
      );
    },
    results,
    language,
  });
}
