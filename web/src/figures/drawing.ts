// The live figures, one per step of the computation. Lesson and playground show the same ones.

import "../styles/touch.css";
import { keyed } from "lit/directives/keyed.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { describeInput, InputError } from "../inputs/error.ts";
import { parseNumber } from "../inputs/number.ts";
import {
  type Cell,
  type InputName,
  kindOf,
  type MatrixName,
  matrixOf,
  originOf,
  type Settings,
  type Step,
  setCell,
} from "../inputs/state.ts";
import type { Looking, Session } from "../page/session.ts";
import { cellStepsView } from "../views/cell-steps.ts";
import { figureView } from "../views/figure.ts";
import { hasMask, stepFormula } from "../views/formula.ts";
import { inspectorView } from "../views/inspector.ts";
import { largeViews } from "../views/large-matrix.ts";
import { legendView } from "../views/legend.ts";
import { type LitCells, litBy, type Word } from "../views/lit-cells.ts";
import { type MatrixOptions, matrixView } from "../views/matrix.ts";
import { moves } from "../views/motion.ts";
import { type Scale, scaleOf } from "../views/scale.ts";
import { gridOf, type Scene } from "../views/scene.ts";
import { sourcesOf, sumOf } from "../views/sum.ts";
import { tokenStrip } from "../views/token-strip.ts";
import { chooseSource } from "./choose-source.ts";
import { type Figures, goToMatrix } from "./figures.ts";
import { homeOf } from "./home.ts";
import { staleNote } from "./stale.ts";
import { stepperOf } from "./stepper.ts";
import type { figureText } from "./text.ts";
import { type FigureId, figureTitles } from "./titles.ts";

/** What stands in a figure; its numbers share a scale. */
const contents: Record<string, readonly MatrixName[]> = {
  words: ["x"],
  projections: ["x", "wq", "wk", "wv", "q", "k", "v"],
  scores: ["q", "k", "scores"],
  scale: ["scores", "scaled"],
  mask: ["scaled", "masked", "weights"],
  softmax: ["masked", "exponentials", "weights"],
  output: ["v", "output", "weights"],
};

const isShare = (name: MatrixName) => name === "weights" || name === "exponentials";

class Drawing {
  private readonly figures: Figures;
  /** For every matrix of the page: what belongs together lights up in all figures. */
  private readonly lit: LitCells;

  constructor(figures: Figures) {
    this.figures = figures;
    const { session, scene } = figures;
    const { preview, pointed, word } = session.looking;
    const cell = preview?.cell ?? session.state.cell;
    // What does not fit together has no sums to show.
    this.lit = litBy(scene, session.fault ? null : cell, pointed, word);
  }

  private get session(): Session {
    return this.figures.session;
  }

  private get scene(): Scene {
    return this.figures.scene;
  }

  private get text(): (typeof figureText)["en"] {
    return this.figures.text;
  }

  private get settings(): Settings {
    return this.figures.settings;
  }

  words(): TemplateResult {
    if (!this.scene.grids.x) return this.frame("words", this.text.noProjection);
    return this.frame("words", [this.matrices("words", ["x"]), this.glossary()]);
  }

  private glossary(): TemplateResult | typeof nothing {
    if (!this.figures.glosses) return nothing;
    const { tokens } = this.scene.state;
    return html`<dl class="figure-glosses">
      ${this.figures.glosses.map((gloss, i) => html`<div><dt lang="tr">${tokens[i]}</dt><dd>${gloss}</dd></div>`)}
    </dl>`;
  }

  projections(choice: boolean): TemplateResult {
    const controls = choice ? chooseSource(this.session, this.text) : null;
    const body = this.scene.grids.x
      ? html`${this.matrices("projections", ["x"])}
          <div class="figure-columns">
            ${(["q", "k", "v"] as const).map(
              (name) => html`<div class="figure-column">
                ${this.matrix("projections", `w${name}`)}
                <span class="figure-arrow" aria-hidden="true">↓</span>
                ${this.matrix("projections", name)}
              </div>`,
            )}
          </div>`
      : this.matrices("projections", ["q", "k", "v"]);
    const formula = this.scene.grids.x ? this.formula("projections", "projections") : nothing;
    return this.frame("projections", [formula, body], {
      controls,
      legend: this.legends("projections"),
    });
  }

  scores(): TemplateResult {
    const body = [
      this.formula("scores", "scores"),
      this.matrices("scores", ["q", "k", "scores"]),
      this.steps("scores"),
    ];
    return this.frame("scores", body, { legend: this.legends("scores") });
  }

  scale(): TemplateResult {
    const body = [this.formula("scale", "scaled"), this.matrices("scale", ["scores", "scaled"])];
    return this.frame("scale", body, {
      controls: this.figures.scaleSwitch(),
      legend: this.legends("scale"),
    });
  }

  softmax(): TemplateResult {
    const names = ["masked", "exponentials", "weights"] as const;
    const body = [
      this.formula("softmax", "weights"),
      this.matrices("softmax", names, { rowSums: true }),
      this.steps("softmax"),
      this.strip("softmax"),
    ];
    return this.frame("softmax", body, {
      controls: this.figures.temperature(),
      legend: this.legends("softmax"),
      caption: this.text.softmaxCaption,
    });
  }

  output(): TemplateResult {
    const body = [
      this.formula("output", "output"),
      this.matrices("output", ["weights", "v", "output"]),
      this.steps("output"),
    ];
    return this.frame("output", body, { legend: this.legends("output") });
  }

  mask(): TemplateResult {
    const body = [
      this.formula("mask", "masked"),
      this.matrices("mask", ["scaled", "masked", "weights"], { rowSums: true }),
      this.strip("mask"),
    ];
    return this.frame("mask", body, {
      controls: this.figures.causalSwitch(),
      legend: this.legends("mask"),
      caption: this.text.maskCaption,
    });
  }

  private frame(
    id: FigureId,
    body: unknown,
    more: { controls?: unknown; legend?: unknown; caption?: unknown } = {},
  ): TemplateResult {
    const { session } = this;
    return figureView({
      id: `figure-${id}`,
      title: figureTitles[id][session.language],
      body,
      ...more,
      layer: this.motion(id),
      wide: true,
      fault: staleNote(session),
      inspector: this.inspector(id),
    });
  }

  /** To watch the figure's matrix come about, cell by cell. */
  private steps(figure: string): TemplateResult | typeof nothing {
    const stepper = stepperOf(this.session, figure);
    if (!stepper || this.session.fault) return nothing;
    return cellStepsView({
      ...{ language: this.session.language, prefix: figure },
      at: stepper.at(),
      count: stepper.steps.length,
      playing: stepper.playing,
      onGo: (step) => stepper.goTo(step),
      onPlay: () => stepper.toggle(),
    });
  }

  private motion(figure: string): TemplateResult {
    const { session, scene } = this;
    const open = session.fault ? null : shownIn(figure, session.looking, session.state.cell);
    const shown = open && scene.grids[open.matrix] ? open : null;
    const motion = {
      ...{ prefix: figure, cell: shown },
      sources: shown ? sourcesOf(sumOf(scene, shown)) : [],
      onLeave: () => stepperOf(session, figure)?.pause(),
    };
    return html`<div class="dk-flights" aria-hidden="true" ${moves(motion)}></div>`;
  }

  private inspector(figure: string): TemplateResult {
    const { looking, state, language } = this.session;
    const open = shownIn(figure, looking, state.cell);
    const cell = looking.preview?.figure === figure ? looking.preview.cell : open;
    return inspectorView(this.scene, this.session.fault ? null : cell, {
      language,
      prefix: figure,
      pinned: open !== null && cell === open,
      quiet: stepperOf(this.session, figure)?.playing ?? false,
      trail: looking.trail.slice(0, -1),
      onOpen: (next) => this.session.open(figure, next),
      onPoint: (cell) => this.session.point(cell),
    });
  }

  private matrices(
    figure: string,
    names: readonly MatrixName[],
    more: Partial<MatrixOptions> = {},
  ): TemplateResult {
    return html`<div class="figure-row">
      ${names.map((name) => this.matrix(figure, name, name === "weights" ? more : { ...more, rowSums: false }))}
    </div>`;
  }

  private matrix(figure: string, name: MatrixName, more: Partial<MatrixOptions> = {}) {
    const { session, scene } = this;
    const grid = gridOf(scene, name);
    const stepper = stepperOf(session, figure);
    const options: MatrixOptions = {
      language: session.language,
      prefix: figure,
      origin: grid.editable ? originOf(session.state, name as InputName) : null,
      selected: session.state.cell,
      lit: this.lit,
      // Glosses are given where the tokens are the worked example's.
      wordsIn: this.figures.glosses ? "tr" : undefined,
      scale: this.scaleIn(figure, name),
      faults: session.typed
        .filter(({ cell }) => cell.matrix === name)
        .map(({ cell, error }) => ({
          row: cell.row,
          column: cell.column,
          sentence: describeInput(error, session.language),
        })),
      onOpen: (cell) => session.open(figure, cell),
      onPreview: (cell) => session.preview(figure, cell),
      ...(stepper ? { onSpace: (cell) => stepper.toggle(cell) } : {}),
      onEdit: (cell, text) => this.edit(cell, text),
      onCommit: () => session.endEdit(),
      onWord: (word) => session.pointWord(word && this.whole(word)),
      large: largeViews,
      pickedRow: session.looking.query,
      onPickRow: (row) => session.pickQuery(row),
      ...more,
    };
    return grid.editable
      ? html`${keyed(session.generation, matrixView(grid, options))}`
      : matrixView(grid, options);
  }

  /** In self-attention a token that asks is one that answers. */
  private whole({ query, key }: Word): Word {
    if (this.scene.state.keyTokens) return { query, key };
    return { query: query ?? key, key: key ?? query };
  }

  private edit(cell: Cell, text: string): void {
    const name = cell.matrix as InputName;
    const value = parseNumber(text, { nonFinite: true });
    const edit = `${name}[${cell.row}][${cell.column}]`;
    if (value instanceof InputError) {
      const place = { field: name, row: cell.row + 1, column: cell.column + 1 };
      this.session.typedWrong(cell, value.at(place), edit);
      return;
    }
    this.session.typedRight(cell);
    if (!matrixOf(this.session.state.source, name)) return;
    this.session.edit((state) => setCell(state, name, cell.row, cell.column, value), edit);
  }

  private formula(figure: string, step: Step): TemplateResult {
    const { alone } = this.figures;
    const shown = (matrix: MatrixName) => !alone || contents[figure]?.includes(matrix);
    return stepFormula(step, {
      language: this.session.language,
      settings: this.settings,
      step,
      href: (matrix) => (shown(matrix) ? `#figure-${homeOf[matrix]}` : null),
      onSymbol: (matrix, event) => goToMatrix(matrix, event, alone ? figure : homeOf[matrix]),
    });
  }

  /** Whom the words look at, on the sentence; `prefix` is the figure it stands in. */
  private strip(prefix: string): TemplateResult {
    return html`<div class="figure-strip">
      <h4>${this.text.who}</h4>
      ${tokenStrip(this.scene, {
        ...{ language: this.session.language, prefix },
        query: this.session.looking.query,
        lit: this.session.looking.word ?? undefined,
        onPick: (row) => this.session.pickQuery(row),
        onWord: (word) => this.session.pointWord(word),
      })}
    </div>`;
  }

  /** One scale for all numbers of a figure, and one for its shares of 1. */
  private scaleIn(figure: string, name: MatrixName): Scale {
    const names = contents[figure] ?? [name];
    const alike = names.filter((other) => isShare(other) === isShare(name));
    return scaleOf(...alike.flatMap((other) => this.scene.grids[other] ?? []));
  }

  private legends(figure: string): readonly TemplateResult[] {
    const { language } = this.session;
    const masked = hasMask(this.settings);
    const names = contents[figure] ?? [];
    const kinds = [
      { name: names.find((name) => !isShare(name)), label: this.text.numbersLegend },
      { name: names.find(isShare), label: this.text.weightsLegend },
    ];
    return kinds.flatMap(({ name, label }) =>
      name ? [legendView(this.scaleIn(figure, name), { language, label, masked })] : [],
    );
  }
}

/** The open cell, if this is the figure whose inspector shows it. */
function shownIn(figure: string, looking: Looking, cell: Cell | null): Cell | null {
  if (!cell) return null;
  return figure === (looking.figure ?? homeOf[kindOf(cell.matrix)]) ? cell : null;
}

export const wordsView = (figures: Figures) => new Drawing(figures).words();
/** `choice`: whether the figure itself lets the reader choose what to edit. */
export const projectionsView = (figures: Figures, choice = true) =>
  new Drawing(figures).projections(choice);
export const scoresView = (figures: Figures) => new Drawing(figures).scores();
export const scaleView = (figures: Figures) => new Drawing(figures).scale();
export const softmaxView = (figures: Figures) => new Drawing(figures).softmax();
export const maskView = (figures: Figures) => new Drawing(figures).mask();
export const outputView = (figures: Figures) => new Drawing(figures).output();
