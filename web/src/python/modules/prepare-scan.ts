// A walk through Python source that knows strings, comments and brackets.

const opening = /[([{]/;
const closing = /[)\]}]/;
const literal = /^([rRbBuUfF]{0,2})('''|"""|'|")/;

/** The place behind the string literal that begins here; the place itself where none does. */
export function stringEnd(source: string, at: number): number {
  const found = literal.exec(source.slice(at, at + 5));
  if (!found || (found[1] && /\w/.test(source[at - 1] ?? ""))) return at;
  const quote = found[2]!;
  for (let i = at + found[0].length; i < source.length; i++) {
    if (source[i] === "\\") i++;
    else if (source.startsWith(quote, i)) return i + quote.length;
    else if (source[i] === "\n" && quote.length === 1) return i;
  }
  return source.length;
}

/** Calls back for every character outside of strings and comments, with the depth of brackets. */
export function scan(
  source: string,
  from: number,
  visit: (at: number, depth: number) => boolean,
): number {
  let depth = 0;
  for (let i = from; i < source.length; i++) {
    const end = stringEnd(source, i);
    if (end > i) {
      i = end - 1;
      continue;
    }
    const c = source[i]!;
    if (c === "#") {
      const next = source.indexOf("\n", i);
      i = next < 0 ? source.length : next;
      if (i === source.length) break;
    }
    if (closing.test(source[i]!)) depth = Math.max(0, depth - 1);
    if (visit(i, depth)) return i;
    if (opening.test(source[i]!)) depth++;
  }
  return source.length;
}
