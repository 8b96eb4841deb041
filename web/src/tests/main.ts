// The page of tests within what stands around every page.

import "../styles/tests.css";
import { render } from "lit";
import type { Language } from "../inputs/state.ts";
import { decode } from "../inputs/url.ts";
import {
  applyTheme,
  isLanguage,
  preferredLanguage,
  preferredTheme,
  rememberLanguage,
  rememberTheme,
  type Theme,
} from "../page/preferences.ts";
import { footer, header } from "../page/shell.ts";
import { mountTests } from "./page.ts";
import { testsText } from "./text.ts";

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

let language = firstLanguage();
let theme: Theme = preferredTheme();

function drawShell(): void {
  document.documentElement.lang = language;
  document.title = `dikkat: ${testsText[language].title}`;
  const shell = {
    page: "tests" as const,
    language,
    theme,
    hashFor: () => `#?lang=${language}`,
    setLanguage: (chosen: Language) => {
      language = chosen;
      rememberLanguage(chosen);
      tests.setLanguage(chosen);
      drawShell();
    },
    setTheme: (chosen: Theme) => {
      theme = chosen;
      rememberTheme(chosen);
      applyTheme(chosen);
      drawShell();
    },
  };
  render(header(shell, true), element("header"));
  render(footer(language), element("footer"));
}

applyTheme(theme);
const tests = mountTests(element("main"), language);
drawShell();
