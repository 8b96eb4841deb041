// The attention of one word, drawn on the sentence itself: from the word that asks a line goes to
// each word that answers, the thicker the larger its share, and the number stands below the word.

import { AsyncDirective, directive } from "lit/async-directive.js";
import type { ElementPart } from "lit/directive.js";
import { classMap } from "lit/directives/class-map.js";
import { html, noChange, nothing, svg, type TemplateResult } from "lit/html.js";
import type { Language } from "../inputs/state.ts";
import { step } from "./cell-keys.ts";
import type { Word } from "./lit-cells.ts";
import { measureLater, measureNoMore } from "./measuring.ts";
import { formatNumber } from "./number.ts";
import type { Grid, Scene } from "./scene.ts";
import { gridOf } from "./scene.ts";
import { keepReachable } from "./scroll-frame.ts";
import { roleMark } from "./symbol.ts";
import { axisOf, wordsOf } from "./words.ts";
import { zoomOf } from "./zoom.ts";

export interface TokenStripOptions {
  readonly language: Language;
  /** Makes ids unique on the page. */
  readonly prefix: string;
  /** The query whose attention is drawn. */
  readonly query: number;
  /** Whose rows are lit in all matrices, as query and as key. */
  readonly lit?: Word;
  readonly onPick: (query: number) => void;
  /** A word is under the pointer or in focus; null when it no longer is. */
  readonly onWord?: (word: Word | null) => void;
}

const text: Record<
  Language,
  { choose: string; asks: string; hidden: string; nobody: string; scrolls: string }
> = {
  en: {
    choose: "Who asks? Pick a word; the arrow keys go on to the next.",
    asks: "asks; the answers:",
    hidden: "masked",
    nobody: "nobody: every word is masked",
    scrolls: "Sentence, scrolls sideways",
  },
  tr: {
    choose: "Kim soruyor? Bir sözcük seçin; ok tuşları sonrakine geçer.",
    asks: "soruyor; yanıtlar:",
    hidden: "maskeli",
    nobody: "hiç kimse: bütün sözcükler maskeli",
    scrolls: "Cümle, yana kaydırılır",
  },
};

/** The same in a sentence of numbers, for those who do not see the lines. */
export function attentionSentence(weights: Grid, query: number, language: Language): string {
  const words = text[language];
  const keys = weights.columnLabels.map((label, j) => ({ label, j }));
  const seen = keys.filter(({ j }) => !weights.hidden(query, j));
  const masked = keys.filter(({ j }) => weights.hidden(query, j));
  const numbers = seen.map(
    ({ label, j }) => `${label} ${formatNumber(weights.at(query, j), language)}`,
  );
  const answers = numbers.length > 0 ? numbers.join("; ") : words.nobody;
  const rest =
    masked.length > 0 ? ` ${words.hidden}: ${masked.map((k) => k.label).join(", ")}.` : "";
  return `${weights.rowLabels[query]} ${words.asks} ${answers}.${rest}`;
}

interface Line {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
  readonly hidden: boolean;
}

/** Draws the lines between the words where they have come to stand. */
class Lines extends AsyncDirective {
  #picture: SVGSVGElement | null = null;
  #lines: readonly Line[] = [];
  #moves: ResizeObserver | null = null;

  render(_lines: readonly Line[]): unknown {
    return noChange;
  }

  override update(part: ElementPart, [lines]: [readonly Line[]]): unknown {
    this.#lines = lines;
    if (!this.#picture) {
      this.#picture = part.element as SVGSVGElement;
      queueMicrotask(() => this.#watch());
    } else {
      measureLater(this, () => this.#measured());
    }
    return noChange;
  }

  override disconnected(): void {
    measureNoMore(this);
    this.#moves?.disconnect();
  }

  override reconnected(): void {
    this.#watch();
  }

  #watch(): void {
    const sentence = this.#picture?.parentElement;
    if (!sentence) return;
    this.#moves = new ResizeObserver(() => this.#measured()?.());
    this.#moves.observe(sentence);
    for (const word of sentence.querySelectorAll("[data-asks], [data-answers]"))
      this.#moves.observe(word);
  }

  /** The arcs for where the words stand now. */
  #measured(): (() => void) | undefined {
    const picture = this.#picture;
    const sentence = picture?.parentElement;
    if (!picture || !sentence) return;
    const frame = sentence.getBoundingClientRect();
    const zoom = zoomOf(sentence);
    const box = (kind: "asks" | "answers", i: number) =>
      sentence.querySelector(`[data-${kind}="${i}"]`)?.getBoundingClientRect();
    const curves = this.#lines.map(({ from, to }) => {
      const [a, b] = [box("asks", from), box("answers", to)];
      return a && b && curve(middle(a, frame, zoom), middle(b, frame, zoom), frame.height / zoom);
    });
    return () => {
      for (const [n, d] of curves.entries()) if (d) picture.children[n]?.setAttribute("d", d);
    };
  }
}

interface Place {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
  readonly half: number;
}

const middle = (box: DOMRect, frame: DOMRect, zoom: number): Place => ({
  x: (box.left + box.width / 2 - frame.left) / zoom,
  top: (box.top - frame.top) / zoom,
  bottom: (box.bottom - frame.top) / zoom,
  half: box.width / 2 / zoom,
});

/** An arc above one line of words, or a curve down from one line to the next. */
function curve(a: Place, b: Place, height: number): string {
  const n = (x: number) => x.toFixed(1);
  if (Math.abs(a.top - b.top) > 2) {
    const bend = (b.top - a.bottom) / 2;
    return `M${n(a.x)} ${n(a.bottom)}C${n(a.x)} ${n(a.bottom + bend)} ${n(b.x)} ${n(b.top - bend)} ${n(b.x)} ${n(b.top)}`;
  }
  if (a.x === b.x) {
    // To itself: a loop on top of the word.
    const [w, h] = [Math.min(14, a.half), Math.min(30, a.top - 4)];
    return `M${n(a.x - w)} ${n(a.top)}C${n(a.x - w - 8)} ${n(a.top - h * 1.25)} ${n(a.x + w + 8)} ${n(a.top - h * 1.25)} ${n(a.x + w)} ${n(a.top)}`;
  }
  const side = Math.sign(b.x - a.x);
  const from = a.x + side * Math.min(20, a.half * 0.8);
  const rise = Math.min(a.top - 6, 22 + Math.abs(b.x - from) * 0.22, height);
  return `M${n(from)} ${n(a.top)}C${n(from)} ${n(a.top - rise * 1.3)} ${n(b.x)} ${n(a.top - rise * 1.3)} ${n(b.x)} ${n(b.top)}`;
}

const lines = directive(Lines);

/** Width and strength of a line: a share of nothing is a hair. */
function lineStyle({ weight, hidden }: Line): string {
  const share = hidden || !(weight >= 0) ? 0 : Math.min(1, weight);
  return `stroke-width:${(1 + 8 * share).toFixed(2)};stroke-opacity:${(0.3 + 0.7 * share).toFixed(3)}`;
}

function linesView(weights: Grid, query: number): TemplateResult {
  const all: Line[] = weights.columnLabels.map((_, j) => ({
    ...{ from: query, to: j, weight: weights.at(query, j) },
    hidden: weights.hidden(query, j),
  }));
  return html`<svg class="dk-lines" aria-hidden="true" ${lines(all)}>${all.map(
    (line) =>
      svg`<path class=${line.hidden ? "dk-line-hidden" : ""} .style=${lineStyle(line)}></path>`,
  )}</svg>`;
}

/** What stands below a word that answers. */
function answer(weights: Grid, query: number, key: number, o: TokenStripOptions) {
  const number = formatNumber(weights.at(query, key), o.language);
  return html`<span class="dk-share-number" aria-hidden="true">${weights.hidden(query, key) ? wordsOf(o.language).masked : number}</span>`;
}

function pickKey(event: KeyboardEvent, length: number): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const at = Number((event.target as HTMLElement).dataset.asks);
  const flat = { ArrowUp: "ArrowLeft", ArrowDown: "ArrowRight" }[event.key] ?? event.key;
  const next = step(flat, false, [0, at], [1, length]);
  if (!next) return;
  event.preventDefault();
  const group = event.currentTarget as HTMLElement;
  group.querySelector<HTMLElement>(`[data-asks="${next[1]}"]`)?.focus();
}

/** A word that can ask; with its share below it where it answers as well. */
function asking(weights: Grid, i: number, query: number, own: boolean, o: TokenStripOptions) {
  const word = { query: i, key: own ? i : null };
  const hidden = own && weights.hidden(query, i);
  return html`<span class=${classMap({ "dk-said": true, "dk-hidden": hidden })}>
    <button
      type="button"
      role="radio"
      class=${classMap({ "dk-token": true, "dk-lit-word": o.lit?.query === i })}
      aria-checked=${i === query ? "true" : "false"}
      tabindex=${i === query ? 0 : -1}
      data-asks=${i}
      data-answers=${own ? i : nothing}
      @click=${() => o.onPick(i)}
      @focus=${() => {
        if (i !== query) o.onPick(i);
        o.onWord?.(word);
      }}
      @blur=${() => queueMicrotask(() => o.onWord?.(null))}
      @pointerenter=${(event: PointerEvent) => {
        if (event.pointerType !== "touch") o.onWord?.(word);
      }}
      @pointerleave=${() => o.onWord?.(null)}
    ><span>${weights.rowLabels[i]}</span></button>
    ${own ? answer(weights, query, i, o) : nothing}
  </span>`;
}

function answering(weights: Grid, j: number, query: number, o: TokenStripOptions) {
  return html`<span class=${classMap({ "dk-said": true, "dk-hidden": weights.hidden(query, j) })}>
    <span class=${classMap({ "dk-share-word": true, "dk-lit-word": o.lit?.key === j })} data-answers=${j}>${weights.columnLabels[j]}</span>
    ${answer(weights, query, j, o)}
  </span>`;
}

/** Keys of their own stand in a line of their own. */
export function tokenStrip(scene: Scene, o: TokenStripOptions): TemplateResult {
  const weights = gridOf(scene, "weights");
  const query = Math.min(o.query, weights.rows - 1);
  const own = scene.state.keyTokens === null && weights.rows === weights.columns;
  const words = text[o.language];
  const axis = (role: "query" | "key") =>
    html`<span class="dk-axis dk-${role}">${roleMark(role)}${axisOf(role, o.language)}</span>`;
  return html`<div class="dk-strip">
    <p class="dk-strip-hint" id=${`${o.prefix}-who`}>${words.choose}</p>
    <div class="dk-strip-scroll" ${keepReachable(words.scrolls)}>
      <div class=${classMap({ "dk-sentence": true, "dk-two-lines": !own })}>
        ${linesView(weights, query)}
        <div
          class="dk-sentence-line"
          role="radiogroup"
          aria-labelledby=${`${o.prefix}-who`}
          aria-describedby=${`${o.prefix}-answers`}
          @keydown=${(event: KeyboardEvent) => pickKey(event, weights.rows)}
        >${own ? nothing : axis("query")}${weights.rowLabels.map((_, i) => asking(weights, i, query, own, o))}</div>
        ${
          own
            ? nothing
            : html`<div class="dk-sentence-line" aria-hidden="true">${axis("key")}${weights.columnLabels.map((_, j) => answering(weights, j, query, o))}</div>`
        }
      </div>
    </div>
    <p class="dk-sr" role="status" id=${`${o.prefix}-answers`}>${attentionSentence(weights, query, o.language)}</p>
  </div>`;
}
