// Several narrow heads in place of a wide one: each with weights of its own, side by side, mixed.

import "../styles/heads.css";
import { guard } from "lit/directives/guard.js";
import { html, type TemplateResult } from "lit/html.js";
import { AttentionError } from "../core/errors.ts";
import { MAX_SEED } from "../inputs/limits.ts";
import type { Language, MatrixName } from "../inputs/state.ts";
import type { Session } from "../page/session.ts";
import { buttonView, choiceView, switchView } from "../views/controls.ts";
import { faultView, figureView } from "../views/figure.ts";
import { hasMask } from "../views/formula.ts";
import { formatCount, formatNumber } from "../views/number.ts";
import type { Scale } from "../views/scale.ts";
import { gridOf, type Scene } from "../views/scene.ts";
import { keepReachable } from "../views/scroll-frame.ts";
import { wordsOf } from "../views/words.ts";
import type { Figures } from "./figures.ts";
import { type Cost, headCounts, kvCounts, readBy, VASWANI, widthsOf } from "./heads-run.ts";
import {
  choices,
  computed,
  headPart,
  type Mixing,
  mixedNames,
  mixings,
  type Shown,
  unfitting,
  wiringOf,
} from "./heads-shown.ts";
import { type HeadWords, headWords } from "./heads-words.ts";
import { numbersLegend, sharesLegend } from "./legends.ts";
import { apart } from "./order.ts";
import { OwnScene } from "./own-scene.ts";
import { inPart } from "./parts.ts";
import { staleNote } from "./stale.ts";
import { figureTitles } from "./titles.ts";
import { wrongView } from "./wrong.ts";

function controls(session: Session, scene: Scene): TemplateResult {
  const text = headWords[session.language];
  const { heads, kvHeads } = wiringOf(session, scene);
  const { mixing, seed } = choices.of(session.state);
  const numbered = (counts: readonly number[]) =>
    counts.map((count) => ({ value: String(count), label: count }));
  return html`
    ${choiceView({
      legend: text.heads,
      name: "heads-count",
      value: String(heads),
      options: numbered(headCounts(scene.state)),
      onChange: (value) => choices.set(session, { heads: Number(value), kv: 0, off: 0 }),
    })}
    ${choiceView({
      legend: text.kvHeads,
      name: "heads-kv",
      value: String(kvHeads),
      options: numbered(kvCounts(heads)),
      onChange: (value) =>
        choices.set(session, { kv: Number(value) === heads ? 0 : Number(value) }),
    })}
    ${choiceView<Mixing>({
      legend: text.mixing,
      name: "heads-mixing",
      value: mixing,
      options: mixings.map((value) => ({ value, label: text.mixings[value] })),
      onChange: (value) => choices.set(session, { mixing: value }),
    })}
    ${buttonView({
      label: text.drawAgain,
      disabled: mixing !== "random",
      onClick: () => choices.set(session, { seed: seed === MAX_SEED ? 0 : seed + 1 }),
    })}`;
}

interface Scales {
  readonly shares: Scale;
  readonly numbers: Scale;
}

function scalesOf(own: OwnScene, { wiring }: Shown): Scales {
  const each = (name: MatrixName) => wiring.active.map((_, head) => inPart(name, headPart(head)));
  return {
    shares: own.scale(...each("weights")),
    numbers: own.scale(...each("output"), ...Object.values(mixedNames)),
  };
}

function headCard(
  head: number,
  session: Session,
  { wiring }: Shown,
  own: OwnScene,
  scales: Scales,
): TemplateResult {
  const { language } = session;
  const text = headWords[language];
  const on = wiring.active[head] ?? true;
  const source = readBy(wiring, head);
  const matrix = (name: MatrixName, scale: Scale) =>
    own.matrix(inPart(name, headPart(head)), { scale });
  const toggle = (next: boolean) => {
    const { off } = choices.of(session.state);
    choices.set(session, { off: next ? off & ~(1 << head) : off | (1 << head) });
  };
  return html`<section class="head head-${head + 1} ${on ? "" : "head-off"}" aria-label=${text.head(head + 1)}>
    <div class="head-top">
      <h4>${text.head(head + 1)}</h4>
      <p class="head-note">${on ? (source === head ? "" : text.reads(source + 1)) : text.off}</p>
      ${switchView({ label: html`<span class="dk-sr">${text.on(head + 1)}</span>`, checked: on, onChange: toggle })}
    </div>
    <div class="head-matrices">${matrix("weights", scales.shares)} ${matrix("output", scales.numbers)}</div>
  </section>`;
}

function mixed(
  { wiring }: Shown,
  own: OwnScene,
  scales: Scales,
  language: Language,
): TemplateResult {
  const text = headWords[language];
  const { merged, wo, output } = mixedNames;
  const width = gridOf(own.scene, merged).columns / wiring.heads;
  const groups = wiring.active.map((_, head) => ({
    label: text.head(head + 1),
    columns: width,
    className: `head-band head-${head + 1}`,
  }));
  const { numbers: scale } = scales;
  return html`<div class="figure-row heads-mixed">
    ${own.matrix(merged, { scale, groups })} ${own.matrix(wo, { scale })}
    ${own.matrix(output, { scale })}
  </div>`;
}

function costTable(
  { costs, paper, wiring }: Shown,
  scene: Scene,
  language: Language,
): TemplateResult {
  const text = headWords[language];
  const count = (value: number | bigint) => formatCount(value, language);
  const pairs = [costs, paper];
  const all =
    wiring.heads === 1
      ? [costs.one, paper.one, paper.many]
      : [costs.one, costs.many, paper.one, paper.many];
  const quantities: readonly [string, (cost: Cost) => bigint | null][] = [
    [text.operations, (cost) => cost.operations],
    [text.exponentials, (cost) => cost.exponentials],
    [text.parameters, (cost) => cost.parameters],
    [text.kept, (cost) => cost.kept],
  ];
  const names = [
    text.here(count(scene.state.tokens.length)),
    text.paper(count(VASWANI.tokens), count(VASWANI.modelWidth)),
  ];
  return html`<div class="heads-cost dk-scroll" ${keepReachable(`${text.cost}, ${wordsOf(language).scrolls}`)}><table>
    <caption>${text.cost}</caption>
    <thead>
      <tr><td></td>${pairs.map((_, i) => html`<th scope="colgroup" colspan=${i === 0 && wiring.heads === 1 ? 1 : 2}>${names[i]}</th>`)}</tr>
      <tr><th scope="col">${text.quantity}</th>${all.map((cost) => html`<th scope="col">${text.wide(cost.heads, count(cost.headDim))}</th>`)}</tr>
    </thead>
    <tbody>${quantities.map(
      ([name, of]) =>
        html`<tr><th scope="row">${name}</th>${all.map((cost) => {
          const value = of(cost);
          return html`<td>${value === null ? "–" : count(value)}</td>`;
        })}</tr>`,
    )}</tbody>
  </table></div>`;
}

function told(shown: Shown, scene: Scene, text: HeadWords): string {
  const { heads, kvHeads } = shown.wiring;
  const { key, value } = widthsOf(scene.state);
  const sentences = [
    heads === 1 ? text.toldOne(key) : text.told(heads, key / heads, value / heads),
  ];
  if (kvHeads < heads) sentences.push(text.groups(heads, kvHeads));
  if (scene.state.source.kind === "direct") sentences.push(text.direct);
  if (headCounts(scene.state).length === 1) sentences.push(text.indivisible(key, value));
  return sentences.join(" ");
}

function ablation({ run, wiring }: Shown, language: Language): TemplateResult {
  const text = headWords[language];
  const off = wiring.active.filter((on) => !on).length;
  const difference = apart(run.whole.output.data, run.trace.output.data);
  return html`<p class="heads-ablation" role="status">${
    off === 0
      ? text.allOn
      : html`${text.difference(off)} <b>${formatNumber(difference, language)}</b>`
  }</p>`;
}

function body(session: Session, scene: Scene, shown: Shown, own: OwnScene): TemplateResult {
  const { language } = session;
  const text = headWords[language];
  const scales = scalesOf(own, shown);
  return html`<div class="heads">
    <p class="heads-told" role="status">${told(shown, scene, text)}</p>
    <div class="heads-cards">${shown.wiring.active.map((_, head) => headCard(head, session, shown, own, scales))}</div>
    <h4>${text.mixed}</h4>
    ${mixed(shown, own, scales, language)}
    ${ablation(shown, language)}
    <div class="dk-legends">
      ${sharesLegend(scales.shares, language, hasMask(scene.state.settings))}
      ${numbersLegend(scales.numbers, language)}
    </div>
    ${costTable(shown, scene, language)}
  </div>`;
}

export function headsFigure({ session }: Figures): TemplateResult {
  const { language } = session;
  const text = headWords[language];
  const scene = session.results?.scene as Scene;
  const shown = computed(session, scene);
  const frame = {
    wrong: wrongView(session, choices, { wrong: () => unfitting(session, scene) }),
    id: "figure-heads",
    title: figureTitles.heads[language],
    controls: controls(session, scene),
    caption: text.caption,
    wide: true,
    fault: staleNote(session),
  };
  if (shown instanceof AttentionError)
    return figureView({ ...frame, body: faultView(shown.describe(language)) });
  const own = new OwnScene({
    session,
    figure: "heads",
    scene: shown.scene,
    open: choices.of(session.state).cell,
    onOpen: (cell) => choices.set(session, { cell }),
  });
  return figureView({
    ...frame,
    body: guard([...own.shown, language], () => body(session, scene, shown, own)),
    inspector: own.inspector(),
  });
}
