// The page that measures: settings, a Worker that does the work, and the figures of what it reports.

import { html, nothing, render, type TemplateResult } from "lit/html.js";
import type { Language } from "../inputs/state.ts";
import { buttonView, choiceView } from "../views/controls.ts";
import { faultView, noticeView } from "../views/figure.ts";
import { formatNumber } from "../views/number.ts";
import { browserName } from "./browser.ts";
import { csv, markdown } from "./copy.ts";
import { memoryFigure, timeFigure } from "./figures.ts";
import { type Hired, hire } from "./hire.ts";
import { matrixBytes } from "./memory.ts";
import type { Report, Settings } from "./protocol.ts";
import { noResults, progressOf, type Results, withReport } from "./results.ts";
import { benchText } from "./text.ts";
import { duration, size } from "./units.ts";

const largestSizes = [256, 1024, 4096, 16384, 65536];
const timeLimits = [1000, 3000, 10_000];
const memoryLimits = [2 ** 28, 2 ** 30, 2 ** 32];

const usual: Settings = { causal: false, largest: 16384, milliseconds: 3000, bytes: 2 ** 30 };

/** Until the plot has been laid out. */
const FIRST_WIDTH = 600;

export class BenchPage {
  private readonly root: HTMLElement;
  private language: Language;
  private settings = usual;
  private results: Results = noResults(usual);
  private hired: Hired | null = null;
  private said: "copied" | "copyFailed" | null = null;
  private width = FIRST_WIDTH;

  constructor(root: HTMLElement, language: Language) {
    this.root = root;
    this.language = language;
    // Its core is loaded by the time that Start is pressed, and tells of the machine.
    this.hired = this.hire();
    this.draw();
    this.followWidth();
  }

  setLanguage(language: Language): void {
    this.language = language;
    this.draw();
  }

  private hire(): Hired {
    const hired: Hired = hire((report) => {
      if (hired === this.hired) this.hear(report);
    });
    return hired;
  }

  /** Also frees the memory of its cores. */
  private dismiss(): void {
    this.hired?.end();
    this.hired = null;
  }

  private hear(report: Report): void {
    this.results = withReport(this.results, report);
    if (report.kind === "done" || report.kind === "broken") this.dismiss();
    this.draw();
  }

  private start(): void {
    const { machine } = this.results;
    this.results = { ...noResults(this.settings), machine, phase: "running" };
    this.said = null;
    this.hired ??= this.hire();
    this.hired.measure(this.settings);
    this.draw();
  }

  private stop(): void {
    this.dismiss();
    this.results = { ...this.results, phase: "stopped", now: null };
    this.draw();
  }

  private choose(change: Partial<Settings>): void {
    this.settings = { ...this.settings, ...change };
    // Before there are results, the figures show the range that is chosen.
    if (this.results.phase === "idle") {
      this.results = { ...this.results, settings: this.settings };
    }
    this.draw();
  }

  private async copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.said = "copied";
    } catch {
      this.said = "copyFailed";
    }
    this.draw();
  }

  /** Both plots are as wide as the place that the layout leaves for them. */
  private followWidth(): void {
    const place = this.root.querySelector(".bench-plot-place");
    if (!place) return;
    new ResizeObserver(([entry]) => {
      const width = Math.floor(entry?.contentRect.width ?? 0);
      if (width <= 0 || width === this.width) return;
      this.width = width;
      this.draw();
    }).observe(place);
  }

  private draw(): void {
    render(this.view(), this.root);
  }

  private view(): TemplateResult {
    const { language, results, width } = this;
    const words = benchText[language];
    const figure = { results, language, width };
    return html`<div class="dk-page bench">
      <h1 data-place="top">${words.title}</h1>
      <p class="dk-lead">${words.lead}</p>
      ${this.settingsView()} ${this.runView()}
      ${results.machine?.onPage ? noticeView(words.onPage) : nothing}
      ${results.broken === null ? nothing : faultView(words.broken(results.broken))}
      ${this.machineView()} ${timeFigure(figure)} ${memoryFigure(figure)} ${this.takeView()}
      <h2>${words.how}</h2>
      <ul class="bench-how">
        ${words.howItems.map((item) => html`<li>${item}</li>`)}
      </ul>
    </div>`;
  }

  private machineLines(): [name: string, value: string][] {
    const words = benchText[this.language];
    const { machine, broken } = this.results;
    const cores = navigator.hardwareConcurrency as number | undefined;
    const unknown = broken === null ? words.waiting : "–";
    return [
      [words.browser, browserName(navigator)],
      [words.cores, cores === undefined ? words.coresUnknown : formatNumber(cores, this.language)],
      [words.build, machine ? words.builds[machine.build] : unknown],
      [words.compiler, machine?.compiler ?? unknown],
    ];
  }

  private machineView(): TemplateResult {
    const words = benchText[this.language];
    return html`<section class="bench-machine" aria-label=${words.machine}>
      <dl>
        ${this.machineLines().map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
      </dl>
      <p>${words.noComparison}</p>
    </section>`;
  }

  private settingsView(): TemplateResult {
    const { language, settings } = this;
    const words = benchText[language];
    return html`<h2>${words.settings}</h2>
      <fieldset class="bench-settings" ?disabled=${this.results.phase === "running"}>
        <legend class="dk-sr">${words.settings}</legend>
        ${choiceView({
          legend: words.mask,
          name: "mask",
          value: settings.causal ? "causal" : "plain",
          options: [
            { value: "plain", label: words.plain },
            { value: "causal", label: words.causal },
          ],
          onChange: (value) => this.choose({ causal: value === "causal" }),
        })}
        <label class="bench-largest"
          ><span>${words.largest}</span>
          <select
            class="dk-select"
            @change=${(event: Event) =>
              this.choose({ largest: Number((event.target as HTMLSelectElement).value) })}
          >
            ${largestSizes.map(
              (n) => html`<option value=${n} ?selected=${n === settings.largest}>
                ${words.largestOption(formatNumber(n, language), size(matrixBytes(n), language))}
              </option>`,
            )}
          </select></label
        >
        ${choiceView({
          legend: words.time,
          name: "time",
          value: String(settings.milliseconds),
          options: timeLimits.map((limit) => ({
            value: String(limit),
            label: duration(limit, language),
          })),
          onChange: (value) => this.choose({ milliseconds: Number(value) }),
        })}
        ${choiceView({
          legend: words.memoryLimit,
          name: "memory",
          value: String(settings.bytes),
          options: memoryLimits.map((limit) => ({
            value: String(limit),
            label: size(limit, language),
          })),
          onChange: (value) => this.choose({ bytes: Number(value) }),
        })}
      </fieldset>`;
  }

  private runView(): TemplateResult {
    const { results, language } = this;
    const words = benchText[language];
    const running = results.phase === "running";
    const { done, all } = progressOf(results);
    const label = results.measurements.length > 0 ? words.again : words.start;
    return html`<div class="bench-run">
      ${buttonView({
        label: running ? words.stop : label,
        primary: true,
        onClick: () => (running ? this.stop() : this.start()),
      })}
      <div class="bench-progress">
        <p>
          <span role="status">${running ? nothing : this.outcome()}</span
          >${running ? html`<span>${this.nowText()}</span>` : nothing}
        </p>
        <progress aria-label=${words.progress} max=${all} value=${done}></progress>
      </div>
    </div>`;
  }

  private nowText(): string {
    const { now, machine } = this.results;
    const words = benchText[this.language];
    if (!now) return words.starting;
    const { name } = words.contender(now.contender, machine?.threads ?? null);
    return words.now(name, formatNumber(now.n, this.language));
  }

  private outcome(): string {
    const words = benchText[this.language];
    const { phase, measurements } = this.results;
    if (phase === "done") return words.done(measurements.length);
    if (phase === "stopped") return words.stopped(measurements.length);
    return phase === "idle" ? words.idle : "";
  }

  private takeView(): TemplateResult | typeof nothing {
    const { results, language } = this;
    const words = benchText[language];
    if (results.measurements.length === 0) return nothing;
    const machine = () =>
      this.machineLines()
        .map((line) => line.join(": "))
        .join("; ");
    return html`<h2>${words.take}</h2>
      <div class="bench-take">
        ${buttonView({
          label: words.copyMarkdown,
          onClick: () => void this.copy(markdown(results, machine(), language)),
        })}
        ${buttonView({ label: words.copyCsv, onClick: () => void this.copy(csv(results)) })}
        <span role="status">${this.said ? words[this.said] : nothing}</span>
      </div>`;
  }
}
