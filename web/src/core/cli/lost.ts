// What stands in JSON and would be lost without a word: JSON.parse keeps the last of two fields of
// one name, and makes a number that float64 cannot hold infinite.

import { behindText, type Place, placeOf } from "./malformed.ts";

export interface Lost extends Place {
  code: "twice" | "overflow";
  /** As it is written, its beginning if it is long. */
  written: string;
}

const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const colon = /[ \t\n\r]*:/y;

/** Shorter than 1e309: as most numbers are. */
const FEWEST = 5;
const MOST_SHOWN = 40;

const shown = (written: string): string =>
  written.length > MOST_SHOWN ? `${written.slice(0, MOST_SHOWN)}…` : written;

/** The pattern's end in the text if it is there, or -1. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** The first thing that would be lost of a text that is JSON, if there is one. */
export function lostIn(text: string): Lost | undefined {
  /** The names in each object that is open; an array has none. */
  const open: (Set<string> | undefined)[] = [];
  const lost = (code: Lost["code"], at: number, written: string) => ({
    ...{ code, written: shown(written) },
    ...placeOf(text, at),
  });
  let at = 0;
  while (at < text.length) {
    const mark = text.charAt(at);
    if (mark === '"') {
      const end = behindText(text, at);
      const names = open.at(-1);
      if (names && endOf(colon, text, end) >= 0) {
        const name: string = JSON.parse(text.slice(at, end));
        if (names.has(name)) return lost("twice", at, name);
        names.add(name);
      }
      at = end;
      continue;
    }
    if (mark === "{") open.push(new Set());
    else if (mark === "[") open.push(undefined);
    else if (mark === "}" || mark === "]") open.pop();
    else {
      const end = endOf(number, text, at);
      if (end >= at + FEWEST && !Number.isFinite(Number(text.slice(at, end)))) {
        return lost("overflow", at, text.slice(at, end));
      }
      at = Math.max(at, end - 1);
    }
    at++;
  }
  return undefined;
}
