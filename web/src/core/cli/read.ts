// A file of a command, as what its JSON holds.

import type { Language } from "../cases/text.ts";
import { decoded } from "./bytes.ts";
import { type Host, Refused, Usage } from "./host.ts";
import { lostIn } from "./lost.ts";
import { malformedAt, type Place, tooDeepAt } from "./malformed.ts";
import { words } from "./text.ts";

/** Why the system could not do something, as far as it is one of the usual reasons. */
export function reason(error: NodeJS.ErrnoException, language: Language): string {
  const { reasons } = words[language];
  return reasons[error.code ?? ""] ?? error.code ?? error.message;
}

export function unreadable(file: string, error: NodeJS.ErrnoException, language: Language): Usage {
  return new Usage(words[language].unreadable(file, reason(error, language)));
}

/** More than any call has use for; what is read is walked through by functions that call themselves. */
const MOST_DEPTH = 64;

export async function readJson(host: Host, file: string, language: Language): Promise<unknown> {
  const say = words[language];
  const refused = (code: string, values: number[], sentence: string) =>
    new Refused({ code, field: file, other: "", values }, sentence);
  const text = await host
    .read(file)
    .then(decoded)
    .catch((error: Error) => {
      throw unreadable(file, error, language);
    });
  if (typeof text !== "string") {
    const { line, column } = text;
    throw refused("encoding", [line, column], say.encoding(file, line, column));
  }
  if (text.trim() === "") throw refused("empty", [0], say.empty(file));
  const deep = tooDeepAt(text, MOST_DEPTH);
  if (deep) {
    const { line, column } = deep;
    throw refused("depth", [line, column, MOST_DEPTH], say.deep(file, line, column, MOST_DEPTH));
  }
  const value = parsed(text, ({ line, column }) =>
    refused("json", [line, column], say.malformed(file, line, column)),
  );
  const lost = lostIn(text);
  if (lost) {
    const { code, line, column, written } = lost;
    throw refused(code, [line, column], say[code](file, line, column, written));
  }
  return value;
}

function parsed(text: string, refused: (place: Place) => Refused): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused(malformedAt(text));
  }
}
