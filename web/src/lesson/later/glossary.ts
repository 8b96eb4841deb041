import "../../styles/glossary.css";
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Language } from "../../inputs/state.ts";
import type { Session } from "../../page/session.ts";
import { contents } from "../contents.ts";
import type { Section } from "../section.ts";
import { type Term, terms } from "../terms.ts";

const words = {
  en: {
    filter: "Filter",
    found: (n: number, all: number) => (n === all ? `${all} terms` : `${n} of ${all} terms`),
    none: "No term has this in its name or its sentence.",
  },
  tr: {
    filter: "Süz",
    found: (n: number, all: number) => (n === all ? `${all} terim` : `${all} terimden ${n} tanesi`),
    none: "Adında ya da cümlesinde bu geçen terim yok.",
  },
} as const;

const other: Record<Language, Language> = { en: "tr", tr: "en" };

/** What the reader looks for on this visit. */
const filters = new WeakMap<Session, string>();

/** Letters alike for whoever types in a hurry: case and accents aside, by the rules of the language. */
const plain = (text: string, language: Language) =>
  text
    .toLocaleLowerCase(language)
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .replaceAll("ı", "i");

function sorted(language: Language): readonly Term[] {
  const { compare } = new Intl.Collator(language);
  return terms.toSorted((a, b) => compare(a.name[language], b.name[language]));
}

function matches({ name, meaning }: Term, wanted: string, language: Language): boolean {
  const texts = [name.en, name.tr, meaning[language]];
  return texts.some((text) => plain(text, language).includes(wanted));
}

function sectionLink(id: string, language: Language): TemplateResult | typeof nothing {
  const at = contents.findIndex((entry) => entry.id === id);
  const entry = contents[at];
  if (!entry) return nothing;
  return html`<a href="#${id}">${at + 1}. ${entry.title[language]}</a>`;
}

function termView(term: Term, language: Language): TemplateResult {
  const translated = other[language];
  const same = term.name.en === term.name.tr;
  return html`<div>
    <dt>
      <dfn>${term.name[language]}</dfn>${same ? nothing : html` <i lang=${translated}>${term.name[translated]}</i>`}
      ${sectionLink(term.section, language)}
    </dt>
    <dd>${term.meaning[language]}</dd>
  </div>`;
}

function listView(session: Session, language: Language): TemplateResult {
  const text = words[language];
  const filter = filters.get(session) ?? "";
  const wanted = plain(filter.trim(), language);
  const found = sorted(language).filter((term) => matches(term, wanted, language));
  const look = (event: Event) => {
    filters.set(session, (event.target as HTMLInputElement).value);
    session.notify();
  };
  return html`<div class="glossary">
    <div class="glossary-filter">
      <label>
        <span>${text.filter}</span>
        <input type="search" class="dk-text" autocomplete="off" spellcheck="false" .value=${filter} @input=${look} />
      </label>
      <span role="status">${text.found(found.length, terms.length)}</span>
    </div>
    ${
      found.length > 0
        ? html`<dl>${found.map((term) => termView(term, language))}</dl>`
        : html`<p>${text.none}</p>`
    }
  </div>`;
}

export const section: Section = {
  id: "glossary",
  prose: {
    en: (_, session) => html`
      <p>
        The words of the field as this page uses them, with their Turkish names. Each leads to the
        section where it belongs.
      </p>
      ${listView(session, "en")}
    `,
    tr: (_, session) => html`
      <p>
        Alanın terimleri, bu sayfada kullanıldıkları anlamlarıyla ve İngilizce adlarıyla. Her biri, ait
        olduğu bölüme götürür.
      </p>
      ${listView(session, "tr")}
    `,
  },
};
