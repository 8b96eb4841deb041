// A page without matrices in its address: language, theme and what stands around its content.

import { render } from "lit/html.js";
import type { Language } from "../inputs/state.ts";
import { decode } from "../inputs/url.ts";
import { type Head, tellHead } from "./head.ts";
import { keepForLater } from "./keep.ts";
import {
  applyTheme,
  isLanguage,
  preferredLanguage,
  preferredTheme,
  rememberLanguage,
  rememberTheme,
  type Theme,
} from "./preferences.ts";
import { footer, header, type PageName } from "./shell.ts";
import { scripted } from "./unscripted.ts";

export interface PlainPage extends Head {
  readonly name: PageName;
  /** Fills the page, and gives what has to hear of another language. */
  readonly mount: (root: HTMLElement, language: Language) => Content;
}

export interface Content {
  setLanguage(language: Language): void;
}

/** The address's own, before or after "#", else the reader's. */
function firstLanguage(): Language {
  const asked = new URLSearchParams(location.search).get("lang");
  if (isLanguage(asked)) return asked;
  const link = decode(location.hash);
  return ("language" in link && link.language) || preferredLanguage();
}

const element = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id} element`);
  return found;
};

export function startPlain(page: PlainPage): void {
  const { name, mount } = page;
  let language = firstLanguage();
  let theme: Theme = preferredTheme();

  function drawShell(): void {
    tellHead(page, language);
    const shell = {
      page: name,
      language,
      theme,
      hashFor: () => `#?lang=${language}`,
      setLanguage: (chosen: Language) => {
        language = chosen;
        rememberLanguage(chosen);
        content.setLanguage(chosen);
        drawShell();
      },
      setTheme: (chosen: Theme) => {
        theme = chosen;
        rememberTheme(chosen);
        applyTheme(chosen);
        drawShell();
      },
    };
    render(header(shell, { withLanguage: true }), element("header"));
    render(footer(language, name), element("footer"));
  }

  scripted();
  applyTheme(theme);
  const content = mount(element("main"), language);
  drawShell();
  keepForLater(() => location.reload());
}
