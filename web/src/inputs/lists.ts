// Nested brackets: lists of JSON and Python, repr and print of NumPy, tensors of PyTorch. Elements
// are separated by commas or white space, rows are lists of their own. Of array(...) and
// tensor(...) only the first argument is read: the 32 of dtype=float32 is no number of the matrix.

import { caught, InputError } from "./error.ts";
import { type Format, type Grid, isEllipsis } from "./grid.ts";
import { printNumber } from "./number.ts";

type Item = string | Item[];

const symbol = /"[^"\n]*"|'[^'\n]*'|[^\s[\](){},;"']+|\S/gu;
const closing: Readonly<Record<string, string>> = { "[": "]", "(": ")", "{": "}" };
const arrays = /^(?:\w+\.)*(?:array|asarray|matrix|mat|tensor|as_tensor|\w*(?:Array|Tensor))$/u;
const scalars = /^-?(?:\w+\.)*(?:float|int|uint|double)\d*$/u;
const constants = /^([+-]?)(?:\w+\.)+(nan|inf)$/iu;
const MAX_DEPTH = 16;

/** Finds the items; its methods throw InputError, which ends the reading. */
class Reader {
  readonly #symbols: readonly string[];
  #next = 0;
  #depth = 0;

  constructor(symbols: readonly string[]) {
    this.#symbols = symbols;
  }

  /** Everything up to `close`, which is the empty string for the end of the text. */
  items(open: string, close: string): Item[] {
    const items: Item[] = [];
    let missing = true;
    for (let text = this.#take(); text !== close; text = this.#take()) {
      if (text === "") throw new InputError("unclosed", { bracket: open });
      if (text !== ",") items.push(this.#item(text));
      else if (missing) items.push("");
      missing = text === ",";
    }
    return items;
  }

  #take(): string {
    return this.#symbols[this.#next++] ?? "";
  }

  #item(text: string): Item {
    if (++this.#depth > MAX_DEPTH) throw new InputError("tooDeep", { axes: MAX_DEPTH });
    const item = this.#itemFrom(text);
    this.#depth--;
    return item;
  }

  #itemFrom(text: string): Item {
    const close = closing[text];
    if (close !== undefined) return this.items(text, close);
    if (/^["']./u.test(text)) return text.slice(1, -1);
    if (/^[\](){},;"']/u.test(text)) throw new InputError("unexpected", { text });
    if (this.#symbols[this.#next] === "(") return this.#call(text);
    return text.replace(constants, "$1$2");
  }

  #call(name: string): Item {
    if (!arrays.test(name) && !scalars.test(name)) {
      throw new InputError("unexpected", { text: `${name}(` });
    }
    this.#take();
    const value = this.#item(this.#take());
    for (let open = 1; open > 0; ) {
      const text = this.#take();
      if (text === "") throw new InputError("unclosed", { bracket: `${name}(` });
      if (text === "(") open++;
      if (text === ")") open--;
    }
    return name.startsWith("-") && typeof value === "string" ? `-${value}` : value;
  }
}

export function readLists(text: string): Grid | InputError {
  const body = text.replace(/^\s*Parameter containing:/u, "").replace(/(?<![\s;,])[\s;,]+$/u, "");
  const symbols = body.match(symbol) ?? [];
  return caught(() => gridOf(new Reader(symbols).items("", ""), formatOf(body)));
}

function formatOf(text: string): Format {
  if (/tensor\(/iu.test(text)) return "torch";
  return /(?:array|matrix)\(/iu.test(text) || !text.includes(",") ? "numpy" : "list";
}

function gridOf(items: readonly Item[], format: Format): Grid | InputError {
  const [only] = items;
  const stray = items.find((item) => typeof item === "string");
  if (stray !== undefined && items.length > 1) return new InputError("unexpected", { text: stray });
  const whole = items.length === 1 && Array.isArray(only) ? only : items;
  if (whole.every((item) => typeof item === "string")) {
    return { rows: [whole], format, note: "oneRow" };
  }
  const rows: string[][] = [];
  for (const item of whole) {
    const cells = typeof item === "string" && isEllipsis(item) ? [item] : item;
    if (typeof cells === "string") return new InputError("mixedDepth", {});
    const row = cells.filter((cell) => typeof cell === "string");
    if (row.length < cells.length) {
      return row.length > 0 ? new InputError("mixedDepth", {}) : tooDeep(whole);
    }
    rows.push(row);
  }
  return { rows, format };
}

function tooDeep(items: readonly Item[]): InputError {
  let axes = 0;
  for (let item: Item | readonly Item[] | undefined = items; Array.isArray(item); item = item[0]) {
    axes++;
  }
  return new InputError("tooDeep", { axes });
}

/** {"shape": [rows, columns], "data": [...]}, the form of this project's own tensors. */
export function readShaped(text: string): Grid | InputError {
  const object = parseObject(text);
  const shape = own(object, "shape");
  const data = own(object, "data");
  // A typed array becomes an object with the keys 0, 1, 2 … in JSON.
  const values = typeof data === "object" && data !== null ? Object.values(data) : [];
  const isCount = (n: unknown) => Number.isSafeInteger(n) && (n as number) >= 0;
  if (!Array.isArray(shape) || !shape.every(isCount) || values.some(Array.isArray)) {
    return new InputError("notShaped", {});
  }
  if (shape.length > 2) return new InputError("tooDeep", { axes: shape.length });
  const [rows, columns] = shape.length === 2 ? shape : [1, ...shape];
  if (columns === undefined) return new InputError("notShaped", {});
  if (values.length !== rows * columns) {
    return new InputError("dataLength", { count: values.length, rows, columns });
  }
  const words = values.map(wordOf);
  const grid = Array.from({ length: values.length && rows }, (_, i) =>
    words.slice(i * columns, (i + 1) * columns),
  );
  return { rows: grid, format: "shaped" };
}

function parseObject(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function own(object: unknown, key: string): unknown {
  if (typeof object !== "object" || object === null || !Object.hasOwn(object, key))
    return undefined;
  return (object as Record<string, unknown>)[key];
}

function wordOf(value: unknown): string {
  if (typeof value === "string") return value;
  // Whatever hangs below it may be deeper than any program could print.
  if (typeof value === "object" && value !== null) return "{…}";
  if (typeof value !== "number") return String(value);
  // JSON has no infinity, so this is a number with too many digits.
  return Number.isFinite(value) ? printNumber(value) : "1e999";
}
