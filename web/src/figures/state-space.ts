// A layer of linear cost at its smallest: one number of state, fed with the page's own values.

import { html, type TemplateResult } from "lit/html.js";
import { AttentionError } from "../core/errors.ts";
import type { StateSpaceTrace } from "../core/index.ts";
import type { Session } from "../page/session.ts";
import { sliderView } from "../views/controls.ts";
import { faultView } from "../views/figure.ts";
import { formatNumber } from "../views/number.ts";
import { cellStyle, type Scale } from "../views/scale.ts";
import { gridOf } from "../views/scene.ts";
import { keepReachable } from "../views/scroll-frame.ts";
import { badge, symbolView } from "../views/symbol.ts";
import { Choices, decimalChoice } from "./choices.ts";
import { Memo } from "./memo.ts";
import type { PatternsWords } from "./patterns-words.ts";

export const stateChoices = new Choices("state", { keep: decimalChoice(0.5, 0, 1) });

const memos = new WeakMap<Session, Memo<StateSpaceTrace | AttentionError>>();

function scaleOf(numbers: readonly number[]): Scale {
  const finite = numbers.filter(Number.isFinite);
  const [min, max] = [Math.min(0, ...finite), Math.max(0, ...finite)];
  return { kind: "diverging", min, max, limit: Math.max(-min, max) };
}

export function stateSpaceView(session: Session, words: PatternsWords): TemplateResult {
  const { language, results, state } = session;
  if (!results) return html``;
  const { keep } = stateChoices.of(state);
  const { tokens } = results.scene.state;
  const values = gridOf(results.scene, "v");
  const x = Array.from({ length: values.rows }, (_, i) => values.at(i, 0));
  const memo = memos.get(session) ?? new Memo<StateSpaceTrace | AttentionError>();
  memos.set(session, memo);
  const trace = memo.of([results.scene, keep], () => {
    const outcome = session.engine.ask((core) =>
      core.stateSpace({ x: x.map((value) => [value]), a: [[keep]], b: [[1]], c: [[1]] }),
    );
    return "fault" in outcome ? new AttentionError(outcome.fault) : outcome.value;
  });
  if (trace instanceof AttentionError) return faultView(trace.describe(language));
  const states = Array.from(trace.states?.data ?? []);
  const number = (value: number) => formatNumber(value, language);
  const scale = scaleOf([...x, ...states]);
  const row = (name: unknown, numbers: readonly number[]) => html`<tr><th scope="row">${name}</th>
    ${numbers.map((value) => html`<td class="dk-cell ${Number.isFinite(value) ? "" : "dk-odd"}" .style=${cellStyle(scale, value)}>${number(value)}</td>`)}</tr>`;
  const slider = sliderView({
    label: words.forget,
    ...{ value: keep, min: 0, max: 1, step: 0.05 },
    text: formatNumber(keep, language, "short"),
    onInput: (to) => stateChoices.set(session, { keep: to }),
  });
  return html`<section class="reach-state" aria-labelledby="reach-state-title">
    <h4 id="reach-state-title">${words.stateTitle}</h4>
    ${slider}
    <div class="dk-scroll" ${keepReachable(`${words.stateTitle}, ${words.scrolls}`)}>
      <table class="reach-numbers" id="reach-state">
        <caption class="dk-sr">${words.stateTitle}</caption>
        <thead><tr><td>${badge(null, language)}</td>${tokens.map((token) => html`<th scope="col"><i class="dk-word">${token}</i></th>`)}</tr></thead>
        <tbody>${row(html`${words.stateRows.x}, ${symbolView("v")}`, x)}${row(words.stateRows.state, states)}</tbody>
      </table>
    </div>
    <p>${words.stateSentence(formatNumber(keep, language, "short"), number(x.at(-1) ?? Number.NaN), number(states.at(-1) ?? Number.NaN))}</p>
  </section>`;
}
