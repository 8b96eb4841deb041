// Where the scripts of a page do not start, or cannot go on.

import type { Language } from "../inputs/state.ts";

/** The page that holds the lesson as text. */
export const textPage = (language: Language): string => `lesson.${language}.html`;

/** They have started: what the page would say without them goes. */
export function scripted(): void {
  document.getElementById("unscripted")?.remove();
}
