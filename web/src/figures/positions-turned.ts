// Rotary positions: the pairs of one query and one key as arrows, with their angles.

import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Language } from "../inputs/state.ts";
import type { Session } from "../page/session.ts";
import { choiceView } from "../views/controls.ts";
import { type Dial, dialsView } from "../views/dials.ts";
import { formatNumber } from "../views/number.ts";
import type { Scene } from "../views/scene.ts";
import type { Pair } from "./positions-run.ts";
import { choices, counted, type Shown } from "./positions-shown.ts";
import { positionWords } from "./positions-words.ts";

/** Pairs that are drawn. */
const DRAWN = 4;

/** Angles as they are read: without the zeros at the end. */
const angled = (value: number, language: Language) => formatNumber(value, language, "short");

function dialOf(pair: Pair, index: number, session: Session, shown: Shown, scene: Scene): Dial {
  const { language } = session;
  const text = positionWords[language];
  const { query, key } = choices.of(session.state);
  const { order, shift } = shown.placing;
  const { tokens, keyTokens } = scene.state;
  const at = { q: shift + order.indexOf(query), k: shift + order.indexOf(key) };
  const show = (value: number) => angled(value, language);
  const turned = (token: string, position: number) =>
    text.turned(token, counted(position, language), show(pair.angle), show(position * pair.angle));
  return {
    title: text.pair(2 * index + 1, 2 * index + 2),
    q: pair.q,
    k: pair.k,
    facts: [
      {
        text: text.onePlace(
          show(pair.angle),
          new Intl.NumberFormat(language, { maximumSignificantDigits: 3 }).format(
            (pair.angle * 180) / Math.PI,
          ),
        ),
      },
      { role: "query", text: turned(tokens[query] ?? "", at.q) },
      { role: "key", text: turned((keyTokens ?? tokens)[key] ?? "", at.k) },
      { text: text.apart(show(Math.abs(at.k - at.q) * pair.angle)) },
      { text: text.part(formatNumber(pair.part, language)) },
    ],
  };
}

function pickers(session: Session, scene: Scene): TemplateResult {
  const text = positionWords[session.language];
  const { query, key } = choices.of(session.state);
  const { tokens, keyTokens } = scene.state;
  const pick = (name: "query" | "key", value: number, labels: readonly string[]) =>
    choiceView({
      legend: text[name],
      name: `positions-${name}`,
      value: String(value),
      options: labels.map((label, i) => ({ value: String(i), label })),
      onChange: (chosen) => choices.set(session, { [name]: Number(chosen) }),
    });
  return html`<div class="positions-pick">
    ${pick("query", query, tokens)} ${pick("key", key, keyTokens ?? tokens)}
  </div>`;
}

export function rotary(session: Session, scene: Scene, shown: Shown): TemplateResult {
  const { language } = session;
  const text = positionWords[language];
  const { pairs, placing, run } = shown;
  if (pairs.length === 0) return html`<p>${text.narrow}</p>`;
  const { query, key } = choices.of(session.state);
  const n = placing.order.length;
  const at = placing.order.indexOf(query) * n + placing.order.indexOf(key);
  const [score, divided] = [run.trace.scores, run.trace.scaled].map(
    ({ data }) => data[at] ?? Number.NaN,
  ) as [number, number];
  const drawn = pairs.slice(0, DRAWN);
  const parts = drawn.map(({ part }) => formatNumber(part, language)).join(" + ");
  const odd = (run.q.shape[1] ?? 0) % 2 === 1;
  return html`
    ${pickers(session, scene)}
    ${dialsView(drawn.map((pair, i) => dialOf(pair, i, session, shown, scene)))}
    <p class="positions-key"><span class="positions-dashed">${text.dashed}</span> <span class="positions-solid">${text.solid}</span></p>
    <p class="positions-score">${text.score}
      <span class="dk-num">${parts}${pairs.length > DRAWN ? " + …" : ""}${odd ? " + …" : ""} = <b>${formatNumber(score, language)}</b></span>${
        Object.is(score, divided)
          ? nothing
          : html`. ${text.divided} <span class="dk-num"><b>${formatNumber(divided, language)}</b></span>`
      }
      ${pairs.length > DRAWN ? html`<small>(${text.more(pairs.length - DRAWN)})</small>` : nothing}
      ${odd ? html`<small>(${text.unturned})</small>` : nothing}
    </p>`;
}
