// Where a text stops being JSON. JSON.parse tells it in some engines, for some texts.

const space = /[ \t\n\r]*/y;
/** Between the quotes: anything from a space up but a quote and a backslash, and what a backslash may stand before. */
const quoted = /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[ !#-[\]-\uffff]*)*"/y;
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
      if (!take(quoted)) return at;
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
    } else if (take(quoted) || take(number) || take(name)) due = "after";
    else return at;
  }
}

/** The place, both from 1, of the first thing that keeps the text from being JSON. */
export function malformedAt(text: string): { line: number; column: number } {
  const before = text.slice(0, brokenAt(text)).split(/\r\n|\n|\r/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
