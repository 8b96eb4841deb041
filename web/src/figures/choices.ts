// What a figure lets its reader choose beside the numbers: kept in the state of the page, so that a
// link holds it, a reset undoes it, and the other figures may look at it.

import {
  type Cell,
  type GridName,
  kindOf,
  matrixNames,
  type State,
  setFigure,
} from "../inputs/state.ts";
import type { Session } from "../page/session.ts";

/** How one choice begins, and how a link spells it: letters, digits, . + - and _ only. */
export interface Choice<T> {
  readonly initial: T;
  /** Null for what this choice cannot be. */
  read(text: string): T | null;
  write(value: T): string;
}

export function wholeChoice(initial: number, least: number, most: number): Choice<number> {
  return {
    initial,
    read: (text) => {
      const n = Number(text);
      return /^-?\d+$/.test(text) && n >= least && n <= most ? n : null;
    },
    write: String,
  };
}

export function decimalChoice(initial: number, least: number, most: number): Choice<number> {
  return {
    initial,
    read: (text) => {
      const n = Number(text);
      return Number.isFinite(n) && n >= least && n <= most ? n : null;
    },
    write: (value) => String(Number(value.toPrecision(6))),
  };
}

export function wordChoice<Word extends string>(
  initial: Word,
  words: readonly Word[],
): Choice<Word> {
  return {
    initial,
    read: (text) => words.find((word) => word === text) ?? null,
    write: (word) => word,
  };
}

/** One of a few numbers. */
export function countChoice(initial: number, counts: readonly number[]): Choice<number> {
  return { initial, read: (text) => counts.find((n) => String(n) === text) ?? null, write: String };
}

export function flagChoice(initial: boolean): Choice<boolean> {
  return {
    initial,
    read: (text) => (text === "1" ? true : text === "0" ? false : null),
    write: (on) => (on ? "1" : "0"),
  };
}

/** An order of the numbers 0 to length - 1. */
export function orderChoice(length: number): Choice<readonly number[]> {
  const inOrder = Array.from({ length }, (_, i) => i);
  return {
    initial: inOrder,
    read: (text) => {
      const order = text.split(".").map(Number);
      return order.toSorted((a, b) => a - b).join() === inOrder.join() ? order : null;
    },
    write: (order) => order.join("."),
  };
}

/** What a link takes of one value. */
const MOST = 64;

/** A letter of a link stands for itself, a space is +, and any other sign is its number in base 36. */
function spelt(sign: string): string {
  if (/^\w$/.test(sign)) return sign;
  if (sign === " ") return "+";
  const number = (sign.codePointAt(0) ?? 0).toString(36);
  return number.length <= 2 ? `-${number.padStart(2, "0")}` : `.${number.padStart(4, "0")}`;
}

function signOf(number: string): string {
  const code = Number.parseInt(number, 36);
  return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

/** A short text, cut to what a link takes. It begins as null: what stands there then is the figure's to say. */
export function textChoice(): Choice<string | null> {
  return {
    initial: null,
    read: (text) => {
      if (text === "-") return "";
      if (!/^(?:[\w+]|-[\da-z]{2}|\.[\da-z]{4})+$/.test(text)) return null;
      return text
        .replace(/\+/g, " ")
        .replace(/-([\da-z]{2})|\.([\da-z]{4})/g, (_, short, long) => signOf(short ?? long));
    },
    write: (value) => {
      let text = "";
      for (const sign of value ?? "") {
        const next = text + spelt(sign);
        if (next.length > MOST) break;
        text = next;
      }
      return value === null ? "" : text || "-";
    },
  };
}

type Shape = Readonly<Record<string, Choice<unknown>>>;
type Values<S extends Shape> = {
  readonly [Name in keyof S]: S[Name] extends Choice<infer T> ? T : never;
};

/** The choices of one figure: its name is that of its element without "figure-" and hyphens. */
export class Choices<S extends Shape> {
  readonly #figure: string;
  readonly #shape: S;

  constructor(figure: string, shape: S) {
    this.#figure = figure;
    this.#shape = shape;
  }

  /** As they stand in a state; what a link has wrong is as it begins. */
  of(state: State): Values<S> {
    const values: Record<string, unknown> = {};
    for (const [name, choice] of Object.entries(this.#shape)) {
      const text = state.figures[`${this.#figure}.${name}`];
      values[name] = (text === undefined ? null : choice.read(text)) ?? choice.initial;
    }
    return values as Values<S>;
  }

  /** Those that a link has wrong, as it names them: to be told beside the figure. */
  wrong(state: State): string[] {
    return Object.entries(state.figures).flatMap(([full, text]) => {
      const [figure, name = ""] = full.split(".");
      if (figure !== this.#figure) return [];
      const choice = Object.hasOwn(this.#shape, name) ? this.#shape[name] : undefined;
      return choice && choice.read(text) !== null ? [] : [full];
    });
  }

  /** Not an undo step: the numbers stay as they are. */
  set(session: Session, changes: Partial<Values<S>>): void {
    session.show((state) =>
      Object.entries(changes).reduce((next, [name, value]) => {
        const choice = this.#shape[name] as Choice<unknown>;
        const text = choice.write(value);
        const begins = text === choice.write(choice.initial);
        return setFigure(next, `${this.#figure}.${name}`, begins ? null : text);
      }, state),
    );
  }
}

/** A cell that is open in a figure with numbers of its own. */
export function cellChoice(): Choice<Cell | null> {
  return {
    initial: null,
    read: (text) => {
      const [, word, row, column] =
        /^([a-z]+(?:\.[a-z\d]+)?)_(\d{1,3})_(\d{1,3})$/.exec(text) ?? [];
      const matrix = word as GridName | undefined;
      if (!matrix || !matrixNames.includes(kindOf(matrix))) return null;
      return { matrix, row: Number(row), column: Number(column) };
    },
    write: (cell) => (cell ? `${cell.matrix}_${cell.row}_${cell.column}` : "none"),
  };
}
