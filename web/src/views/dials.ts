// Two numbers of a query and two of a key as arrows, before and after they were turned.

import { html, svg, type TemplateResult } from "lit/html.js";
import { roleMark } from "./symbol.ts";

export type Arrow = readonly [number, number];

export interface Dial {
  readonly title: string;
  /** [before, after] */
  readonly q: readonly [Arrow, Arrow];
  readonly k: readonly [Arrow, Arrow];
  /** What is written below it. */
  readonly facts: readonly { readonly role?: "query" | "key"; readonly text: unknown }[];
}

const RADIUS = 46;

const finite = (arrow: Arrow) => arrow.every(Number.isFinite);

/** On the circle of the longest arrow; up is up. */
function place([x, y]: Arrow, longest: number): Arrow {
  const scale = longest > 0 ? RADIUS / longest : 0;
  return [x * scale, -y * scale];
}

/** The mark of the role at its tip tells query and key apart without colour. */
function arrow(at: Arrow, role: "query" | "key", after: boolean): TemplateResult<2> {
  const [x, y] = at;
  const tip =
    role === "query"
      ? svg`<circle cx=${x} cy=${y} r="4"/>`
      : svg`<path d="M${x} ${y - 5}l5 5-5 5-5-5Z"/>`;
  return svg`<g class="dk-${role} ${after ? "dial-after" : "dial-before"}"><line x2=${x} y2=${y}/>${tip}</g>`;
}

function dialView(dial: Dial, longest: number): TemplateResult {
  const arrows = (role: "query" | "key", [before, after]: readonly [Arrow, Arrow]) => [
    finite(before) ? arrow(place(before, longest), role, false) : null,
    finite(after) ? arrow(place(after, longest), role, true) : null,
  ];
  return html`<div class="dial">
    <h4>${dial.title}</h4>
    <svg viewBox="-54 -54 108 108" aria-hidden="true">
      <circle class="dial-rim" r=${RADIUS}></circle>
      <path class="dial-axes" d="M-50 0H50M0-50V50"></path>
      ${arrows("key", dial.k)}${arrows("query", dial.q)}
    </svg>
    <ul>${dial.facts.map(({ role, text }) => html`<li>${role ? html`<span class="dk-${role}">${roleMark(role)}</span>` : ""}${text}</li>`)}</ul>
  </div>`;
}

/** Side by side and to one scale. */
export function dialsView(dials: readonly Dial[]): TemplateResult {
  const lengths = dials.flatMap(({ q, k }) => [...q, ...k]).map(([x, y]) => Math.hypot(x, y));
  const longest = Math.max(0, ...lengths.filter(Number.isFinite));
  return html`<div class="dials">${dials.map((dial) => dialView(dial, longest))}</div>`;
}
