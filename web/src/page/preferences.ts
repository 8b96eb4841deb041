// Language, theme and whatever else is remembered where the browser allows it; where storage is blocked
// (a third-party frame, a strict privacy setting), even reading the property throws.

import type { Language } from "../inputs/state.ts";

export type Theme = "auto" | "light" | "dark";

export function remembered(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    window.localStorage.setItem(key, value);
  } catch {
    // The choice holds for this visit only.
  }
}

export const isLanguage = (value: unknown): value is Language => value === "tr" || value === "en";

/** What the reader chose before, else the browser's first language that the page has, else English. */
export function preferredLanguage(): Language {
  const chosen = remembered("dikkat.language");
  if (isLanguage(chosen)) return chosen;
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage);
  return spoken ?? "en";
}

export function rememberLanguage(language: Language): void {
  remember("dikkat.language", language);
}

export function preferredTheme(): Theme {
  const chosen = remembered("dikkat.theme");
  return chosen === "light" || chosen === "dark" ? chosen : "auto";
}

export function applyTheme(theme: Theme): void {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function rememberTheme(theme: Theme): void {
  remember("dikkat.theme", theme);
}

export interface Preferences {
  language(): Language;
  theme(): Theme;
  rememberLanguage(language: Language): void;
  rememberTheme(theme: Theme): void;
}

/** Those of the site, from visit to visit. */
export const stored: Preferences = {
  language: preferredLanguage,
  theme: preferredTheme,
  rememberLanguage,
  rememberTheme,
};
