// What the address of an embedded figure asks for beside the state. Which figure, and the state, stand
// after "#", as in every link of the site; how it is shown stands before it:
//
//   embed.html?theme=dark&lang=tr&hide=bar,caption#figure-softmax?v=1&…
//
// Hosts and mailers add keys of their own to addresses, so keys that mean nothing here are left alone.

import { isFigure } from "../figures/titles.ts";
import type { Language } from "../inputs/state.ts";
import { contents } from "../lesson/contents.ts";
import type { Entry } from "../lesson/section.ts";
import { isLanguage, type Theme } from "../page/preferences.ts";
import {
  figureNamed,
  type Hideable,
  hideable,
  isHideable,
  isTheme,
  languages,
  PLAYGROUND,
  themes,
} from "./options.ts";

/** More than there are, so that a misspelt one beside all of them is told as well. */
const MOST_PARTS = 2 * hideable.length;

/** A value that its key cannot have. */
export interface Wrong {
  readonly key: "theme" | "lang" | "hide";
  readonly value: string;
  readonly options: readonly string[];
}

export interface Asked {
  /** Null where the address leaves it to the host or to the reader's system. */
  readonly theme: Theme | null;
  readonly language: Language | null;
  readonly hidden: readonly Hideable[];
  readonly wrong: readonly Wrong[];
}

/** `search` with or without its "?". */
export function readAsked(search: string): Asked {
  const params = new URLSearchParams(search);
  // A key without a value asks for nothing.
  const theme = params.get("theme")?.toLowerCase() || null;
  const language = params.get("lang")?.toLowerCase() || null;
  const parts = (params.get("hide") ?? "")
    .toLowerCase()
    .split(",")
    .filter((part) => part !== "");
  const hide = [...new Set(parts)].slice(0, MOST_PARTS);
  const wrong = [
    ...(theme === null || isTheme(theme) ? [] : [["theme", theme, themes] as const]),
    ...(language === null || isLanguage(language) ? [] : [["lang", language, languages] as const]),
    ...hide.filter((part) => !isHideable(part)).map((part) => ["hide", part, hideable] as const),
  ];
  return {
    theme: theme !== null && isTheme(theme) ? theme : null,
    language: isLanguage(language) ? language : null,
    hidden: hide.filter(isHideable),
    wrong: wrong.map(([key, value, options]) => ({ key, value, options })),
  };
}

/** The figure that a link names, before anything else of it is read. */
export const anchorIn = (hash: string): string | null =>
  /^#?([a-z][\w-]{0,63})(?:$|\?)/iu.exec(hash)?.[1] ?? null;

/** Of a page whose address names none. */
const DEFAULT = "output";

/** "figure-softmax", or a section for the first figure in it, or a matrix or step that one shows; null where there is no such figure. */
export function figureOf(anchor: string | null): string | null {
  if (anchor === null) return DEFAULT;
  const id = anchor.replace(/^figure-/, "");
  if (id === PLAYGROUND || isFigure(id)) return id;
  return contents.find((entry) => entry.id === anchor)?.figures[0] ?? figureNamed(anchor);
}

export const entryOf = (figure: string): Entry | undefined =>
  contents.find(({ figures }) => figures.some((id) => id === figure));
