// One page being read: its state with undo, the last good results, and what is wrong right now.
// Every change of state goes through here; pages only render it.

import type { Fault, FiveLines } from "../core/index.ts";
import type { InputError } from "../inputs/error.ts";
import * as history from "../inputs/history.ts";
import { problemOf } from "../inputs/problem.ts";
import { type Cell, type Language, type State, selectCell } from "../inputs/state.ts";
import { type Scene, sceneOf } from "../views/scene.ts";
import { latest } from "./connect.ts";
import type { Drawn, Engine } from "./engine.ts";

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
  readonly text: string;
  readonly error: InputError;
}

export class Session {
  /** Of the last state that could be computed. */
  results: Results | null = null;
  /** Why the present state could not be. */
  fault: Fault | null = null;
  typed: Typed | null = null;
  /** The cell under the pointer or the focus. */
  preview: Cell | null = null;
  /** Why nothing can be computed at all. */
  failure: string | null = null;
  /** A sentence for the reader about the link the page was opened with. */
  linkError: InputError | null = null;

  readonly initial: State;
  language: Language;
  private readonly engine: Engine;
  private history: history.History;
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
    const { opened } = start;
    this.history = history.start(opened);
    const names = Object.keys(variants);
    this.request = latest(
      async (state: State) => {
        const states = [state, ...names.map((name) => variants[name]?.(state) ?? state)];
        const [outcomes, fiveLines] = await Promise.all([
          this.engine.compute(states.map(problemOf)),
          this.runFiveLines(state),
        ]);
        return { states, outcomes, fiveLines };
      },
      (state, { states, outcomes, fiveLines }) => {
        // An older result may still be drawn: it is right for its own state, and the newest follows.
        const scenes: Scene[] = [];
        for (const [i, outcome] of outcomes.entries()) {
          if ("fault" in outcome) {
            this.fault = outcome.fault;
            this.notify();
            return;
          }
          scenes.push(sceneOf(states[i] ?? state, outcome.value));
        }
        const [scene, ...others] = scenes;
        if (!scene) return;
        this.fault = null;
        this.results = {
          scene,
          variants: Object.fromEntries(names.map((name, i) => [name, others[i] ?? scene])),
          fiveLines,
        };
        this.notify();
      },
      (error) => {
        this.failure = error instanceof Error ? error.message : String(error);
        this.notify();
      },
    );
    this.request(opened);
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

  /** Has the reader changed anything that a reset would put back? */
  get changed(): boolean {
    const inputs = ({ source, settings, tokens }: State) => JSON.stringify([source, settings, tokens]);
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

  undo(): void {
    this.move(history.undo(this.history));
  }

  redo(): void {
    this.move(history.redo(this.history));
  }

  reset(): void {
    this.move(history.reset(this.history, this.initial));
  }

  private move(next: history.History): void {
    if (next === this.history) return;
    this.history = next;
    this.typed = null;
    this.request(next.present);
  }

  /** A change of what is looked at, not of what is computed. */
  show(update: (state: State) => State): void {
    this.history = history.show(this.history, update(this.state));
    this.notify();
  }

  select(cell: Cell | null): void {
    this.show((state) => selectCell(state, cell));
  }

  setPreview(cell: Cell | null): void {
    this.preview = cell;
    this.notify();
  }

  setTyped(typed: Typed | null): void {
    this.typed = typed;
    this.notify();
  }

  draw(input: { tokens: readonly string[]; width: number; seed: number }): Promise<Drawn> {
    return this.engine.draw(input);
  }

  /**
   * The five-line function starts from X. Q, K and V of one's own go through it as well, with the
   * identity for X: I · Q is Q. It takes no more keys than queries, and no options.
   */
  private async runFiveLines(state: State): Promise<FiveLines | null> {
    const { source } = state;
    if (source.kind === "projected") {
      const { x, wq, wk, wv } = source;
      const outcome = await this.engine.fiveLines({ x, wq, wk, wv });
      return "value" in outcome ? outcome.value : null;
    }
    const { q, k, v } = source;
    if (q.length !== k.length) return null;
    const x = q.map((_, i) => q.map((_, j) => (i === j ? 1 : 0)));
    const outcome = await this.engine.fiveLines({ x, wq: q, wk: k, wv: v });
    return "value" in outcome ? outcome.value : null;
  }
}
