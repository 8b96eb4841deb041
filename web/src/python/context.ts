// What MicroPython leaves out of a message, and the reader's line or the head of a function still tells.

import { scan } from "./modules/prepare-scan.ts";
import type { PythonError } from "./protocol.ts";

/** The parts between commas that stand in no brackets. */
function parts(text: string): string[] {
  const found: string[] = [];
  for (let at = 0; at <= text.length; ) {
    const end = scan(text, at, (i, depth) => depth === 0 && text[i] === ",");
    found.push(text.slice(at, end).replace(/#.*/g, "").trim());
    at = end + 1;
  }
  return found;
}

const listed = (names: readonly string[]): string => {
  const said = names.map((name) => `'${name}'`);
  if (said.length < 3) return said.join(" and ");
  return `${said.slice(0, -1).join(", ")}, and ${said.at(-1)}`;
};

/** The last of the arguments that a function takes by their place, and that have to be given. */
function missing(code: string, name: string, count: number): readonly string[] | null {
  const heads = [...code.matchAll(new RegExp(String.raw`^[ \t]*def[ \t]+${name}[ \t]*\(`, "gm"))];
  const [head] = heads;
  if (!head || heads.length > 1) return null;
  const from = head.index + head[0].length;
  let open = 0;
  const close = scan(code, from, (i) => {
    if (/[([{]/.test(code[i] ?? "")) open++;
    return /[)\]}]/.test(code[i] ?? "") && open-- === 0;
  });
  const all = parts(code.slice(from, close));
  const star = all.findIndex((part) => part.startsWith("*"));
  const given = all
    .slice(0, star < 0 ? undefined : star)
    .filter((part) => part !== "" && !part.includes("="))
    .map((part) => part.replace(/\s*:.*$/s, ""));
  return given.length < count ? null : given.slice(-count);
}

/** How many names the line gives values to at once; 0 where it does not. */
function targets(line: string): number {
  const [, loop, several] = /^\s*(for\s+)?([\w.,\s]+?)\s*(?:=(?!=)|\bin\b)/.exec(line) ?? [];
  const names = parts(several ?? "").filter((name) => name !== "");
  return names.length > 1 && (loop === undefined || /\bin\b/.test(line)) ? names.length : 0;
}

/** The one function of the code that the line calls. */
function called(line: string, code: string): string | null {
  const names = new Set([...line.matchAll(/(\w+)\(/g)].map(([, name]) => name ?? ""));
  const own = [...names].filter((name) => new RegExp(String.raw`\bdef[ \t]+${name}\b`).test(code));
  return own.length === 1 ? (own[0] ?? null) : null;
}

/** The words with what the code adds to them. */
export function inContext(error: PythonError, code: string): PythonError {
  const { message, line } = error;
  const said = (words: string): PythonError => ({ ...error, message: words });
  const few = /^((\w+)\(\) missing (\d+) required positional arguments?)$/.exec(message);
  const names = few ? missing(code, few[2] ?? "", Number(few[3])) : null;
  if (few && names) return said(`${few[1]}: ${listed(names)}`);
  const text = line === null ? "" : (code.split("\n")[line - 1] ?? "");
  const short = /^not enough values to unpack \(got (\d+)\)$/.exec(message);
  const wanted = targets(text);
  if (short && wanted > Number(short[1])) {
    return said(`not enough values to unpack (expected ${wanted}, got ${short[1]})`);
  }
  const wrong =
    /^(?:function )?(?:got )?((?:unexpected keyword|multiple values for) argument '.*')$/;
  const argument = wrong.exec(message)?.[1];
  const name = argument ? called(text, code) : null;
  if (argument && name) {
    return said(`${name}() got ${argument.startsWith("un") ? "an " : ""}${argument}`);
  }
  const ends = [...text.matchAll(/\b(max|min)\(/g)].map(([, name]) => name);
  if (message === "arg is an empty sequence" && new Set(ends).size === 1) {
    return said(`${ends[0]}() ${message}`);
  }
  return error;
}
