// Two prompts that begin alike: the later one takes over the keys and values of their common
// beginning.

import { live } from "lit/directives/live.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { AttentionError } from "../core/errors.ts";
import type { Attention } from "../core/index.ts";
import type { Session } from "../page/session.ts";
import { faultView } from "../views/figure.ts";
import { formatNumber } from "../views/number.ts";
import { badge } from "../views/symbol.ts";
import { apart } from "./apart.ts";
import type { CacheWords } from "./cache-words.ts";
import { Choices, textChoice } from "./choices.ts";
import { Memo } from "./memo.ts";

const WIDTH = 4;
const SEED = 1;
const LONGEST = 60;

export const reuseChoices = new Choices("reuse", { first: textChoice(), second: textChoice() });

/** What follows the page's tokens until the reader writes something else: then it slept; then it got up. */
const endings = { first: "sonra uyudu", second: "sonra kalktı" } as const;

type Which = keyof typeof endings;

/** A language model's tokens are pieces of words; here they are what stands between spaces. */
const tokensOf = (text: string) => text.split(/\s+/u).filter((word) => word !== "");

interface Reuse {
  readonly taken: number;
  /** The largest one between the output with and without what was taken over. */
  readonly difference: number;
}

function compute(core: Attention, first: readonly string[], second: readonly string[]): Reuse {
  const rows = (tokens: readonly string[], seed: number) =>
    core.embed({ tokens, width: WIDTH, seed });
  const [q, k, v] = [rows(second, SEED), rows(second, SEED + 1), rows(second, SEED + 2)];
  const previous = { tokens: first, k: rows(first, SEED + 1), v: rows(first, SEED + 2) };
  const [frame] = core.decode({ q, k, v, tokens: second, previous }).frames;
  const whole = core.decode({ q, k, v }).output.data;
  const computed = Array.from(frame?.output.data ?? []);
  const same = Array.from(whole.subarray(whole.length - computed.length));
  return { taken: frame?.reused.length ?? 0, difference: apart(computed, same) };
}

const memos = new WeakMap<Session, Memo<Reuse | AttentionError>>();

function reuseOf(session: Session, first: string, second: string): Reuse | AttentionError {
  const memo = memos.get(session) ?? new Memo<Reuse | AttentionError>();
  memos.set(session, memo);
  return memo.of([first, second], () => {
    const outcome = session.engine.ask((core) => compute(core, tokensOf(first), tokensOf(second)));
    return "fault" in outcome ? new AttentionError(outcome.fault) : outcome.value;
  });
}

function line(which: Which, text: string, taken: number, session: Session, words: CacheWords) {
  const chips = tokensOf(text).map((word, i) => {
    const state = i < taken ? "taken" : "computed";
    const said = which === "second" ? html`<span class="dk-sr">, ${words[state]}</span>` : nothing;
    return html`<li class="cache-token cache-${state === "taken" ? "kept" : "ahead"}"><span class="dk-word">${word}</span>${said}</li>`;
  });
  return html`<div class="reuse-line">
    <label class="reuse-field"><span>${words[which]}</span>
      <input
        class="dk-text"
        type="text"
        maxlength=${LONGEST}
        autocomplete="off"
        spellcheck="false"
        .value=${live(text)}
        @input=${(event: Event) => reuseChoices.set(session, { [which]: (event.target as HTMLInputElement).value })}
      /></label>
    <ol class="cache-tokens" aria-label=${words[which]}>${chips}</ol>
  </div>`;
}

export function reuseView(session: Session, words: CacheWords): TemplateResult {
  const { language, results } = session;
  const chosen = reuseChoices.of(session.state);
  const beginning = (results?.scene.state ?? session.state).tokens.join(" ");
  const textOf = (which: Which) => chosen[which] ?? `${beginning} ${endings[which]}`;
  const [first, second] = [textOf("first"), textOf("second")];
  const all = tokensOf(second).length;
  const empty = all === 0 || tokensOf(first).length === 0;
  const reuse = empty ? null : reuseOf(session, first, second);
  const taken = reuse && !(reuse instanceof AttentionError) ? reuse.taken : 0;
  const outcome = () => {
    if (reuse === null) return faultView(words.noWord);
    if (reuse instanceof AttentionError) return faultView(reuse.describe(language));
    return html`<p>${words.reused(taken, all)} ${words.reuseApart(formatNumber(reuse.difference, language))}</p>`;
  };
  return html`<section class="reuse" id="figure-cache-reuse" aria-labelledby="reuse-title">
    <h4 id="reuse-title">${words.reuse} ${badge({ kind: "random", seed: SEED }, language)}</h4>
    ${line("first", first, taken, session, words)} ${line("second", second, taken, session, words)}
    <ul class="cache-key">
      <li><i class="cache-token cache-kept" aria-hidden="true"></i>${words.taken}</li>
      <li><i class="cache-token cache-ahead" aria-hidden="true"></i>${words.computed}</li>
    </ul>
    <div class="reuse-outcome" role="status">${outcome()}</div>
    <p class="cache-note">${words.reuseNote}</p>
  </section>`;
}
