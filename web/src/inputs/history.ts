// Undo and redo over immutable states. Only edits are undone: which step is shown and which cell
// is open stay as they are.

import { hasCell, type State } from "./state.ts";

const LIMIT = 200;

export interface History {
  readonly past: readonly State[];
  readonly present: State;
  readonly future: readonly State[];
  /** What the last edit changed; the next edit of the same thing joins it. */
  readonly edit: string | null;
}

export function start(state: State): History {
  return { past: [], present: state, future: [], edit: null };
}

/**
 * A new state as one undo step. `edit` names what was changed, e.g. "wk[1][2]"; consecutive edits
 * of the same name are one step, so that undo takes back a whole typed number.
 */
export function push(history: History, state: State, edit: string | null = null): History {
  if (state === history.present) return history;
  const joins = edit !== null && edit === history.edit;
  const past = joins ? history.past : [...history.past, history.present].slice(-LIMIT);
  return { past, present: state, future: [], edit };
}

/**
 * Without the edit that is under way, if it is this one: what was typed so far became no number, and
 * its beginning was not meant.
 */
export function takeBack(history: History, edit: string): History {
  const before = history.past.at(-1);
  if (history.edit !== edit || !before) return history;
  const present = seenFrom(before, history.present);
  return { past: history.past.slice(0, -1), present, future: [], edit: null };
}

/** A new state that is no edit: another step, another open cell. */
export function show(history: History, state: State): History {
  return state === history.present ? history : { ...history, present: state };
}

/** Where the reader is looking and what he wrote, kept over an undo. */
function seenFrom(state: State, { step, cell, code }: State): State {
  return { ...state, step, code, cell: cell && hasCell(state.source, cell) ? cell : null };
}

export function undo(history: History): History {
  const previous = history.past.at(-1);
  if (!previous) return history;
  const { past, present, future } = history;
  return {
    past: past.slice(0, -1),
    present: seenFrom(previous, present),
    future: [present, ...future],
    edit: null,
  };
}

export function redo(history: History): History {
  const [next, ...future] = history.future;
  if (!next) return history;
  const { past, present } = history;
  return { past: [...past, present], present: seenFrom(next, present), future, edit: null };
}

/** Back to `initial`; the way there can be undone. What the reader wrote stays, unless other code comes. */
export function reset(history: History, initial: State): History {
  const { code } = history.present;
  return push(history, initial.code === null && code !== null ? { ...initial, code } : initial);
}
