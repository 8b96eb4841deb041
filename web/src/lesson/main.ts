import "../styles/lesson.css";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { type Figures, goToMatrix } from "../figures/figures.ts";
import { homeOf } from "../figures/home.ts";
import { workedExample } from "../inputs/example.ts";
import type { Language } from "../inputs/state.ts";
import { type App, start } from "../page/app.ts";
import { linkNotice, tools } from "../page/bars.ts";
import { faultOf } from "../page/fault.ts";
import { keepForLater } from "../page/keep.ts";
import { placeInView } from "../page/place.ts";
import { inSite } from "../page/shell.ts";
import { buttonView } from "../views/controls.ts";
import { emptyView, faultView } from "../views/figure.ts";
import { formulaView } from "../views/formula.ts";
import { inTurn } from "../views/in-turn.ts";
import { near } from "../views/near.ts";
import { contents } from "./contents.ts";
import { accepts, factsOf, figuresOf, variants } from "./drawn.ts";
import type { Facts } from "./facts.ts";
import { Guide } from "./guide.ts";
import { questionView } from "./question.ts";
import type { Entry, Section, Source } from "./section.ts";
import { type Part, parts, Sections } from "./sections.ts";
import { lessonText } from "./text.ts";

let sections: Sections | null = null;
let guide: Guide | null = null;

function opening(language: Language): TemplateResult {
  const text = lessonText[language];
  return html`<div class="dk-page lesson-opening">
    <h1 data-place="top">${text.title}</h1>
    <p class="dk-lead">${text.lead}</p>
  </div>`;
}

function contentsView(language: Language): TemplateResult {
  return html`<nav class="dk-page lesson-contents" aria-label=${lessonText[language].contents}>
    <ol>
      ${contents.map(({ id, title }) => html`<li><a href="#${id}">${title[language]}</a></li>`)}
    </ol>
  </nav>`;
}

function sourcesView(
  sources: readonly Source[],
  language: Language,
): TemplateResult | typeof nothing {
  if (sources.length === 0) return nothing;
  return html`<footer class="lesson-sources">
    <b>${lessonText[language].sources}</b>
    <ul>
      ${sources.map(({ who, title, url }) => html`<li>${who[language]}: <a href=${url}><cite lang="en">${title}</cite></a></li>`)}
    </ul>
  </footer>`;
}

function bodyView(section: Section, facts: Facts, figures: Figures): TemplateResult {
  const { language } = facts;
  return html`<div class="lesson-prose">${section.prose[language](facts, figures.session)}</div>
    ${section.questions?.map((question) => questionView(question, figures.session, facts)) ?? nothing}
    ${Object.entries(section.figures ?? {}).map(
      ([id, draw]) => html`${section.before?.[id]?.(figures, facts)} ${draw(figures, facts)}`,
    )}
    ${
      section.tryIt
        ? html`<aside class="lesson-try">
            <b>${lessonText[language].tryIt}</b>
            <p>${section.tryIt[language](facts)}</p>
          </aside>`
        : nothing
    }`;
}

/** In place of what has not come; its height is about that of the usual one. */
function comingView(
  entry: Entry,
  part: Part,
  sections: Sections,
  language: Language,
): TemplateResult {
  const text = lessonText[language];
  const fetch = () => void sections.fetch(entry, part);
  return html`<div class="lesson-coming" ${near(fetch)}>
    ${
      sections.failed(entry.id, part)
        ? html`${faultView(text.sectionFailed)} ${buttonView({ label: text.fetchAgain, onClick: () => void sections.fetchAgain(entry, part) })}`
        : emptyView(text.coming)
    }
    ${guide?.way?.unprinted() ?? nothing}
  </div>`;
}

function sectionView(
  entry: Entry,
  sections: Sections,
  facts: Facts,
  figures: Figures,
): TemplateResult {
  const { id, title } = entry;
  const { language } = facts;
  const there = parts.map((part) => sections.of(id, part));
  const content = () => html`<h2 id="${id}-title" tabindex="-1">${title[language]}</h2>
    ${parts.map((part, i) => {
      const section = there[i];
      if (section) return bodyView(section, facts, figures);
      return entry[part] ? comingView(entry, part, sections, language) : nothing;
    })}
    ${sourcesView([...new Set(there.flatMap((section) => section?.sources ?? []))], language)}`;
  // What makes a section another height comes at once: the reader's place is kept over it.
  const height = [
    language,
    ...there.map(Boolean),
    ...parts.map((part) => sections.failed(id, part)),
    // The teacher's view measures what it shows from now on.
    guide?.teach?.partOf(id) ?? null,
  ];
  return html`<section
    class="dk-page"
    id=${id}
    data-place=${id}
    data-part=${guide?.teach?.partOf(id) ?? nothing}
    aria-labelledby="${id}-title"
  >
    ${inTurn(height.join(" "), content)}
  </section>`;
}

/** Those of this page, which is redrawn when one of them comes. */
function sectionsOf(app: App): Sections {
  sections ??= new Sections(contents, {
    complete: async () => app.session?.engine.complete(),
    notify: () => app.session?.notify(),
    reload: () => app.reload(),
  });
  return sections;
}

function guideOf(app: App): Guide {
  guide ??= new Guide(app, sectionsOf(app));
  return guide;
}

const figuresOfApp = ({ session }: App) =>
  session?.results ? figuresOf(session, session.results) : null;

function main(app: App): TemplateResult {
  const { session, language } = app;
  const text = lessonText[language];
  if (!session?.results) return html`${app.failure?.(app) ?? nothing}`;
  const facts = factsOf(session, session.results);
  const figures = figuresOf(session, session.results);
  const { way } = guideOf(app);
  return html`
    ${linkNotice(app)} ${way?.printed() ?? nothing}
    <div class="dk-page">${faultOf(session)}</div>
    <section class="dk-page lesson-formula" aria-label=${text.formula}>
      ${formulaView({
        language,
        settings: session.state.settings,
        href: (matrix) => `#figure-${homeOf[matrix]}`,
        onSymbol: goToMatrix,
      })}
      <p class="lesson-hint">${text.formulaHint}</p>
    </section>
    ${contentsView(language)}
    <div class="lesson-body">
      ${way?.rail() ?? nothing}
      <div class="lesson-sections">
        ${contents.map((entry) => sectionView(entry, sectionsOf(app), facts, figures))}
      </div>
    </div>
    <div class="dk-page lesson-onward">
      <p><a href="playground.html${app.hashFor("playground")}">${text.playground}</a></p>
      ${way?.end() ?? nothing}
    </div>
    ${way?.over() ?? nothing}
  `;
}

const app = start({
  accepts,
  wordsWithout: true,
  initial: workedExample.state,
  variants,
  titles: {
    en: "dikkat: self-attention, one cell at a time",
    tr: "dikkat: öz dikkat, hücre hücre",
  },
  descriptions: {
    en: "Self-attention worked through with real numbers: change any cell, open any cell into the sum that made it.",
    tr: "Öz dikkat, gerçek sayılarla baştan sona: herhangi bir hücreyi değiştirin, herhangi birini onu oluşturan toplama açın.",
  },
  view: inSite({
    name: "lesson",
    opening,
    main,
    tools: (app) => tools(app, figuresOfApp(app), guideOf(app).tools()),
  }),
  anchor: placeInView,
  ready: async (app, anchor) => {
    const teaching = app.view === "teach";
    if (teaching) await guideOf(app).teach?.goTo(anchor);
    else await sectionsOf(app).fetchDownTo(anchor);
    return !teaching;
  },
  viewed: (app, anchor) => guideOf(app).follow(anchor),
});

keepForLater(() => app.reload());
