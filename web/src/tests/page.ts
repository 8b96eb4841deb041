// The page of tests: runs both suites and shows each test as soon as it is done.

import { html, nothing, render, type TemplateResult } from "lit/html.js";
import { loadWhole } from "../core/first.ts";
import type { Attention, Build } from "../core/index.ts";
import type { Language } from "../inputs/state.ts";
import { buttonView, choiceView } from "../views/controls.ts";
import { emptyView, faultView } from "../views/figure.ts";
import { runCases } from "./cases-suite.ts";
import { runCoreSuite, type Watcher } from "./core-suite.ts";
import {
  count,
  groups,
  isFailed,
  running,
  type Suite,
  SuiteError,
  type TestResult,
} from "./results.ts";
import { testView } from "./test-view.ts";
import { testsText } from "./text.ts";

type SuiteName = "core" | "cases";
const suiteNames: readonly SuiteName[] = ["core", "cases"];

/** Which build the address asks for. */
function askedBuild(): Build | "auto" {
  const asked = new URLSearchParams(location.search).get("build");
  return asked === "simd" || asked === "scalar" ? asked : "auto";
}

/** Without a full stop: it ends up within a sentence. */
function causeOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/u, "");
}

export class TestsPage {
  private readonly root: HTMLElement;
  private language: Language;
  private core: Attention | null = null;
  private notLoaded: string | null = null;
  private suites: Record<SuiteName, Suite> = { core: running, cases: running };
  private onlyFailed = false;
  private run = new AbortController();
  private drawing = false;

  constructor(root: HTMLElement, language: Language) {
    this.root = root;
    this.language = language;
    void this.start();
  }

  setLanguage(language: Language): void {
    this.language = language;
    this.draw();
  }

  private async start(): Promise<void> {
    this.run.abort();
    this.run = new AbortController();
    const { signal } = this.run;
    this.suites = { core: running, cases: running };
    this.notLoaded = null;
    this.draw();
    try {
      this.core = await loadWhole({ build: askedBuild() });
    } catch (error) {
      this.notLoaded = causeOf(error);
      this.draw();
      return;
    }
    const { core } = this;
    this.draw();
    await Promise.all([
      this.runSuite("core", signal, (watcher) => runCoreSuite(core.build, watcher)),
      this.runSuite("cases", signal, (watcher) => runCases(core, watcher)),
    ]);
  }

  private async runSuite(
    name: SuiteName,
    signal: AbortSignal,
    work: (watcher: Watcher) => Promise<void>,
  ): Promise<void> {
    const update = (change: (suite: Suite) => Suite) => {
      if (signal.aborted) return;
      this.suites = { ...this.suites, [name]: change(this.suites[name]) };
      this.drawSoon();
    };
    const finished = (result: TestResult) =>
      update((suite) => ({ ...suite, results: [...suite.results, result] }));
    try {
      await work({ finished, signal });
      update((suite) => ({ ...suite, state: "done" }));
    } catch (error) {
      const { breakdown } =
        error instanceof SuiteError ? error : new SuiteError("ended", causeOf(error));
      update((suite) => ({ ...suite, state: breakdown }));
    }
  }

  /** Many tests end within one frame. A hidden page draws no frames, so the end is drawn at once. */
  private drawSoon(): void {
    if (this.done) this.draw();
    if (this.done || this.drawing) return;
    this.drawing = true;
    requestAnimationFrame(() => {
      this.drawing = false;
      this.draw();
    });
  }

  private get done(): boolean {
    return (
      this.notLoaded !== null || suiteNames.every((name) => this.suites[name].state !== "running")
    );
  }

  private get counts(): { passed: number; failed: number } {
    const { passed, failed } = count(Object.values(this.suites));
    return { passed, failed: this.notLoaded === null ? failed : failed + 1 };
  }

  private draw(): void {
    const { passed, failed } = this.counts;
    // For programs that drive this page.
    document.documentElement.dataset.tests = this.done
      ? `passed ${passed} failed ${failed}`
      : "running";
    render(this.view(), this.root);
  }

  private view(): TemplateResult {
    const words = testsText[this.language];
    return html`<div class="dk-page tests">
      <h1 data-place="top">${words.title}</h1>
      <p class="dk-lead">${words.lead}</p>
      ${this.summary()}
      ${this.notLoaded === null ? nothing : faultView(words.notLoaded(this.notLoaded))}
      ${this.notLoaded === null ? suiteNames.map((name) => this.suiteView(name)) : nothing}
    </div>`;
  }

  private summary(): TemplateResult {
    const words = testsText[this.language];
    const { passed, failed } = this.counts;
    const verdict =
      failed === 0 ? words.allPassed(passed) : words.someFailed(failed, passed + failed);
    return html`<section class="tests-summary" data-verdict=${failed > 0 ? "failed" : "passed"}>
      <p class="tests-verdict" role="status">${this.done ? verdict : words.running}</p>
      <p class="tests-counts">
        <span>${words.passedCount(passed)}</span><span>${words.failedCount(failed)}</span>
      </p>
      <div class="tests-tools">
        ${choiceView({
          legend: words.show,
          name: "tests-shown",
          value: this.onlyFailed ? "failed" : "all",
          options: [
            { value: "all", label: words.all },
            { value: "failed", label: words.onlyFailed },
          ],
          onChange: (value) => {
            this.onlyFailed = value === "failed";
            this.draw();
          },
        })}
        ${buttonView({
          label: words.again,
          disabled: !this.done,
          onClick: () => void this.start(),
        })}
      </div>
      ${this.builds()}
    </section>`;
  }

  private builds(): TemplateResult {
    const words = testsText[this.language];
    const current = this.core?.build;
    const link = (build: Build) => html`<a
      href="?build=${build}${location.hash}"
      aria-current=${build === current ? "true" : "false"}
      >${words[build]}</a
    >`;
    return html`<div class="tests-builds">
      <nav aria-label=${words.build}>
        <span aria-hidden="true">${words.build}</span> ${link("simd")} ${link("scalar")}
      </nav>
      ${this.core ? html`<span>${words.compiled(this.core.compiler)}</span>` : nothing}
    </div>`;
  }

  private suiteView(name: SuiteName): TemplateResult {
    const words = testsText[this.language];
    const { results, state } = this.suites[name];
    const shown = this.onlyFailed ? results.filter(isFailed) : results;
    const title = (group: string) =>
      name === "cases" ? words.caseGroups[group] : html`<code lang="en">${group}</code>`;
    return html`<section class="tests-suite" data-suite=${name}>
      <h2>${words[name].title}</h2>
      <p>${words[name].lead}</p>
      ${typeof state === "object" ? faultView(words.broken(state)) : nothing}
      ${
        shown.length === 0 && this.onlyFailed && state === "done"
          ? emptyView(words.noneFailed)
          : nothing
      }
      ${[...groups(shown)].map(
        ([group, tests]) => html`<h3>${title(group)}</h3>
          <ol class="tests-list">
            ${tests.map((test) => testView(test, this.language))}
          </ol>`,
      )}
    </section>`;
  }
}

/** Fills `root` with the page and starts the tests. */
export function mountTests(root: HTMLElement, language: Language): TestsPage {
  return new TestsPage(root, language);
}
