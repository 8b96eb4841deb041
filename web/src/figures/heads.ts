// Several narrow heads in place of a wide one: each with weights of its own, side by side, mixed.

import "../styles/heads.css";
import { html, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { AttentionError, type Tensor } from "../core/index.ts";
import { MAX_SEED } from "../inputs/limits.ts";
import type { Language, Matrix } from "../inputs/state.ts";
import type { Session } from "../page/session.ts";
import { buttonView, choiceView, switchView } from "../views/controls.ts";
import { faultView, figureView } from "../views/figure.ts";
import { hasMask } from "../views/formula.ts";
import { legendView } from "../views/legend.ts";
import { formatNumber } from "../views/number.ts";
import { type Scale, scaleOf } from "../views/scale.ts";
import type { Grid, Scene } from "../views/scene.ts";
import { keepReachable } from "../views/scroll-frame.ts";
import { hiddenIn, tensorGrid, titledMatrix } from "../views/titled-matrix.ts";
import { wordsOf } from "../views/words.ts";
import { Choices, wholeChoice, wordChoice } from "./choices.ts";
import type { Figures } from "./figures.ts";
import {
  type Cost,
  type Costs,
  costsOf2017,
  costsOfPage,
  type HeadsRun,
  headCounts,
  kvCounts,
  runHeads,
  VASWANI,
  type Wiring,
  widthsOf,
} from "./heads-run.ts";
import { type HeadWords, headWords } from "./heads-words.ts";
import { Memo } from "./memo.ts";
import { apart } from "./order.ts";
import { figureText } from "./text.ts";

const mixings = ["identity", "random"] as const;
type Mixing = (typeof mixings)[number];

const choices = new Choices("heads", {
  heads: wholeChoice(2, 1, 4),
  /** 0: as many as there are heads. */
  kv: wholeChoice(0, 0, 4),
  mixing: wordChoice<Mixing>("random", mixings),
  seed: wholeChoice(1, 0, MAX_SEED),
  /** A bit for each head that is switched off. */
  off: wholeChoice(0, 0, 15),
});

/** As the reader chose it, as far as these widths can be cut that way. */
export function wiringOf(session: Session, scene: Scene): Wiring {
  const { heads: wanted, kv, mixing, seed, off } = choices.of(session.state);
  const heads = headCounts(scene.state).findLast((count) => count <= wanted) ?? 1;
  return {
    heads,
    kvHeads: kvCounts(heads).includes(kv) ? kv : heads,
    active: Array.from({ length: heads }, (_, head) => (off & (1 << head)) === 0),
    seed: mixing === "random" ? seed : null,
  };
}

interface Shown {
  readonly wiring: Wiring;
  readonly run: HeadsRun;
  readonly heads: readonly { readonly weights: Grid; readonly output: Grid }[];
  readonly merged: Grid;
  readonly wo: Grid;
  readonly output: Grid;
  readonly costs: Costs;
  readonly paper: Costs;
}

/** 2b: the second number of head 2. */
function numberName(head: number, component: number, width: number): string {
  return width <= 26
    ? `${head + 1}${String.fromCharCode(97 + component)}`
    : `${head + 1}·${component + 1}`;
}

function shownOf(scene: Scene, wiring: Wiring, run: HeadsRun, costs: Costs, paper: Costs): Shown {
  const { tokens, keyTokens } = scene.state;
  const { trace, wo } = run;
  const width = trace.headOutputs.shape[2] ?? 0;
  const names = (head: number) =>
    Array.from({ length: width }, (_, c) => numberName(head, c, width));
  const all = Array.from({ length: wiring.heads }, (_, head) => names(head)).flat();
  const flat = (rows: Matrix): Tensor => ({
    shape: [rows.length, rows[0]?.length ?? 0],
    data: Float64Array.from(rows.flat()),
  });
  return {
    wiring,
    run,
    heads: Array.from({ length: wiring.heads }, (_, head) => ({
      weights: tensorGrid(
        "weights",
        trace.weights,
        { rows: tokens, columns: keyTokens ?? tokens },
        { head, hidden: hiddenIn(trace.masked, head) },
      ),
      output: tensorGrid(
        "output",
        trace.headOutputs,
        { rows: tokens, columns: names(head) },
        { head },
      ),
    })),
    merged: tensorGrid("output", trace.merged, { rows: tokens, columns: all }),
    wo: tensorGrid("output", flat(wo), { rows: all }, { axes: ["model", "width"] }),
    output: tensorGrid("output", trace.output, { rows: tokens }),
    costs,
    paper,
  };
}

const memos = new WeakMap<Session, Memo<Shown | AttentionError>>();

function computed(session: Session, scene: Scene): Shown | AttentionError {
  const memo = memos.get(session) ?? new Memo<Shown | AttentionError>();
  memos.set(session, memo);
  const wiring = wiringOf(session, scene);
  return memo.of([scene, JSON.stringify(wiring)], () => {
    const outcome = session.engine.ask((core) =>
      shownOf(
        scene,
        wiring,
        runHeads(core, scene.state, wiring),
        costsOfPage(core, scene.state, wiring),
        costsOf2017(core),
      ),
    );
    return "fault" in outcome ? new AttentionError(outcome.fault) : outcome.value;
  });
}

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

function scalesOf({ heads, merged, wo, output }: Shown): Scales {
  return {
    shares: scaleOf(...heads.map(({ weights }) => weights)),
    numbers: scaleOf(...heads.map((head) => head.output), merged, wo, output),
  };
}

const indexed = (letter: string, index: string | number) =>
  html`<i>${letter}</i><sub>${index}</sub>`;

function headCard(head: number, session: Session, shown: Shown, scales: Scales): TemplateResult {
  const { language } = session;
  const text = headWords[language];
  const { wiring } = shown;
  const grids = shown.heads[head];
  if (!grids) return html``;
  const on = wiring.active[head] ?? true;
  const group = wiring.heads / wiring.kvHeads;
  const source = head - (head % group);
  const prefix = `heads-${head + 1}`;
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
    <div class="head-matrices">${titledMatrix(
      grids.weights,
      { symbol: indexed("A", head + 1), letter: `A_${head + 1}`, name: text.weights },
      { language, prefix, scale: scales.shares },
    )}
    ${titledMatrix(
      grids.output,
      {
        symbol: indexed("O", head + 1),
        letter: `O_${head + 1}`,
        name: text.headOutput,
        role: "output",
      },
      { language, prefix, scale: scales.numbers },
    )}</div>
  </section>`;
}

function mixed(shown: Shown, scales: Scales, language: Language): TemplateResult {
  const text = headWords[language];
  const { wiring, merged, wo, output } = shown;
  const width = merged.columns / wiring.heads;
  const groups = wiring.active.map((_, head) => ({
    label: text.head(head + 1),
    columns: width,
    className: `head-band head-${head + 1}`,
  }));
  const { numbers: scale } = scales;
  const random = wiring.seed !== null;
  return html`<div class="figure-row heads-mixed">
    ${titledMatrix(
      merged,
      { symbol: html`<i>Z</i>`, letter: "Z", name: text.merged, role: "output" },
      { language, prefix: "heads-merged", scale, groups },
    )}
    ${titledMatrix(
      wo,
      {
        symbol: indexed("W", "O"),
        letter: "W_O",
        name: random ? text.wo : text.woIdentity,
        role: "output",
        origin: wiring.seed === null ? { kind: "hand" } : { kind: "random", seed: wiring.seed },
      },
      { language, prefix: "heads-mixing", scale },
    )}
    ${titledMatrix(
      output,
      {
        symbol: html`<i>Z</i> <i>W</i><sub>O</sub>`,
        letter: "Z W_O",
        name: text.output,
        role: "output",
      },
      { language, prefix: "heads-output", scale },
    )}
  </div>`;
}

function costTable(
  { costs, paper, wiring }: Shown,
  scene: Scene,
  language: Language,
): TemplateResult {
  const text = headWords[language];
  const count = new Intl.NumberFormat(language);
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
    text.here(count.format(scene.state.tokens.length)),
    text.paper(count.format(VASWANI.tokens), count.format(VASWANI.modelWidth)),
  ];
  return html`<div class="heads-cost dk-scroll" ${keepReachable(`${text.cost}, ${wordsOf(language).scrolls}`)}><table>
    <caption>${text.cost}</caption>
    <thead>
      <tr><td></td>${pairs.map((_, i) => html`<th scope="colgroup" colspan=${i === 0 && wiring.heads === 1 ? 1 : 2}>${names[i]}</th>`)}</tr>
      <tr><th scope="col">${text.quantity}</th>${all.map((cost) => html`<th scope="col">${text.wide(cost.heads, count.format(cost.headDim))}</th>`)}</tr>
    </thead>
    <tbody>${quantities.map(
      ([name, of]) =>
        html`<tr><th scope="row">${name}</th>${all.map((cost) => {
          const value = of(cost);
          return html`<td>${value === null ? "–" : count.format(value)}</td>`;
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

function body(session: Session, scene: Scene, shown: Shown): TemplateResult {
  const { language } = session;
  const text = headWords[language];
  const scales = scalesOf(shown);
  return html`<div class="heads">
    <p class="heads-told" role="status">${told(shown, scene, text)}</p>
    <div class="heads-cards">${shown.heads.map((_, head) => headCard(head, session, shown, scales))}</div>
    <h4>${text.mixed}</h4>
    ${mixed(shown, scales, language)}
    ${ablation(shown, language)}
    <div class="dk-legends">
      ${legendView(scales.shares, {
        ...{ language, label: figureText[language].weightsLegend },
        masked: hasMask(scene.state.settings),
      })}
      ${legendView(scales.numbers, { language, label: figureText[language].numbersLegend })}
    </div>
    ${costTable(shown, scene, language)}
  </div>`;
}

export function headsFigure({ session }: Figures): TemplateResult {
  const { language } = session;
  const text = headWords[language];
  const scene = session.results?.scene as Scene;
  const shown = computed(session, scene);
  return figureView({
    id: "figure-heads",
    title: text.title,
    controls: controls(session, scene),
    body:
      shown instanceof AttentionError
        ? faultView(shown.describe(language))
        : guard([shown, language], () => body(session, scene, shown)),
    caption: text.caption,
    wide: true,
    fault: session.fault ? figureText[language].stale : null,
  });
}

type Two = { readonly run: HeadsRun; readonly costs: Costs } | null;
const pairs = new WeakMap<Session, Memo<Two>>();

/** Two heads with keys and values of their own, for the questions; null where the widths cannot be cut in two. */
export function twoHeads(session: Session): Two {
  const scene = session.results?.scene;
  if (!scene || !headCounts(scene.state).includes(2)) return null;
  const memo = pairs.get(session) ?? new Memo<Two>();
  pairs.set(session, memo);
  const wiring: Wiring = { heads: 2, kvHeads: 2, active: [true, true], seed: null };
  return memo.of([scene], () => {
    const outcome = session.engine.ask((core) => ({
      run: runHeads(core, scene.state, wiring),
      costs: costsOfPage(core, scene.state, wiring),
    }));
    return "fault" in outcome ? null : outcome.value;
  });
}
