// One page being read: its state with undo, the last good results, and what is wrong right now.
// Every change of state goes through here; pages only render it.

import type { Fault, FiveLines } from "../core/index.ts";
import type { InputError } from "../inputs/error.ts";
import * as history from "../inputs/history.ts";
import { problemOf } from "../inputs/problem.ts";
import { type Cell, type Language, type State, selectCell } from "../inputs/state.ts";
import { walk } from "../views/inspector.ts";
import { sameCell } from "../views/lit-cells.ts";
import { type Scene, sceneOf } from "../views/scene.ts";
import { latest } from "./connect.ts";
import type { Engine } from "./engine.ts";

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
  /** The query whose row is drawn on the sentence. */
  readonly query: number;
}

/** What a page may say after an action. */
export type Saying = "copied" | "copyFailed";

export class Session {
  readonly engine: Engine;
  readonly initial: State;
  language: Language;
  /** Of the last state that could be computed. */
  results: Results | null = null;
  /** Why the present state could not be. */
  fault: Fault | null = null;
  typed: readonly Typed[] = [];
  looking: Looking = { figure: null, trail: [], preview: null, query: 0 };
  saying: Saying | null = null;
  /** Why nothing can be computed at all. */
  failure: string | null = null;
  /** Counts the times that fields must forget what was typed into them. */
  generation = 0;

  private history: history.History;
  private readonly variants: Variants;
  private readonly listeners = new Set<() => void>();
  private readonly request: (state: State) => void;

  constructor(
    engine: Engine,
    start: { initial: State; opened: State; language: Language },
    variants: Variants = {},
  ) {
    this.engine = engine;
    this.initial = start.initial;
    this.language = start.language;
    this.variants = variants;
    this.history = history.start(start.opened);
    this.request = latest(
      (state: State) => this.compute(state),
      (state, results) => this.take(state, results),
      (error) => {
        this.failure = error instanceof Error ? error.message : String(error);
        this.notify();
      },
    );
    // A link may hold matrices that do not fit each other: its faults are then told over the
    // results of the initial state.
    if (start.opened !== start.initial) this.request(start.initial);
    this.request(start.opened);
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

  /** Is anything different from what a reset would put back? */
  get changed(): boolean {
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
    this.move(history.push(this.history, update(this.state), name));
  }

  /** The next edit is an undo step of its own, even of the same thing. */
  endEdit(): void {
    this.history = { ...this.history, edit: null };
  }

  undo(): void {
    this.forgetTyped();
    this.move(history.undo(this.history));
  }

  redo(): void {
    this.forgetTyped();
    this.move(history.redo(this.history));
  }

  reset(to: State = this.initial): void {
    this.forgetTyped();
    this.move(history.reset(this.history, to));
  }

  private move(next: history.History): void {
    if (next === this.history) return;
    const { source } = this.history.present;
    this.history = next;
    if (next.present.source.kind !== source.kind) this.forgetTyped();
    this.request(next.present);
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
      this.looking = { ...this.looking, figure, trail: walk(scene, trail, cell), preview: null };
    } else {
      this.looking = { ...this.looking, figure: null, trail: [], preview: null };
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

  pickQuery(query: number): void {
    this.looking = { ...this.looking, query };
    this.notify();
  }

  say(saying: Saying): void {
    this.saying = saying;
    this.notify();
  }

  typedWrong(cell: Cell, error: InputError): void {
    this.typed = [...this.typed.filter((t) => !sameCell(t.cell, cell)), { cell, error }];
    this.notify();
  }

  typedRight(cell: Cell): void {
    if (!this.typed.some((t) => sameCell(t.cell, cell))) return;
    this.typed = this.typed.filter((t) => !sameCell(t.cell, cell));
    this.notify();
  }

  private forgetTyped(): void {
    if (this.typed.length === 0) return;
    this.typed = [];
    this.generation++;
    this.notify();
  }

  private async compute(state: State): Promise<Results | Fault> {
    const names = Object.keys(this.variants);
    const states = [state, ...names.map((name) => this.variants[name]?.(state) ?? state)];
    const [outcomes, fiveLines] = await Promise.all([
      this.engine.compute(states.map(problemOf)),
      this.runFiveLines(state),
    ]);
    const scenes: Scene[] = [];
    for (const [i, outcome] of outcomes.entries()) {
      if ("fault" in outcome) return outcome.fault;
      scenes.push(sceneOf(states[i] ?? state, outcome.value));
    }
    const [scene, ...others] = scenes as [Scene, ...Scene[]];
    const variants = Object.fromEntries(names.map((name, i) => [name, others[i] ?? scene]));
    return { scene, variants, fiveLines };
  }

  /** An older result is taken as well: it is right for its own state, and the newest follows. */
  private take(state: State, results: Results | Fault): void {
    const first = this.results === null && this.fault === null;
    if ("code" in results) {
      this.fault = results;
    } else {
      this.fault = null;
      this.results = results;
    }
    // The initial state is computed first, but never drawn before the one the page was opened with.
    if (!first || state === this.state) this.notify();
  }

  /**
   * The five-line function starts from X. Q, K and V of one's own go through it as well, with the
   * identity for X: I · Q is Q. It takes as many keys as queries, and no options.
   */
  private async runFiveLines(state: State): Promise<FiveLines | null> {
    const { source } = state;
    if (source.kind === "projected") {
      const { x, wq, wk, wv } = source;
      return valueOf(await this.engine.fiveLines({ x, wq, wk, wv }));
    }
    const { q, k, v } = source;
    if (q.length !== k.length) return null;
    const x = q.map((_, i) => q.map((_, j) => (i === j ? 1 : 0)));
    return valueOf(await this.engine.fiveLines({ x, wq: q, wk: k, wv: v }));
  }
}

function valueOf<T>(outcome: { value: T } | { fault: Fault }): T | null {
  return "value" in outcome ? outcome.value : null;
}
