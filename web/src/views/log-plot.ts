// Curves over whole steps, on a logarithmic scale whose ends are given, so that the picture keeps
// its measure while the numbers change. Told apart by dashes as well as by colour.

import "../styles/log-plot.css";
import { html, svg, type TemplateResult } from "lit/html.js";

export interface Curve {
  /** Colour and dashes: a class of the style sheet. */
  readonly look: string;
  /** Over the steps 0, 1, 2 …; what is not above 0 lies at the lower edge. */
  readonly values: readonly number[];
}

export interface LogPlotOptions {
  readonly curves: readonly Curve[];
  /** Powers of ten at both edges. */
  readonly lowest: number;
  readonly highest: number;
  /** Powers of ten between two lines. */
  readonly every: number;
  /** The step that is looked at. */
  readonly step: number;
  readonly label: string;
}

const SIDE = 1000;

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** 10⁻³; 1 for 10⁰. */
export function powerText(power: number): string {
  if (power === 0) return "1";
  const digits = String(Math.abs(power)).replace(/\d/g, (d) => superscripts[Number(d)] ?? d);
  return `10${power < 0 ? "⁻" : ""}${digits}`;
}

/** Place between the edges, 0 at the top. */
function depth(value: number, { lowest, highest }: LogPlotOptions): number {
  const power = value > 0 ? Math.log10(value) : lowest;
  return (highest - Math.min(highest, Math.max(lowest, power))) / (highest - lowest);
}

const across = (step: number, steps: number) => (steps === 0 ? 0 : step / steps);

function curvePath({ values }: Curve, o: LogPlotOptions): string {
  const last = values.length - 1;
  const points = values.map((value, step) => {
    const [x, y] = [across(step, last) * SIDE, depth(value, o) * SIDE];
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${points.join("L")}`;
}

/** Small arcs from token to token, and one from the last to the first. */
function ways(step: number, steps: number): TemplateResult<2> {
  const x = (token: number) => across(token, steps) * SIDE;
  const hop = (i: number) => `M${x(i)} 46C${x(i)} 18 ${x(i + 1)} 18 ${x(i + 1)} 46`;
  const hops = Array.from({ length: step }, (_, i) => hop(i)).join("");
  const leap = `M0 54C0 108 ${x(step)} 108 ${x(step)} 54`;
  return svg`<path class="log-plot-hops" d=${hops}/><path class="log-plot-leap" d=${step > 0 ? leap : ""}/>`;
}

export function logPlotView(o: LogPlotOptions): TemplateResult {
  const { lowest, highest, every } = o;
  const steps = Math.max(...o.curves.map(({ values }) => values.length)) - 1;
  const powers = Array.from(
    { length: Math.floor((highest - lowest) / every) + 1 },
    (_, i) => highest - i * every,
  );
  const ticks = Array.from({ length: steps / 8 + 1 }, (_, i) => i * 8);
  const at = (place: number) => `--at:${place}`;
  const x = across(o.step, steps) * SIDE;
  return html`<div class="log-plot" role="img" aria-label=${o.label}>
    <div class="log-plot-powers">
      ${powers.map((power) => html`<span .style=${at(depth(10 ** power, o))}>${powerText(power)}</span>`)}
    </div>
    <svg class="log-plot-curves" viewBox="0 0 ${SIDE} ${SIDE}" preserveAspectRatio="none">
      ${powers.map((power) => {
        const y = depth(10 ** power, o) * SIDE;
        return svg`<path class=${power === 0 ? "log-plot-one" : "log-plot-line"} d="M0 ${y}H${SIDE}"/>`;
      })}
      <path class="log-plot-step" d="M${x} 0V${SIDE}" />
      ${o.curves.map((curve) => svg`<path class="log-plot-curve ${curve.look}" d=${curvePath(curve, o)}/>`)}
    </svg>
    <svg class="log-plot-ways" viewBox="0 0 ${SIDE} 100" preserveAspectRatio="none">
      <path class="log-plot-line" d="M0 50H${SIDE}" />
      ${ways(o.step, steps)}
    </svg>
    <div class="log-plot-ticks">
      ${ticks.map((tick) => html`<span .style=${at(across(tick, steps))}>${tick}</span>`)}
    </div>
  </div>`;
}

/** A piece of a curve, for the row of a table that holds its numbers. */
export function curveSample(look: string): TemplateResult {
  return html`<svg class="log-plot-sample" viewBox="0 0 30 10" aria-hidden="true"><path class="log-plot-curve ${look}" d="M0 5H30"/></svg>`;
}
