// The matrices of a scene that is not the page's, with an inspector of their own: the same tables,
// the same sums, but nothing in them is edited.

import { html, type TemplateResult } from "lit/html.js";
import { AttentionError } from "../core/errors.ts";
import { problemOf } from "../inputs/problem.ts";
import {
  type Cell,
  type GridName,
  type InputName,
  kindOf,
  originOf,
  type State,
} from "../inputs/state.ts";
import type { Session } from "../page/session.ts";
import { exists, inspectorView, walk } from "../views/inspector.ts";
import { litBy, sameCell } from "../views/lit-cells.ts";
import { type MatrixOptions, matrixView } from "../views/matrix.ts";
import { type Scale, scaleOf } from "../views/scale.ts";
import { type Grid, gridOf, type Scene, sceneOf } from "../views/scene.ts";

/** The scene of a state beside the page's, or why there is none. */
export function computeScene(session: Session, state: State): Scene | AttentionError {
  const outcome = session.engine.compute(problemOf(state));
  return "fault" in outcome ? new AttentionError(outcome.fault) : sceneOf(state, outcome.value);
}

/** How a reader came to the open cell, and what is under the pointer: not held by a link. */
interface Looking {
  readonly trail: readonly Cell[];
  readonly preview: Cell | null;
  readonly pointed: Cell | null;
}

const nowhere: Looking = { trail: [], preview: null, pointed: null };
const looks = new WeakMap<Session, Map<string, Looking>>();

export interface OwnSceneOptions {
  readonly session: Session;
  /** The figure: makes the ids of its tables unique. */
  readonly figure: string;
  readonly scene: Scene;
  readonly open: Cell | null;
  readonly onOpen: (cell: Cell | null) => void;
}

/** The shown copy of an input cannot be edited; in the scene it stays an input, which has no sum. */
const shownGrids = new WeakMap<Grid, Grid>();

function shownGrid(grid: Grid): Grid {
  const known = shownGrids.get(grid) ?? { ...grid, editable: false };
  shownGrids.set(grid, known);
  return known;
}

export class OwnScene {
  readonly #o: OwnSceneOptions;

  constructor(options: OwnSceneOptions) {
    this.#o = options;
  }

  get scene(): Scene {
    return this.#o.scene;
  }

  /** Of a scene that was another before, only what there still is. */
  get #looking(): Looking {
    const { session, figure, scene } = this.#o;
    const { trail, preview, pointed } = looks.get(session)?.get(figure) ?? nowhere;
    const there = (cell: Cell | null) => (cell && exists(scene, cell) ? cell : null);
    return {
      trail: trail.filter((cell) => exists(scene, cell)),
      preview: there(preview),
      pointed: there(pointed),
    };
  }

  #look(changes: Partial<Looking>): void {
    const { session, figure } = this.#o;
    const all = looks.get(session) ?? new Map<string, Looking>();
    looks.set(session, all.set(figure, { ...this.#looking, ...changes }));
  }

  /** What its matrices are drawn from beside their numbers. */
  get shown(): readonly unknown[] {
    const { preview, pointed } = this.#looking;
    return [this.#o.scene, this.#o.open, preview, pointed];
  }

  #open(cell: Cell | null): void {
    const { scene, session, onOpen } = this.#o;
    const trail = cell ? walk(scene, this.#looking.trail, cell) : [];
    this.#look({ trail, preview: null, pointed: null });
    onOpen(cell);
    session.notify();
  }

  #preview(cell: Cell | null): void {
    if (sameCell(this.#looking.preview, cell)) return;
    this.#look({ preview: cell });
    this.#o.session.notify();
  }

  #point(cell: Cell | null): void {
    if (sameCell(this.#looking.pointed, cell)) return;
    this.#look({ pointed: cell });
    this.#o.session.notify();
  }

  /** Weights and exponentials are parts of 1 and have a scale of their own. */
  scale(...names: readonly GridName[]): Scale {
    return scaleOf(...names.map((name) => gridOf(this.#o.scene, name)));
  }

  /** As the figure shows it. */
  grid(name: GridName): Grid {
    return shownGrid(gridOf(this.#o.scene, name));
  }

  matrix(name: GridName, more: Partial<MatrixOptions> = {}): TemplateResult {
    const { scene } = this.#o;
    const grid = gridOf(scene, name);
    return matrixView(shownGrid(grid), {
      ...this.options(),
      origin: grid.editable ? originOf(scene.state, kindOf(name) as InputName) : null,
      ...more,
    });
  }

  /** What a table of its cells needs to open them and to light them up. */
  options(): MatrixOptions {
    const { session, figure, scene, open } = this.#o;
    const { preview, pointed } = this.#looking;
    return {
      language: session.language,
      prefix: figure,
      selected: open,
      lit: litBy(scene, preview ?? open, pointed),
      onOpen: (cell) => this.#open(cell),
      onPreview: (cell) => this.#preview(cell),
    };
  }

  inspector(): TemplateResult {
    const { session, figure, scene, open } = this.#o;
    const { preview, trail } = this.#looking;
    const cell = preview ?? open;
    return html`${inspectorView(scene, cell, {
      language: session.language,
      prefix: figure,
      pinned: open !== null && sameCell(cell, open),
      trail: trail.slice(0, -1),
      onOpen: (next) => this.#open(next),
      onPoint: (next) => this.#point(next),
    })}`;
  }
}
