// What stands around every page: name, ways to the other pages, language and theme.

import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Language } from "../inputs/state.ts";
import type { App } from "./app.ts";
import type { Theme } from "./preferences.ts";

/** Those that the header leads to, and the one that the footer does. */
export type PageName = "lesson" | "playground" | "bench" | "tests" | "share";

const addresses: Record<Exclude<PageName, "share">, string> = {
  lesson: "index.html",
  playground: "playground.html",
  bench: "bench.html",
  tests: "tests.html",
};

export const shellText = {
  tr: {
    lesson: "Ders",
    playground: "Deneme alanı",
    bench: "Hız",
    tests: "Testler",
    pages: "Sayfalar",
    language: "Dil",
    theme: "Görünüm",
    auto: "Sistem",
    light: "Açık",
    dark: "Koyu",
    skip: "İçeriğe geç",
    meaning: "attention",
    share: "Sayfanıza bir şekil",
    licences: "Lisanslar",
    licencesInside: "Lisanslar bu dosyanın kaynağının başında yazılı.",
    benchFooter:
      "Sayfadaki her süre şu anda, sizin tarayıcınızda ölçülür. Hiçbir veri dışarı gönderilmez.",
    footer:
      "Sayfadaki her sayı, C++ çekirdeğinin WebAssembly’ye derlenmiş hâliyle tarayıcınızda hesaplanır. Hiçbir veri dışarı gönderilmez.",
  },
  en: {
    lesson: "Lesson",
    playground: "Playground",
    bench: "Speed",
    tests: "Tests",
    pages: "Pages",
    language: "Language",
    theme: "Theme",
    auto: "System",
    light: "Light",
    dark: "Dark",
    skip: "Skip to the content",
    meaning: "Turkish for attention",
    share: "A figure for your page",
    licences: "Licences",
    licencesInside: "The licences stand at the top of this file’s source.",
    benchFooter:
      "Every time on this page is measured in your browser, as you watch. Nothing leaves it.",
    footer:
      "Every number on this page is computed in your browser, by a C++ core compiled to WebAssembly. Nothing you enter leaves it.",
  },
} as const;

export interface Shell {
  page: PageName;
  language: Language;
  theme: Theme;
  /** The state as it goes into an address, so that the other pages open with it. */
  hashFor: (page: PageName) => string;
  setLanguage: (language: Language) => void;
  setTheme: (theme: Theme) => void;
}

const names: Record<Language, string> = { tr: "Türkçe", en: "English" };

/** Turkish or English. */
export function languageChoice(shell: Pick<Shell, "language" | "setLanguage">): TemplateResult {
  return html`<div class="page-language" role="group" aria-label=${shellText[shell.language].language}>
  ${(Object.keys(names) as Language[]).map(
    (language) => html`<button
      type="button"
      lang=${language}
      title=${names[language]}
      aria-label="${language.toUpperCase()}, ${names[language]}"
      aria-pressed=${language === shell.language}
      @click=${() => shell.setLanguage(language)}
    >
      ${language.toUpperCase()}
    </button>`,
  )}
</div>`;
}

interface HeaderOptions {
  /** Pages with a bar of tools have it there, where it stays in reach. */
  readonly withLanguage: boolean;
  /** There are no other pages to lead to. */
  readonly alone?: boolean;
}

function pageName(shell: Shell, alone: boolean): TemplateResult {
  const meaning = shell.language === "en" ? shellText.en.meaning : "";
  const name = html`dikkat<span class="page-meaning" lang="en">${meaning}</span>`;
  if (alone) return html`<span class="page-name">${name}</span>`;
  return html`<a class="page-name" href="${addresses.lesson}${shell.hashFor("lesson")}">${name}</a>`;
}

function pageLinks(shell: Shell): TemplateResult {
  const text = shellText[shell.language];
  const pages = Object.keys(addresses) as (keyof typeof addresses)[];
  return html`<nav class="page-nav" aria-label=${text.pages}>
    ${pages.map(
      (page) => html`<a
        href="${addresses[page]}${shell.hashFor(page)}"
        aria-current=${page === shell.page ? "page" : "false"}
        >${text[page]}</a
      >`,
    )}
  </nav>`;
}

export function header(
  shell: Shell,
  { withLanguage, alone = false }: HeaderOptions,
): TemplateResult {
  const text = shellText[shell.language];
  return html`
    <a class="dk-skip" href="#main" @click=${skip}>${text.skip}</a>
    <header class="page-header">
      ${pageName(shell, alone)} ${alone ? nothing : pageLinks(shell)}
      <div class="page-choices">
        ${withLanguage ? languageChoice(shell) : nothing}
        <label class="page-theme">
          <span class="dk-sr">${text.theme}</span>
          <select
            .value=${shell.theme}
            @change=${(event: Event) =>
              shell.setTheme((event.target as HTMLSelectElement).value as Theme)}
          >
            ${(["auto", "light", "dark"] as const).map(
              (theme) =>
                html`<option value=${theme} ?selected=${theme === shell.theme}>${text[theme]}</option>`,
            )}
          </select>
        </label>
      </div>
    </header>
  `;
}

/** The address belongs to the state, so the link moves the focus itself and leaves it alone. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

export function footer(language: Language, page?: PageName, alone = false): TemplateResult {
  const text = shellText[language];
  if (alone)
    return html`<footer class="page-footer"><p>${text.footer} ${text.licencesInside}</p></footer>`;
  return html`<footer class="page-footer"><p>
    ${page === "bench" ? text.benchFooter : text.footer}
    <span><a href="share.html#?lang=${language}">${text.share}</a> · <a href="third-party.txt">${text.licences}</a></span>
  </p><p id="offline"></p></footer>`;
}

interface Inside {
  readonly name: PageName;
  /** The bar that stays in view, with the choice of language in it. */
  readonly tools: (app: App) => TemplateResult;
  /** Before anything is computed: what a first glance should find. */
  readonly opening: (language: Language) => TemplateResult;
  /** Once there is something to show, or a failure to tell of. */
  readonly main: (app: App) => TemplateResult;
  /** In a file of its own, without the other pages. */
  readonly alone?: boolean;
}

/** A page of the site, with the ways to the others around it. */
export const inSite =
  ({ name, tools, opening, main, alone = false }: Inside) =>
  (app: App): TemplateResult => {
    const { language } = app;
    const shell = {
      page: name,
      language,
      theme: app.theme,
      hashFor: (page: PageName) => app.hashFor(page),
      setLanguage: (next: Language) => app.setLanguage(next),
      setTheme: (theme: Theme) => app.setTheme(theme),
    };
    const opened = app.session || app.failure;
    return html`${header(shell, { withLanguage: false, alone })} ${tools(app)}
      <main id="main" tabindex="-1">${opening(language)} ${opened ? main(app) : nothing}</main>
      ${opened ? footer(language, name, alone) : nothing}`;
  };
