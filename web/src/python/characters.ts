// Characters that Python refuses outside of texts and comments. MicroPython takes the letters and signs
// beyond ASCII all alike, so that “hello” in the quotes of a document is a name that is not defined.

import { scan } from "./modules/prepare-scan.ts";
import type { PythonError } from "./protocol.ts";

const named = /[\p{XID_Continue}]/u;
const first = /[\p{XID_Start}_]/u;
const unprinted = /[\p{C}\p{Z}]/u;

const numberOf = (character: string): string =>
  `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`;

function accepted(character: string, before: string): boolean {
  return character <= "\x7f" || (named.test(before) ? named : first).test(character);
}

/** The error for the first of them; null where there is none. */
export function foreignCharacter(code: string): PythonError | null {
  // Most code has none beyond ASCII at all.
  if (!/[^\0-\x7f]/.test(code)) return null;
  let found = "";
  const at = scan(code, 0, (i) => {
    if (/[\udc00-\udfff]/.test(code[i] ?? "")) return false;
    const character = String.fromCodePoint(code.codePointAt(i) ?? 0);
    if (!accepted(character, code[i - 1] ?? "")) found = character;
    return found !== "";
  });
  if (!found) return null;
  const line = code.slice(0, at).split("\n").length;
  const message = unprinted.test(found)
    ? `invalid non-printable character ${numberOf(found)}`
    : `invalid character '${found}' (${numberOf(found)})`;
  return { type: "SyntaxError", message, line, frames: [{ line, name: "<module>" }] };
}
