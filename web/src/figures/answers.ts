// Common questions: one opens, the others close; the answers have the numbers of the page in them.

import "../styles/answers.css";
import { live } from "lit/directives/live.js";
import { html, type TemplateResult } from "lit/html.js";
import { AttentionError } from "../core/errors.ts";
import { type Answers, answer, type QuestionId, questionIds, toldBy } from "../lesson/answers.ts";
import { answersWords, asked } from "../lesson/answers-text.ts";
import type { Facts } from "../lesson/facts.ts";
import type { Session } from "../page/session.ts";
import { faultView, figureView } from "../views/figure.ts";
import { Choices, wordChoice } from "./choices.ts";
import { setupOf } from "./experiment-setup.ts";
import type { Figures } from "./figures.ts";
import { Memo } from "./memo.ts";
import { staleNote } from "./stale.ts";
import { figureTitles } from "./titles.ts";
import { wrongView } from "./wrong.ts";

const choices = new Choices("answers", {
  open: wordChoice<QuestionId | "none">("none", ["none", ...questionIds]),
});

const known = new WeakMap<Session, Memo<Answers | AttentionError>>();

function answersOf(session: Session, facts: Facts): Answers | AttentionError {
  const memo = known.get(session) ?? new Memo<Answers | AttentionError>();
  known.set(session, memo);
  const setup = setupOf(session.state);
  return memo.of([facts.scene, ...Object.values(setup)], () => {
    const outcome = session.engine.ask((core) => answer(core, facts.scene, setup));
    return "fault" in outcome ? new AttentionError(outcome.fault) : outcome.value;
  });
}

function questionView(session: Session, id: QuestionId, answers: Answers, facts: Facts) {
  const { open } = choices.of(session.state);
  const { ask, answer: say } = asked[session.language][id];
  const numbers = toldBy[id](answers);
  const none = numbers.some(Number.isNaN);
  // Not by the `toggle` event, which comes late: a redraw in between would undo it.
  const pressed = (event: Event) => {
    event.preventDefault();
    choices.set(session, { open: open === id ? "none" : id });
  };
  return html`<details class="answers-one" id="answer-${id}" .open=${live(open === id)}>
    <summary @click=${pressed}>${ask}</summary>
    <p>${none ? html`${answersWords[session.language].none} ${facts.noNumber(numbers)}` : say(answers, facts)}</p>
  </details>`;
}

export function answersView(figures: Figures, facts: Facts): TemplateResult {
  const { session } = figures;
  const { language } = session;
  const words = answersWords[language];
  const answers = answersOf(session, facts);
  return figureView({
    wrong: wrongView(session, choices),
    id: "figure-answers",
    title: figureTitles.answers[language],
    body:
      answers instanceof AttentionError
        ? faultView(answers.describe(language))
        : html`<div class="answers">${questionIds.map((id) => questionView(session, id, answers, facts))}</div>`,
    caption: words.computed,
    fault: staleNote(session),
  });
}
