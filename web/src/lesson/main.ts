import "../styles/lesson.css";
import { html, nothing, type TemplateResult } from "lit";
import { Figures, goToMatrix, homeOf } from "../figures/figures.ts";
import { workedExample } from "../inputs/example.ts";
import { type Language, type State, setSettings, tokenCounts } from "../inputs/state.ts";
import { type App, start } from "../page/app.ts";
import { engineFailure, faultOf, linkNotice, tools } from "../page/bars.ts";
import { formulaView } from "../views/formula.ts";
import { type ByHand, byHandView, computeByHand } from "./by-hand.ts";
import { type CoreFacts, coreFacts, Facts, type Variant } from "./facts.ts";
import type { Section } from "./section.ts";
import { mask } from "./sections/mask.ts";
import { output } from "./sections/output.ts";
import { qkv } from "./sections/qkv.ts";
import { scale } from "./sections/scale.ts";
import { scores } from "./sections/scores.ts";
import { softmax } from "./sections/softmax.ts";
import { tiles } from "./sections/tiles.ts";
import { words } from "./sections/words.ts";
import { lessonText } from "./text.ts";

const sections: readonly Section[] = [words, qkv, scores, scale, softmax, output, mask, tiles];

const variants: Record<Variant, (state: State) => State> = {
  scaled: (state) => setSettings(state, { scaled: true }),
  unscaled: (state) => setSettings(state, { scaled: false }),
  causal: (state) => setSettings(state, { causal: "top-left" }),
  unmasked: (state) => setSettings(state, { causal: false }),
};

let byHand: ByHand | null = null;
let aboutCore: CoreFacts | null = null;

function opening(language: Language): TemplateResult {
  const text = lessonText[language];
  return html`<div class="dk-page lesson-opening">
    <h1 data-place="top">${text.title}</h1>
    <p class="lesson-lead">${text.lead}</p>
  </div>`;
}

function contents(language: Language): TemplateResult {
  return html`<nav class="dk-page lesson-contents" aria-label=${lessonText[language].contents}>
    <ol>
      ${sections.map(({ id, title }) => html`<li><a href="#${id}">${title[language]}</a></li>`)}
    </ol>
  </nav>`;
}

function sectionView(section: Section, facts: Facts, figures: Figures): TemplateResult {
  const { language } = facts;
  return html`<section class="dk-page" id=${section.id} data-place=${section.id} aria-labelledby="${section.id}-title">
    <h2 id="${section.id}-title">${section.title[language]}</h2>
    <div class="lesson-prose">${section.prose[language](facts)}</div>
    ${section.figure(figures)}
    ${section.id === "output" && byHand ? byHandView(byHand, language) : nothing}
    <aside class="lesson-try">
      <b>${lessonText[language].tryIt}</b>
      <p>${section.tryIt[language](facts)}</p>
    </aside>
  </section>`;
}

function figuresOf({ session, language }: App): Figures | null {
  if (!session?.results) return null;
  const glosses = language === "en" ? workedExample.glosses : null;
  return new Figures(session, session.results.scene, glosses);
}

function main(app: App): TemplateResult {
  const { session, language } = app;
  const text = lessonText[language];
  if (!session?.results || !aboutCore) return engineFailure(app.failure ?? "", language);
  const { scene, variants: others } = session.results;
  const facts = new Facts(scene, others as Record<Variant, typeof scene>, language, aboutCore);
  const figures = figuresOf(app) as Figures;
  return html`
    ${linkNotice(app)}
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
    ${contents(language)}
    ${sections.map((section) => sectionView(section, facts, figures))}
    <div class="dk-page lesson-onward">
      <p><a href="playground.html${app.hashFor("playground")}">${text.playground}</a></p>
    </div>
  `;
}

/** The text speaks of three tokens, and of the switches that it shows. */
function accepts({ source, tokens, settings }: State): boolean {
  const [queries, keys] = tokenCounts(source);
  const { window, padding, bias, attend } = settings;
  const listed = window !== null || padding !== null || bias !== null || attend !== null;
  return tokens.length === 3 && queries === 3 && keys === 3 && !listed;
}

start({
  name: "lesson",
  accepts,
  initial: workedExample.state,
  variants,
  titles: {
    en: "dikkat: self-attention, one cell at a time",
    tr: "dikkat: öz dikkat, hücre hücre",
  },
  opening,
  main,
  tools: (app) => tools(app, figuresOf(app)),
  anchored: true,
  opened: (engine) => {
    byHand = computeByHand(engine);
    aboutCore = coreFacts(engine);
  },
});
