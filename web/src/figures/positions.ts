// The tokens are told their places: by vectors that are added, by turning, or by a penalty on the
// distance. What of it survives when they all move on, or change places?

import "../styles/positions.css";
import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { type Attention, AttentionError, type Tensor } from "../core/index.ts";
import type { Language } from "../inputs/state.ts";
import type { Session } from "../page/session.ts";
import { choiceView, sliderView } from "../views/controls.ts";
import { type Dial, dialsView } from "../views/dials.ts";
import { faultView, figureView } from "../views/figure.ts";
import { hasMask } from "../views/formula.ts";
import { legendView } from "../views/legend.ts";
import { formatNumber } from "../views/number.ts";
import { type Scale, scaleOf } from "../views/scale.ts";
import { type Grid, gridOf, type Scene } from "../views/scene.ts";
import { keepReachable } from "../views/scroll-frame.ts";
import { hiddenIn, type Title, tensorGrid, titledMatrix } from "../views/titled-matrix.ts";
import { wordsOf } from "../views/words.ts";
import { Choices, decimalChoice, wholeChoice, wordChoice } from "./choices.ts";
import type { Figures } from "./figures.ts";
import { Memo } from "./memo.ts";
import { isRounding } from "./order.ts";
import {
  labelsOf,
  type Pair,
  type Placing,
  pairsOf,
  penalties,
  type Run,
  run,
  type Stays,
  stays,
  turnedColumns,
  type Way,
  ways,
} from "./positions-run.ts";
import { type PositionWords, positionWords } from "./positions-words.ts";
import { figureText } from "./text.ts";
import { inOrder, isMoved, orderOf, orderStrip } from "./token-order.ts";

const FURTHEST = 1000;
/** Heads whose slopes ALiBi's are taken from. */
const SLOPES = 8;
/** Pairs that are drawn. */
const DRAWN = 4;
const POWERS = { min: 0, max: 6, step: 0.25 };

const choices = new Choices("positions", {
  way: wordChoice<Way>("rotary", ways),
  shift: wholeChoice(0, 0, FURTHEST),
  theta: decimalChoice(10_000, 1, 1e6),
  head: wholeChoice(1, 1, SLOPES),
  query: wholeChoice(0, 0, 2),
  key: wholeChoice(1, 0, 2),
});

interface Shown {
  readonly placing: Placing;
  readonly run: Run;
  readonly pairs: readonly Pair[];
  readonly penalty: Tensor | null;
  readonly stays: Readonly<Record<Way, Stays>>;
  /** The order that the table compares with the one as written. */
  readonly compared: readonly number[];
  /** How far the tokens of the table have moved on. */
  readonly further: number;
}

/** What the table compares with where the reader has moved nothing: the first two swapped, and all this far on. */
const swapped = [1, 0, 2];
const FURTHER = 100;

function staysEach(core: Attention, scene: Scene, p: Omit<Placing, "way">) {
  const each = ways.map((way) => [way, stays(core, scene, { ...p, way })]);
  return Object.fromEntries(each) as Record<Way, Stays>;
}

function compute(core: Attention, scene: Scene, placing: Placing, chosen: [number, number]): Shown {
  const { way, order } = placing;
  const compared = isMoved(order) ? order : swapped;
  const further = placing.shift > 0 ? placing.shift : FURTHER;
  const turns = way === "rotary" && turnedColumns(gridOf(scene, "q").columns) > 0;
  return {
    placing,
    run: run(core, scene, placing),
    pairs: turns ? pairsOf(core, scene, placing, chosen) : [],
    penalty: way === "alibi" ? penalties(core, order.length, placing.slope) : null,
    stays: staysEach(core, scene, { ...placing, order: compared, shift: further }),
    compared,
    further,
  };
}

const memos = new WeakMap<Session, Memo<Shown | AttentionError>>();

function computed(session: Session, scene: Scene): Shown | AttentionError {
  const memo = memos.get(session) ?? new Memo<Shown | AttentionError>();
  memos.set(session, memo);
  const { way, shift, theta, head, query, key } = choices.of(session.state);
  const order = orderOf(session);
  return memo.of([scene, way, shift, theta, head, query, key, order.join()], () => {
    const outcome = session.engine.ask((core) => {
      const slope = core.alibiSlopes(SLOPES)[head - 1] ?? Number.NaN;
      return compute(core, scene, { way, order, shift, theta, slope }, [query, key]);
    });
    return "fault" in outcome ? new AttentionError(outcome.fault) : outcome.value;
  });
}

function controls(session: Session, shown: Shown | AttentionError): TemplateResult {
  const { language } = session;
  const text = positionWords[language];
  const { way, shift, theta, head } = choices.of(session.state);
  const slope = shown instanceof AttentionError ? Number.NaN : shown.placing.slope;
  const base = sliderView({
    label: text.theta,
    value: Math.log10(theta),
    ...POWERS,
    text: counted(theta, language),
    onInput: (power) => choices.set(session, { theta: Number((10 ** power).toPrecision(2)) }),
  });
  return html`
    ${choiceView<Way>({
      legend: text.way,
      name: "positions-way",
      value: way,
      options: ways.map((value) => ({ value, label: text.ways[value] })),
      onChange: (value) => choices.set(session, { way: value }),
    })}
    ${sliderView({
      label: text.shift,
      value: shift,
      min: 0,
      max: FURTHEST,
      step: 1,
      text: counted(shift, language),
      onInput: (value) => choices.set(session, { shift: value }),
    })}
    ${way === "sinusoidal" || way === "rotary" ? base : nothing}
    ${
      way === "alibi"
        ? sliderView({
            label: text.slope,
            value: head,
            min: 1,
            max: SLOPES,
            step: 1,
            text: `1/${counted(1 / slope, language)}`,
            onInput: (value) => choices.set(session, { head: value }),
          })
        : nothing
    }`;
}

const counted = (value: number, language: Language) =>
  new Intl.NumberFormat(language).format(value);

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

function rotary(session: Session, scene: Scene, shown: Shown): TemplateResult {
  const { language } = session;
  const text = positionWords[language];
  const { pairs, placing, run } = shown;
  if (pairs.length === 0) return html`<p>${text.narrow}</p>`;
  const { query, key } = choices.of(session.state);
  const n = placing.order.length;
  const score = run.trace.scores.data[
    placing.order.indexOf(query) * n + placing.order.indexOf(key)
  ] as number;
  const drawn = pairs.slice(0, DRAWN);
  const parts = drawn.map(({ part }) => formatNumber(part, language)).join(" + ");
  const odd = (run.q.shape[1] ?? 0) % 2 === 1;
  return html`
    ${pickers(session, scene)}
    ${dialsView(drawn.map((pair, i) => dialOf(pair, i, session, shown, scene)))}
    <p class="positions-key"><span class="positions-dashed">${text.dashed}</span> <span class="positions-solid">${text.solid}</span></p>
    <p class="positions-score">${text.score}
      <span class="dk-num">${parts}${pairs.length > DRAWN ? " + …" : ""}${odd ? " + …" : ""} = <b>${formatNumber(score, language)}</b></span>
      ${pairs.length > DRAWN ? html`<small>(${text.more(pairs.length - DRAWN)})</small>` : nothing}
      ${odd ? html`<small>(${text.unturned})</small>` : nothing}
    </p>`;
}

interface Table {
  readonly grid: Grid;
  readonly title: Title;
}

const letter = (text: string) => html`<i>${text}</i>`;

function sinusoidal(scene: Scene, shown: Shown, text: PositionWords): Table[] {
  const { run, placing } = shown;
  const labels = labelsOf(scene.state, placing.order);
  const positions = placing.order.map((_, place) => String(placing.shift + place));
  const { source } = scene.state;
  const tables: Table[] = [];
  const add = (grid: Grid, title: Title) => tables.push({ grid, title });
  if (source.kind === "projected") {
    const x = inOrder(placing.order, source.x);
    const data = Float64Array.from(x.flat());
    const tensor = { shape: [x.length, x[0]?.length ?? 0], data };
    add(tensorGrid("x", tensor, { rows: labels.rows }), {
      ...{ symbol: letter("X"), letter: "X", name: text.embeddings },
      origin: scene.state.origins.x ?? null,
    });
  }
  if (run.vectors)
    add(tensorGrid("x", run.vectors, { rows: positions }), {
      symbol: letter("P"),
      letter: "P",
      name: text.vectors,
    });
  for (const name of ["x", "q", "k"] as const) {
    const sum = run.sums?.[name];
    const of = name.toUpperCase();
    const rows = name === "k" ? labels.columns : labels.rows;
    if (sum)
      add(tensorGrid(name, sum, { rows }), {
        symbol: html`<i>${of}</i> + <i>P</i>`,
        letter: `${of} + P`,
        name: text.sum[name],
        role: name === "x" ? "plain" : name === "q" ? "query" : "key",
      });
  }
  return tables;
}

function alibi(scene: Scene, shown: Shown, text: PositionWords): Table[] {
  const labels = labelsOf(scene.state, shown.placing.order);
  const table = (tensor: Tensor | null, symbol: unknown, said: string, name: string): Table[] =>
    tensor
      ? [{ grid: tensorGrid("scaled", tensor, labels), title: { symbol, letter: said, name } }]
      : [];
  return [
    ...table(shown.run.trace.scaled, letter("S′"), "S′", text.scaled),
    ...table(shown.penalty, html`−<i>m</i> · |<i>i</i> − <i>j</i>|`, "−m · |i − j|", text.penalty),
  ];
}

function results(scene: Scene, { run, placing }: Shown, text: PositionWords): Table[] {
  const { trace } = run;
  const labels = labelsOf(scene.state, placing.order);
  const hidden = hiddenIn(trace.masked);
  return [
    {
      grid: tensorGrid("masked", trace.masked, labels, { hidden }),
      title: { symbol: letter("S″"), letter: "S″", name: text.scores },
    },
    {
      grid: tensorGrid("weights", trace.weights, labels, { hidden }),
      title: { symbol: letter("A"), letter: "A", name: text.weights },
    },
    {
      grid: tensorGrid("output", trace.output, { rows: labels.rows }),
      title: { symbol: letter("O"), letter: "O", name: text.output, role: "output" },
    },
  ];
}

function row(tables: readonly Table[], scales: Scales, language: Language, prefix: string) {
  return html`<div class="figure-row">${tables.map(({ grid, title }, i) =>
    titledMatrix(grid, title, {
      language,
      prefix: `${prefix}-${i}`,
      scale: grid.name === "weights" ? scales.shares : scales.numbers,
    }),
  )}</div>`;
}

interface Scales {
  readonly numbers: Scale;
  readonly shares: Scale;
}

function scalesOf(tables: readonly Table[]): Scales {
  const grids = tables.map(({ grid }) => grid);
  const isShare = ({ name }: Grid) => name === "weights";
  return {
    numbers: scaleOf(...grids.filter((grid) => !isShare(grid))),
    shares: scaleOf(...grids.filter(isShare)),
  };
}

function staysTable(session: Session, scene: Scene, shown: Shown): TemplateResult {
  const { language } = session;
  const text = positionWords[language];
  const order = inOrder(shown.compared, scene.state.tokens).join(" ");
  const sizes = [...shown.run.trace.scaled.data, ...shown.run.trace.output.data].filter(
    Number.isFinite,
  );
  const cell = (difference: number, same: string, other: string) => html`<td>
    <b>${formatNumber(difference, language)}</b>
    <span>${Number.isNaN(difference) ? "" : isRounding(difference, sizes) ? same : other}</span>
  </td>`;
  return html`<div class="positions-stays dk-scroll" ${keepReachable(`${text.stays}, ${wordsOf(language).scrolls}`)}><table>
    <caption>${text.stays}</caption>
    <thead><tr>
      <th scope="col">${text.method}</th>
      <th scope="col">${text.shifted(counted(shown.further, language))}</th>
      <th scope="col">${text.reordered(order)}</th>
    </tr></thead>
    <tbody>${ways.map(
      (way) => html`<tr aria-current=${way === shown.placing.way ? "true" : nothing}>
        <th scope="row">${text.ways[way]}</th>
        ${cell(shown.stays[way].shifted, text.same, text.changed)}
        ${cell(shown.stays[way].reordered, text.movedOnly, text.other)}
      </tr>`,
    )}</tbody>
  </table></div>`;
}

function body(session: Session, scene: Scene, shown: Shown): TemplateResult {
  const { language } = session;
  const text = positionWords[language];
  const { way } = shown.placing;
  const own =
    way === "sinusoidal"
      ? sinusoidal(scene, shown, text)
      : way === "alibi"
        ? alibi(scene, shown, text)
        : [];
  const after = results(scene, shown, text);
  const scales = scalesOf([...own, ...after]);
  const direct = way === "sinusoidal" && scene.state.source.kind === "direct";
  return html`<div class="positions">
    ${orderStrip(session, scene)}
    <p class="positions-told" role="status">${text.told[way]}${direct ? ` ${text.direct}` : ""}</p>
    <div class="positions-way">
      ${way === "rotary" ? rotary(session, scene, shown) : row(own, scales, language, "positions-own")}
    </div>
    ${row(after, scales, language, "positions")}
    ${staysTable(session, scene, shown)}
    <div class="dk-legends">
      ${legendView(scales.shares, {
        ...{ language, label: figureText[language].weightsLegend },
        masked: hasMask(scene.state.settings),
      })}
      ${legendView(scales.numbers, { language, label: figureText[language].numbersLegend })}
    </div>
  </div>`;
}

export function positionsFigure({ session }: Figures): TemplateResult {
  const { language } = session;
  const text = positionWords[language];
  const scene = session.results?.scene as Scene;
  const shown = computed(session, scene);
  return figureView({
    id: "figure-positions",
    title: text.title,
    controls: controls(session, shown),
    body:
      shown instanceof AttentionError
        ? faultView(shown.describe(language))
        : guard([shown, session.state, language], () => body(session, scene, shown)),
    caption: text.caption,
    wide: true,
    fault: session.fault ? figureText[language].stale : null,
  });
}

type Known = Readonly<Record<Way, Stays>> | null;
const known = new WeakMap<Session, Memo<Known>>();

/** What 100 places and a swap change, for the question; null where the core refuses. */
export function staysOf(session: Session): Known {
  const scene = session.results?.scene;
  if (!scene) return null;
  const memo = known.get(session) ?? new Memo<Known>();
  known.set(session, memo);
  const { theta } = choices.of(session.state);
  return memo.of([scene, theta], () => {
    const outcome = session.engine.ask((core) => {
      const slope = core.alibiSlopes(SLOPES)[0] ?? Number.NaN;
      return staysEach(core, scene, { order: swapped, shift: FURTHER, theta, slope });
    });
    return "fault" in outcome ? null : outcome.value;
  });
}
