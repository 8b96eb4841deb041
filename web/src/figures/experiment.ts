// Why scores are divided by the root of d_k, tried out: queries and keys from a seed, and what
// softmax makes of their scores with and without the division, from width to width.

import "../styles/small-plot.css";
import "../styles/experiment.css";
import { guard } from "lit/directives/guard.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { AttentionError } from "../core/errors.ts";
import type { Fault, ScaleRow } from "../core/index.ts";
import type { Language } from "../inputs/state.ts";
import type { Session } from "../page/session.ts";
import { buttonView, choiceView, sliderView } from "../views/controls.ts";
import { faultView, figureView } from "../views/figure.ts";
import { formatNumber } from "../views/number.ts";
import { keepReachable } from "../views/scroll-frame.ts";
import { expectedKey, type PlotAxis, plotKey, smallPlot } from "../views/small-plot.ts";
import { badge } from "../views/symbol.ts";
import {
  drawCounts,
  experimentChoices,
  keyCounts,
  LAST_SEED,
  type Setup,
  sameSetup,
  setupOf,
  widths,
} from "./experiment-setup.ts";
import {
  type ExperimentWords,
  experimentWords,
  type Measure,
  symbolDk,
} from "./experiment-words.ts";
import type { Figures } from "./figures.ts";
import { figureTitles } from "./titles.ts";
import { wrongView } from "./wrong.ts";

interface Shown {
  readonly setup: Setup;
  readonly rows: readonly ScaleRow[];
}

/** The rows, drawn one width per task: a row does not depend on the others. */
class Drawing {
  private readonly session: Session;
  private wanted: Setup | null = null;
  private rows: ScaleRow[] = [];
  private waiting = false;
  private shown: Shown | null = null;
  fault: Fault | null = null;

  constructor(session: Session) {
    this.session = session;
  }

  /** The last complete rows: what is asked for comes in the tasks that follow, the latest wins. */
  of(setup: Setup): Shown | null {
    if (!this.wanted || !sameSetup(this.wanted, setup)) {
      this.wanted = setup;
      this.rows = [];
      this.fault = null;
      this.next();
    }
    return this.shown;
  }

  private next(): void {
    if (this.waiting) return;
    this.waiting = true;
    setTimeout(() => {
      this.waiting = false;
      this.draw();
    });
  }

  private draw(): void {
    const { wanted } = this;
    const dK = widths[this.rows.length];
    if (!wanted || dK === undefined) return;
    const outcome = this.session.engine.ask((core) => core.scaleExperiment({ ...wanted, dK }));
    if ("fault" in outcome) {
      this.fault = outcome.fault;
      this.session.notify();
      return;
    }
    this.rows = [...this.rows, ...outcome.value.rows];
    if (this.rows.length < widths.length) {
      this.next();
      return;
    }
    this.shown = { setup: wanted, rows: this.rows };
    this.session.notify();
  }
}

const drawings = new WeakMap<Session, Drawing>();

function drawingOf(session: Session): Drawing {
  const known = drawings.get(session) ?? new Drawing(session);
  drawings.set(session, known);
  return known;
}

const measures: readonly Measure[] = ["spread", "largestWeight", "entropy", "gradient"];

/** The ends are known beforehand, so that two draws can be compared by eye. */
function axisOf(measure: Measure, keys: number, language: Language): PlotAxis {
  const ticks = (...at: number[]) =>
    at.map((value) => ({ at: value, text: formatNumber(value, language, "short") }));
  if (measure === "spread") return { from: 0.5, to: 40, log: true, ticks: ticks(1, 4, 16) };
  if (measure === "gradient") return { from: 0, to: 0.5, ticks: ticks(0, 0.25, 0.5) };
  const most = measure === "entropy" ? Math.log(keys) : 1;
  return { from: 0, to: most, ticks: ticks(0, most) };
}

function plot(measure: Measure, shown: Shown, width: number, o: Texts): TemplateResult {
  const { words, language, number } = o;
  const points = (kind: "scaled" | "unscaled") =>
    shown.rows.map((row) => ({ x: row.dK, y: row[kind][measure] }));
  const end = (kind: "scaled" | "unscaled", at: number) =>
    number(points(kind).at(at)?.y ?? Number.NaN);
  const expected = [widths[0], widths[widths.length - 1] ?? 1];
  return smallPlot({
    label: words.plot(
      words.measures[measure],
      end("unscaled", 0),
      end("unscaled", -1),
      end("scaled", 0),
      end("scaled", -1),
    ),
    title: words.measures[measure],
    xTitle: symbolDk(),
    x: {
      from: 3.4,
      to: 600,
      log: true,
      ticks: [4, 16, 64, 256].map((at) => ({ at, text: String(at) })),
    },
    y: axisOf(measure, shown.setup.keys, language),
    mark: width,
    ...(measure === "spread" ? { expected: expected.map((x) => ({ x, y: Math.sqrt(x) })) } : {}),
    series: [
      { style: "a", sign: "circle", points: points("unscaled") },
      { style: "b", sign: "square", points: points("scaled") },
    ],
  });
}

interface Texts {
  readonly words: ExperimentWords;
  readonly language: Language;
  readonly number: (value: number) => string;
}

function table({ rows }: Shown, width: number, { words, number }: Texts): TemplateResult {
  return html`<div class="dk-scroll experiment-table" ${keepReachable(`${words.table}, ${words.scrolls}`)}>
    <table class="dk-numbers" id="experiment-table">
      <caption><span>${words.table}</span></caption>
      <thead>
        <tr>
          <td></td>
          ${measures.map((measure) => html`<th scope="colgroup" colspan="2" class="dk-numbers-first">${words.measures[measure]}</th>`)}
        </tr>
        <tr>
          <th scope="col">${symbolDk()}</th>
          ${measures.map(() => html`<th scope="col" class="dk-numbers-first">${words.without}</th><th scope="col">${words.divided}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) => html`<tr aria-current=${row.dK === width ? "true" : nothing}>
            <th scope="row">${row.dK}</th>
            ${measures.map((measure) => html`<td class="dk-numbers-first">${number(row.unscaled[measure])}</td><td>${number(row.scaled[measure])}</td>`)}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function body(shown: Shown, width: number, o: Texts): TemplateResult {
  const { words, number } = o;
  const row = shown.rows.find(({ dK }) => dK === width);
  return html`<div class="experiment">
    <p class="experiment-sentence" role="status">${
      row
        ? html`${words.sentence(String(width), number(row.unscaled.spread), number(row.scaled.spread))}
          ${words.weights(number(row.unscaled.largestWeight), number(row.scaled.largestWeight), String(shown.setup.keys))}`
        : nothing
    }</p>
    <div class="experiment-plots">${measures.map((measure) => plot(measure, shown, width, o))}</div>
    <div class="experiment-keys">
      ${plotKey("a", words.without, "circle")}${plotKey("b", words.divided, "square")}${expectedKey(words.expected)}
    </div>
    ${table(shown, width, o)}
    <p class="experiment-note">${words.averages}</p>
  </div>`;
}

function controls(session: Session, words: ExperimentWords): TemplateResult {
  const chosen = experimentChoices.of(session.state);
  const set = (changes: Partial<typeof chosen>) => experimentChoices.set(session, changes);
  const at = widths.findIndex((width) => String(width) === chosen.width);
  const options = <T extends string>(values: readonly T[]) =>
    values.map((value) => ({ value, label: value }));
  return html`${sliderView({
    label: words.width,
    value: at,
    min: 0,
    max: widths.length - 1,
    step: 1,
    text: chosen.width,
    onInput: (i) => set({ width: String(widths[i] ?? widths[0]) }),
  })}
  ${choiceView({
    legend: words.keys,
    name: "experiment-keys",
    value: chosen.keys,
    options: options(keyCounts),
    onChange: (keys) => set({ keys }),
  })}
  ${choiceView({
    legend: words.draws,
    name: "experiment-draws",
    value: chosen.draws,
    options: options(drawCounts),
    onChange: (draws) => set({ draws }),
  })}
  <span class="experiment-seed">${words.numbers} ${badge({ kind: "random", seed: chosen.seed }, session.language)}
    ${buttonView({ label: words.again, onClick: () => set({ seed: chosen.seed < LAST_SEED ? chosen.seed + 1 : 0 }) })}</span>`;
}

/** A result of which nothing is known yet. */
function blank(keys: number): Shown {
  const unknown = {
    spread: Number.NaN,
    largestWeight: Number.NaN,
    entropy: Number.NaN,
    gradient: Number.NaN,
  };
  const rows = widths.map((dK) => ({ dK, unscaled: unknown, scaled: unknown }));
  return { setup: { seed: 0, keys, samples: 0 }, rows };
}

export function experimentView({ session }: Figures): TemplateResult {
  const { language } = session;
  const words = experimentWords[language];
  const width = Number(experimentChoices.of(session.state).width);
  const drawing = drawingOf(session);
  const setup = setupOf(session.state);
  const { keys } = setup;
  const shown = drawing.of(setup);
  const number = (value: number) => formatNumber(value, language, "cell");
  // Until the first numbers are there, their places are: nothing below moves when they come.
  const inside = () =>
    shown
      ? body(shown, width, { words, language, number })
      : html`<div aria-busy="true">${body(blank(keys), width, { words, language, number: () => "…" })}</div>`;
  return figureView({
    wrong: wrongView(session, experimentChoices),
    id: "figure-experiment",
    title: figureTitles.experiment[language],
    controls: controls(session, words),
    body: drawing.fault
      ? faultView(new AttentionError(drawing.fault).describe(language))
      : guard([shown, width, language], inside),
    caption: words.caption(number(Math.log(keys)), String(keys)),
    wide: true,
  });
}
