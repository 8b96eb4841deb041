// From a file to the state of the page: into the matrix it was given to, or after asking which.

import { html, nothing, render, type TemplateResult } from "lit/html.js";
import { describeInput, InputError } from "../inputs/error.ts";
import { describeNote, type Note } from "../inputs/grid.ts";
import {
  columnsOf,
  type InputName,
  inputNames,
  type Matrix,
  type State,
  setMatrix,
  sizeOf,
} from "../inputs/state.ts";
import { encode } from "../inputs/url.ts";
import type { App } from "../page/app.ts";
import { buttonView, choiceView } from "../views/controls.ts";
import { faultView, noticeView } from "../views/figure.ts";
import { symbolView } from "../views/symbol.ts";
import { symbolText } from "../views/words.ts";
import { type Opened, openFile } from "./open.ts";
import type { FileProblem } from "./problems.ts";
import { exportWords } from "./words.ts";

type OpenedMatrix = Extract<Opened, { kind: "matrix" }>;

/** What was said last; it goes when something new is. */
let saying: HTMLElement | null = null;

export class FileTaker {
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  get #words() {
    return exportWords[this.#app.language];
  }

  async take(files: readonly File[], into: InputName | null): Promise<void> {
    const { session } = this.#app;
    const [file] = files;
    if (!session || !file) return;
    if (files.length > 1) return this.#say(faultView(this.#words.oneFile));
    const opened = await openFile(file, session.state);
    if (opened instanceof Error) return this.#refuse(opened, file, into);
    if (opened.kind === "state") return this.#use(() => opened.state, this.#words.stateTaken);
    if (into) return this.#useMatrix(opened, into);
    this.#ask(opened);
  }

  #refuse(problem: InputError | FileProblem, file: File, into: InputName | null): void {
    const { language } = this.#app;
    const place = into ? { field: into } : {};
    const sentence =
      problem instanceof InputError
        ? describeInput(problem.at(place), language)
        : problem.describe(language);
    this.#say(faultView(html`<b>${file.name}</b> ${sentence}`));
  }

  #useMatrix({ matrix, note }: OpenedMatrix, name: InputName): void {
    const said = this.#words.taken(symbolText(name), matrix.length, columnsOf(matrix));
    this.#use((state) => setMatrix(state, name, matrix), said, note);
  }

  #use(update: (state: State) => State, said: string, note?: Note): void {
    const app = this.#app;
    const { session, language } = app;
    if (!session) return;
    const next = update(session.state);
    if (!app.shows(next)) {
      this.#elsewhere(next);
      return;
    }
    session.edit(() => next);
    this.#say(noticeView(said), note ? noticeView(describeNote(note, language)) : nothing);
  }

  /** The lesson tells of a certain kind of example; the playground shows any. */
  #elsewhere(state: State): void {
    const { language } = this.#app;
    const way = html`<a href="playground.html#${encode(state, language)}">${this.#words.toPlayground}</a>`;
    this.#say(noticeView(this.#words.notHere, way));
  }

  /** Over the page, and out of nobody's way. */
  #say(...parts: unknown[]): void {
    saying?.remove();
    const place = document.createElement("div");
    saying = place;
    place.className = "dk-file-said";
    const close = () => place.remove();
    document.body.append(place);
    render(
      html`${parts}<button type="button" class="dk-close" aria-label=${this.#words.close} @click=${close}>×</button>`,
      place,
    );
  }

  /** The one of the same size, else the first. */
  #likely(matrix: Matrix, names: readonly InputName[], state: State): InputName {
    const size = [matrix.length, columnsOf(matrix)].join();
    const same = names.find((name) => sizeOf(state.source, name).join() === size);
    return same ?? names[0] ?? "q";
  }

  #ask(opened: OpenedMatrix): void {
    const { session, language } = this.#app;
    if (!session) return;
    const { state } = session;
    const names = inputNames(state.source);
    let chosen = this.#likely(opened.matrix, names, state);
    const dialog = document.createElement("dialog");
    dialog.className = "dk-sheet";
    dialog.setAttribute("aria-labelledby", "dk-sheet-title");
    dialog.addEventListener("close", () => dialog.remove());
    const words = this.#words;
    const sizeText = (name: InputName) => sizeOf(state.source, name).join(" × ");
    const draw = () => {
      const view: TemplateResult = html`<div class="dk-sheet-inside">
        <div class="dk-sheet-head"><h2 id="dk-sheet-title">${words.which}</h2></div>
        <p class="dk-sheet-hint">${words.readAs(opened.matrix.length, columnsOf(opened.matrix))}</p>
        ${opened.note ? noticeView(describeNote(opened.note, language)) : nothing}
        ${choiceView({
          legend: words.which,
          name: "dk-sheet-into",
          value: chosen,
          options: names.map((name) => ({
            value: name,
            label: html`${symbolView(name)} ${sizeText(name)}`,
          })),
          onChange: (name: InputName) => {
            chosen = name;
            draw();
          },
        })}
        <div class="dk-sheet-actions">
          ${buttonView({
            label: words.use,
            primary: true,
            onClick: () => {
              dialog.close();
              this.#useMatrix({ kind: "matrix", matrix: opened.matrix }, chosen);
            },
          })}
          ${buttonView({ label: words.cancel, onClick: () => dialog.close() })}
        </div>
      </div>`;
      render(view, dialog);
    };
    document.body.append(dialog);
    draw();
    dialog.showModal();
  }
}
