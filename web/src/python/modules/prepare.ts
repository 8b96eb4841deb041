/**
 * What MicroPython leaves out or does otherwise is rewritten, each within its line, so that line
 * numbers stay: `a *= 2` (all but += and -=) makes a new array instead of writing into a, so that
 * views of it part from it; "%.3f" % t and "{:.3f}".format(t) do not ask the object, nor round halves
 * to even; `1 & a` does not ask the array on the right; the cause in `raise a from b` is not kept, and
 * a warning printed for it; and a dataclass is not told its fields. Comparisons and methods are
 * prepare-operands.ts, dicts prepare-dicts.ts, f"..." prepare-formats.ts.
 */
import { withOrder } from "./prepare-dicts.ts";
import { withFormats } from "./prepare-formats.ts";
import { withOperands } from "./prepare-operands.ts";
import { scan, stringEnd } from "./prepare-scan.ts";

const inPlace: Readonly<Record<string, string>> = {
  "*=": "_imul",
  "/=": "_itruediv",
  "//=": "_ifloordiv",
  "%=": "_imod",
  "**=": "_ipow",
  "&=": "_iand",
  "|=": "_ior",
  "^=": "_ixor",
  "@=": "_imatmul",
};
const compound = /^(if|elif|else|for|while|with|try|except|finally|def|class)\b/;

export function prepare(original: string): string {
  const source = withOperands(withOrder(withFields(withFormats(original))));
  let out = "";
  for (let at = 0; at < source.length; ) {
    const end = logicalEnd(source, at);
    out += line(withoutCause(source.slice(at, end)));
    at = end;
  }
  return out;
}

/** Behind the newline that ends the statement, or behind its semicolon. */
function logicalEnd(source: string, from: number): number {
  const at = scan(source, from, (i, depth) => {
    if (depth > 0) return false;
    return source[i] === ";" || (source[i] === "\n" && source[i - 1] !== "\\");
  });
  return Math.min(at + 1, source.length);
}

function line(text: string): string {
  let op = "";
  const at = scan(text, 0, (i, depth) => {
    if (depth > 0) return false;
    op =
      Object.keys(inPlace)
        .filter((o) => text.startsWith(o, i))
        .sort((a, b) => b.length - a.length)[0] ?? "";
    return op !== "";
  });
  if (at === text.length) return formatted(text);
  const start = statementStart(text, at);
  const end = scan(
    text,
    at + op.length,
    (i, depth) => depth === 0 && (text[i] === "\n" || text[i] === ";"),
  );
  const target = text.slice(start, at).trim();
  const [value, rest] = withoutComment(text.slice(at + op.length, end));
  if (!/^[\w.]/.test(target) || value.trim() === "") return formatted(text);
  return `${formatted(text.slice(0, start))}${target} = ${inPlace[op]}(${target}, (${formatted(value.trim())}))${rest}${text.slice(end)}`;
}

/** `raise a from b` without its b: only the last error of a run is told. */
function withoutCause(text: string): string {
  if (!/\braise\b.*\bfrom\b/s.test(text)) return text;
  const stands = (word: string, i: number) =>
    text.startsWith(word, i) &&
    !/[\w.]/.test(text[i - 1] ?? "") &&
    /\W/.test(text[i + word.length] ?? "");
  let raised = false;
  const at = scan(text, 0, (i, depth) => {
    raised ||= depth === 0 && stands("raise", i);
    return raised && depth === 0 && stands("from", i);
  });
  const end = scan(text, at, (i, depth) => depth === 0 && /[;\n]/.test(text[i] ?? ""));
  const [cause, comment] = withoutComment(text.slice(at, end));
  return cause.includes("\n") ? text : text.slice(0, at) + comment + text.slice(end);
}

/** Behind the indent, and behind the colon of an `if x: a *= 2`. */
function statementStart(text: string, before: number): number {
  const indent = text.length - text.trimStart().length;
  if (!compound.test(text.slice(indent))) return indent;
  let colon = indent;
  scan(text.slice(0, before), indent, (i, depth) => {
    if (depth === 0 && text[i] === ":") colon = i + 1;
    return false;
  });
  return colon + (text.slice(colon).length - text.slice(colon).trimStart().length);
}

function withoutComment(text: string): [string, string] {
  for (let i = 0; i < text.length; i++) {
    const end = stringEnd(text, i);
    if (end > i) i = end - 1;
    else if (text[i] === "#") return [text.slice(0, i), ` ${text.slice(i)}`];
  }
  return [text, ""];
}

/** Strings with their formats, and the code between them. */
function formatted(text: string): string {
  let out = "";
  let code = "";
  let i = 0;
  const take = (end: number, rewrite: (string: string) => string) => {
    out += withLeft(code) + rewrite(text.slice(i, end));
    code = "";
    i = end;
  };
  while (i < text.length) {
    const end = stringEnd(text, i);
    const next = text.indexOf("\n", i);
    if (text[i] === "#") take(next < 0 ? text.length : next, (comment) => comment);
    else if (end === i) code += text[i++];
    else if (isTemplate(text, i, end)) take(end, (string) => `_Template(${string})`);
    else take(end, (string) => string);
  }
  return out + withLeft(code);
}

/** "..." % x and "...".format(x); not where it is the last of several strings side by side. */
const isTemplate = (text: string, at: number, end: number): boolean =>
  /^(?:\s*%(?!=)|\.format\()/.test(text.slice(end, end + 40)) &&
  !/^[rRuU]?[bB]/.test(text.slice(at, end)) &&
  !/["']\s*$/.test(text.slice(0, at));

const number = String.raw`\d[\d_]*(?:\.\d*)?(?:[eE][-+]?\d+)?`;
const leftmost = new RegExp(
  String.raw`(^|[([{,=:]|\b(?:return|and|or|not|if|elif|else|while|assert|in|print))(\s*)` +
    String.raw`(?:(-?${number}|True|False)(?=\s*[&|^](?!=))|(\d+\.\d*)(?=\s*(?:\*(?!=)|[-+/](?![=/]))))`,
  "g",
);

/** A number that stands left of an operator, where an operand begins, asks what stands right of it. */
const withLeft = (code: string): string =>
  code
    .replace(/(?<![\w.]|\bdef |\bclass )dict\(/g, "_dict(")
    .replace(
      leftmost,
      (_, before: string, space: string, any?: string, float?: string) =>
        `${before}${space}_left(${any ?? float})`,
    );

const dataclass =
  /^([ \t]*)@((?:dataclasses\.)?dataclass\b.*)(\n(?:\1@.*\n)*\1class\s[^\n]*:[^\n]*\n)((?:(?:\1[ \t]+.*)?(?:\n|$))*)/gm;

/** The names that are annotated in the body of a dataclass, which its decorator is to know. */
function withFields(source: string): string {
  if (!source.includes("dataclass")) return source;
  return source.replace(
    dataclass,
    (_, indent: string, decorator: string, head: string, body: string) => {
      const inner = /^[ \t]*(?=[^\s#])/m.exec(body)?.[0] ?? "";
      const named = new RegExp(
        String.raw`^${inner}(\w+)[ \t]*:(?!=)[ \t]*(?!ClassVar|typing\.ClassVar)`,
        "gm",
      );
      const names = [...body.matchAll(named)].map(([, name]) => `"${name}"`);
      const call = decorator.replace(/\s*#.*$/, "");
      return `${indent}@_fields(${[call, ...names].join(", ")})${head}${body}`;
    },
  );
}
