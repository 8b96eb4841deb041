// What Python says of code that it cannot read, where MicroPython says "invalid syntax" alone.

import { scan, stringEnd } from "./modules/prepare-scan.ts";
import type { PythonError } from "./protocol.ts";

interface Found {
  readonly type: string;
  readonly message: string;
  readonly line: number;
}

const closing: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const openers = /^(?:async )?(if|elif|else|for|while|with|try|except|finally|def|class)\b/;

const textOf = (code: string, line: number | null): string =>
  line === null ? "" : (code.split("\n")[line - 1] ?? "");

const lineOf = (code: string, at: number): number => code.slice(0, at).split("\n").length;

/** A bracket without its other half, or a text without its end. */
function unpaired(code: string): Found | null {
  const open: { readonly sign: string; readonly at: number }[] = [];
  const said = (message: string, at: number): Found => ({
    type: "SyntaxError",
    message,
    line: lineOf(code, at),
  });
  for (let i = 0; i < code.length; i++) {
    const end = stringEnd(code, i);
    const sign = code[i] ?? "";
    if (end > i) {
      if (isOpen(code.slice(i, end))) return said(unterminated(code, i, end), i);
      i = end - 1;
    } else if (sign === "#") {
      const next = code.indexOf("\n", i);
      i = next < 0 ? code.length : next;
    } else if (sign in closing) open.push({ sign, at: i });
    else if (/[)\]}]/.test(sign)) {
      const last = open.pop();
      if (!last) return said(`unmatched '${sign}'`, i);
      if (closing[last.sign] !== sign) {
        const elsewhere =
          lineOf(code, last.at) === lineOf(code, i) ? "" : ` on line ${lineOf(code, last.at)}`;
        return said(
          `closing parenthesis '${sign}' does not match opening parenthesis '${last.sign}'${elsewhere}`,
          i,
        );
      }
    }
  }
  const last = open.at(-1);
  return last ? said(`'${last.sign}' was never closed`, last.at) : null;
}

function isOpen(literal: string): boolean {
  const text = literal.replace(/^[a-z]*/i, "");
  const quote = /^(?:"""|'''|"|')/.exec(text)?.[0] ?? "";
  return (
    text.length < 2 * quote.length ||
    !text.endsWith(quote) ||
    /(?:^|[^\\])(?:\\\\)*\\.$/s.test(text)
  );
}

function unterminated(code: string, at: number, end: number): string {
  const three = /^[a-z]*(?:"""|''')/i.test(code.slice(at, end));
  const kind = three ? "triple-quoted string" : "string";
  const line = lineOf(code, three ? code.trimEnd().length : at);
  return `unterminated ${kind} literal (detected at line ${line})`;
}

/** A block that has no lines of its own, or a line that should open one. */
function unopened(code: string, line: number): Found | null {
  const lines = code.split("\n").map((text) => text.replace(/#.*$/, "").trimEnd());
  const text = lines[line - 1] ?? "";
  let before = line - 2;
  while (before >= 0 && lines[before]?.trim() === "") before--;
  const above = lines[before] ?? "";
  const indent = (of: string) => of.length - of.trimStart().length;
  const [, keyword] = openers.exec(above.trim()) ?? [];
  if (keyword && above.endsWith(":") && indent(text) <= indent(above)) {
    const name =
      keyword === "def"
        ? "function definition"
        : keyword === "class"
          ? "class definition"
          : `'${keyword}' statement`;
    return {
      type: "IndentationError",
      message: `expected an indented block after ${name} on line ${before + 1}`,
      line,
    };
  }
  const opens = openers.test(text.trim()) && !text.includes(":") && !/[([{\\]$/.test(text);
  return opens ? { type: "SyntaxError", message: "expected ':'", line } : null;
}

/** The part before the first sign that gives a value, which is told as well. */
function assigned(text: string): { readonly target: string; readonly sign: string } {
  const at = scan(text, 0, (i, depth) => depth === 0 && text[i] === "=" && text[i + 1] !== "=");
  const [, target = "", sign = ""] =
    /^(.*?)\s*([-+*/@%&|^]|\/\/|\*\*|<<|>>)?$/s.exec(text.slice(0, at).trim()) ?? [];
  return { target, sign: `${sign}=` };
}

/** What cannot be given a value, in Python's words. */
function unassignable(text: string): string {
  const { target, sign } = assigned(text);
  const constant = /^(?:True|False|None)$/.test(target);
  const kind = constant
    ? target
    : /^(?:[\d.]+|["'].*["'])$/s.test(target)
      ? "literal"
      : /^[\w.]+\(.*\)$/s.test(target)
        ? "function call"
        : "expression";
  if (sign !== "=") return `'${kind}' is an illegal expression for augmented assignment`;
  if (constant) return `cannot assign to ${kind}`;
  return `cannot assign to ${kind} here. Maybe you meant '==' instead of '='?`;
}

const statement = /(?:^|[^\w.'"])(print|exec)[ \t]+(?!(?:if|in|is|and|or|for)\b)["'\w]/;

/** What was right in an older Python, or is nearly right in this one. */
function nearly(text: string): string | null {
  const [, old] = statement.exec(text) ?? [];
  if (old) return `Missing parentheses in call to '${old}'. Did you mean ${old}(...)?`;
  return /^\s*(?:if|elif|while)\s+(?:.*\b(?:and|or|not)\s+)?\w+\s*=(?!=)/.test(text)
    ? "invalid syntax. Maybe you meant '==' or ':=' instead of '='?"
    : null;
}

/** The first line with code behind this one. */
function lineAfter(code: string, line: number): number {
  const lines = code.split("\n");
  const more = lines.slice(line).findIndex((text) => /^\s*[^\s#]/.test(text));
  return more < 0 ? line : line + more + 1;
}

function foundIn({ message, line }: PythonError, code: string): Found | null {
  const text = textOf(code, line);
  const said = (words: string, at = line): Found | null =>
    at === null ? null : { type: "SyntaxError", message: words, line: at };
  if (message === "can't assign to expression") return said(unassignable(text));
  if (message === "'break'/'continue' outside loop") {
    const stops = /\bbreak\b/.test(text);
    return said(stops ? "'break' outside loop" : "'continue' not properly in loop");
  }
  if (message !== "invalid syntax") return null;
  const near = nearly(text);
  return (
    unpaired(code) ?? (near === null ? null : said(near)) ?? (line ? unopened(code, line) : null)
  );
}

/** The error with Python's own message and line where they can be told. */
export function explained(error: PythonError, code: string): PythonError {
  const at = (line: number) => ({ line, frames: [{ line, name: "<module>" }] });
  if (error.type === "IndentationError" && error.line && /^unindent/.test(error.message)) {
    return { ...error, ...at(lineAfter(code, error.line)) };
  }
  const [, module, name] = /^module '(.*)' has no attribute '(.*)' here/.exec(error.message) ?? [];
  if (module && /^\s*from\s/.test(textOf(code, error.line))) {
    const message = `cannot import name '${name}' from '${module}' (unknown location)`;
    return { ...error, type: "ImportError", message };
  }
  const found = error.type === "SyntaxError" ? foundIn(error, code) : null;
  return found ? { ...found, ...at(found.line) } : error;
}
