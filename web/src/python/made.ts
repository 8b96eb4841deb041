// Matrices that the code made under the names of the page's: what of them is new, and the state of
// a page that has them.

import { AttentionError } from "../core/errors.ts";
import { MAX_TOKENS, MAX_WIDTH } from "../inputs/limits.ts";
import { problemOf } from "../inputs/problem.ts";
import { type Matrix, type State, toDirect, toProjected } from "../inputs/state.ts";
import type { Session } from "../page/session.ts";
import { type Scene, sceneOf } from "../views/scene.ts";
import type { GivenName, Run } from "./cell.ts";
import { SAME } from "./checks.ts";
import type { Numbers } from "./protocol.ts";
import { cellWords } from "./words.ts";

const names = {
  projected: ["X", "Wq", "Wk", "Wv"],
  direct: ["Q", "K", "V"],
} as const satisfies Record<string, readonly GivenName[]>;

export type MadeKind = keyof typeof names;
export const madeKinds: readonly MadeKind[] = ["projected", "direct"];

type Values = Readonly<Record<string, Numbers>>;

export interface Made {
  /** Those that are not as the page gave them, beyond rounding. */
  readonly names: readonly GivenName[];
  /** Some have another shape: they are another example, and no other way to compute this one. */
  readonly reshaped: boolean;
  /** All of the kind, made or given. */
  readonly numbers: readonly Numbers[];
}

const sameSize = (a: Numbers, b: Numbers | undefined) => a.shape.join() === b?.shape.join();

function differs(made: Numbers, given: Numbers | undefined): boolean {
  if (!given || !sameSize(made, given)) return true;
  return made.data.some((value, i) => !(Math.abs(value - (given.data[i] ?? Number.NaN)) < SAME));
}

/** Null where nothing new came of the code, or not all of the kind is there. */
export function madeBy(kind: MadeKind, values: Values, given: Run["given"]): Made | null {
  const all = names[kind];
  const changed = all.filter((name) => {
    const value = values[name];
    return value !== undefined && differs(value, given[name]);
  });
  const numbers = all.flatMap((name) => values[name] ?? given[name] ?? []);
  if (changed.length === 0 || numbers.length < all.length) return null;
  const reshaped = changed.some((name) => !sameSize(values[name] as Numbers, given[name]));
  return { names: changed, reshaped, numbers };
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

/** The state of the page with the matrices in it and what the core makes of it, or why it cannot be. */
export function withMade(
  kind: MadeKind,
  { numbers }: Made,
  session: Session,
): { readonly state: State; readonly scene: Scene } | string {
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
  if ("fault" in outcome) return new AttentionError(outcome.fault).describe(session.language);
  return { state, scene: sceneOf(state, outcome.value) };
}

/** Of the code's own example, where it has one of other shapes than the page's. */
export function ownScene(values: Values, given: Run["given"], session: Session): Scene | null {
  for (const kind of madeKinds) {
    const made = madeBy(kind, values, given);
    const own = made?.reshaped ? withMade(kind, made, session) : "";
    if (typeof own !== "string") return own.scene;
  }
  return null;
}
