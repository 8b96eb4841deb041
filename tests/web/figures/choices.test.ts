import { describe, expect, test } from "vitest";
import {
  Choices,
  cellChoice,
  decimalChoice,
  flagChoice,
  orderChoice,
  wholeChoice,
  wordChoice,
} from "../../../web/src/figures/choices.ts";
import { workedExample } from "../../../web/src/inputs/example.ts";
import { type State, setFigure } from "../../../web/src/inputs/state.ts";
import { decode, encode } from "../../../web/src/inputs/url.ts";
import type { Session } from "../../../web/src/page/session.ts";

const choices = new Choices("order", {
  shift: wholeChoice(0, -8, 64),
  theta: decimalChoice(10_000, 1, 1e6),
  kind: wordChoice("none", ["none", "rotary"]),
  shown: flagChoice(true),
  order: orderChoice(3),
});
const begins = { shift: 0, theta: 10_000, kind: "none", shown: true, order: [0, 1, 2] };

/** As much of a session as a choice needs. */
function sessionOf(state: State) {
  const session = {
    state,
    show: (update: (state: State) => State) => {
      session.state = update(session.state);
    },
  };
  return session as typeof session & Session;
}

function through(state: State): State {
  const link = decode(encode(state, "en"));
  if ("content" in link && link.content?.kind === "state") return link.content.state;
  throw new Error("the link holds no state");
}

test("a figure begins as it is declared", () => {
  expect(choices.of(workedExample.state)).toEqual(begins);
});

test("choices go into the state, into its link and out of it", () => {
  const session = sessionOf(workedExample.state);
  const chosen = {
    shift: -3,
    theta: 12.5,
    kind: "rotary",
    shown: false,
    order: [2, 0, 1],
  } as const;
  choices.set(session, chosen);
  expect(choices.of(session.state)).toEqual(chosen);
  expect(choices.of(through(session.state))).toEqual(chosen);
  expect(choices.wrong(through(session.state))).toEqual([]);
});

test("a name that the figure does not have is wrong, and one of another figure is not its own", () => {
  const state = setFigure(setFigure(workedExample.state, "order.valueOf", "1"), "cache.x", "1");
  expect(choices.wrong(state)).toEqual(["order.valueOf"]);
});

test("back at the beginning, nothing is kept of it", () => {
  const session = sessionOf(workedExample.state);
  choices.set(session, { shift: 5 });
  choices.set(session, { shift: 0 });
  expect(session.state.figures).toEqual({});
});

test.each([
  ["shift", "65"],
  ["shift", "1.5"],
  ["shift", ""],
  ["theta", "Infinity"],
  ["theta", "0.5"],
  ["kind", "constructor"],
  ["shown", "yes"],
  ["order", "0.1"],
  ["order", "0.1.1"],
  ["order", "0.1.2.3"],
])("%s cannot be %j: it is as it begins, and named", (name, text) => {
  const state = setFigure(workedExample.state, `order.${name}`, text);
  expect(choices.of(state)).toEqual(begins);
  expect(choices.wrong(state)).toEqual([`order.${name}`]);
});

describe("a link whose choices are damaged is told", () => {
  test.each([
    "order",
    "order.shift",
    "order.shift:",
    "order.shift:a b",
    "a.b:1,",
    `a.b:${"1".repeat(65)}`,
    Array.from({ length: 65 }, (_, i) => `a.b:${i}`).join(","),
  ])("%j", (fig) => {
    const link = decode(`?v=1&lang=en&fig=${encodeURIComponent(fig)}`);
    expect(link).toMatchObject({ code: "linkValue" });
  });
});

test("an open cell is spelt by its matrix, row and column, or is none", () => {
  const choice = cellChoice();
  const cell = { matrix: "weights", row: 1, column: 5 } as const;
  expect(choice.write(cell)).toBe("weights_1_5");
  expect(choice.read("weights_1_5")).toEqual(cell);
  expect(choice.initial).toBeNull();
  for (const text of [
    choice.write(null),
    "nobody_1_5",
    "weights_1",
    "weights_-1_5",
    "weights_1_5000",
  ])
    expect(choice.read(text), text).toBeNull();
});
