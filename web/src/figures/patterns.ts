// Which pairs of query and key a pattern leaves, and what share of all they are.

import "../styles/patterns.css";
import { guard } from "lit/directives/guard.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { AttentionError } from "../core/errors.ts";
import type { MaskOptions, Visible } from "../core/index.ts";
import type { Session } from "../page/session.ts";
import { choiceView, sliderView, switchView } from "../views/controls.ts";
import { faultView, figureView } from "../views/figure.ts";
import { formatCount, formatNumber } from "../views/number.ts";
import { pairKey, pairMap } from "../views/pair-map.ts";
import { badge, roleMark } from "../views/symbol.ts";
import { takeShown } from "../views/take.ts";
import { Choices, flagChoice, wholeChoice, wordChoice } from "./choices.ts";
import type { Figures } from "./figures.ts";
import { Memo } from "./memo.ts";
import {
  type PatternName,
  type PatternsWords,
  patternNames,
  patternsWords,
} from "./patterns-words.ts";
import { figureTitles } from "./titles.ts";
import { wrongView } from "./wrong.ts";

/** Queries and keys of the picture. */
export const TOKENS = 24;

export const patternChoices = new Choices("patterns", {
  name: wordChoice<PatternName>("window", patternNames),
  window: wholeChoice(4, 1, 12),
  step: wholeChoice(2, 2, 4),
  causal: flagChoice(true),
  token: wholeChoice(TOKENS - 4, 1, TOKENS),
});

type Chosen = ReturnType<typeof patternChoices.of>;

/** Blocks that see themselves, their neighbours and the first one. */
function blocksOf(size: number) {
  const count = Math.ceil(TOKENS / size);
  const visible = Array.from({ length: count }, (_, i) =>
    Array.from({ length: count }, (_, j) => Math.abs(i - j) <= 1 || j === 0),
  );
  return { size, visible };
}

/** The pattern as options of the core. */
function maskOf({ name, window, step, causal }: Chosen): MaskOptions {
  switch (name) {
    case "full":
      return {};
    case "causal":
      return { causal: true };
    case "window":
      return { window, causal };
    case "dilated":
      return { window, dilation: step, causal };
    case "blocks":
      return { blocks: blocksOf(window), causal };
    case "globals":
      return { window, globals: [0, TOKENS / 2], causal };
  }
}

const memos = new WeakMap<Session, Memo<Visible | AttentionError>>();

function visibleOf(session: Session, chosen: Chosen): Visible | AttentionError {
  const memo = memos.get(session) ?? new Memo<Visible | AttentionError>();
  memos.set(session, memo);
  const { name, window, step, causal } = chosen;
  return memo.of([name, window, step, causal], () => {
    const outcome = session.engine.ask((core) =>
      core.visible({ queries: TOKENS, keys: TOKENS, ...maskOf(chosen) }),
    );
    return "fault" in outcome ? new AttentionError(outcome.fault) : outcome.value;
  });
}

/** "1, 5–8": runs of numbers, from 1. */
export function runs(row: readonly boolean[]): string {
  const parts: string[] = [];
  for (let i = 0; i < row.length; i++) {
    if (!row[i]) continue;
    const first = i;
    while (row[i + 1]) i++;
    parts.push(first === i ? `${i + 1}` : `${first + 1}–${i + 1}`);
  }
  return parts.join(", ");
}

function controls(session: Session, chosen: Chosen, words: PatternsWords): TemplateResult {
  const { name, window, step, causal, token } = chosen;
  const { language } = session;
  const slider = (
    label: string,
    value: number,
    [min, max]: readonly [number, number],
    key: "window" | "step" | "token",
  ) =>
    sliderView({
      ...{ label, value, min, max, step: 1 },
      text: formatNumber(value, language),
      onInput: (to) => patternChoices.set(session, { [key]: to }),
    });
  const windowed = name !== "full" && name !== "causal";
  return html`<div class="patterns-controls">
    ${choiceView<PatternName>({
      legend: words.pattern,
      name: "patterns-name",
      value: name,
      options: patternNames.map((value) => ({ value, label: words.names[value] })),
      onChange: (value) => patternChoices.set(session, { name: value }),
    })}
    <div class="patterns-sliders">
      ${slider(words.token, token, [1, TOKENS], "token")}
      ${windowed ? slider(name === "blocks" ? words.block : words.window, window, [1, 12], "window") : nothing}
      ${name === "dilated" ? slider(words.step, step, [2, 4], "step") : nothing}
      ${
        windowed
          ? switchView({
              label: words.causal,
              checked: causal,
              onChange: (on) => patternChoices.set(session, { causal: on }),
            })
          : nothing
      }
    </div>
  </div>`;
}

function body(session: Session, chosen: Chosen, shown: Visible, words: PatternsWords) {
  const { language } = session;
  const { name, window, step, token } = chosen;
  const [pairs, all] = [shown.pairs, TOKENS * TOKENS];
  const share = formatNumber(pairs / all, language, "percent");
  const row = shown.visible[token - 1] ?? [];
  const seen = (query: number, key: number) => shown.visible[query]?.[key] ?? false;
  const map = guard([shown, token, language], () =>
    pairMap({
      id: "patterns-map",
      label: words.map(words.names[name], String(pairs), String(all), share),
      rows: TOKENS,
      columns: TOKENS,
      filled: seen,
      row: token - 1,
      onPick: (query) => patternChoices.set(session, { token: query + 1 }),
    }),
  );
  return html`<div class="patterns">
    ${controls(session, chosen, words)}
    <div class="patterns-map">
      <div class="patterns-top">
        <span class="dk-axis dk-key">${roleMark("key")}${words.key}, 1–${TOKENS} →</span>
        ${takeShown({
          ...{ rows: TOKENS, columns: TOKENS, at: seen },
          name: `${words.names[name]} (1: ${words.computed}, 0: ${words.hidden})`,
          program: "attend",
        })}
      </div>
      <span class="dk-axis dk-query patterns-side">${roleMark("query")}${words.query}, 1–${TOKENS} →</span>
      ${map}
    </div>
    <div class="patterns-read" role="status">
      <p>${words.about[name](window, step)}</p>
      <p class="patterns-count"><b id="patterns-pairs">${formatCount(pairs, language)}</b> / ${formatCount(all, language)}
        ${words.pairs} ${badge(null, language)}</p>
      <p class="patterns-count"><b id="patterns-share">${share}</b> ${words.ofFull}</p>
      <p id="patterns-row">${words.row(token, runs(row), row.filter(Boolean).length)}</p>
      ${pairKey(words.computed, words.hidden)}
    </div>
  </div>`;
}

export function patternsView({ session }: Figures): TemplateResult {
  const { language, state } = session;
  const words = patternsWords[language];
  const chosen = patternChoices.of(state);
  const shown = visibleOf(session, chosen);
  return figureView({
    wrong: wrongView(session, patternChoices),
    id: "figure-patterns",
    title: figureTitles.patterns[language],
    body:
      shown instanceof AttentionError
        ? faultView(shown.describe(language))
        : body(session, chosen, shown, words),
    caption: words.caption,
    wide: true,
  });
}
