// A text through a KV cache, token by token: what is kept, what is dropped, whom the query of the
// step sees, and how far its output is from that of the full pass.

import "../styles/cache.css";
import { classMap } from "lit/directives/class-map.js";
import { guard } from "lit/directives/guard.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { AttentionError } from "../core/errors.ts";
import type { Attention, DecodeFrame, DecodeInput, DecodeTrace, Tensor } from "../core/index.ts";
import { optionsOf } from "../inputs/problem.ts";
import type { Language } from "../inputs/state.ts";
import type { Session } from "../page/session.ts";
import { choiceView, sliderView } from "../views/controls.ts";
import { faultView, figureView } from "../views/figure.ts";
import { legendView } from "../views/legend.ts";
import { formatNumber } from "../views/number.ts";
import { cellStyle, type Scale, scaleOf } from "../views/scale.ts";
import { type Grid, gridOf, type Scene } from "../views/scene.ts";
import { keepReachable } from "../views/scroll-frame.ts";
import { badge, roleMark, symbolView } from "../views/symbol.ts";
import { apart } from "./apart.ts";
import { type CacheWords, cacheWords } from "./cache-words.ts";
import { Choices, wholeChoice, wordChoice } from "./choices.ts";
import type { Figures } from "./figures.ts";
import { Memo } from "./memo.ts";
import { Player } from "./player.ts";
import { reuseView } from "./reuse.ts";
import { stepKeys, stepsView } from "./steps.ts";
import { figureText } from "./text.ts";

/** The page's tokens, repeated until there are so many. */
export const TOKENS = 12;
const LEAST_PLACES = 2;
const MOST_PLACES = 8;

const kinds = ["all", "ring", "sinks"] as const;
type Kind = (typeof kinds)[number];

export const cacheChoices = new Choices("cache", {
  keep: wordChoice<Kind>("all", kinds),
  places: wholeChoice(5, LEAST_PLACES, MOST_PLACES),
  sinks: wholeChoice(1, 1, MOST_PLACES - 1),
});

/** What the cache may hold; without a capacity, all. */
type Capacity = Pick<DecodeInput, "capacity" | "sinks">;

interface Shown {
  /** One word per token of the text. */
  readonly tokens: readonly string[];
  readonly q: readonly (readonly number[])[];
  readonly k: readonly (readonly number[])[];
  readonly v: readonly (readonly number[])[];
  readonly trace: DecodeTrace;
  /** The output of the full causal pass over the whole text. */
  readonly full: Tensor;
  /** Multiply-adds of each step if the whole text so far went through once more. */
  readonly again: readonly number[];
  readonly places: number;
  readonly sinks: number;
  readonly scale: Scale;
}

function repeated(grid: Grid): number[][] {
  return Array.from({ length: TOKENS }, (_, i) =>
    Array.from({ length: grid.columns }, (_, j) => grid.at(i % grid.rows, j)),
  );
}

function compute(core: Attention, scene: Scene, { capacity, sinks }: Capacity): Shown {
  const [queries, keys, values] = [gridOf(scene, "q"), gridOf(scene, "k"), gridOf(scene, "v")];
  const [q, k, v] = [repeated(queries), repeated(keys), repeated(values)];
  const { scale } = optionsOf(scene.state);
  const ones = new Array<number>(TOKENS).fill(1);
  const trace = core.decode({ q, k, v, scale, schedule: ones, capacity, sinks });
  const again = ones.map((_, i) => {
    const [head, of] = [i + 1, (rows: readonly (readonly number[])[]) => rows.slice(0, i + 1)];
    const whole = core.decode({ q: of(q), k: of(k), v: of(v), scale, schedule: [head] });
    return whole.frames[0]?.operations ?? Number.NaN;
  });
  const full = core.attention({ q, k, v, scale, causal: true }).output;
  const { tokens } = scene.state;
  return {
    tokens: ones.map((_, i) => tokens[i % tokens.length] ?? ""),
    ...{ q, k, v, trace, full, again },
    places: capacity ?? TOKENS,
    sinks: sinks ?? 0,
    scale: scaleOf(queries, keys, values, gridOf(scene, "output")),
  };
}

/** The stage of one page. */
class Cache {
  readonly player: Player;
  readonly #session: Session;
  readonly #memo = new Memo<Shown | AttentionError>();

  constructor(session: Session) {
    this.#session = session;
    this.player = new Player(() => session.notify());
  }

  /** A window needs a place that is no sink's. */
  capacity(): Capacity {
    const { keep, places, sinks } = cacheChoices.of(this.#session.state);
    if (keep === "all") return {};
    return keep === "ring"
      ? { capacity: places }
      : { capacity: places, sinks: Math.min(sinks, places - 1) };
  }

  shown(scene: Scene): Shown | AttentionError {
    const capacity = this.capacity();
    return this.#memo.of([scene, capacity.capacity, capacity.sinks], () => {
      const outcome = this.#session.engine.ask((core) => compute(core, scene, capacity));
      return "fault" in outcome ? new AttentionError(outcome.fault) : outcome.value;
    });
  }
}

const stages = new WeakMap<Session, Cache>();

function cacheOf(session: Session): Cache {
  const known = stages.get(session) ?? new Cache(session);
  stages.set(session, known);
  return known;
}

const rowOf = ({ shape, data }: Tensor<Float64Array>, row: number): number[] => {
  const width = shape.at(-1) ?? 0;
  return Array.from(data.subarray(row * width, (row + 1) * width));
};

interface Texts {
  readonly words: CacheWords;
  readonly language: Language;
  readonly number: (value: number) => string;
}

/** "5 mindere": a token by its place in the text. */
const named = ({ tokens }: Shown, token: number) =>
  html`<span class="cache-number">${token + 1}</span> <i class="dk-word">${tokens[token]}</i>`;

function sentence(shown: Shown, step: number, frame: DecodeFrame, o: Texts): string {
  const { words } = o;
  const [dropped] = frame.dropped;
  const first = words.sentence(step + 1, TOKENS, shown.tokens[step] ?? "");
  if (shown.places === TOKENS) return first;
  return `${first} ${dropped === undefined ? words.dropsNone : words.drops(`${dropped + 1}, ${shown.tokens[dropped]}`)}`;
}

function timeline(shown: Shown, step: number, frame: DecodeFrame, o: Texts): TemplateResult {
  const { words } = o;
  const state = (token: number) => {
    if (token === step) return "now";
    if (token > step) return "ahead";
    return frame.kept.includes(token) ? "kept" : "dropped";
  };
  const entry = (name: "now" | "kept" | "dropped" | "ahead") =>
    html`<li><i class="cache-token cache-${name}" aria-hidden="true"></i>${words[name]}</li>`;
  return html`<div class="cache-text">
    <h4 id="cache-text">${words.text}</h4>
    <ol class="cache-tokens" aria-labelledby="cache-text">
      ${shown.tokens.map(
        (word, token) => html`<li class="cache-token cache-${state(token)}">
          <small>${token + 1}</small> <span class="dk-word">${word}</span><span class="dk-sr">, ${words[state(token)]}</span>
        </li>`,
      )}
    </ol>
    <ul class="cache-key">
      ${entry("now")}${entry("kept")}${shown.places < TOKENS ? entry("dropped") : nothing}${entry("ahead")}
    </ul>
    <p class="cache-note">${words.textNote}</p>
  </div>`;
}

const weightScale: Scale = { kind: "sequential", min: 0, max: 1, limit: 1 };

function cell(value: number, scale: Scale, o: Texts, style: "cell" | "share" = "cell") {
  const odd = !Number.isFinite(value);
  return html`<td class=${classMap({ "dk-cell": true, "dk-odd": odd })} .style=${cellStyle(scale, value)}>${formatNumber(value, o.language, style)}</td>`;
}

/** A place of the cache, with what stands in it after the step. */
function placeRow(shown: Shown, place: number, step: number, frame: DecodeFrame, o: Texts) {
  const { words } = o;
  const token = frame.kept[place];
  const widths = [shown.k[0]?.length ?? 0, shown.v[0]?.length ?? 0] as const;
  const head = html`<th scope="row">${place + 1}</th>`;
  if (token === undefined) {
    return html`<tr class="cache-empty">${head}<td class="cache-name">${words.empty}</td>
      <td></td><td class="cache-gap"></td><td colspan=${widths[0]}></td><td class="cache-gap"></td><td colspan=${widths[1]}></td><td></td></tr>`;
  }
  const note = token === step ? words.added : place < shown.sinks ? words.sink : nothing;
  return html`<tr class=${token === step ? "cache-new" : ""}>
    ${head}
    <td class="cache-name">${named(shown, token)}</td>
    ${cell(frame.weights.data[token] ?? Number.NaN, weightScale, o, "share")}<td class="cache-gap"></td>
    ${(shown.k[token] ?? []).map((value) => cell(value, shown.scale, o))}<td class="cache-gap"></td>
    ${(shown.v[token] ?? []).map((value) => cell(value, shown.scale, o))}
    <td class="cache-mark">${note}</td>
  </tr>`;
}

function slots(shown: Shown, step: number, frame: DecodeFrame, o: Texts): TemplateResult {
  const { words, language } = o;
  const places = Array.from({ length: shown.places }, (_, i) => i);
  const [dk, dv] = [shown.k[0]?.length ?? 0, shown.v[0]?.length ?? 0];
  return html`<div class="dk-scroll" ${keepReachable(`${words.cache}, ${words.scrolls}`)}>
    <table class="cache-table" id="cache-slots">
      <caption>${words.cache} ${badge(null, language)}</caption>
      <thead>
        <tr>
          <th scope="col">${words.place}</th>
          <th scope="col" class="cache-name">${words.token}</th>
          <th scope="col">${words.weight}</th>
          <td></td>
          <th scope="colgroup" colspan=${dk} class="dk-key">${roleMark("key")}${symbolView("k")} ${words.key}</th>
          <td></td>
          <th scope="colgroup" colspan=${dv} class="dk-value">${roleMark("value")}${symbolView("v")} ${words.value}</th>
          <td></td>
        </tr>
      </thead>
      <tbody>${places.map((place) => placeRow(shown, place, step, frame, o))}</tbody>
    </table>
  </div>`;
}

function plainTable(id: string, caption: unknown, rows: unknown, width: number, o: Texts) {
  const columns = Array.from({ length: width }, (_, i) => i + 1);
  return html`<div class="dk-scroll" ${keepReachable(`${id}, ${o.words.scrolls}`)}>
    <table class="cache-table" id=${id}>
      <caption>${caption} ${badge(null, o.language)}</caption>
      <thead><tr><td></td>${columns.map((c) => html`<th scope="col"><span class="dk-sr">${o.words.component} </span>${c}</th>`)}</tr></thead>
      <tbody>${rows}</tbody>
    </table>
  </div>`;
}

function side(shown: Shown, step: number, frame: DecodeFrame, o: Texts): TemplateResult {
  const { words } = o;
  const query = shown.q[step] ?? [];
  const output = Array.from(frame.output.data);
  const full = rowOf(shown.full as Tensor<Float64Array>, step);
  const differences = output.map((value, i) => apart([value], [full[i] ?? Number.NaN]));
  const row = (head: unknown, values: readonly number[]) =>
    html`<tr><th scope="row">${head}</th>${values.map((value) => cell(value, shown.scale, o))}</tr>`;
  const differ = apart(output, full) !== 0;
  const queryRows = row(html`<i class="dk-word">${shown.tokens[step]}</i>`, query);
  const outputRows = html`${row(words.fromCache, output)}${row(words.fullPass, full)}
    <tr><th scope="row">${words.apart}</th>${differences.map((value) => html`<td class="cache-plain">${o.number(value)}</td>`)}</tr>`;
  return html`
    ${plainTable("cache-query", html`${roleMark("query")}${words.query}`, queryRows, query.length, o)}
    ${plainTable("cache-output", html`${roleMark("output")}${words.output}`, outputRows, output.length, o)}
    <p class="cache-said">${differ ? words.apartOther : words.apartSame}</p>
    <dl class="cache-costs">
      <div><dt>${words.bytes}</dt><dd id="cache-bytes">${words.bytesValue(o.number(frame.bytes))}</dd></div>
      <div><dt>${words.work}</dt><dd id="cache-work">${o.number(frame.operations)}</dd></div>
      <div><dt>${words.again}</dt><dd id="cache-again">${o.number(shown.again[step] ?? Number.NaN)}</dd></div>
    </dl>`;
}

function controls(session: Session, words: CacheWords): TemplateResult {
  const { keep, places, sinks } = cacheChoices.of(session.state);
  const most = places - 1;
  const slider = (
    label: string,
    value: number,
    min: number,
    max: number,
    name: "places" | "sinks",
  ) =>
    sliderView({
      ...{ label, value, min, max, step: 1 },
      text: formatNumber(value, session.language),
      onInput: (to) => cacheChoices.set(session, { [name]: to }),
    });
  return html`
    ${choiceView<Kind>({
      legend: words.keep,
      name: "cache-keep",
      value: keep,
      options: kinds.map((value) => ({ value, label: words[value] })),
      onChange: (value) => cacheChoices.set(session, { keep: value }),
    })}
    ${keep === "all" ? nothing : slider(words.places, places, LEAST_PLACES, MOST_PLACES, "places")}
    ${keep === "sinks" ? slider(words.sinkCount, Math.min(sinks, most), 1, most, "sinks") : nothing}`;
}

function body(cache: Cache, shown: Shown, session: Session, o: Texts): TemplateResult {
  const { language } = o;
  const last = () => TOKENS - 1;
  const steps = { player: cache.player, last };
  const step = cache.player.position(last());
  const frame = shown.trace.frames[step] as DecodeFrame;
  // A page renders at every move of the pointer; these change only from step to step.
  const stage = guard([shown, step, language], () => [
    timeline(shown, step, frame, o),
    slots(shown, step, frame, o),
  ]);
  return html`<div class="cache">
    ${stepsView({ language, ...steps, sentence: sentence(shown, step, frame, o) })}
    <div class="cache-stage" role="group" tabindex="0" aria-label=${o.words.stage} aria-describedby="cache-keys" @keydown=${(event: KeyboardEvent) => stepKeys(event, steps)}>
      ${stage}
    </div>
    <div class="cache-side">${guard([shown, step, language], () => side(shown, step, frame, o))}</div>
    <p class="cache-keys cache-note" id="cache-keys">${o.words.keysHint}</p>
    ${reuseView(session, o.words)}
  </div>`;
}

export function cacheView({ session }: Figures): TemplateResult {
  const { language, results } = session;
  if (!results) return html``;
  const words = cacheWords[language];
  const cache = cacheOf(session);
  const shown = cache.shown(results.scene);
  const failed = shown instanceof AttentionError;
  const o: Texts = { words, language, number: (value) => formatNumber(value, language) };
  return figureView({
    id: "figure-cache",
    title: words.title,
    controls: controls(session, words),
    body: failed ? faultView(shown.describe(language)) : body(cache, shown, session, o),
    legend: failed
      ? null
      : [
          legendView(shown.scale, { language, label: words.numbers }),
          legendView(weightScale, { language, label: words.weights }),
        ],
    caption: words.caption,
    wide: true,
    fault: session.fault ? figureText[language].stale : null,
  });
}
