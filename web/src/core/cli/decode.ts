// The bytes of a file as text.

import { type Place, placeOf } from "./malformed.ts";

/** The longest text of V8, in units of UTF-16: no more bytes than that are read. */
const MOST = 2 ** 29 - 24;

/** What some systems write in front of UTF-16: Windows PowerShell does so for `>`. */
function encodingOf(bytes: Uint8Array): string {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  if (mark === 0xfffe) return "utf-16le";
  return mark === 0xfeff ? "utf-16be" : "utf-8";
}

/**
 * UTF-8, or UTF-16 with its mark; without the mark, which JSON does not know. Of what is neither, the
 * place where it stops being so: with a letter replaced, a token would be another one.
 */
export function decoded(bytes: Uint8Array): string | Place {
  if (bytes.length > MOST) {
    throw Object.assign(new RangeError("too long for a text"), { code: "ERR_STRING_TOO_LONG" });
  }
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    const replaced = new TextDecoder(encoding).decode(bytes);
    return placeOf(replaced, replaced.indexOf("\ufffd"));
  }
}
