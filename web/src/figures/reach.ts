// How far information gets through a stack of layers that the reader puts together, and what such
// layers cost beside as many full ones.

import "../styles/patterns.css";
import { guard } from "lit/directives/guard.js";
import { live } from "lit/directives/live.js";
import { html, type TemplateResult } from "lit/html.js";
import { AttentionError } from "../core/errors.ts";
import type { Attention, Reach, ReachLayer, StackCost, StackCostInput } from "../core/index.ts";
import type { Language } from "../inputs/state.ts";
import type { Session } from "../page/session.ts";
import { buttonView, sliderView } from "../views/controls.ts";
import { faultView, figureView } from "../views/figure.ts";
import { formatCount, formatNumber } from "../views/number.ts";
import { pairKey, pairMap } from "../views/pair-map.ts";
import { keepReachable } from "../views/scroll-frame.ts";
import { badge } from "../views/symbol.ts";
import { takeShown } from "../views/take.ts";
import { type Choice, Choices, wholeChoice } from "./choices.ts";
import type { Figures } from "./figures.ts";
import { Memo } from "./memo.ts";
import { OwnScene } from "./own-scene.ts";
import { TOKENS } from "./patterns.ts";
import {
  type LayerKind,
  layerKinds,
  type PatternsWords,
  PRICED_WINDOW,
  type Preset,
  patternsWords,
  presets,
} from "./patterns-words.ts";
import { stateChoices, stateScene, stateSpaceView } from "./state-space.ts";
import { figureTitles } from "./titles.ts";
import { wrongView } from "./wrong.ts";

const MOST_LAYERS = 8;

const letters: Record<LayerKind, string> = { full: "f", window: "w", linear: "s" };
const kindOf = (letter: string) => layerKinds.find((kind) => letters[kind] === letter) ?? "full";
const layersOf = (text: string): readonly LayerKind[] => Array.from(text, kindOf);

const made: Record<Preset, readonly LayerKind[]> = {
  windows: layersOf("wwww"),
  mixed: layersOf("wwfwwf"),
  jamba: layersOf("ssssfsss"),
};

const layersChoice: Choice<readonly LayerKind[]> = {
  initial: made.windows,
  read: (text) => (/^[fws]{1,8}$/.test(text) ? layersOf(text) : null),
  write: (layers) => layers.map((kind) => letters[kind]).join(""),
};

export const reachChoices = new Choices("reach", {
  layers: layersChoice,
  window: wholeChoice(4, 1, 12),
  token: wholeChoice(TOKENS, 1, TOKENS),
  tokens: wholeChoice(2 ** 15, 2 ** 10, 2 ** 20),
});

type Chosen = ReturnType<typeof reachChoices.of>;

interface Shown {
  readonly reach: Reach;
  readonly cost: StackCost;
  /** As many full layers. */
  readonly full: StackCost;
}

function compute(core: Attention, { layers, window, tokens }: Chosen): Shown {
  const masks: Record<LayerKind, ReachLayer> = {
    full: {},
    window: { window },
    linear: { linear: true },
  };
  const reach = core.reach({
    tokens: TOKENS,
    causal: true,
    layers: layers.map((kind) => masks[kind]),
  });
  const sizes = { tokens, heads: 32, kvHeads: 8, headDim: 128, bytesPerElement: 2 };
  const groups: Record<LayerKind, Omit<StackCostInput["layers"][number], "count">> = {
    full: { kind: "causal" },
    window: { kind: "window", window: PRICED_WINDOW },
    linear: { kind: "linear" },
  };
  const present = kindsIn(layers).map(({ kind, count }) => ({ ...groups[kind], count }));
  const price = (list: StackCostInput["layers"]) => core.stackCost({ ...sizes, layers: list });
  return {
    reach,
    cost: price(present),
    full: price([{ kind: "causal", count: layers.length }]),
  };
}

/** The kinds that there are, in their own order, with how many there are of each. */
function kindsIn(layers: readonly LayerKind[]) {
  return layerKinds
    .map((kind) => ({ kind, count: layers.filter((one) => one === kind).length }))
    .filter(({ count }) => count > 0);
}

const memos = new WeakMap<Session, Memo<Shown | AttentionError>>();

function shownOf(session: Session, chosen: Chosen): Shown | AttentionError {
  const memo = memos.get(session) ?? new Memo<Shown | AttentionError>();
  memos.set(session, memo);
  const { layers, window, tokens } = chosen;
  return memo.of([layersChoice.write(layers), window, tokens], () => {
    const outcome = session.engine.ask((core) => compute(core, chosen));
    return "fault" in outcome ? new AttentionError(outcome.fault) : outcome.value;
  });
}

interface Texts {
  readonly session: Session;
  readonly chosen: Chosen;
  readonly words: PatternsWords;
  readonly language: Language;
}

/** Has information of token `key` reached the chosen one after `layer`? Before the first there is only its own. */
function reached({ reach }: Shown, token: number, layer: number, key: number): boolean {
  const own = token - 1;
  if (layer === 0) return key === own;
  return reach.layers[layer - 1]?.data[own * TOKENS + key] === 1;
}

function firstReached(shown: Shown, token: number, layer: number): number {
  let first = 0;
  while (first < token - 1 && !reached(shown, token, layer, first)) first++;
  return first + 1;
}

function layerRow(i: number, shown: Shown, o: Texts): TemplateResult {
  const { session, chosen, words } = o;
  const { layers, token } = chosen;
  const put = (kind: LayerKind) => reachChoices.set(session, { layers: layers.with(i, kind) });
  const remove = () => reachChoices.set(session, { layers: layers.toSpliced(i, 1) });
  return html`<li>
    <label><span>${words.layer(i + 1)}</span>
      <select class="dk-select" @change=${(event: Event) => put((event.target as HTMLSelectElement).value as LayerKind)}>
        ${layerKinds.map((kind) => html`<option value=${kind} .selected=${live(kind === layers[i])}>${words.kinds[kind]}</option>`)}
      </select></label>
    <span class="reach-back">${words.back(token - firstReached(shown, token, i + 1))}</span>
    <button type="button" class="dk-button reach-remove" aria-label=${words.remove(i + 1)} title=${words.remove(i + 1)} ?disabled=${layers.length === 1} @click=${remove}>×</button>
  </li>`;
}

function stack(shown: Shown, o: Texts): TemplateResult {
  const { session, chosen, words, language } = o;
  const { layers, window, token } = chosen;
  const put = (next: readonly LayerKind[]) => reachChoices.set(session, { layers: next });
  // Every place there may be is drawn: the button and what is below stay where they are.
  const free = Array.from({ length: MOST_LAYERS - layers.length });
  return html`<div class="reach-stack">
    <div class="reach-presets" role="group" aria-label=${words.presets}>
      <span>${words.presets}</span>
      ${presets.map((preset) => buttonView({ label: words.preset[preset], onClick: () => put(made[preset]) }))}
    </div>
    <h4 id="reach-layers">${words.layers}</h4>
    <ol class="reach-list" aria-labelledby="reach-layers">${layers.map((_, i) => layerRow(i, shown, o))}${free.map(() => html`<li class="reach-free" aria-hidden="true"></li>`)}</ol>
    ${buttonView({
      label: words.add,
      disabled: layers.length === MOST_LAYERS,
      onClick: () => put([...layers, layers.at(-1) ?? "full"]),
    })}
    ${sliderView({
      ...{ label: words.reachWindow, value: window, min: 1, max: 12, step: 1 },
      text: formatNumber(window, language),
      onInput: (to) => reachChoices.set(session, { window: to }),
    })}
    ${sliderView({
      ...{ label: words.reachQuery, value: token, min: 1, max: TOKENS, step: 1 },
      text: formatNumber(token, language),
      onInput: (to) => reachChoices.set(session, { token: to }),
    })}
  </div>`;
}

function picture(shown: Shown, o: Texts): TemplateResult {
  const { session, chosen, words, language } = o;
  const { layers, token } = chosen;
  const first = firstReached(shown, token, layers.length);
  const summary = words.summary(token, token - first, first);
  const rows = layers.length + 1;
  const at = (layer: number, key: number) => reached(shown, token, layer, key);
  const map = guard([shown, token, language], () =>
    pairMap({
      id: "reach-map",
      label: `${words.reachMap}. ${summary}`,
      rows,
      columns: TOKENS,
      // As high with few layers as with many.
      tall: (2 * (MOST_LAYERS + 1)) / rows,
      filled: at,
      row: layers.length,
      onPick: (_, key) => reachChoices.set(session, { token: key + 1 }),
    }),
  );
  return html`<div class="reach-picture">
    <h4>${words.reachMap} ${badge(null, language)} ${takeShown({
      ...{ rows, columns: TOKENS, at, program: "reach" },
      name: `${words.reachMap} (1: ${words.reached}, 0: ${words.notReached})`,
    })}</h4>
    <div class="reach-map">
      <span class="dk-axis dk-key reach-axis">${words.token} 1–${TOKENS} →</span>
      <ol class="reach-rows" aria-hidden="true">
        <li>${words.beforeLayers}</li>
        ${layers.map((kind, i) => html`<li>${i + 1} ${words.kinds[kind]}</li>`)}
      </ol>
      ${map}
    </div>
    ${pairKey(words.reached, words.notReached)}
    <p class="reach-summary" role="status">${summary}</p>
  </div>`;
}

function costTable(shown: Shown, o: Texts): TemplateResult {
  const { session, chosen, words, language } = o;
  const { layers, tokens } = chosen;
  const { columns } = words;
  const count = (value: number | bigint) => formatCount(value, language);
  const share = (part: bigint, all: bigint) =>
    formatNumber(Number(part) / Number(all), language, "percent");
  type Line = Pick<StackCost["total"], "pairs" | "operations" | "cacheBytes">;
  const row = (name: string, many: number, cost: Line) => html`<tr>
    <th scope="row">${name}</th><td>${count(many)}</td>
    <td>${count(cost.pairs)}</td><td>${count(cost.operations)}</td><td>${count(cost.cacheBytes)}</td>
  </tr>`;
  const kinds = kindsIn(layers);
  const { total } = shown.cost;
  const full = shown.full.total;
  return html`<div class="reach-cost">
    ${sliderView({
      label: words.costTokens,
      ...{ value: Math.round(Math.log2(tokens)), min: 10, max: 20, step: 1 },
      text: count(tokens),
      onInput: (power) => reachChoices.set(session, { tokens: 2 ** power }),
    })}
    <div class="dk-scroll" ${keepReachable(`${words.cost(count(tokens))}, ${words.scrolls}`)}>
      <table class="reach-table" id="reach-cost">
        <caption>${words.cost(count(tokens))}</caption>
        <thead><tr>
          <th scope="col">${columns.kind}</th><th scope="col">${columns.count}</th>
          <th scope="col">${columns.pairs}</th><th scope="col">${columns.operations}</th><th scope="col">${columns.cache}</th>
        </tr></thead>
        <tbody>
          ${layerKinds.map((kind) => {
            const place = kinds.findIndex((one) => one.kind === kind);
            const cost = shown.cost.layers[place] ?? { pairs: 0n, operations: 0n, cacheBytes: 0n };
            return row(words.kinds[kind], kinds[place]?.count ?? 0, cost);
          })}
        </tbody>
        <tfoot>
          ${row(words.total, layers.length, total)} ${row(words.allFull, layers.length, full)}
          <tr class="reach-share"><th scope="row">${words.share}</th><td></td>
            <td>${share(total.pairs, full.pairs)}</td><td>${share(total.operations, full.operations)}</td>
            <td>${share(total.cacheBytes, full.cacheBytes)}</td></tr>
        </tfoot>
      </table>
    </div>
  </div>`;
}

export function reachView(figures: Figures): TemplateResult {
  const { session } = figures;
  const { language, state } = session;
  const words = patternsWords[language];
  const chosen = reachChoices.of(state);
  const shown = shownOf(session, chosen);
  const o: Texts = { session, chosen, words, language };
  const own = stateScene(session, words);
  return figureView({
    wrong: wrongView(session, reachChoices, stateChoices),
    id: "figure-reach",
    title: figureTitles.reach[language],
    body:
      shown instanceof AttentionError
        ? faultView(shown.describe(language))
        : html`<div class="reach">
            ${stack(shown, o)} ${picture(shown, o)} ${costTable(shown, o)} ${stateSpaceView(session, own, words)}
          </div>`,
    caption: words.reachCaption,
    inspector: own instanceof OwnScene && own.inspector(),
    wide: true,
  });
}
