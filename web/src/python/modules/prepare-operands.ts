/**
 * Comparisons and methods whose left side is a thing of MicroPython's own. It never asks the right
 * side of a comparison, so `limit < a` becomes `_less(limit, a)`; its texts, lists and numbers lack
 * methods that Python's and NumPy's have, so `word.title()` becomes `_method(word, "title")()`; and
 * its texts and tuples know no steps, so `word[::-1]` becomes `_part(word)[::-1]`.
 * `[*a, *b]` it knows as arguments of a call alone: `_listed(*a, *b)`.
 */
import { scan, stringEnd } from "./prepare-scan.ts";

interface Piece {
  readonly kind: "blank" | "word" | "end" | "literal" | "group" | "sign" | "order" | "same";
  readonly text: string;
  /** Brackets with a step: [::-1]. */
  readonly stepped?: boolean;
  /** With what is taken apart into them: [*a, *b]. */
  readonly starred?: boolean;
}

const functions: Readonly<Record<string, string>> = {
  "<": "_less",
  "<=": "_most",
  ">": "_more",
  ">=": "_least",
};

const methods = new Set(
  (
    "capitalize casefold center expandtabs format_map isalnum isascii isdecimal isidentifier isnumeric " +
    "isprintable istitle ljust removeprefix removesuffix rjust swapcase title translate zfill " +
    "upper lower isalpha isdigit isspace isupper islower sort item round astype tolist"
  ).split(" "),
);

const keyword =
  /^(?:and|as|assert|async|await|del|elif|else|except|for|from|if|import|in|is|lambda|not|or|raise|return|while|with|yield)$/;
const sign =
  /^(?:\*\*=|\/\/=|>>=|<<=|->|:=|[-+*/%&|^@]=|\*\*|\/\/|<<|>>|==|!=|<=|>=|[-+*/%&|^@~.<>=,:;!])/;
/** What an operand does not reach over. */
const ends = /^(?:=|[-+*/%&|^@:]=|\*\*=|\/\/=|>>=|<<=|->|[,:;])$/;
const number = /^(?:0[xob][\da-f_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:e[-+]?\d+)?j?)/i;

export function withOperands(source: string): string {
  const pieces: Piece[] = [];
  let out = "";
  for (let i = 0; i < source.length; ) {
    const piece = pieceAt(source, i);
    if (piece.text === "\n") {
      out += `${rewritten(pieces.splice(0))}\n`;
    } else pieces.push(piece);
    i += piece.length;
  }
  return out + rewritten(pieces);
}

function pieceAt(source: string, at: number): Piece & { readonly length: number } {
  const made = (kind: Piece["kind"], text: string) => ({ kind, text, length: text.length });
  const string = stringEnd(source, at);
  if (string > at) return made("literal", source.slice(at, string));
  const rest = source.slice(at, at + 400);
  const blank = /^(?:[ \t\r]|\\\n)+/.exec(rest);
  if (blank) return made("blank", blank[0]);
  if (source[at] === "#") return made("end", source.slice(at, lineEnd(source, at)));
  if (/[([{]/.test(source[at]!)) return group(source, at);
  const word = /^[\p{L}_][\p{L}\p{N}_]*/u.exec(rest)?.[0];
  if (word) return made(keyword.test(word) ? "end" : "word", word);
  const digits = number.exec(rest)?.[0];
  if (digits) return made("literal", digits);
  const text = sign.exec(rest)?.[0] ?? source[at]!;
  if (text in functions) return made("order", text);
  if (text === "==" || text === "!=") return made("same", text);
  return made(ends.test(text) ? "end" : "sign", text);
}

const lineEnd = (source: string, at: number): number =>
  source.indexOf("\n", at) < 0 ? source.length : source.indexOf("\n", at);

/** What stands in brackets, where a line's end is only a blank. */
function group(source: string, at: number): Piece & { readonly length: number } {
  const close = scan(source, at, (i, depth) => i > at && depth === 0 && /[)\]}]/.test(source[i]!));
  const pieces: Piece[] = [];
  for (let i = at + 1; i < close; ) {
    const piece = pieceAt(source, i);
    pieces.push(piece.text === "\n" ? { kind: "blank", text: "\n" } : piece);
    i += piece.length;
  }
  const text = source[at] + rewritten(pieces) + source.slice(close, close + 1);
  const stepped = source[at] === "[" && pieces.filter((piece) => piece.text === ":").length > 1;
  const starred =
    source[at] === "[" &&
    pieces.some(({ text }, i) => {
      const before = pieces.slice(0, i).findLast(({ kind }) => kind !== "blank");
      return text === "*" && (!before || before.text === ",");
    });
  return { kind: "group", text, stepped, starred, length: close + 1 - at };
}

function rewritten(pieces: readonly Piece[]): string {
  let out = "";
  let begun = 0;
  for (let i = 0; i <= pieces.length; i++) {
    if (i < pieces.length && pieces[i]!.kind !== "end") continue;
    const bounds = [pieces[begun - 1], pieces[i]].map((piece) => piece?.text ?? "");
    // `a < b in c` compares b twice.
    const chained = bounds.some((text) => text === "in" || text === "is");
    out += operand(pieces.slice(begun, i), chained) + (pieces[i]?.text ?? "");
    begun = i + 1;
  }
  return out;
}

function operand(pieces: readonly Piece[], chained: boolean): string {
  const at = pieces.flatMap(({ kind }, i) => (kind === "order" || kind === "same" ? [i] : []));
  const sides = [...at, pieces.length].map((end, k) =>
    withMethods(pieces.slice(k === 0 ? 0 : at[k - 1]! + 1, end)),
  );
  const signs = at.map((i) => pieces[i]!);
  const asIs = () => sides.map((side, k) => side + (signs[k]?.text ?? "")).join("");
  if (signs.length === 0 || chained || sides.some((side) => side.trim() === "")) return asIs();
  if (signs.length > 1) {
    // Each but the last asks what stands right of it.
    const asking = (k: number) =>
      signs[k]?.kind === "order" && (signs[k - 1]?.kind ?? "order") === "order";
    return sides
      .map((side, k) => (asking(k) ? wrapped("_left", side) : side) + (signs[k]?.text ?? ""))
      .join("");
  }
  const name = functions[signs[0]!.text];
  const [left = "", right = ""] = sides;
  if (!name || isLiteral(right)) return asIs();
  const [before, first, gap] = parted(left);
  const [lead, second, after] = parted(right);
  // Line breaks stay, for the line of an error.
  return `${before}${name}(${first}${broken(gap)}, ${broken(lead)}${second})${after}`;
}

/** What stands round it, a line's continuation too. */
const parted = (side: string) =>
  /^((?:\s|\\\n)*)(.*?)((?:\s|\\\n)*)$/s.exec(side)!.slice(1) as [string, string, string];

const broken = (gap: string): string => (gap.includes("\n") ? gap : "");

function wrapped(name: string, side: string): string {
  const [before, inner, after] = parted(side);
  return `${before}${name}(${inner})${after}`;
}

/** Nothing that could be an array: the usual `while n > 0` stays as quick as it is. */
const isLiteral = (side: string): boolean => /^\s*-?(?:\d[\w.]*|["'].*["'])\s*$/s.test(side);

function withMethods(pieces: readonly Piece[]): string {
  let out = "";
  /** Where the thing begins whose method may be asked for. */
  let begun = -1;
  for (let i = 0; i < pieces.length; i++) {
    const { kind, text } = pieces[i]!;
    const next = pieces[i + 1];
    if (text === "." && begun >= 0 && next?.kind === "word") {
      if (methods.has(next.text) && pieces[i + 2]?.text[0] === "(") {
        out = `${out.slice(0, begun)}_method(${out.slice(begun)}, "${next.text}")`;
      } else out += text + next.text;
      i++;
      continue;
    }
    if (pieces[i]!.stepped && begun >= 0) {
      out = `${out.slice(0, begun)}_part(${out.slice(begun)})`;
    }
    if (pieces[i]!.starred && begun < 0) {
      begun = out.length;
      out += `_listed(${text.slice(1, -1)})`;
      continue;
    }
    if (kind === "sign") begun = -1;
    else if (kind !== "blank" && begun < 0) begun = out.length;
    out += text;
  }
  return out;
}
