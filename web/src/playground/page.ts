// The page of the playground, on the site and in a file of its own.

import { html, nothing, type TemplateResult } from "lit/html.js";
import { workedExample } from "../inputs/example.ts";
import { type Language, type Step, setStep, steps } from "../inputs/state.ts";
import type { App, Page } from "../page/app.ts";
import { linkNotice, tools } from "../page/bars.ts";
import { placeInView } from "../page/place.ts";
import type { Session } from "../page/session.ts";
import { inSite } from "../page/shell.ts";
import { drawWaiting } from "../views/in-turn.ts";
import { followInList, goToStep, stageView } from "./stage.ts";
import { playgroundText } from "./text.ts";

function opening(language: Language): TemplateResult {
  const text = playgroundText[language];
  return html`<div class="dk-page play-opening">
    <h1 data-place="top">${text.title}</h1>
    <p>${text.intro}</p>
  </div>`;
}

function oneFile(language: Language): TemplateResult {
  const text = playgroundText[language];
  return html`<div class="dk-page"><p class="dk-wide play-note">
    ${text.oneFile} <a href="playground-offline.html" download>${text.download}</a>.
  </p></div>`;
}

/** The step in the address is the one in view. */
function followScroll(app: App): void {
  let waiting = false;
  document.addEventListener(
    "scroll",
    () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        const place = steps.find((step) => step === placeInView(document)) ?? steps[0];
        if (place === app.session?.state.step) return;
        app.session?.show((state) => setStep(state, place));
        followInList(document);
      });
    },
    { passive: true },
  );
}

/** Frames without a change after which a page has come to rest, and how many it is waited for. */
const AT_REST = 4;
const MOST_FRAMES = 120;
const signsOfReader = ["wheel", "touchstart", "pointerdown", "keydown"];

/**
 * To the step of a link. What is drawn as a picture gets its size only when its place has one: until
 * all above is as high as it stays, the step is gone to again, unless the reader has gone elsewhere.
 */
async function arriveAt(step: Step): Promise<void> {
  let reader = false;
  const goesOn = () => {
    reader = true;
  };
  for (const sign of signsOfReader) addEventListener(sign, goesOn, { passive: true });
  goToStep(step, document);
  followInList(document);
  let height = document.documentElement.scrollHeight;
  for (let frames = 0, rest = 0; rest < AT_REST && frames < MOST_FRAMES && !reader; ++frames) {
    await new Promise(requestAnimationFrame);
    const now = document.documentElement.scrollHeight;
    rest = now === height ? rest + 1 : 0;
    height = now;
    if (rest === 0 && !reader) goToStep(step, document);
  }
  for (const sign of signsOfReader) removeEventListener(sign, goesOn);
}

/** `python`: what stands below the figures; `alone`: in a file of its own, without the pages of the site. */
export function playgroundPage(python: (session: Session) => TemplateResult, alone = false): Page {
  const main = (app: App): TemplateResult => {
    const { session, language } = app;
    if (!session?.results) return html`${app.failure?.(app) ?? nothing}`;
    return html`${linkNotice(app)} ${stageView(session, session.results, python(session))}
      ${alone ? nothing : oneFile(language)}`;
  };
  return {
    initial: workedExample.state,
    titles: { en: "dikkat: playground", tr: "dikkat: deneme alanı" },
    descriptions: {
      en: "Run self-attention on your own sentence or your own matrices, in the browser, with every intermediate number in view.",
      tr: "Öz dikkati kendi cümlenizde ya da kendi matrislerinizde tarayıcıda çalıştırın; ara adımların her sayısı göz önünde.",
    },
    view: inSite({ name: "playground", opening, main, tools: (app) => tools(app, null), alone }),
    ready: async () => {
      drawWaiting();
      return true;
    },
    arrived: (app) => {
      const step = app.session?.state.step;
      if (!step || step === steps[0]) followScroll(app);
      else void arriveAt(step).then(() => followScroll(app));
    },
  };
}
