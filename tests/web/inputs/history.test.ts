import { expect, test } from "vitest";
import { workedExample } from "../../../web/src/inputs/example.ts";
import { push, redo, reset, show, start, takeBack, undo } from "../../../web/src/inputs/history.ts";
import {
  matrixOf,
  type State,
  selectCell,
  setCell,
  setCode,
  setStep,
} from "../../../web/src/inputs/state.ts";

const initial = workedExample.state;
const edit = (state: State, value: number, column = 0) => setCell(state, "wk", 0, column, value);
const value = (state: State, column = 0) => matrixOf(state.source, "wk")?.[0]?.[column];

test("undo and redo walk the edits", () => {
  let history = start(initial);
  history = push(history, edit(history.present, 5), "wk[0][0]");
  history = push(history, edit(history.present, 6, 1), "wk[0][1]");
  history = undo(history);
  expect([value(history.present), value(history.present, 1)]).toEqual([5, -1]);
  history = undo(history);
  expect(history.present).toEqual(initial);
  expect(undo(history)).toBe(history);
  history = redo(redo(history));
  expect([value(history.present), value(history.present, 1)]).toEqual([5, 6]);
  expect(redo(history)).toBe(history);
});

test("a number typed digit by digit is one step", () => {
  let history = start(initial);
  for (const typed of [2, 25, 257])
    history = push(history, edit(history.present, typed), "wk[0][0]");
  history = undo(history);
  expect(value(history.present)).toBe(1);
  expect(value(redo(history).present)).toBe(257);
});

test("the same cell edited again later, or after an undo, is a step of its own", () => {
  let history = start(initial);
  history = push(history, edit(history.present, 2), "wk[0][0]");
  history = push(history, edit(history.present, 3, 1), "wk[0][1]");
  history = push(history, edit(history.present, 4), "wk[0][0]");
  expect(value(undo(history).present)).toBe(2);
  history = push(undo(history), edit(initial, 9), "wk[0][0]");
  expect(value(undo(history).present)).toBe(2);
});

test("edits without a name never join", () => {
  let history = start(initial);
  history = push(history, edit(history.present, 2));
  history = push(history, edit(history.present, 3));
  expect(value(undo(history).present)).toBe(2);
});

test("a new edit ends what could be redone", () => {
  let history = push(start(initial), edit(initial, 2));
  history = push(undo(history), edit(initial, 3));
  expect(history.future).toEqual([]);
  expect(value(redo(history).present)).toBe(3);
});

test("reset goes back to the start and can itself be undone", () => {
  let history = push(start(initial), edit(initial, 2));
  history = reset(history, initial);
  expect(value(history.present)).toBe(1);
  expect(value(undo(history).present)).toBe(2);
});

test("where the reader looks is no edit, and stays over an undo", () => {
  let history = push(start(initial), edit(initial, 2));
  history = show(history, setStep(history.present, "weights"));
  history = show(history, selectCell(history.present, { matrix: "q", row: 0, column: 1 }));
  history = undo(history);
  expect(history.present).toEqual({
    ...initial,
    step: "weights",
    cell: { matrix: "q", row: 0, column: 1 },
  });
  expect(history.past).toEqual([]);
  history = show(history, setStep(history.present, "scores"));
  expect(redo(history).present).toMatchObject({ step: "scores", source: edit(initial, 2).source });
});

test("nothing changed, nothing to undo", () => {
  const history = start(initial);
  expect(push(history, initial, "wk[0][0]")).toBe(history);
  expect(show(history, initial)).toBe(history);
});

test("200 steps are kept", () => {
  let history = start(initial);
  for (let i = 0; i < 300; i++) history = push(history, edit(initial, 1000 + i));
  for (let i = 0; i < 300; i++) history = undo(history);
  expect(value(history.present)).toBe(1099);
});

test("what was typed and became no number leaves nothing of its beginning", () => {
  let history = push(start(initial), edit(initial, 7), "wk[0][0]");
  // 1, 1e9 and then 1e999 in the next cell.
  for (const typed of [1, 1e9])
    history = push(history, edit(history.present, typed, 1), "wk[0][1]");
  history = takeBack(history, "wk[0][1]");
  expect([value(history.present), value(history.present, 1)]).toEqual([7, -1]);
  expect(takeBack(history, "wk[0][1]")).toBe(history);
  expect(takeBack(history, "wk[0][0]")).toBe(history);
  expect(undo(history).present).toEqual(initial);
  history = push(history, edit(history.present, 2, 1), "wk[0][1]");
  expect(value(undo(history).present, 1)).toBe(-1);
});

test("what the reader wrote outlives undo, redo and a reset, and a link with other code replaces it", () => {
  let history = show(start(initial), setCode(initial, "old"));
  history = push(history, edit(history.present, 5));
  history = show(history, setCode(history.present, "mine"));
  history = undo(history);
  expect(history.present.code).toBe("mine");
  history = redo(history);
  expect(history.present.code).toBe("mine");
  expect(reset(history, initial).present.code).toBe("mine");
  expect(reset(history, setCode(initial, "of a link")).present.code).toBe("of a link");
});
