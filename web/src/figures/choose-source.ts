// X and the weights, or Q, K and V: which of them the reader edits.

import type { TemplateResult } from "lit/html.js";
import { type Matrix, type Projected, toDirect, toProjected } from "../inputs/state.ts";
import type { Session } from "../page/session.ts";
import { choiceView } from "../views/controls.ts";
import { type Grid, gridOf } from "../views/scene.ts";
import type { FigureText } from "./text.ts";

/** What was left behind when Q, K and V were taken over, to come back to. */
const leftBehind = new WeakMap<Session, Projected>();

function matrixFrom(grid: Grid): Matrix {
  return Array.from({ length: grid.rows }, (_, i) =>
    Array.from({ length: grid.columns }, (_, j) => grid.at(i, j)),
  );
}

/** Q, K and V as they were computed become inputs. */
export function editDirect(session: Session): void {
  const { results, state, fault } = session;
  if (!results || fault || state.source.kind === "direct") return;
  leftBehind.set(session, state.source);
  const [q, k, v] = (["q", "k", "v"] as const).map((name) =>
    matrixFrom(gridOf(results.scene, name)),
  ) as [Matrix, Matrix, Matrix];
  session.edit((now) => toDirect(now, { q, k, v }));
}

/** Back to X and the weights: those left behind, or the initial ones. */
export function editProjected(session: Session, fallback: Projected): void {
  if (session.state.source.kind === "projected") return;
  const source = leftBehind.get(session) ?? fallback;
  session.edit((now) => toProjected(now, source));
}

export function chooseSource(session: Session, text: FigureText): TemplateResult {
  const { source } = session.state;
  return choiceView({
    legend: text.edit,
    name: "source",
    value: source.kind,
    options: [
      { value: "projected", label: text.editX },
      { value: "direct", label: text.editQ },
    ],
    onChange: (kind) => {
      const { source: first } = session.initial;
      if (kind === "direct") editDirect(session);
      else if (first.kind === "projected") editProjected(session, first);
    },
  });
}
