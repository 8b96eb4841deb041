// What the document says of itself to browsers, readers' tabs and search engines, in the page's language.

import type { Language } from "../inputs/state.ts";

export interface Head {
  readonly titles: Readonly<Record<Language, string>>;
  readonly descriptions: Readonly<Record<Language, string>>;
}

export function tellHead({ titles, descriptions }: Head, language: Language): void {
  document.documentElement.lang = language;
  document.title = titles[language];
  document.querySelector("meta[name=description]")?.setAttribute("content", descriptions[language]);
}
