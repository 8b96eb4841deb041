// The link in what was pasted: an address of the site, the end of one, or lines of a page around it.

import { numberAttributes } from "../element/attributes.ts";

export interface Pasted {
  /** What stands after "#" and may begin with an anchor; empty where there is nothing. */
  readonly hash: string;
  /** The figure that a tag names beside its link. */
  readonly figure: string | null;
  readonly ofPlayground: boolean;
}

const plain = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

type Attributes = ReadonlyMap<string, string>;

/** The first of such elements, as lines of HTML have it. */
function elementIn(text: string, name: string): Attributes | null {
  const value = String.raw`"[^"]*"|'[^']*'|[^\s"'>]+`;
  const [, inside] = new RegExp(`<${name}((?=[\\s>/])(?:${value}|\\s|=)*)`, "iu").exec(text) ?? [];
  if (inside === undefined) return null;
  const pairs = inside.matchAll(new RegExp(`([^\\s"'=>/]+)(?:\\s*=\\s*(${value}))?`, "gu"));
  return new Map(
    [...pairs].map(([, key = "", written = ""]) => [
      key.toLowerCase(),
      plain(written.replace(/^(["'])(.*)\1$/su, "$2")),
    ]),
  );
}

/** Some programs escape the whole of an address, or its "#". */
function unescaped(text: string): string {
  let whole = text;
  for (let i = 0; i < 3 && !whole.includes("=") && /%(?:25)*3d/iu.test(whole); i++) {
    try {
      whole = decodeURIComponent(whole);
    } catch {
      return whole;
    }
  }
  return whole.includes("#") ? whole : whole.replace("%23", "#");
}

function hashOf(address: string): string {
  const at = address.indexOf("#");
  if (at >= 0) return address.slice(at + 1);
  if (!/^\w{1,20}:\/\/|\.html\b/u.test(address)) return address;
  // Without "#" the state may stand there all the same; other keys are the host's.
  const query = address.slice(address.indexOf("?"));
  return /^\?(?:.*&)?v=/su.test(query) ? query : "";
}

function addressIn(text: string): Pasted {
  const whole = unescaped(text.trim());
  const [page = ""] = /^[^?#]*/u.exec(whole) ?? [];
  return {
    // A passage to show; line breaks are none of the link's, and a space is escaped in it.
    hash: hashOf(whole)
      .replace(/:~:.*$/su, "")
      .trim()
      .replace(/[\r\n\t]+ */gu, "")
      .replaceAll(" ", "%20"),
    figure: null,
    ofPlayground: /(?:^|\/)playground(?:-offline)?(?:\.html)?\/?$/u.test(page),
  };
}

/** Every way to read it, the likeliest first; "ofTag": numbers that stand in no link. */
export function linksIn(text: string): readonly Pasted[] | "ofTag" {
  const tag = elementIn(text, "dikkat-attention");
  if (tag) {
    if (numberAttributes.some((name) => tag.has(name))) return "ofTag";
    const figure = tag.get("figure")?.trim() || null;
    return [{ ...addressIn(tag.get("state") ?? ""), figure }];
  }
  const within = elementIn(text, "iframe")?.get("src") ?? elementIn(text, "a")?.get("href");
  if (within !== undefined) return [addressIn(within)];
  if (/<(?:iframe|script)\b/iu.test(text)) return [addressIn("")];
  // With words around it, it ends where they go on.
  const [address] = /\b\w{1,20}:\/\/[^\s<>"')\]]+/u.exec(text) ?? [];
  return address === undefined || address === text.trim()
    ? [addressIn(text)]
    : [addressIn(text.slice(text.indexOf(address))), addressIn(address)];
}
