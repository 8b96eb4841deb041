// "Use as input": matrices that the code made become those of the page.

import { html, nothing, type TemplateResult } from "lit/html.js";
import { AttentionError } from "../core/errors.ts";
import { MAX_TOKENS, MAX_WIDTH } from "../inputs/limits.ts";
import { problemOf } from "../inputs/problem.ts";
import { type Matrix, type State, toDirect, toProjected } from "../inputs/state.ts";
import type { Session } from "../page/session.ts";
import { buttonView } from "../views/controls.ts";
import type { GivenName, Run } from "./cell.ts";
import { SAME } from "./checks.ts";
import type { Numbers, RunResult } from "./protocol.ts";
import { cellWords } from "./words.ts";

const groups = {
  projected: ["X", "Wq", "Wk", "Wv"],
  direct: ["Q", "K", "V"],
} as const satisfies Record<string, readonly GivenName[]>;

/** Not the one that the page gave, beyond rounding. */
function changed(made: Numbers | undefined, given: Numbers | undefined): made is Numbers {
  if (!made) return false;
  if (!given || made.shape.join() !== given.shape.join()) return true;
  return made.data.some((value, i) => !(Math.abs(value - (given.data[i] ?? Number.NaN)) < SAME));
}

function rowsOf({ shape: [rows = 0, columns = 0], data }: Numbers): Matrix {
  return Array.from({ length: rows }, (_, i) => [...data.subarray(i * columns, (i + 1) * columns)]);
}

/** Why a matrix is none that the page can show; null where it can. */
function unfit({ shape, data }: Numbers, session: Session): string | null {
  const words = cellWords[session.language];
  const [rows = 0, columns = 0] = shape;
  if (shape.length !== 2) return words.notMatrix;
  if (rows > MAX_TOKENS || columns > MAX_WIDTH) return words.tooLarge(MAX_TOKENS, MAX_WIDTH);
  return data.every(Number.isFinite) ? null : words.notFinite;
}

/** The state with the matrices in it, or why it cannot be. */
function stateWith(
  kind: keyof typeof groups,
  numbers: readonly Numbers[],
  session: Session,
): State | string {
  for (const each of numbers) {
    const why = unfit(each, session);
    if (why) return why;
  }
  const [a = [], b = [], c = [], d = []] = numbers.map(rowsOf);
  const state =
    kind === "projected"
      ? toProjected(session.state, { x: a, wq: b, wk: c, wv: d })
      : toDirect(session.state, { q: a, k: b, v: c });
  const outcome = session.engine.compute(problemOf(state));
  return "fault" in outcome ? new AttentionError(outcome.fault).describe(session.language) : state;
}

function groupView(
  kind: keyof typeof groups,
  run: Run,
  { values }: RunResult,
  session: Session,
): TemplateResult | typeof nothing {
  const words = cellWords[session.language];
  const names = groups[kind];
  const made = names.filter((name) => changed(values[name], run.given[name]));
  const numbers = names.map((name) => values[name] ?? run.given[name]);
  if (made.length === 0 || numbers.some((each) => each === undefined)) return nothing;
  const said = made.join(", ");
  const state = stateWith(kind, numbers as Numbers[], session);
  return typeof state === "string"
    ? html`<p>${words.cannotUse(said, state)}</p>`
    : buttonView({ label: words.use(said), onClick: () => session.edit(() => state) });
}

export function reuseView(run: Run, result: RunResult, session: Session): TemplateResult {
  return html`<div class="py-reuse">
    ${groupView("projected", run, result, session)} ${groupView("direct", run, result, session)}
  </div>`;
}
