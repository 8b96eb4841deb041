/**
 * f"..." becomes a call: f"a {x:>5} b" is `_joined("a ", _field(">5", (x)), " b")`. MicroPython's own
 * know no strings with braces or colons inside of a field, no f"..." within another, no "{...}" beside
 * one, and ask no array for its digits. Line numbers stay.
 */
import { scan, stringEnd } from "./prepare-scan.ts";

/** A string literal taken apart. */
interface Literal {
  readonly prefix: string;
  readonly quote: string;
  readonly body: string;
}

interface Parsed {
  /** Arguments of the call. */
  readonly parts: readonly string[];
  readonly end: number;
}

export function withFormats(source: string): string {
  if (!/\b[rR]?[fF][rR]?["']/.test(source)) return source;
  let out = "";
  let depth = 0;
  for (let i = 0; i < source.length; ) {
    const end = stringEnd(source, i);
    if (end > i) {
      const [text, after] = run(source, i, depth > 0);
      out += text;
      i = after;
      continue;
    }
    const sign = source[i] ?? "";
    const next = sign === "#" ? source.indexOf("\n", i) : i + 1;
    if (/[([{]/.test(sign)) depth++;
    else if (/[)\]}]/.test(sign)) depth--;
    out += source.slice(i, next < i ? source.length : next);
    i = next < i ? source.length : next;
  }
  return out;
}

const gaps = { inside: /^(?:\s|\\\n|#[^\n]*\n)*/, outside: /^(?:[ \t]|\\\n)*/ };

/** Strings side by side are one. */
function run(source: string, from: number, inside: boolean): [text: string, end: number] {
  let text = "";
  let any = false;
  let at = from;
  for (;;) {
    const end = stringEnd(source, at);
    const parts = partsOf(source.slice(at, end));
    any ||= parts !== null;
    text += parts?.join(", ") ?? source.slice(at, end);
    const gap = (inside ? gaps.inside : gaps.outside).exec(source.slice(end))?.[0] ?? "";
    at = end + gap.length;
    if (stringEnd(source, at) === at) {
      return any ? [`_joined(${text})`, end] : [source.slice(from, end), end];
    }
    text += `,${gap}`;
  }
}

/** Of an f"..."; null for any other, and where it is none that Python could read. */
function partsOf(text: string): readonly string[] | null {
  const [, prefix = "", quote = ""] = /^(\w*)("""|'''|"|')/.exec(text) ?? [];
  if (!/f/i.test(prefix) || text.length < prefix.length + 2 * quote.length) return null;
  if (!text.endsWith(quote)) return null;
  const body = text.slice(prefix.length + quote.length, -quote.length);
  const parsed = parse({ prefix, quote, body }, 0, false);
  return parsed && (parsed.parts.length > 0 ? parsed.parts : ['""']);
}

/** Texts and fields in turn; in the format of a field, up to its brace. */
function parse(literal: Literal, from: number, format: boolean): Parsed | null {
  const { body } = literal;
  const parts: string[] = [];
  let text = "";
  let i = from;
  const close = () => {
    if (text) parts.push(quoted(text, literal));
    text = "";
  };
  while (i < body.length && !(format && body[i] === "}")) {
    const sign = body[i] ?? "";
    if (/[{}]/.test(sign) && body[i + 1] === sign && !format) {
      text += sign;
      i += 2;
    } else if (sign === "{") {
      const field = fieldAt(literal, i + 1);
      if (!field) return null;
      text += field.said;
      close();
      parts.push(field.call);
      i = field.end;
    } else if (sign === "}") return null;
    else {
      text += sign;
      i++;
    }
  }
  close();
  return { parts, end: i };
}

function quoted(text: string, { prefix, quote }: Literal): string {
  const sign = quote[0] ?? "";
  const plain = /r/i.test(prefix)
    ? text.replaceAll("\\", "\\\\").replaceAll(sign, `\\${sign}`)
    : text.endsWith(sign) && !text.endsWith(`\\${sign}`)
      ? `${text.slice(0, -1)}\\${sign}`
      : text;
  return quote + plain + quote;
}

/** Where the expression of a field ends: at !r, at its format, at the = of `{x=}` or its brace. */
function expressionEnd(body: string, from: number): number {
  let open = 0;
  return scan(body, from, (i) => {
    const sign = body[i] ?? "";
    if (/[([{]/.test(sign)) open++;
    else if (/[)\]}]/.test(sign)) return open-- === 0;
    if (open > 0) return false;
    if (sign === "!") return body[i + 1] !== "=";
    return sign === ":" || (sign === "=" && isNaming(body, i));
  });
}

const isNaming = (body: string, at: number): boolean =>
  !/[=!<>]/.test(body[at - 1] ?? "") && /^=\s*[!:}]/.test(body.slice(at, at + 40));

interface Field {
  /** The text of `{x=}`. */
  readonly said: string;
  readonly call: string;
  readonly end: number;
}

function fieldAt(literal: Literal, from: number): Field | null {
  const { body } = literal;
  const stop = expressionEnd(body, from);
  const value = body.slice(from, stop);
  if (value.trim() === "") return null;
  const [rest = "", named, kind] = /^(=\s*)?(?:!([rsa]))?/.exec(body.slice(stop)) ?? [];
  const said = named ? value + named : "";
  const at = stop + rest.length;
  const format = body[at] === ":" ? parse(literal, at + 1, true) : { parts: [], end: at };
  if (!format || body[format.end] !== "}") return null;
  // An f"..." may stand in a field of another.
  const inner = `(${withFormats(value.trimEnd())})`;
  const plain = named && !kind && format.parts.length === 0;
  const asked = kind === "r" || plain ? `repr${inner}` : kind ? `_field("", ${inner})` : inner;
  return { said, call: callFor(asked, format.parts), end: format.end + 1 };
}

function callFor(value: string, format: readonly string[]): string {
  if (format.length === 0) return `_shown(${value})`;
  const [only = ""] = format;
  const constant = format.length === 1 && /^["']/.test(only);
  const fixed = constant ? /^["']+([1-9]\d*)?\.(\d+)f["']+$/.exec(only) : null;
  if (fixed) return `_fixed(${value}, ${fixed[1] ?? 0}, ${fixed[2]})`;
  return `_field(${constant ? only : `_joined(${format.join(", ")})`}, ${value})`;
}
