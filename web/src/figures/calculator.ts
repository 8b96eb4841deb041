// Bytes of the KV cache of named models, with the formula in their own numbers, and what the other
// ways to share heads would take.

import "../styles/calculator.css";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { AttentionError } from "../core/errors.ts";
import type { KvCacheBytes, KvCacheInput, Model } from "../core/index.ts";
import { cacheOf, models } from "../core/models.ts";
import type { Language } from "../inputs/state.ts";
import type { Session } from "../page/session.ts";
import { choiceView, sliderView } from "../views/controls.ts";
import { faultView, figureView } from "../views/figure.ts";
import { formatCount, formatNumber } from "../views/number.ts";
import { keepReachable } from "../views/scroll-frame.ts";
import { type CacheKind, type CalculatorWords, calculatorWords } from "./calculator-words.ts";
import { Choices, wholeChoice, wordChoice } from "./choices.ts";
import type { Figures } from "./figures.ts";
import { Memo } from "./memo.ts";
import { figureTitles } from "./titles.ts";
import { wrongView } from "./wrong.ts";

const cacheKinds = ["mha", "gqa", "mqa", "mla"] as const satisfies readonly CacheKind[];

/** What sees all tokens at once has no cache. */
const cached = models.filter(({ causal }) => causal);
const MOST_TOKENS = 2 ** 24;
const MOST_TEXTS = 2 ** 10;
/** So many steps of the slider double the tokens. */
const STEPS_PER_OCTAVE = 4;

export const calculatorChoices = new Choices("calculator", {
  model: wordChoice(
    "llama-3-8b",
    cached.map(({ id }) => id),
  ),
  tokens: wholeChoice(8192, 1, MOST_TOKENS),
  batch: wholeChoice(1, 1, MOST_TEXTS),
  bytes: wordChoice("2", ["4", "2", "1"]),
  /** None: the model's own. */
  kind: wordChoice<CacheKind | "own">("own", ["own", ...cacheKinds]),
});

export function ownKind({ heads, kvHeads, latent }: Model): CacheKind {
  if (latent) return "mla";
  if (kvHeads === heads) return "mha";
  return kvHeads === 1 ? "mqa" : "gqa";
}

/** Query heads to a KV head where a model has no groups of its own: as Llama 3 8B and Mistral 7B have them. */
const GROUP = 4;
/** d_c + d_rope in widths of a head. Source: DeepSeek-V2 (2024), section 2.1.4. */
const LATENT = 4.5;

type Shape = Pick<KvCacheInput, "layers" | "kvHeads" | "headDim" | "latent" | "window">;

/** The model's cache if it shared its heads so. */
export function shapeOf(model: Model, kind: CacheKind): Shape {
  if (kind === ownKind(model)) return cacheOf(model);
  const { layers, heads, headDim, window } = model;
  const shared = window === undefined ? { layers } : { layers, window };
  if (kind === "mla") return { ...shared, latent: LATENT * headDim };
  const kvHeads = { mha: heads, gqa: heads / GROUP, mqa: 1 }[kind];
  return { ...shared, kvHeads, headDim };
}

/** GiB and GB, three digits each. */
function sizeText({ gib, gb }: Pick<KvCacheBytes, "gib" | "gb">, language: Language): string {
  const digits = (value: number) =>
    new Intl.NumberFormat(language === "tr" ? "tr-TR" : "en-GB", {
      maximumSignificantDigits: 3,
    }).format(value);
  return `${digits(gib)} GiB = ${digits(gb)} GB`;
}

interface Row {
  readonly kind: CacheKind;
  readonly shape: Shape;
  readonly cache: KvCacheBytes;
}

const memos = new WeakMap<Session, Memo<readonly Row[] | AttentionError>>();

interface Asked {
  readonly model: Model;
  readonly tokens: number;
  readonly batch: number;
  readonly bytesPerElement: number;
}

function rowsOf(session: Session, { model, tokens, batch, bytesPerElement }: Asked) {
  const memo = memos.get(session) ?? new Memo<readonly Row[] | AttentionError>();
  memos.set(session, memo);
  return memo.of([model, tokens, batch, bytesPerElement], () => {
    const outcome = session.engine.ask((core) =>
      cacheKinds.map((kind): Row => {
        const shape = shapeOf(model, kind);
        return {
          kind,
          shape,
          cache: core.kvCacheBytes({ ...shape, tokens, batch, bytesPerElement }),
        };
      }),
    );
    return "fault" in outcome ? new AttentionError(outcome.fault) : outcome.value;
  });
}

function modelPicker(session: Session, model: Model, words: CalculatorWords): TemplateResult {
  return html`<label class="calculator-model"><span>${words.model}</span>
    <select
      class="dk-select"
      @change=${(event: Event) => {
        const id = (event.target as HTMLSelectElement).value;
        calculatorChoices.set(session, { model: id, kind: "own" });
      }}
    >
      ${cached.map(({ id, name }) => html`<option value=${id} ?selected=${id === model.id}>${name}</option>`)}
    </select></label>`;
}

/** Twice as many is as far, wherever one is. */
function powerSlider(
  o: { label: string; value: number; most: number; perOctave: number; language: Language },
  set: (value: number) => void,
): TemplateResult {
  return sliderView({
    label: o.label,
    value: Math.round(o.perOctave * Math.log2(o.value)) / o.perOctave,
    min: 0,
    max: Math.log2(o.most),
    step: 1 / o.perOctave,
    text: formatCount(o.value, o.language),
    onInput: (power) => set(Math.round(2 ** power)),
  });
}

function settings(session: Session, asked: Asked, kind: CacheKind, words: CalculatorWords) {
  const { language } = session;
  const { tokens, batch, bytesPerElement } = asked;
  return html`<div class="calculator-settings">
    ${modelPicker(session, asked.model, words)}
    ${powerSlider(
      {
        label: words.tokens,
        value: tokens,
        most: MOST_TOKENS,
        perOctave: STEPS_PER_OCTAVE,
        language,
      },
      (to) => calculatorChoices.set(session, { tokens: to }),
    )}
    ${powerSlider(
      { label: words.batch, value: batch, most: MOST_TEXTS, perOctave: 1, language },
      (to) => calculatorChoices.set(session, { batch: to }),
    )}
    ${choiceView({
      legend: words.bytesPer,
      name: "calculator-bytes",
      value: String(bytesPerElement),
      options: ["4", "2", "1"].map((value) => ({ value, label: value })),
      onChange: (bytes) => calculatorChoices.set(session, { bytes }),
    })}
    ${choiceView<CacheKind>({
      legend: words.kind,
      name: "calculator-kind",
      value: kind,
      options: cacheKinds.map((value) => ({ value, label: words.kinds[value] })),
      onChange: (value) =>
        calculatorChoices.set(session, { kind: value === ownKind(asked.model) ? "own" : value }),
    })}
  </div>`;
}

function formula({ shape, cache }: Row, asked: Asked, words: CalculatorWords, language: Language) {
  const { factors } = words;
  const { layers, kvHeads, headDim, latent, window } = shape;
  const { tokens, batch, bytesPerElement } = asked;
  const kept = window !== undefined && tokens > window;
  const parts: [number, string][] = [
    ...(latent === undefined
      ? ([
          [2, factors.two],
          [layers, factors.layers],
          [kvHeads ?? 0, factors.kvHeads],
          [headDim ?? 0, factors.headDim],
        ] as [number, string][])
      : ([
          [layers, factors.layers],
          [latent, factors.latent],
        ] as [number, string][])),
    [kept ? window : tokens, kept ? factors.window : factors.tokens],
    [bytesPerElement, factors.bytes],
    [batch, factors.batch],
  ];
  return html`<div class="calculator-formula">
    <h4>${words.formula}</h4>
    <p class="calculator-product" id="calculator-formula">
      ${parts.map(
        ([value, name], i) =>
          html`${i > 0 ? html`<span class="calculator-op">×</span>` : nothing}<span class="calculator-factor"><b>${formatCount(value, language)}</b> <small>${name}</small></span>`,
      )}
      <span class="calculator-op">=</span>
      <span class="calculator-factor calculator-result"><b id="calculator-bytes">${formatCount(cache.bytes, language)}</b> <small>${words.bytes}</small></span>
    </p>
    <p role="status" class="calculator-size"><b>${sizeText(cache, language)}</b>, ${words.perToken(formatCount(cache.bytesPerToken, language))}.</p>
  </div>`;
}

/** What is counted exactly is divided only to be read. */
const ratio = (a: bigint, b: bigint) => Number(a) / Number(b);

function notes(row: Row, { model, tokens, bytesPerElement }: Asked, o: Texts): TemplateResult {
  const { words, language } = o;
  const weights = BigInt(model.totalParameters) * BigInt(bytesPerElement);
  const [gib, gb] = [Number(weights) / 2 ** 30, Number(weights) / 1e9];
  const times = new Intl.NumberFormat(language === "tr" ? "tr-TR" : "en-GB", {
    maximumSignificantDigits: 3,
  }).format(ratio(row.cache.bytes, weights));
  const context = formatCount(model.contextLength, language);
  return html`<ul class="calculator-notes">
    <li>${words.weightsOf(sizeText({ gib, gb }, language), times)}</li>
    <li>${tokens > model.contextLength ? words.pastContext(context) : words.withinContext(context)}
      ${model.window === undefined ? nothing : words.windowNote(formatCount(model.window, language))}</li>
    <li>${words.shapeFrom} <a href=${model.source.url}><cite lang="en">${model.source.title}</cite></a>, <a href=${model.configuration}>${words.configuration}</a>.</li>
  </ul>`;
}

interface Texts {
  readonly words: CalculatorWords;
  readonly language: Language;
}

function keptPerToken({ shape }: Row, { words, language }: Texts): string {
  if (shape.latent !== undefined) return words.latentOf(formatCount(shape.latent, language));
  return `${words.heads(formatCount(shape.kvHeads ?? 0, language))} × ${formatCount(shape.headDim ?? 0, language)}`;
}

function comparison(rows: readonly Row[], model: Model, kind: CacheKind, o: Texts): TemplateResult {
  const { words, language } = o;
  const { columns } = words;
  const most = rows[0]?.cache.bytes ?? 1n;
  return html`<div class="dk-scroll" ${keepReachable(`${words.compared}, ${words.scrolls}`)}>
    <table class="calculator-table" id="calculator-kinds">
      <caption>${words.compared}</caption>
      <thead><tr>
        <th scope="col">${columns.kind}</th><th scope="col">${columns.numbers}</th>
        <th scope="col" class="calculator-right">${columns.bytes}</th><th scope="col" class="calculator-right">${columns.size}</th>
        <th scope="col">${columns.share}</th>
      </tr></thead>
      <tbody>${rows.map((row) => {
        const share = ratio(row.cache.bytes, most);
        return html`<tr class=${row.kind === kind ? "calculator-chosen" : ""}>
          <th scope="row"><b>${words.kinds[row.kind]}</b> ${words.long[row.kind]}<small>${row.kind === ownKind(model) ? words.own : words.ifSo}</small></th>
          <td>${keptPerToken(row, o)}</td>
          <td class="calculator-right">${formatCount(row.cache.bytes, language)}</td>
          <td class="calculator-right">${sizeText(row.cache, language)}</td>
          <td><span class="calculator-share"><span class="calculator-bar" .style=${`--share:${share}`}></span><span>${formatNumber(share, language, "percent")}</span></span></td>
        </tr>`;
      })}</tbody>
    </table>
  </div>`;
}

export function calculatorView({ session }: Figures): TemplateResult {
  const { language, state } = session;
  const words = calculatorWords[language];
  const chosen = calculatorChoices.of(state);
  const model = cached.find(({ id }) => id === chosen.model) ?? (cached[0] as Model);
  const kind = chosen.kind === "own" ? ownKind(model) : chosen.kind;
  const { tokens, batch } = chosen;
  const asked: Asked = { model, tokens, batch, bytesPerElement: Number(chosen.bytes) };
  const rows = rowsOf(session, asked);
  const failed = rows instanceof AttentionError;
  const row = failed ? undefined : rows.find((one) => one.kind === kind);
  const o: Texts = { words, language };
  return figureView({
    wrong: wrongView(session, calculatorChoices),
    id: "figure-calculator",
    title: figureTitles.calculator[language],
    body:
      failed || !row
        ? faultView(failed ? rows.describe(language) : "")
        : html`<div class="calculator">
            ${settings(session, asked, kind, words)} ${formula(row, asked, words, language)}
            ${comparison(rows, model, kind, o)} ${notes(row, asked, o)}
          </div>`,
    caption: words.caption,
    wide: true,
  });
}
