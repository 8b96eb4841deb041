// Where a text stops being JSON. JSON.parse tells it in some engines, for some texts.

const space = /[ \t\n\r]*/y;
const quote = /"/y;
/** Between quotes: anything from a space up but a quote and a backslash, and what a backslash may stand before. */
const plain = /[ !#-[\]-\uffff]*/y;
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const name = /true|false|null/y;

/** What may come next. `after`: a value has ended. */
type Due = "value" | "value or ]" | "key" | "key or }" | "after";

/** The index of the first character that no JSON text could have there; the length, if it only ends too soon. */
function brokenAt(text: string): number {
  const open: ("[" | "{")[] = [];
  let at = 0;
  let due: Due = "value";
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.test(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  // In steps: one pattern for all of it would remember every backslash, and have no room for many.
  const takeText = (): boolean => {
    const start = at;
    if (!take(quote)) return false;
    do take(plain);
    while (take(escaped));
    if (take(quote)) return true;
    at = start;
    return false;
  };
  const skip = (): string => {
    take(space);
    return text.charAt(at);
  };
  const close = (): void => {
    at++;
    open.pop();
    due = "after";
  };
  for (;;) {
    const next = skip();
    if ((due === "value or ]" && next === "]") || (due === "key or }" && next === "}")) {
      close();
    } else if (due === "key" || due === "key or }") {
      if (!takeText()) return at;
      if (skip() !== ":") return at;
      at++;
      due = "value";
    } else if (due === "after") {
      const inside = open.at(-1);
      if (inside === undefined || next === "") return at;
      if (next === (inside === "[" ? "]" : "}")) close();
      else if (next !== ",") return at;
      else {
        at++;
        due = inside === "[" ? "value" : "key";
      }
    } else if (next === "[" || next === "{") {
      at++;
      open.push(next);
      due = next === "[" ? "value or ]" : "key or }";
    } else if (takeText() || take(number) || take(name)) due = "after";
    else return at;
  }
}

export interface Place {
  line: number;
  column: number;
}

export function placeOf(text: string, at: number): Place {
  const before = text.slice(0, at).split(/\r\n|\n|\r/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** The place, both from 1, of the first thing that keeps the text from being JSON. */
export const malformedAt = (text: string): Place => placeOf(text, brokenAt(text));

/** Behind the quote that ends the text which begins here, or behind everything. */
export function behindText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

/** The place of the first bracket that opens inside `most` others, if there is one. */
export function tooDeepAt(text: string, most: number): Place | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const mark = text[at];
    if (mark === '"') at = behindText(text, at) - 1;
    else if (mark === "[" || mark === "{") depth++;
    else if (mark === "]" || mark === "}") depth--;
    if (depth > most) return placeOf(text, at);
  }
  return undefined;
}
