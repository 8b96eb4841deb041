// What the page around an element says of itself: its language, and whether it is light or dark.

import type { Language } from "../inputs/state.ts";
import type { Theme } from "../page/preferences.ts";

/** The element's parent, in whatever tree it is. */
function parentOf(element: Element): Element | null {
  const { parentNode } = element;
  if (parentNode instanceof ShadowRoot) return parentNode.host;
  return parentNode instanceof Element ? parentNode : null;
}

/** "tr" for tr-TR; null for another language. */
export function languageOf(tag: string): Language | null {
  const [, primary] = /^\s*(tr|en)(?![a-z])/iu.exec(tag) ?? [];
  return primary ? (primary.toLowerCase() as Language) : null;
}

/** Of the nearest element that names one. */
export function languageAround(element: Element): Language {
  for (let at = parentOf(element); at; at = parentOf(at)) {
    const tag = at.getAttribute("lang");
    if (tag !== null) return languageOf(tag) ?? "en";
  }
  return "en";
}

/** Light ink means dark paper, whatever colour space they are written in. */
function isDark(colour: string): boolean | null {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!context) return null;
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  if (alpha < 128) return null;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 110;
}

/**
 * By the color-scheme that holds where the element stands; a page that names none is as light or as
 * dark as the paper that it paints there, and one that paints none is white.
 */
export function themeAround(element: Element): Theme {
  const { colorScheme } = getComputedStyle(element);
  const meta = document.querySelector<HTMLMetaElement>("meta[name='color-scheme']");
  const schemes = (colorScheme === "normal" ? (meta?.content ?? "") : colorScheme).split(/\s+/u);
  const [light, dark] = [schemes.includes("light"), schemes.includes("dark")];
  if (light && dark) return "auto";
  if (light || dark) return dark ? "dark" : "light";
  for (let at = parentOf(element); at; at = parentOf(at)) {
    const paper = isDark(getComputedStyle(at).backgroundColor);
    if (paper !== null) return paper ? "dark" : "light";
  }
  return "light";
}

const listeners = new Set<() => void>();
let watching: MutationObserver | null = null;
const darkness = globalThis.matchMedia?.("(prefers-color-scheme: dark)");
const tellAll = () => {
  for (const listener of listeners) listener();
};

/** Calls when the page may have become another; the function that it gives back ends that. */
export function watchAround(listener: () => void): () => void {
  listeners.add(listener);
  if (!watching) {
    watching = new MutationObserver(tellAll);
    const options = { attributeFilter: ["lang", "class", "style", "data-theme", "data-mode"] };
    for (const place of [document.documentElement, document.body])
      if (place) watching.observe(place, options);
    darkness?.addEventListener("change", tellAll);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    watching?.disconnect();
    watching = null;
    darkness?.removeEventListener("change", tellAll);
  };
}
