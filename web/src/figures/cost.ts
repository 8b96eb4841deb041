// The n² bill on the reader's own machine: a short run of the benchmark, in its own Worker, by its
// own code. Nothing runs before it is asked for.

import "../styles/bench.css";
import "../styles/cost.css";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { memoryPlot, timePlot } from "../bench/figures.ts";
import { type Hired, hire } from "../bench/hire.ts";
import type { Report, Settings } from "../bench/protocol.ts";
import { noResults, progressOf, type Results, withReport } from "../bench/results.ts";
import { timeTable } from "../bench/tables.ts";
import { benchText } from "../bench/text.ts";
import type { Language } from "../inputs/state.ts";
import type { Session } from "../page/session.ts";
import { buttonView } from "../views/controls.ts";
import { faultView, figureView, noticeView } from "../views/figure.ts";
import { formatNumber } from "../views/number.ts";
import { widthOf } from "../views/width.ts";
import type { Figures } from "./figures.ts";
import { figureTitles } from "./titles.ts";

/** Small enough for a page that is being read: a call takes a second at most. */
const settings: Settings = {
  causal: false,
  largest: 2048,
  milliseconds: 1000,
  bytes: 2 ** 29,
  contenders: ["javascript", "reference", "scalar", "simd"],
};

/** Until the plot has been laid out, and what stands beside it where there is room. */
const FIRST_WIDTH = 560;

/** The run of one page. */
class CostRun {
  results: Results = noResults(settings);
  width = FIRST_WIDTH;
  #hired: Hired | null = null;
  readonly #notify: () => void;

  constructor(notify: () => void) {
    this.#notify = notify;
  }

  start(): void {
    this.results = { ...noResults(settings), phase: "running" };
    this.#hired = this.#hire();
    this.#hired.measure(settings);
    this.#notify();
  }

  stop(): void {
    this.#dismiss();
    this.results = { ...this.results, phase: "stopped", now: null };
    this.#notify();
  }

  readonly resize = (width: number): void => {
    if (width === this.width) return;
    this.width = width;
    this.#notify();
  };

  #hire(): Hired {
    const hired: Hired = hire((report) => {
      if (hired === this.#hired) this.#hear(report);
    });
    return hired;
  }

  #dismiss(): void {
    this.#hired?.end();
    this.#hired = null;
  }

  #hear(report: Report): void {
    this.results = withReport(this.results, report);
    if (report.kind === "done" || report.kind === "broken") this.#dismiss();
    this.#notify();
  }
}

const runs = new WeakMap<Session, CostRun>();

function runOf(session: Session): CostRun {
  const known = runs.get(session) ?? new CostRun(() => session.notify());
  runs.set(session, known);
  return known;
}

interface CostWords {
  readonly start: string;
  readonly time: string;
  readonly memory: string;
  readonly whole: string;
  readonly caption: string;
}

const costWords: Record<Language, CostWords> = {
  en: {
    start: "Measure here",
    time: "Time of one call",
    memory: "Memory",
    whole: "More sizes, Workers and settings on the page that measures",
    caption:
      "One head of width 64, on this machine, in this browser, with whatever else is running. Nothing is sent anywhere. The sizes of the matrix and of the inputs are known beforehand; all else is measured.",
  },
  tr: {
    start: "Burada ölç",
    time: "Bir çağrının süresi",
    memory: "Bellek",
    whole: "Daha çok boyut, Worker’lar ve ayarlar ölçüm sayfasında",
    caption:
      "64 genişliğinde tek başlık; bu makinede, bu tarayıcıda, o sırada başka ne çalışıyorsa onunla birlikte. Hiçbir yere bir şey gönderilmez. Matrisin ve girdilerin boyutu baştan bellidir, gerisi ölçülür.",
  },
};

function statusOf({ phase, measurements, now, machine }: Results, language: Language): string {
  const words = benchText[language];
  if (phase === "idle") return words.idle;
  if (phase === "done") return words.done(measurements.length);
  if (phase === "stopped") return words.stopped(measurements.length);
  if (!now) return phase === "running" ? words.starting : "";
  const { name } = words.contender(now.contender, machine?.threads ?? null);
  return words.now(name, formatNumber(now.n, language));
}

function runView(run: CostRun, language: Language): TemplateResult {
  const { results } = run;
  const words = benchText[language];
  const running = results.phase === "running";
  const { done, all } = progressOf(results);
  const start = results.measurements.length > 0 ? words.again : costWords[language].start;
  const text = statusOf(results, language);
  return html`<div class="bench-run">
    ${buttonView({
      label: running ? words.stop : start,
      primary: true,
      onClick: () => (running ? run.stop() : run.start()),
    })}
    <div class="bench-progress">
      <p><span role="status">${running ? nothing : text}</span>${running ? html`<span>${text}</span>` : nothing}</p>
      <progress aria-label=${words.progress} max=${all} value=${done}></progress>
    </div>
  </div>`;
}

export function costView({ session }: Figures): TemplateResult {
  const { language } = session;
  const words = costWords[language];
  const run = runOf(session);
  const { results, width } = run;
  const figure = { results, language, width };
  return figureView({
    id: "figure-cost",
    title: figureTitles.cost[language],
    body: html`<div class="bench cost">
      ${runView(run, language)}
      ${results.machine?.onPage ? noticeView(benchText[language].onPage) : nothing}
      ${results.broken === null ? nothing : faultView(benchText[language].broken(results.broken))}
      <div class="cost-width" ${widthOf(run.resize)}></div>
      <div class=${results.phase === "idle" ? "cost-part bench-idle" : "cost-part"}>
        <h4>${words.time}</h4>
        ${timePlot(figure)}
        ${timeTable(results, language)}
      </div>
      <h4>${words.memory}</h4>
      ${memoryPlot(figure)}
      <p class="cost-whole"><a href="bench.html#?lang=${language}">${words.whole}</a></p>
    </div>`,
    caption: words.caption,
    wide: true,
  });
}
