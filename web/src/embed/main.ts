// One figure of the lesson, or the playground, within a page of somebody else.

import "../styles/embed.css";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { figureTitles } from "../figures/titles.ts";
import { workedExample } from "../inputs/example.ts";
import { nearest } from "../inputs/nearest.ts";
import type { State } from "../inputs/state.ts";
import { languageIn } from "../inputs/url.ts";
import { contents } from "../lesson/contents.ts";
import { accepts, factsOf, figuresOf, variants } from "../lesson/drawn.ts";
import type { Draw } from "../lesson/section.ts";
import { parts, Sections } from "../lesson/sections.ts";
import { type App, start } from "../page/app.ts";
import { linkNotice, saveButton } from "../page/bars.ts";
import { editButtons, resetButton } from "../page/edit-buttons.ts";
import { faultOf } from "../page/fault.ts";
import { preferredLanguage } from "../page/preferences.ts";
import type { Results, Session } from "../page/session.ts";
import { buttonView } from "../views/controls.ts";
import { emptyView, faultView, noticeView } from "../views/figure.ts";
import { anchorIn, entryOf, figureOf, readAsked } from "./address.ts";
import { answerHost } from "./host.ts";
import { bareName, namesOfFigures, ofAnyState, PLAYGROUND } from "./options.ts";
import { embedText } from "./text.ts";

type Stage = typeof import("../playground/stage.ts") & typeof import("../playground/python.ts");

const drawAnyState = new Set<string>([...ofAnyState, "python", PLAYGROUND]);

const asked = readAsked(location.search);
const languageAsked = asked.language ?? languageIn(location.hash);
/** What the address said last of the figure, and the last one that there is. */
let anchor = anchorIn(location.hash);
let figure = figureOf(anchor) ?? (figureOf(null) as string);
let sections: Sections | null = null;
let stage: Stage | "coming" | "failed" | null = null;

function sectionsOf(app: App): Sections {
  sections ??= new Sections(contents, {
    complete: async () => app.session?.engine.complete(),
    notify: () => app.session?.notify(),
    reload: () => app.reload(),
  });
  return sections;
}

async function fetchStage(session: Session): Promise<void> {
  stage = "coming";
  const parts = [import("../playground/stage.ts"), import("../playground/python.ts")] as const;
  stage = await Promise.all(parts).then(
    ([drawn, python]) => ({ ...drawn, ...python }),
    () => "failed" as const,
  );
  session.notify();
}

/** Fetches what draws the figure, and no more of its section; once it is there, nothing. */
async function fetchFigure(app: App): Promise<void> {
  const { session } = app;
  const entry = entryOf(figure);
  if (entry) {
    for (const part of parts) if (!drawOf(app)) await sectionsOf(app).fetch(entry, part);
  } else if (session && (stage === null || stage === "failed")) {
    await fetchStage(session);
  }
}

function drawOf(app: App): Draw | null {
  const entry = entryOf(figure);
  const there = parts.map((part) => entry && sectionsOf(app).of(entry.id, part));
  return there.flatMap((section) => section?.figures?.[figure] ?? [])[0] ?? null;
}

/** Asked for, and not to be had. */
function failed(app: App): boolean {
  const entry = entryOf(figure);
  if (!entry) return stage === "failed";
  return parts.some((part) => sectionsOf(app).failed(entry.id, part));
}

/** Neither the figure is there nor the reason why it cannot be. */
function coming(app: App): boolean {
  if (!app.session?.results) return !app.failure;
  if (failed(app)) return false;
  return figure === PLAYGROUND ? typeof stage !== "object" || !stage : !drawOf(app);
}

function comingView(app: App): TemplateResult {
  const text = embedText[app.language];
  if (!failed(app)) return emptyView(text.coming);
  const again = buttonView({ label: text.again, onClick: () => void fetchFigure(app) });
  return html`${faultView(text.failed)} ${again}`;
}

function shownView(app: App, session: Session, results: Results): TemplateResult {
  if (typeof stage === "object" && stage && figure === PLAYGROUND) {
    return stage.stageView(session, results, stage.pythonView(session));
  }
  const draw = drawOf(app);
  const drawn = draw
    ? draw(figuresOf(session, results), factsOf(session, results))
    : comingView(app);
  return html`<div class="dk-page">${faultOf(session)} ${drawn ?? nothing}</div>`;
}

/** What of the address could not be followed. */
function wrongView({ language }: App): TemplateResult {
  const text = embedText[language];
  const sentences = asked.wrong.map(({ key, value, options }) =>
    text.wrong(key, value.slice(0, 40), options.join(", ")),
  );
  if (figureOf(anchor) === null) {
    const name = (anchor ?? "").slice(0, 40);
    const near = nearest(bareName(name), [...Object.keys(figureTitles), ...namesOfFigures]);
    sentences.push(text.noFigure(name, near && `figure-${near}`));
  }
  return html`${sentences.map((sentence) => html`<div class="dk-page">${noticeView(sentence)}</div>`)}`;
}

/** Undo, and the way to the whole with the numbers as they stand; a host may do without. */
function bar(app: App): TemplateResult | typeof nothing {
  if (asked.hidden.includes("bar")) return nothing;
  const text = embedText[app.language];
  const fits = app.session && !app.refused && accepts(app.session.state);
  const page = figure === PLAYGROUND || !fits ? "playground" : "lesson";
  const hash = app.hashFor(page).slice(1);
  const home = page === "lesson" ? `index.html#figure-${figure}${hash}` : `playground.html#${hash}`;
  return html`<div class="embed-bar">
    <div class="embed-tools" role="group" aria-label=${text.tools}>
      ${editButtons(app)} ${resetButton(app)}
      ${asked.hidden.includes("save") ? nothing : saveButton(app)}
    </div>
    <a class="embed-home" href=${home} target="_blank" rel="noopener">
      dikkat: ${text.open(page)}
    </a>
  </div>`;
}

function view(app: App): TemplateResult {
  const { session, failure, language } = app;
  const shown = session?.results
    ? shownView(app, session, session.results)
    : (failure?.(app) ?? html`<div class="dk-page">${emptyView(embedText[language].coming)}</div>`);
  return html`<main id="main" class="embed" data-hide=${asked.hidden.join(" ")}>
    <h1 class="dk-sr">${embedText[language].title}</h1>
    <h2 class="dk-sr">${entryOf(figure)?.title[language] ?? nothing}</h2>
    ${linkNotice(app)} ${wrongView(app)} ${shown} ${session ? bar(app) : nothing}
  </main>`;
}

const app = start({
  initial: workedExample.state,
  variants,
  titles: { en: "dikkat: a figure", tr: "dikkat: bir şekil" },
  descriptions: {
    en: "One figure of the lesson on self-attention, with real numbers: change any cell, open any cell into its sum.",
    tr: "Öz dikkat dersinden gerçek sayılarla bir şekil: herhangi bir hücreyi değiştirin, herhangi birini onu oluşturan toplama açın.",
  },
  view,
  // A link is judged before its figure is shown.
  accepts: (state: State) =>
    drawAnyState.has(figureOf(anchorIn(location.hash)) ?? figure) || accepts(state),
  anchor: () => (figure === PLAYGROUND ? figure : `figure-${figure}`),
  // A page within another page has its own place there: nothing of it is remembered.
  preferences: {
    language: () => asked.language ?? preferredLanguage(),
    theme: () => asked.theme ?? "auto",
    rememberLanguage: () => {},
    rememberTheme: () => {},
  },
  ready: async (app, next) => {
    anchor = next;
    figure = figureOf(next) ?? figure;
    app.render();
    await fetchFigure(app);
    // There is one place here, and it is shown.
    return false;
  },
  arrived: (app) => void fetchFigure(app),
});

answerHost(
  ({ language, theme }) => {
    if (language && !languageAsked) app.setLanguage(language);
    if (theme && !asked.theme) app.setTheme(theme);
  },
  () => coming(app),
);
