// One page being read: its state with undo, the last good results, and what is wrong right now.
// Every change of state goes through here; pages only render it.

import type { Fault, FiveLines } from "../core/index.ts";
import type { InputError } from "../inputs/error.ts";
import * as history from "../inputs/history.ts";
import type { Content } from "../inputs/link-v1.ts";
import { problemOf } from "../inputs/problem.ts";
import {
  type Cell,
  type InputName,
  type Language,
  matrixOf,
  type State,
  selectCell,
} from "../inputs/state.ts";
import { walk } from "../views/inspector.ts";
import { sameCell, type Word } from "../views/lit-cells.ts";
import type { Root } from "../views/root.ts";
import { hasCell, type Scene, sceneOf } from "../views/scene.ts";
import type { Engine, Outcome } from "./engine.ts";

/** The same state under other settings, computed beside it. */
export type Variants = Readonly<Record<string, (state: State) => State>>;

export interface Results {
  readonly scene: Scene;
  readonly variants: Readonly<Record<string, Scene>>;
  /** What the five-line function makes of the same inputs; null where it cannot take them. */
  readonly fiveLines: FiveLines | null;
}

/** A cell that holds something else than a number while the reader is typing. */
export interface Typed {
  readonly cell: Cell;
  readonly error: InputError;
}

/** Where the reader looks: which figure's inspector is open, and how he walked there. */
export interface Looking {
  readonly figure: string | null;
  readonly trail: readonly Cell[];
  /** The cell under the pointer or the focus. */
  readonly preview: { readonly figure: string; readonly cell: Cell } | null;
  /** The cell whose number is under the pointer or in focus within the written-out sum. */
  readonly pointed: Cell | null;
  /** The query whose row is drawn on the sentence. */
  readonly query: number;
  /** The word under the pointer or in focus: its rows are lit in all figures. */
  readonly word: Word | null;
}

/** What a page may say after an action. */
export type Saying = "copied" | "copyFailed" | "notFetched";

/** The state in a link; for a sentence the core has to make its numbers, and may have no room for them. */
export function stateOf(engine: Engine, content: Content): Outcome<State> {
  if (content.kind === "state") return { value: content.state };
  const made = engine.draw(content.recipe);
  return "value" in made ? { value: content.finish(made.value) } : made;
}

/** Edits of one cell are named after it: wk[1][2]. */
const isCellEdit = (name: string) => name.endsWith("]");

export class Session {
  readonly engine: Engine;
  readonly initial: State;
  /** What its figures stand in; none where nothing is drawn. */
  readonly root: Root | null;
  language: Language;
  /** Of the last state that could be computed. */
  results: Results | null = null;
  /** Are those the initial state's, because what was opened could not be computed, nor anything since? */
  standIn = false;
  /** Why the present state could not be. */
  fault: Fault | null = null;
  typed: readonly Typed[] = [];
  looking: Looking = {
    figure: null,
    trail: [],
    preview: null,
    pointed: null,
    query: 0,
    word: null,
  };
  saying: Saying | null = null;
  /** Counts the times that fields must forget what was typed into them. */
  generation = 0;
  /** Counts undo, redo, reset and opened links: states that did not come from a form. */
  jumps = 0;

  private history: history.History;
  private readonly variants: Variants;
  private readonly listeners = new Set<() => void>();

  constructor(
    engine: Engine,
    start: { initial: State; opened: State; language: Language; root?: Root },
    variants: Variants = {},
  ) {
    this.engine = engine;
    this.initial = start.initial;
    this.root = start.root ?? null;
    this.language = start.language;
    this.variants = variants;
    this.history = history.start(start.opened);
    // A link may hold matrices that do not fit each other: its faults are then told over the
    // results of the initial state.
    this.compute(start.initial);
    if (start.opened === start.initial) return;
    this.standIn = true;
    this.compute(start.opened);
  }

  get state(): State {
    return this.history.present;
  }

  get canUndo(): boolean {
    return this.history.past.length > 0;
  }

  get canRedo(): boolean {
    return this.history.future.length > 0;
  }

  /** Would a reset change anything? */
  get changed(): boolean {
    return this.edited || this.typed.length > 0;
  }

  /** Do the numbers differ from the initial ones? */
  get edited(): boolean {
    const inputs = ({ source, settings, tokens, keyTokens }: State) =>
      JSON.stringify([source, settings, tokens, keyTokens]);
    return inputs(this.state) !== inputs(this.initial);
  }

  subscribe(listener: () => void): void {
    this.listeners.add(listener);
  }

  notify(): void {
    for (const listener of this.listeners) listener();
  }

  /** A new state as one undo step; edits of the same name in a row are one step. */
  edit(update: (state: State) => State, name: string | null = null): void {
    const before = this.state;
    this.move(history.push(this.history, update(before), name));
    // A new matrix takes what was typed into the old one with it; a single cell does not.
    if (name === null || !isCellEdit(name)) this.forgetReplaced(before);
    this.notify();
  }

  /** The next edit is an undo step of its own, even of the same thing. */
  endEdit(): void {
    this.history = { ...this.history, edit: null };
  }

  undo(): void {
    this.goBack(history.undo(this.history));
  }

  redo(): void {
    this.goBack(history.redo(this.history));
  }

  reset(to: State = this.initial): void {
    this.goBack(history.reset(this.history, to));
  }

  /** To another state as a whole; what is typed and no number goes with the one that is left. */
  private goBack(next: history.History): void {
    this.jumps++;
    this.forgetTyped();
    this.move(next);
    this.notify();
  }

  private move(next: history.History): void {
    if (next === this.history) return;
    this.history = next;
    this.compute(next.present);
  }

  /** A change of what is looked at, not of what is computed. */
  show(update: (state: State) => State): void {
    const next = history.show(this.history, update(this.state));
    if (next === this.history) return;
    this.history = next;
    this.notify();
  }

  /** Opens the sum of a cell in the inspector of a figure; null closes it. */
  open(figure: string, cell: Cell | null): void {
    const scene = this.results?.scene;
    if (cell && scene) {
      const trail = figure === this.looking.figure ? this.looking.trail : [];
      this.looking = {
        ...this.looking,
        figure,
        trail: walk(scene, trail, cell),
        preview: null,
        pointed: null,
      };
    } else {
      this.looking = { ...this.looking, figure: null, trail: [], preview: null, pointed: null };
    }
    this.history = history.show(this.history, selectCell(this.state, cell));
    this.notify();
  }

  preview(figure: string, cell: Cell | null): void {
    const now = this.looking.preview;
    if (now?.figure === figure ? sameCell(now.cell, cell) : cell === null) return;
    this.looking = { ...this.looking, preview: cell && { figure, cell } };
    this.notify();
  }

  point(cell: Cell | null): void {
    if (sameCell(this.looking.pointed, cell)) return;
    this.looking = { ...this.looking, pointed: cell };
    this.notify();
  }

  pointWord(word: Word | null): void {
    const now = this.looking.word;
    if (now?.query === word?.query && now?.key === word?.key) return;
    this.looking = { ...this.looking, word };
    this.notify();
  }

  pickQuery(query: number): void {
    if (query === this.looking.query) return;
    this.looking = { ...this.looking, query };
    this.notify();
  }

  say(saying: Saying): void {
    this.saying = saying;
    this.notify();
  }

  /** `edit` names the edit that typing on would have made. */
  typedWrong(cell: Cell, error: InputError, edit: string): void {
    this.move(history.takeBack(this.history, edit));
    this.typed = [...this.typed.filter((t) => !sameCell(t.cell, cell)), { cell, error }];
    this.notify();
  }

  typedRight(cell: Cell): void {
    if (!this.typed.some((t) => sameCell(t.cell, cell))) return;
    this.typed = this.typed.filter((t) => !sameCell(t.cell, cell));
    this.notify();
  }

  /** What was asked for could not be made: the state is what it was. */
  refuse(fault: Fault): void {
    this.fault = fault;
    this.notify();
  }

  private forgetReplaced(before: State): void {
    const replaced = ({ cell }: Typed) => {
      const name = cell.matrix as InputName;
      return matrixOf(before.source, name) !== matrixOf(this.state.source, name);
    };
    if (this.typed.some(replaced)) this.forgetTyped();
  }

  private forgetTyped(): void {
    if (this.typed.length === 0) return;
    this.typed = [];
    this.generation++;
  }

  /** What was looked at and is not in the new results is looked at no more. */
  private lookAgain(scene: Scene): void {
    const { trail, preview, pointed } = this.looking;
    const there = (cell: Cell) => hasCell(scene, cell);
    if (trail.every(there) && (!preview || there(preview.cell)) && (!pointed || there(pointed))) {
      return;
    }
    this.looking = {
      ...this.looking,
      trail: trail.every(there) ? trail : [],
      preview: preview && there(preview.cell) ? preview : null,
      pointed: pointed && there(pointed) ? pointed : null,
    };
  }

  /** The results of `state`, or the fault over the results there were. */
  private compute(state: State): void {
    const names = Object.keys(this.variants);
    const states = [state, ...names.map((name) => this.variants[name]?.(state) ?? state)];
    const scenes: Scene[] = [];
    for (const one of states) {
      const outcome = this.engine.compute(problemOf(one));
      if ("fault" in outcome) {
        this.fault = outcome.fault;
        return;
      }
      scenes.push(sceneOf(one, outcome.value));
    }
    const [scene, ...others] = scenes as [Scene, ...Scene[]];
    const variants = Object.fromEntries(names.map((name, i) => [name, others[i] ?? scene]));
    this.fault = null;
    this.standIn = false;
    this.lookAgain(scene);
    this.results = { scene, variants, fiveLines: this.engine.fiveLines(state.source) };
  }
}
