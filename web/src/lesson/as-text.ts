// The lesson's words, with the numbers of its example: for a page without scripts, written at the
// build. The figures are where there are scripts.

import { html, type TemplateResult } from "lit/html.js";
import { loadFirst } from "../core/first.ts";
import { homeOf } from "../figures/home.ts";
import { workedExample } from "../inputs/example.ts";
import type { Language } from "../inputs/state.ts";
import { Engine } from "../page/engine.ts";
import { Session } from "../page/session.ts";
import { formulaView } from "../views/formula.ts";
import { staticHtml } from "../views/static-html.ts";
import { contents } from "./contents.ts";
import { factsOf, variants } from "./drawn.ts";
import type { Facts } from "./facts.ts";
import type { Entry, Section } from "./section.ts";
import { lessonText } from "./text.ts";

/** Both parts of an entry. */
async function partsOf({ section, more }: Entry): Promise<readonly Section[]> {
  return Promise.all([section(), ...(more ? [more()] : [])]);
}

function sectionView(
  { id, title }: Entry,
  parts: readonly Section[],
  facts: Facts,
  session: Session,
): TemplateResult {
  const { language } = facts;
  const sources = [...new Set(parts.flatMap((part) => part.sources ?? []))];
  const figures = parts.flatMap((part) => Object.keys(part.figures ?? {}));
  return html`<section id=${id}>
    <h2>${title[language]}</h2>
    ${parts.map(({ prose }) => prose[language](facts, session))}
    ${figures.length > 0 ? html`<p class="text-live"><a href="index.html#${id}?lang=${language}">${lessonText[language].live}</a></p>` : ""}
    ${
      sources.length > 0
        ? html`<ul>${sources.map(({ who, title: name, url }) => html`<li>${who[language]}: <a href=${url}><cite lang="en">${name}</cite></a></li>`)}</ul>`
        : ""
    }
  </section>`;
}

async function lessonAsText(): Promise<Record<Language, string>> {
  const engine = new Engine(await loadFirst());
  await engine.complete();
  const { state } = workedExample;
  const all = await Promise.all(contents.map(partsOf));
  const textIn = (language: Language): string => {
    const session = new Session(engine, { initial: state, opened: state, language }, variants);
    if (!session.results) throw new Error("the example could not be computed");
    const facts = factsOf(session, session.results);
    const text = lessonText[language];
    const page = staticHtml(html`<h1>${text.title}</h1>
      <p class="dk-lead">${text.lead}</p>
      ${formulaView({ language, settings: state.settings, href: (matrix) => `#figure-${homeOf[matrix]}` })}
      ${contents.map((entry, i) => sectionView(entry, all[i] ?? [], facts, session))}`);
    return (
      page
        // What leads to a figure leads to where it is.
        .replace(/href="#(figure-[\w-]+)"/gu, `href="index.html#$1?lang=${language}"`)
        // The filter of the glossary needs a script, and the browser's own search does the same.
        .replace(/<div class="glossary-filter">[\s\S]*?<\/div>/u, "")
    );
  };
  return { en: textIn("en"), tr: textIn("tr") };
}

/** The content of the page in each language; at once, since the build asks for this file alone. */
export const lesson = await lessonAsText();
