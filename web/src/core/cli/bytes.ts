// The bytes of a file, and what they say.

import { type Place, placeOf } from "./malformed.ts";

/** Nearly the longest text of V8: no more bytes than that are read. */
const MOST = 2 ** 29 - 2 ** 10;

/** All of a stream, which may have no end. */
export async function collected(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of stream) {
    length += piece.length;
    if (length > MOST) throw Object.assign(new Error("too large"), { code: "EFBIG" });
    pieces.push(piece);
  }
  return Buffer.concat(pieces, length);
}

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
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    const replaced = new TextDecoder(encoding).decode(bytes);
    return placeOf(replaced, replaced.indexOf("\ufffd"));
  }
}
