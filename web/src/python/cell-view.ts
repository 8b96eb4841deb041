// The Python cell as it stands on a page.

import "../styles/python.css";
import { live } from "lit/directives/live.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { copyListing } from "../figures/five-lines.ts";
import { Memo } from "../figures/memo.ts";
import { figureText } from "../figures/text.ts";
import { figureTitles } from "../figures/titles.ts";
import { MAX_LINK_CODE } from "../inputs/limits.ts";
import type { Session } from "../page/session.ts";
import { codeView } from "../views/code.ts";
import { buttonView, choiceView } from "../views/controls.ts";
import { faultView, figureView, noticeView } from "../views/figure.ts";
import { formatNumber } from "../views/number.ts";
import {
  cellOf,
  choices,
  givenBy,
  kindOf,
  MOST_CHARACTERS,
  MOST_LINES,
  type PythonCell,
  type Run,
} from "./cell.ts";
import { editorView, goToLine } from "./editor.ts";
import { hintFor } from "./hints.ts";
import type { PlaceOptions } from "./place.ts";
import type { PythonError } from "./protocol.ts";
import { resultsView } from "./results.ts";
import { type Library, libraries, scriptOf } from "./script.ts";
import { shelf } from "./shelf/index.ts";
import { type CellWords, cellWords } from "./words.ts";

const EDITOR = "python-code";
const times = [1, 10, 60, 300];

const editor = () => document.getElementById(EDITOR) as HTMLTextAreaElement | null;

function errorOf(run: Run | null): PythonError | null {
  return run?.outcome.kind === "done" ? run.outcome.result.error : null;
}

async function runCell(cell: PythonCell): Promise<void> {
  await cell.start();
  const line = errorOf(cell.run)?.line;
  const area = editor();
  // Whoever went elsewhere meanwhile is not called back.
  const here = area?.closest("figure")?.contains(document.activeElement);
  if (line && area && here) goToLine(area, line);
}

function shelfView(cell: PythonCell, words: CellWords): TemplateResult {
  const { session } = cell;
  const own = session.state.code !== null;
  const chosen = own ? "" : cell.listing;
  const labels = words.shelf;
  return html`<label class="py-shelf">
      <span>${words.listing}</span>
      <select
        class="dk-select"
        .value=${live(chosen)}
        @change=${(event: Event) => {
          const { value } = event.target as HTMLSelectElement;
          if (value) cell.choose(value as typeof cell.listing);
        }}
      >
        ${own ? html`<option value="" selected>${words.own}</option>` : nothing}
        ${shelf(session.language).map(
          ({ bugs, listings }) =>
            html`<optgroup label=${labels[bugs ? 1 : 0]}>
              ${listings.map(({ id, title }) => html`<option value=${id} ?selected=${id === chosen}>${title}</option>`)}
            </optgroup>`,
        )}
      </select>
    </label>
    ${cell.kept !== null && cell.kept !== session.state.code ? buttonView({ label: words.back, onClick: () => cell.takeBack() }) : nothing}`;
}

function timeView({ session }: PythonCell, words: CellWords): TemplateResult {
  const { seconds } = choices.of(session.state);
  const offered = [...new Set([...times, seconds])].sort((a, b) => a - b);
  return html`<label class="py-time">
    <span>${words.seconds}</span>
    <select
      class="dk-select"
      .value=${live(String(seconds))}
      @change=${(event: Event) =>
        choices.set(session, { seconds: Number((event.target as HTMLSelectElement).value) })}
    >
      ${offered.map((each) => html`<option value=${each} ?selected=${each === seconds}>${words.second(each)}</option>`)}
    </select>
  </label>`;
}

function introView({ session, code }: PythonCell, words: CellWords): TemplateResult {
  const names = [...Object.keys(givenBy(session)), "tokens"];
  const list = html`${names.map((name, i) => html`${i === 0 ? "" : ", "}<code translate="no">${name}</code>`)}`;
  return html`<p class="py-intro">${words.intro(list)} ${words.fresh}
    ${kindOf(code) === "torch" ? words.noGradients : nothing}</p>`;
}

function noticesView(cell: PythonCell, words: CellWords): TemplateResult {
  const { session } = cell;
  const { code } = session.state;
  const show = (value: number) => formatNumber(value, session.language);
  const long = code !== null && code.length > MAX_LINK_CODE;
  return html`${cell.fromLink ? noticeView(words.fromLink) : nothing}
    ${long ? noticeView(`${words.tooLong(show(code.length), show(MAX_LINK_CODE))} ${cell.stored ? "" : words.notKept}`) : nothing}`;
}

/** What a screen reader is told as well: one sentence at a time. */
function statusOf({ phase, run, session }: PythonCell, words: CellWords): string {
  if (phase) return phase === "coming" ? words.coming : words.running;
  if (run?.outcome.kind === "stopped") return words.stopped;
  if (run?.outcome.kind !== "done" || run.outcome.result.error) return "";
  const { milliseconds } = run.outcome.result;
  return words.done(formatNumber(Math.max(1, Math.round(milliseconds)), session.language));
}

/** What ended it before its end, or kept it from beginning. */
function endOf({ run, session }: PythonCell, words: CellWords): string | null {
  const show = (value: number) => formatNumber(value, session.language);
  switch (run?.outcome.kind) {
    case "time":
      return words.time(choices.of(session.state).seconds);
    case "flood":
      return words.flood(show(MOST_LINES), show(MOST_CHARACTERS));
    case "broken":
      return words.broken(run.outcome.message);
    case "failed":
      return words.failed(run.outcome.message);
    case "noWorker":
      return words.noWorker;
    default:
      return null;
  }
}

function errorView(error: PythonError, run: Run, session: Session): TemplateResult {
  const words = cellWords[session.language];
  const names = [...Object.keys(run.given), "tokens"];
  const hint = hintFor(error, names, session.language);
  const { line, frames } = error;
  const area = () => editor();
  const go = (to: number) => {
    const found = area();
    if (found) goToLine(found, to);
  };
  return html`<div class="py-error" role="alert">
    <pre translate="no" lang="en">${frames.map(({ line: at, name }) => `line ${at}, in ${name}\n`)}<b>${error.type}: ${error.message}</b></pre>
    ${hint ? html`<p>${hint}</p>` : nothing}
    ${line === null ? nothing : buttonView({ label: words.goToLine(line), onClick: () => go(line) })}
  </div>`;
}

function outputView(cell: PythonCell, words: CellWords): TemplateResult | typeof nothing {
  const { output, run } = cell;
  const silent = run?.outcome.kind === "done" && !run.outcome.result.error && output === "";
  if (output === "" && !silent) return nothing;
  return html`<div class="py-output">
    <h4 id="python-output-title">${words.output}</h4>
    ${silent ? html`<p>${words.printsNothing}</p>` : html`<pre role="log" tabindex="0" translate="no" aria-labelledby="python-output-title">${output}</pre>`}
  </div>`;
}

/** Not disabled while it can do nothing: that would take the focus from whoever has just pressed it. */
function barButton(o: { label: string; off: boolean; primary?: boolean; onClick: () => void }) {
  return html`<button
    type="button"
    class=${o.primary ? "dk-button dk-primary" : "dk-button"}
    aria-disabled=${o.off ? "true" : "false"}
    @click=${o.onClick}
  >${o.label}</button>`;
}

const scripts = new WeakMap<Session, { library: Library; open: boolean; memo: Memo<string> }>();

function scriptView(session: Session, words: CellWords): TemplateResult {
  const known = scripts.get(session) ?? {
    library: "numpy" as Library,
    open: false,
    memo: new Memo<string>(),
  };
  scripts.set(session, known);
  const { state, language } = session;
  const text = () =>
    known.memo.of([state, language, known.library], () =>
      scriptOf(state, known.library, {
        heading: words.scriptHeading,
        tokens: words.scriptTokens,
      }),
    );
  return html`<details
    class="py-script"
    @toggle=${(event: Event) => {
      known.open = (event.target as HTMLDetailsElement).open;
      session.notify();
    }}
  >
    <summary>${words.script}</summary>
    <p>${words.scriptNote}</p>
    ${choiceView<Library>({
      legend: words.library,
      name: "python-library",
      value: known.library,
      options: libraries.map((value) => ({ value, label: words.libraries[value] })),
      onChange: (library) => {
        known.library = library;
        session.notify();
      },
    })}
    ${
      known.open
        ? codeView(text(), {
            title: words.libraries[known.library],
            copyLabel: figureText[language].copy,
            onCopy: (listing) => void copyListing(session, listing),
          })
        : nothing
    }
  </details>`;
}

export function cellView(session: Session, options: PlaceOptions): TemplateResult {
  const cell = cellOf(session);
  const words = cellWords[session.language];
  const { run, phase } = cell;
  const error = errorOf(run);
  const end = endOf(cell, words);
  const finished = run?.outcome.kind === "done" && !error ? run.outcome.result : null;
  // The line is that of the code that was run.
  const faulty = run?.code === cell.code ? (error?.line ?? null) : null;
  return figureView({
    id: "figure-python",
    title: figureTitles.python[session.language],
    controls: html`${shelfView(cell, words)} ${timeView(cell, words)}`,
    body: html`<div class="py">
      ${introView(cell, words)} ${noticesView(cell, words)}
      ${editorView({
        id: EDITOR,
        code: cell.code,
        label: words.editor,
        hint: words.keys,
        faultyLine: faulty,
        describedBy: "python-keys",
        onInput: (code) => cell.type(code),
        onRun: () => void runCell(cell),
      })}
      <div class="py-bar">
        ${barButton({ label: words.run, off: phase !== null, primary: true, onClick: () => void runCell(cell) })}
        ${barButton({ label: words.stop, off: phase === null, onClick: () => cell.stop() })}
        <p role="status">${statusOf(cell, words)}</p>
        <p class="py-keys" id="python-keys">${words.keys}</p>
      </div>
      ${end ? faultView(end) : nothing} ${error && run ? errorView(error, run, session) : nothing}
      ${outputView(cell, words)} ${finished && run ? resultsView(run, finished, session, options) : nothing}
      ${scriptView(session, words)}
    </div>`,
    wide: true,
  });
}
