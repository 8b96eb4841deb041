// The two figures: time and memory over the number of tokens.

import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Language } from "../inputs/state.ts";
import { figureView } from "../views/figure.ts";
import { formatNumber } from "../views/number.ts";
import type { Sign } from "../views/plot-frame.ts";
import { SAMPLED_ROWS } from "./check.ts";
import { inputBytes, matrixBytes } from "./memory.ts";
import { type Axis, plotView, type Series, signView } from "./plot.ts";
import { type ContenderName, contendersOf, SMALLEST, sizesUpTo } from "./protocol.ts";
import type { Results } from "./results.ts";
import { differenceTable, memoryTable, timeTable } from "./tables.ts";
import { benchText } from "./text.ts";
import { duration, size } from "./units.ts";

const shapes: Record<ContenderName, Sign> = {
  javascript: "triangle",
  reference: "square",
  scalar: "circle",
  simd: "diamond",
  workers: "cross",
};

/** Sizes at the edges keep a little away from them. */
const EDGE = 1.25;

export interface FigureInput {
  readonly results: Results;
  readonly language: Language;
  /** Of the plots, in pixels. */
  readonly width: number;
}

function tokensAxis({ settings }: Results, language: Language): Axis {
  return {
    title: benchText[language].tokensAxis,
    from: SMALLEST / EDGE,
    to: settings.largest * EDGE,
    ticks: sizesUpTo(settings.largest).map((n) => ({ at: n, text: formatNumber(n, language) })),
  };
}

/** From 10 µs to the limit, farther where a measurement is: so the axis stays while results come. */
function timeAxis({ settings, measurements }: Results, language: Language): Axis {
  const times = measurements.map((one) => one.minMs);
  const first = Math.floor(Math.log10(Math.min(0.01, ...times)));
  const last = Math.ceil(Math.log10(Math.max(settings.milliseconds, ...times)));
  const decades = Array.from({ length: last - first + 1 }, (_, i) => 10 ** (first + i));
  return {
    title: benchText[language].timeAxis,
    from: 10 ** first,
    to: 10 ** last,
    ticks: decades.map((at) => ({ at, text: duration(at, language) })),
  };
}

/** By factors of 16, from the smallest matrix. */
function memoryAxis({ settings }: Results, language: Language): Axis {
  const first = matrixBytes(SMALLEST);
  const ticks = [{ at: first, text: size(first, language) }];
  for (let at = first; at < Math.max(matrixBytes(settings.largest), 2 ** 20); ) {
    at *= 16;
    ticks.push({ at, text: size(at, language) });
  }
  return {
    title: benchText[language].memoryAxis,
    from: first / 2,
    to: 2 * (ticks.at(-1)?.at ?? first),
    ticks,
  };
}

interface Entry {
  readonly className: string;
  readonly shape: Sign;
  readonly text: { readonly name: string; readonly what: string };
  readonly end?: string | undefined;
}

/** What the signs of a plot stand for. */
function keyView(entries: readonly Entry[], withEnds: boolean): TemplateResult {
  return html`<ul class="bench-key">
    ${entries.map(
      ({ className, shape, text, end }) => html`<li>
        ${signView(className, shape)}
        <div>
          <strong>${text.name}</strong>
          <p>${text.what}</p>
          ${withEnds ? html`<p class="bench-end">${end ?? nothing}</p>` : nothing}
        </div>
      </li>`,
    )}
  </ul>`;
}

/** The plot of the times with what its signs stand for. */
export function timePlot({ results, language, width }: FigureInput): TemplateResult {
  const words = benchText[language];
  const names = contendersOf(results.settings);
  const series = names.map(
    (name): Series => ({
      className: `bench-${name}`,
      shape: shapes[name],
      points: results.measurements
        .filter(({ contender }) => contender === name)
        .map(({ n, minMs }) => ({ x: n, y: minMs })),
    }),
  );
  const entries = names.map((name): Entry => {
    const end = results.ends[name];
    return {
      className: `bench-${name}`,
      shape: shapes[name],
      text: words.contender(name, results.machine?.threads ?? null),
      end: end && words.end(formatNumber(end.n, language), end.reason),
    };
  });
  return html`<div class="bench-figure">
    <div class="bench-plot-place">
      ${plotView({
        label: words.timeLabel,
        width,
        x: tokensAxis(results, language),
        y: timeAxis(results, language),
        series,
        square: words.square,
        height: 480,
      })}
      <p class="bench-caption">${words.timeCaption}</p>
    </div>
    ${keyView(entries, true)}
  </div>`;
}

export function timeFigure(input: FigureInput): TemplateResult {
  const { results, language } = input;
  const words = benchText[language];
  const mask = results.settings.causal ? words.causal : words.plain;
  return figureView({
    id: "bench-time",
    title: words.timeFigure,
    controls: html`<span class="bench-mask">${words.mask}: ${mask}</span>`,
    wide: true,
    body: html`${timePlot(input)}
      ${
        results.phase === "idle"
          ? nothing
          : html`${timeTable(results, language)}
            <details class="bench-differences">
              <summary>${words.differenceTable}</summary>
              <p>${words.differenceNote(SAMPLED_ROWS)}</p>
              ${differenceTable(results, language)}
            </details>`
      }`,
  });
}

/** The plot of the bytes with what its signs stand for. */
export function memoryPlot({ results, language, width }: FigureInput): TemplateResult {
  const words = benchText[language];
  const sizes = sizesUpTo(results.settings.largest);
  // Where there is no SIMD build, the scalar one works in as much.
  const shown = results.ends.simd?.reason.kind === "noSimd" ? "scalar" : "simd";
  const entries: Entry[] = [
    { className: "bench-matrix", shape: "square", text: words.matrix },
    { className: "bench-inputs", shape: "circle", text: words.inputs },
    { className: "bench-simd", shape: "diamond", text: words.scratch },
  ];
  const scratch = results.measurements.flatMap(({ contender, n, scratchBytes }) =>
    contender === shown && scratchBytes !== null ? [{ x: n, y: scratchBytes }] : [],
  );
  const points = [
    sizes.map((n) => ({ x: n, y: matrixBytes(n) })),
    sizes.map((n) => ({ x: n, y: inputBytes(n) })),
    scratch,
  ];
  return html`<div class="bench-figure">
    <div class="bench-plot-place">
      ${plotView({
        label: words.memoryLabel,
        width,
        x: tokensAxis(results, language),
        y: memoryAxis(results, language),
        series: entries.map((entry, i) => ({ ...entry, points: points[i] ?? [] })),
        height: 360,
      })}
      <p class="bench-caption">${words.memoryCaption}</p>
    </div>
    ${keyView(entries, false)}
  </div>`;
}

export function memoryFigure(input: FigureInput): TemplateResult {
  const { results, language } = input;
  return figureView({
    id: "bench-memory-figure",
    title: benchText[language].memoryFigure,
    wide: true,
    body: html`${memoryPlot(input)}
      ${results.phase === "idle" ? nothing : memoryTable(results, language)}`,
  });
}
