// Between the figure and the page around it, by messages: the figure tells its height, and hears
// which language and theme the page has. frames.js is the other end.
//
//   to the page     { from: "dikkat", kind: "ready" }, { from: "dikkat", kind: "height", height }
//   to the figure   { to: "dikkat", language?: "tr" | "en", theme?: "auto" | "light" | "dark" }

import type { Language } from "../inputs/state.ts";
import { isLanguage, type Theme } from "../page/preferences.ts";

export interface Wishes {
  readonly language: Language | null;
  readonly theme: Theme | null;
}

/** What a message asks for; null for one that is none of ours. */
export function wishesIn(message: unknown): Wishes | null {
  if (typeof message !== "object" || message === null) return null;
  const { to, language, theme } = message as Record<string, unknown>;
  if (to !== "dikkat") return null;
  return {
    language: isLanguage(language) ? language : null,
    theme: theme === "auto" || theme === "light" || theme === "dark" ? theme : null,
  };
}

/** Nothing in it is for one reader alone, so whoever is around may hear it. */
const tell = (message: object) => window.parent.postMessage({ from: "dikkat", ...message }, "*");

/**
 * Does nothing on a page of its own. While something is `coming` no height is told: a frame that
 * followed the sentence that stands there till then would shrink, and grow again.
 */
export function answerHost(onWishes: (wishes: Wishes) => void, coming: () => boolean): void {
  if (window.parent === window) return;
  window.addEventListener("message", ({ source, data }) => {
    if (source !== window.parent) return;
    const wishes = wishesIn(data);
    if (wishes) onWishes(wishes);
  });
  let told = 0;
  // The size that is told: to ask for it would lay out the page once more while it is observed.
  new ResizeObserver(([body]) => {
    const height = Math.ceil(body?.borderBoxSize[0]?.blockSize ?? 0);
    if (height === told || coming()) return;
    told = height;
    tell({ kind: "height", height });
  }).observe(document.body);
  tell({ kind: "ready" });
}
