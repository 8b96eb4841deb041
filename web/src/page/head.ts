// What the document says of itself to browsers, readers' tabs and search engines, in the page's language.

import type { Language } from "../inputs/state.ts";

export interface Head {
  readonly titles: Readonly<Record<Language, string>>;
  readonly descriptions: Readonly<Record<Language, string>>;
}

export function tellHead({ titles, descriptions }: Head, language: Language): void {
  const { documentElement } = document;
  // Said once more, it would make a browser work out the style of every element anew.
  if (documentElement.lang !== language) {
    documentElement.lang = language;
    // Under which the site would be installed: it has one name for each language.
    const installed = document.querySelector("link[rel=manifest]");
    installed?.setAttribute("href", `./app.${language}.webmanifest`);
  }
  document.title = titles[language];
  document.querySelector("meta[name=description]")?.setAttribute("content", descriptions[language]);
}
