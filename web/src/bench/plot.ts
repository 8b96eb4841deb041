// A plot with logarithmic axes, as SVG. What rises with n² is a straight line in it.

import { html, nothing, svg, type TemplateResult } from "lit/html.js";
import { frameOf, type Point, type Sign, signs, type Tick } from "../views/plot-frame.ts";

export interface Series {
  readonly className: string;
  readonly shape: Sign;
  readonly points: readonly Point[];
}

export interface Axis {
  readonly title: string;
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly Tick[];
}

export interface PlotOptions {
  /** What is to be seen, for those who hear the page. */
  readonly label: string;
  /** In pixels, so that the texts keep their size on every screen. */
  readonly width: number;
  /** Less on a narrow screen. */
  readonly height: number;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
  /** Says what the lines are that rise with n²; without it there are none. */
  readonly square?: string;
}

/** Room for the ticks and titles. */
const margin = { top: 30, right: 16, bottom: 46, left: 62 };
const LETTER = 7;
const LINE = 18;

/** Lines y = c x², a factor of 100 apart: each of them from edge to edge. */
export function squareLines(
  x: Pick<Axis, "from" | "to">,
  y: Pick<Axis, "from" | "to">,
): [Point, Point][] {
  const lines: [Point, Point][] = [];
  const lowest = y.from / x.to ** 2;
  for (let factor = y.to / x.to ** 2; factor > lowest; factor /= 100) {
    const start = Math.max(x.from, Math.sqrt(y.from / factor));
    lines.push([
      { x: start, y: factor * start ** 2 },
      { x: x.to, y: factor * x.to ** 2 },
    ]);
  }
  return lines;
}

/** Every `step`-th tick, so that neighbours do not touch. */
function sparse(ticks: readonly Tick[], room: number): Tick[] {
  const widest = Math.max(...ticks.map(({ text }) => text.length)) * LETTER + 10;
  const step = Math.max(1, Math.ceil((ticks.length * widest) / room));
  return ticks.filter((_, i) => i % step === 0);
}

/** Where things stand in the picture, in pixels from its top left corner. */
function layout({ x, y, width, height: most, square = "" }: PlotOptions) {
  const height = Math.min(most, Math.max(width, 300));
  const [left, right] = [margin.left, width - margin.right];
  // Side by side at the foot, or what the lines are on a line of its own.
  const letters = x.title.length + square.length + 3;
  const foot = square && letters * LETTER > right - left ? LINE : 0;
  const [top, bottom] = [margin.top, height - margin.bottom - foot];
  const edges = { left, right, top, bottom };
  return { height, foot, ...edges, ...frameOf({ ...x, log: true }, { ...y, log: true }, edges) };
}

type Layout = ReturnType<typeof layout>;

function axesView({ x, y }: PlotOptions, at: Layout) {
  const { height, foot, left, right, top, bottom, column, row } = at;
  return svg`<path class="bench-paper" d="M${left} ${top}H${right}V${bottom}H${left}Z"/>
    ${y.ticks.map(
      (tick) => svg`<path class="bench-grid" d="M${left} ${row(tick.at)}H${right}"/>
      <text class="bench-tick" x=${left - 8} y=${row(tick.at)} dy="0.35em" text-anchor="end">${tick.text}</text>`,
    )}
    ${sparse(x.ticks, right - left).map(
      (tick) => svg`<path class="bench-grid" d="M${column(tick.at)} ${bottom}v5"/>
      <text class="bench-tick" x=${column(tick.at)} y=${bottom + 19} text-anchor="middle">${tick.text}</text>`,
    )}
    <path class="bench-axis" d="M${left} ${top}V${bottom}H${right}"/>
    <text class="bench-title" x="0" y="14">${y.title}</text>
    <text class="bench-title" x=${right} y=${height - foot - 6} text-anchor="end">${x.title}</text>`;
}

function squaresView({ x, y, square }: PlotOptions, { path, left, height }: Layout) {
  if (!square) return nothing;
  return svg`${squareLines(x, y).map((line) => svg`<path class="bench-square" d=${path(line)}/>`)}
    <text class="bench-tick" x=${left} y=${height - 6}>${square}</text>`;
}

function seriesView({ className, shape, points }: Series, { path, spot }: Layout) {
  return svg`<g class="bench-series ${className}">
    <path class="bench-line" d=${path(points)}/>
    ${points.map(
      (point) =>
        svg`<path class="bench-point" transform="translate(${spot(point)})" d=${signs[shape]}/>`,
    )}
  </g>`;
}

export function plotView(o: PlotOptions): TemplateResult {
  const at = layout(o);
  return html`<svg
    class="bench-plot"
    role="img"
    aria-label=${o.label}
    viewBox="0 0 ${o.width} ${at.height}"
    width=${o.width}
    height=${at.height}
  >
    ${axesView(o, at)} ${squaresView(o, at)}
    ${o.series.map((series) => seriesView(series, at))}
  </svg>`;
}

/** The sign of a series, beside its name. */
export function signView(className: string, shape: Sign): TemplateResult {
  return html`<svg class="bench-sign ${className}" viewBox="-18 -7 36 14" aria-hidden="true">
    ${svg`<path class="bench-line" d="M-18 0H18"/><path class="bench-point" d=${signs[shape]}/>`}
  </svg>`;
}
