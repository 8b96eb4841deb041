// A small plot, as SVG in CSS pixels, so that its texts keep their size on every screen. What it
// shows stands in a table beside it as well; a reader who hears the page gets its label and that.

import { html, nothing, svg, type TemplateResult } from "lit/html.js";
import { frameOf, type Point, type Sign, type Span, signs, type Tick } from "./plot-frame.ts";

export type PlotSign = Extract<Sign, "circle" | "square">;

export interface PlotSeries {
  /** "a" is drawn full, "b" hollow: told apart without colour. */
  readonly style: "a" | "b";
  readonly points: readonly Point[];
  readonly sign?: PlotSign;
  /** A sign at every so many points, where they stand close. */
  readonly every?: number;
}

export interface PlotAxis extends Span {
  readonly ticks: readonly Tick[];
}

export interface SmallPlotOptions {
  readonly label: string;
  readonly title: unknown;
  /** Says what is along x. */
  readonly xTitle: unknown;
  readonly x: PlotAxis;
  readonly y: PlotAxis;
  readonly series: readonly PlotSeries[];
  /** A dashed line, of what is expected. */
  readonly expected?: readonly Point[];
  /** The x that is looked at. */
  readonly mark?: number;
  readonly width?: number;
}

const HEIGHT = 150;
const margin = { top: 8, right: 12, bottom: 24, left: 42 };

export function smallPlot(o: SmallPlotOptions): TemplateResult {
  const { x, y, mark, width = 250 } = o;
  const [left, right] = [margin.left, width - margin.right];
  const [top, bottom] = [margin.top, HEIGHT - margin.bottom];
  const { column, row, spot, drawn, path } = frameOf(x, y, { left, right, top, bottom });
  return html`<div class="dk-plot">
    <p class="dk-plot-title">${o.title}</p>
    <svg role="img" aria-label=${o.label} viewBox="0 0 ${width} ${HEIGHT}" width=${width} height=${HEIGHT}>
      ${y.ticks.map(
        (tick) => svg`<path class="dk-plot-grid" d="M${left} ${row(tick.at)}H${right}"/>
        <text x=${left - 6} y=${row(tick.at)} dy="0.35em" text-anchor="end">${tick.text}</text>`,
      )}
      ${x.ticks.map(
        (tick) => svg`<path class="dk-plot-grid" d="M${column(tick.at)} ${bottom}v4"/>
        <text x=${column(tick.at)} y=${bottom + 16} text-anchor="middle">${tick.text}</text>`,
      )}
      <path class="dk-plot-axis" d="M${left} ${top}V${bottom}H${right}"/>
      ${mark === undefined ? nothing : svg`<path class="dk-plot-mark" d="M${column(mark)} ${top}V${bottom}"/>`}
      ${o.expected ? svg`<path class="dk-plot-expected" d=${path(o.expected)}/>` : nothing}
      ${o.series.map(
        ({ style, points, sign, every = 1 }) => svg`<g class="dk-plot-${style}">
          <path class="dk-plot-line" d=${path(points)}/>
          ${
            sign
              ? drawn(points.filter((_, i) => (i + 1) % every === 0)).map(
                  (p) =>
                    svg`<path class="dk-plot-sign" transform="translate(${spot(p)})" d=${signs[sign]}/>`,
                )
              : nothing
          }
        </g>`,
      )}
    </svg>
    <p class="dk-plot-x">${o.xTitle}</p>
  </div>`;
}

/** The line of a series beside its name. */
export function plotKey(style: "a" | "b", name: unknown, sign?: PlotSign): TemplateResult {
  return html`<span class="dk-plot-key"><svg viewBox="-16 -6 32 12" aria-hidden="true">${svg`<g class="dk-plot-${style}"><path class="dk-plot-line" d="M-16 0H16"/>${sign ? svg`<path class="dk-plot-sign" d=${signs[sign]}/>` : nothing}</g>`}</svg><span>${name}</span></span>`;
}

export function expectedKey(name: unknown): TemplateResult {
  return html`<span class="dk-plot-key"><svg viewBox="-16 -6 32 12" aria-hidden="true">${svg`<path class="dk-plot-expected" d="M-16 0H16"/>`}</svg><span>${name}</span></span>`;
}
