// The state of the page as the part of its address after "#", and back.
//
//   #weights                                            a plain anchor, as in any page
//   #weights?v=2&lang=tr&step=weights&…&sum=k3x9a       an anchor, a version, the language, the state
//
// "view=teach" shows the lesson figure by figure; like the language it stands beside the state.
// What follows "v" is read by the reader of that version: link-v2.ts for what this page writes,
// link-v1.ts for older links and those written by hand. Keys that it does not know change nothing;
// the page may tell of them. A damaged or hostile link gives an InputError: no exception, no half state.
//
// Mail and chat do things to links. So one holds only letters, digits and - . _ ~ % ? & = , ; : with
// a letter or digit at its end, and is read as well with &amp; for &, with escapes escaped once more,
// with line breaks or spaces in it, or with the point or bracket that followed it in a text.

import { caught, InputError } from "./error.ts";
import { MAX_LINK } from "./limits.ts";
import { type Params, readOption } from "./link-settings.ts";
import { type Content, keysV1, readV1 } from "./link-v1.ts";
import { keysV2, readV2, writeV2 } from "./link-v2.ts";
import type { Language, State } from "./state.ts";

/** To be read, or shown figure by figure to a room. */
export type View = "read" | "teach";

export interface Link {
  readonly anchor: string | null;
  /** Null where the link leaves the language to the page. */
  readonly language: Language | null;
  /** Null where the link names none. */
  readonly view: View | null;
  /** Null for a plain anchor. */
  readonly content: Content | null;
  /** Keys that mean nothing here: of a later version, or misspelt. */
  readonly unknown: readonly string[];
}

/** The text after "#". */
export function encode(
  state: State,
  language: Language,
  anchor: string | null = null,
  view: View = "read",
): string {
  const entries: [string, string][] = [
    ["v", "2"],
    ["lang", language],
    ...(view === "read" ? [] : [["view", view] as [string, string]]),
    ...writeV2(state),
  ];
  const query = entries.map(([key, value]) => `${key}=${escapeValue(value)}`).join("&");
  return `${anchor ?? ""}?${query}`;
}

/** `hash` with or without its "#". */
export function decode(hash: string): Link | InputError {
  if (hash.length > MAX_LINK) {
    const values = { length: hash.length, limit: MAX_LINK };
    return new InputError("linkTooLong", values, { field: "link" });
  }
  const result = caught(() => readAny(hash.replace(/^#/u, "")));
  // A fault in a matrix is told with the name of the matrix, any other as a fault of the link.
  return result instanceof InputError && !result.place.field
    ? result.at({ field: "link" })
    : result;
}

/** The language that a link asks for, even if the rest of it is damaged. */
export function languageIn(hash: string): Language | null {
  const asked = /[?&]lang=(tr|en)(?:&|$)/u.exec(hash)?.[1];
  return asked === "tr" || asked === "en" ? asked : null;
}

/** What stands beside the state, in links of every version. */
const shared = new Set(["v", "lang", "view"]);

/** Against line breaks, those that a browser escaped, and escapes escaped once more. */
const repairs: readonly ((text: string) => string)[] = [
  (text) => text.replace(/\s/gu, ""),
  (text) => text.replace(/%(?:0[9AD]|20|C2%AD|E2%80%8B)/giu, ""),
  unescapeValue,
];

/** As it stands, or without what programs on the way may have done to it, if its sum is right then. */
function readAny(text: string): Link {
  let whole = text;
  for (let i = 0; i < 3 && !whole.includes("=") && /%(?:25)*3d/iu.test(whole); i++) {
    whole = unescapeValue(whole);
  }
  const first = caught(() => readLink(whole));
  if (!(first instanceof InputError)) return first;
  if (first.code !== "linkDamaged") throw first;
  for (const repair of repairs) {
    const again = caught(() => readLink(repair(whole)));
    if (!(again instanceof InputError)) return again;
  }
  throw first;
}

function readLink(text: string): Link {
  const question = text.indexOf("?");
  const bare = question < 0 && text.includes("=");
  const anchor = bare ? "" : text.slice(0, question < 0 ? text.length : question);
  const params = readParams(bare ? text : text.slice(anchor.length + 1));
  const known = params.get("v") === "2" ? keysV2 : keysV1;
  return {
    anchor: /^([a-z][\w-]{0,63})[.,;:!)\]>'"]*$/iu.exec(anchor)?.[1] ?? null,
    language: readOption(params, "lang", ["tr", "en"]),
    view: readOption(params, "view", ["read", "teach"]),
    content: readContent(params),
    unknown: [...params.keys()].filter((key) => !shared.has(key) && !known.has(key)),
  };
}

function readContent(params: Params): Content | null {
  const version = params.get("v");
  // It had no sum: the version itself was altered, and with it what the rest means.
  if (version === "1" && params.has("sum")) throw new InputError("linkDamaged", {});
  if (version === "1") return readV1(params);
  if (version === "2") return readV2(params);
  if (version !== undefined && /^\d{1,9}$/u.test(version) && Number(version) > 2) {
    throw new InputError("linkVersion", { version });
  }
  if (version !== undefined) throw new InputError("linkDamaged", {});
  const [key] = [...params.keys()].filter((name) => name !== "lang" && name !== "view");
  if (key === undefined) return null;
  throw new InputError("linkMissing", { key: "v" });
}

function readParams(query: string): Params {
  const params = new Map<string, string>();
  // Some programs write & as &amp; when they copy a link.
  for (const part of query.replaceAll("&amp;", "&").split("&")) {
    if (part === "") continue;
    const [key = "", ...value] = part.split("=");
    if (params.has(key)) throw new InputError("linkRepeated", { key });
    params.set(key, unescapeValue(value.join("=")));
  }
  return params;
}

/**
 * Percent-encoded where it must be; the commas and semicolons of the matrices stay readable.
 * Brackets and quotes would end the link in Markdown and HTML.
 */
function escapeValue(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()*]/gu, percent)
    .replaceAll("%2C", ",")
    .replaceAll("%3B", ";");
}

function percent(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
}

function unescapeValue(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new InputError("linkEncoding", { text });
  }
}
