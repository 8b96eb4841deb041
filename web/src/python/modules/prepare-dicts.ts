/**
 * MicroPython's dicts keep no order, and code counts on it: the words of a vocabulary, the names of
 * parameters. A display or comprehension of a dict becomes a call that makes one which keeps it:
 * `{a: b}` is `_dict([(a, b)])`. Line numbers stay.
 */
import { scan, stringEnd } from "./prepare-scan.ts";

export function withOrder(source: string): string {
  let out = "";
  for (let i = 0; i < source.length; ) {
    const end = stringEnd(source, i) > i ? stringEnd(source, i) : commentEnd(source, i);
    if (end > i) {
      out += source.slice(i, end);
      i = end;
    } else if (source[i] === "{") {
      const begin = i;
      const close = scan(source, i, (k, depth) => k > begin && depth === 0 && source[k] === "}");
      out += braces(source.slice(i + 1, close), source.slice(close, close + 1));
      i = close + 1;
    } else out += source[i++];
  }
  return out;
}

function commentEnd(source: string, at: number): number {
  if (source[at] !== "#") return at;
  const next = source.indexOf("\n", at);
  return next < 0 ? source.length : next;
}

/** `**more` */
const merged = /^\s*\*\*/;

const isBlank = (text: string): boolean => text.replace(/#.*/g, "").trim() === "";

function braces(inner: string, close: string): string {
  if (close === "") return `{${inner}`;
  if (isBlank(inner)) return `_dict(${inner})`;
  const items = loopOf(inner) < inner.length ? [inner] : split(inner);
  const pairs = items.map((item) => (isBlank(item) ? item : pair(item)));
  if (pairs.includes(null)) return `{${withOrder(inner)}}`;
  if (!items.some((item) => merged.test(item))) return `_dict([${pairs.join(",")}])`;
  const parts = pairs.map((text, i) =>
    isBlank(items[i]!) || merged.test(items[i]!) ? text : `[${text}]`,
  );
  return `_dict(${parts.join(",")})`;
}

/** Where the loop of a comprehension begins; the end where there is none. */
const loopOf = (text: string): number =>
  scan(text, 0, (k, depth) => depth === 0 && /^\s(?:async\s+)?for\s/.test(text.slice(k, k + 16)));

function split(inner: string): string[] {
  const items: string[] = [];
  for (let at = 0; at <= inner.length; ) {
    const end = scan(inner, at, (k, depth) => depth === 0 && inner[k] === ",");
    items.push(inner.slice(at, end));
    at = end + 1;
  }
  return items;
}

/** null for an element of a set. */
function pair(item: string): string | null {
  if (merged.test(item)) return withOrder(item.replace("**", ""));
  const colon = scan(item, 0, (k, d) => d === 0 && item[k] === ":" && item[k + 1] !== "=");
  if (colon === item.length || /^\s*lambda\b/.test(item)) return null;
  const rest = item.slice(colon + 1);
  const loop = loopOf(rest);
  const [key, value] = [item.slice(0, colon), rest.slice(0, loop)].map(withOrder);
  return `(${key},${value})${withOrder(rest.slice(loop))}`;
}
