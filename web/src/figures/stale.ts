// Whose results a figure shows while its inputs cannot be computed.

import type { Session } from "../page/session.ts";
import { figureText } from "./text.ts";

/** Null while they are those of the inputs. */
export function staleNote({ fault, standIn, language }: Session): string | null {
  if (!fault) return null;
  return standIn ? figureText[language].standIn : figureText[language].stale;
}
