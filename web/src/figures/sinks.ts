// Attention sinks: what happens to the output when the first tokens of a stream are kept, and when
// they are dropped.

import "../styles/small-plot.css";
import "../styles/sinks.css";
import { guard } from "lit/directives/guard.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { AttentionError } from "../core/errors.ts";
import type { Trace } from "../core/index.ts";
import type { Cell, Language } from "../inputs/state.ts";
import type { Outcome } from "../page/engine.ts";
import type { Session } from "../page/session.ts";
import { buttonView, sliderView } from "../views/controls.ts";
import { faultView, figureView } from "../views/figure.ts";
import { pictureView } from "../views/large-matrix.ts";
import { legendView } from "../views/legend.ts";
import { LitCells, noCells, sameCell } from "../views/lit-cells.ts";
import { formatNumber } from "../views/number.ts";
import { type Scale, scaleOf } from "../views/scale.ts";
import type { Grid } from "../views/scene.ts";
import { keepReachable } from "../views/scroll-frame.ts";
import { plotKey, smallPlot } from "../views/small-plot.ts";
import { badge } from "../views/symbol.ts";
import { takeMatrix } from "../views/take.ts";
import { Choices, decimalChoice, wholeChoice } from "./choices.ts";
import type { Figures } from "./figures.ts";
import { Memo } from "./memo.ts";
import { STREAM, type Stream, streamOf, type Way } from "./sinks-stream.ts";
import { type SinksWords, sinksWords } from "./sinks-words.ts";
import { figureTitles } from "./titles.ts";
import { wrongView } from "./wrong.ts";

const LAST_SEED = 999_999;
const KEPT = { least: 6, most: 32 } as const;

export const sinksChoices = new Choices("sinks", {
  seed: wholeChoice(1, 0, LAST_SEED),
  kept: wholeChoice(12, KEPT.least, KEPT.most),
  sinks: wholeChoice(STREAM.sinks, 0, STREAM.sinks),
  temperature: decimalChoice(1, 0.125, 8),
});

/** What one page has computed and what its reader points at. */
class Place {
  readonly stream = new Memo<Outcome<Stream>>();
  readonly grids = new Memo<readonly [Grid, Grid]>();
  /** The picture that is pointed into, and where. */
  pointed: { readonly picture: number; readonly cell: Cell } | null = null;
  /** The pair that stays marked. */
  kept: Cell | null = null;
}

const places = new WeakMap<Session, Place>();

function placeOf(session: Session): Place {
  const known = places.get(session) ?? new Place();
  places.set(session, known);
  return known;
}

/** With the choices of the page. */
function streamNow(session: Session): Outcome<Stream> {
  const { seed, kept, temperature } = sinksChoices.of(session.state);
  return placeOf(session).stream.of([seed, kept, temperature], () =>
    session.engine.ask((core) => streamOf(core, { seed, kept, temperature })),
  );
}

const labels = Array.from({ length: STREAM.tokens }, (_, i) => String(i + 1));

function gridOf({ weights, masked }: Trace): Grid {
  const { tokens } = STREAM;
  return {
    name: "weights",
    rows: tokens,
    columns: tokens,
    at: (row, column) => weights.data[row * tokens + column] ?? Number.NaN,
    rowAxis: "query",
    columnAxis: "key",
    rowLabels: labels,
    columnLabels: labels,
    hidden: (row, column) => masked.data[row * tokens + column] === Number.NEGATIVE_INFINITY,
    editable: false,
  };
}

/** Of full attention, and of what is kept. */
function gridsNow(session: Session, stream: Stream): readonly [Grid, Grid] {
  const { sinks } = sinksChoices.of(session.state);
  const { full, ways } = stream;
  return placeOf(session).grids.of([stream, sinks], () => [
    gridOf(full),
    gridOf(ways[sinks]?.trace ?? full),
  ]);
}

interface Texts {
  readonly session: Session;
  readonly words: SinksWords;
  readonly language: Language;
  readonly number: (value: number) => string;
}

function picture(
  index: number,
  title: string,
  [grid, scale]: readonly [Grid, Scale],
  { session, words, language }: Texts,
): TemplateResult {
  const place = placeOf(session);
  const { pointed, kept } = place;
  const shown = pointed?.cell ?? kept;
  const keep = (cell: Cell | null) => {
    place.kept = cell;
    if (!cell) place.pointed = null;
    session.notify();
  };
  const point = (cell: Cell | null) => {
    const now = pointed?.picture === index ? pointed.cell : null;
    if (sameCell(now, cell)) return;
    place.pointed = cell && { picture: index, cell };
    session.notify();
  };
  // The same pair is marked in both, so that they can be compared.
  const lit = shown ? new LitCells(shown, []) : noCells;
  return html`<div class="sinks-picture">
    <p class="sinks-title">${title} <span class="sinks-of">${words.share}</span> ${badge(null, language)} ${takeMatrix([grid], title)}</p>
    ${pictureView(grid, scale, { language, prefix: `sinks-${index}`, lit, hint: words.hint, onPreview: point, onOpen: keep })}
  </div>`;
}

const nameOf = (words: SinksWords, { first, last }: Way) => words.some(first, last);

function differencesPlot(none: Way, way: Way, { words, language, number }: Texts): TemplateResult {
  const points = ({ differences }: Way) => differences.map((y, i) => ({ x: i + 1, y }));
  const most = Math.max(none.largest, way.largest, 0.1);
  const tick = (at: number) => ({ at, text: formatNumber(at, language, "short") });
  const top = Math.ceil(most * 2) / 2;
  return html`<div class="sinks-difference">
    ${smallPlot({
      label: words.plot(
        nameOf(words, way),
        number(way.mean),
        nameOf(words, none),
        number(none.mean),
      ),
      title: words.difference,
      xTitle: words.token,
      x: {
        from: 1,
        to: STREAM.tokens,
        ticks: [1, 12, 24, 36, 48].map((at) => ({ at, text: String(at) })),
      },
      y: { from: 0, to: top, ticks: [tick(0), tick(top / 2), tick(top)] },
      series: [
        { style: "a", points: points(none) },
        ...(way.first > 0
          ? [{ style: "b" as const, points: points(way), sign: "square" as const, every: 6 }]
          : []),
      ],
      width: 330,
    })}
    <div class="sinks-keys">
      ${plotKey("a", nameOf(words, none))}${way.first > 0 ? plotKey("b", nameOf(words, way), "square") : nothing}
    </div>
  </div>`;
}

function waysTable({ ways, setup }: Stream, sinks: number, o: Texts): TemplateResult {
  const { words, language, number } = o;
  const percent = (value: number) => formatNumber(value, language, "percent");
  return html`<div class="sinks-ways">
    <div class="dk-scroll" ${keepReachable(`${words.table}, ${words.scrolls}`)}>
      <table class="dk-numbers" id="sinks-ways">
        <caption><span>${words.table}</span></caption>
        <thead>
          <tr>
            <th scope="col">${words.ways}</th>
            <th scope="col">${words.mean}</th>
            <th scope="col">${words.largest}</th>
            <th scope="col">${words.lost}</th>
          </tr>
        </thead>
        <tbody>
          ${ways.map(
            (way) => html`<tr aria-current=${way.first === sinks ? "true" : nothing}>
              <th scope="row">${nameOf(words, way)}</th>
              <td>${number(way.mean)}</td>
              <td>${number(way.largest)}</td>
              <td>${percent(way.lost)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p>${words.averages(setup.kept + 1, STREAM.tokens)}</p>
  </div>`;
}

function body(stream: Stream, o: Texts): TemplateResult {
  const { session, words, language, number } = o;
  const { sinks } = sinksChoices.of(session.state);
  const [none, way] = [stream.ways[0], stream.ways[sinks]] as [Way, Way];
  const [all, some] = gridsNow(session, stream);
  const scale = scaleOf(all, some);
  const sentence =
    sinks === 0
      ? words.alone(nameOf(words, none), number(none.mean))
      : words.sentence(
          nameOf(words, way),
          number(way.mean),
          nameOf(words, none),
          number(none.mean),
        );
  return html`<div class="sinks">
    <p class="sinks-sentence" role="status">${sentence}</p>
    ${picture(0, words.full, [all, scale], o)}
    ${picture(1, words.limited(way.first, way.last), [some, scale], o)}
    ${guard([stream, sinks, language], () => html`${differencesPlot(none, way, o)}${waysTable(stream, sinks, o)}`)}
  </div>`;
}

function controls(session: Session, words: SinksWords): TemplateResult {
  const { kept, sinks, temperature } = sinksChoices.of(session.state);
  const set = (changes: Parameters<typeof sinksChoices.set>[1]) =>
    sinksChoices.set(session, changes);
  return html`${sliderView({
    label: words.kept,
    value: kept,
    min: KEPT.least,
    max: KEPT.most,
    step: 1,
    text: String(kept),
    onInput: (value) => set({ kept: value }),
  })}
  ${sliderView({
    label: words.sinks,
    value: sinks,
    min: 0,
    max: STREAM.sinks,
    step: 1,
    text: String(sinks),
    onInput: (value) => set({ sinks: value }),
  })}
  ${sliderView({
    label: words.temperature,
    value: Math.log2(temperature),
    min: -3,
    max: 3,
    step: 0.125,
    text: formatNumber(temperature, session.language, "short"),
    onInput: (power) => set({ temperature: Number((2 ** power).toPrecision(4)) }),
  })}`;
}

function origin(session: Session, words: SinksWords, number: Texts["number"]): TemplateResult {
  const { seed } = sinksChoices.of(session.state);
  const again = () => sinksChoices.set(session, { seed: seed < LAST_SEED ? seed + 1 : 0 });
  return html`<p class="sinks-origin">${badge({ kind: "hand" }, session.language)} ${words.construction(number(STREAM.query), number(STREAM.key))}</p>
    <p class="sinks-origin">${words.made} ${badge({ kind: "random", seed }, session.language)} ${buttonView({ label: words.again, onClick: again })}</p>`;
}

export function sinksView({ session }: Figures): TemplateResult {
  const { language } = session;
  const words = sinksWords[language];
  const number = (value: number) => formatNumber(value, language, "cell");
  const short = (value: number) => formatNumber(value, language, "short");
  const outcome = streamNow(session);
  if ("fault" in outcome) {
    const body = faultView(new AttentionError(outcome.fault).describe(language));
    return figureView({
      wrong: wrongView(session, sinksChoices),
      id: "figure-sinks",
      title: figureTitles.sinks[language],
      body,
      wide: true,
    });
  }
  const stream = outcome.value;
  const texts: Texts = { session, words, language, number };
  return figureView({
    wrong: wrongView(session, sinksChoices),
    id: "figure-sinks",
    title: figureTitles.sinks[language],
    controls: controls(session, words),
    body: html`${body(stream, texts)}<div class="sinks-origins">${origin(session, words, short)}</div>`,
    legend: legendView(scaleOf(...gridsNow(session, stream)), {
      language,
      label: words.share,
      masked: true,
    }),
    caption: words.caption,
    wide: true,
  });
}
