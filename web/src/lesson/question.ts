// Predict, then check: a question before the figure, an answer that the core judges, and why.

import { html, nothing, type TemplateResult } from "lit/html.js";
import { InputError } from "../inputs/error.ts";
import { parseNumber } from "../inputs/number.ts";
import type { Language } from "../inputs/state.ts";
import type { Session } from "../page/session.ts";
import { buttonView } from "../views/controls.ts";
import { formatNumber } from "../views/number.ts";
import type { Facts } from "./facts.ts";

type Words<T> = Readonly<Record<Language, T>>;

interface Asked {
  /** Unique in the lesson. */
  readonly id: string;
  readonly ask: Words<(facts: Facts, session: Session) => TemplateResult>;
  /** Told after the answer, right or wrong; says why with the numbers of the scene. */
  readonly explain: Words<(facts: Facts, session: Session) => TemplateResult>;
}

/** One of a few answers. `right` is computed from the facts or by the core, never written down. */
export interface ChoiceQuestion extends Asked {
  readonly kind: "choice";
  readonly answers: Words<(facts: Facts) => readonly (string | TemplateResult)[]>;
  /** The place of the right answer; null where there is none with these numbers, and the question is not asked. */
  readonly right: (facts: Facts, session: Session) => number | null;
}

/** A number, right when it is as near as the page shows numbers. */
export interface NumberQuestion extends Asked {
  readonly kind: "number";
  /** Not asked where it is NaN or infinite either: nobody could write it. */
  readonly right: (facts: Facts, session: Session) => number | null;
  /** How far off is still right; default half of the third decimal. */
  readonly tolerance?: number;
}

export type Question = ChoiceQuestion | NumberQuestion;

interface Given {
  readonly text: string;
  readonly checked: boolean;
  readonly wrong: string | null;
}

/** What a reader has answered so far on this visit. */
const given = new WeakMap<Session, Map<string, Given>>();

function answersOf(session: Session): Map<string, Given> {
  const known = given.get(session) ?? new Map<string, Given>();
  given.set(session, known);
  return known;
}

const words = {
  en: {
    predict: "Predict",
    check: "Check",
    right: "Right.",
    wrong: "Not quite.",
    answer: "Your answer",
    missing: { choice: "Choose an answer first.", number: "Write a number first." },
    again: "Answer again",
    number: (text: string) => `“${text}” is not a number. Write one, such as 0.5.`,
  },
  tr: {
    predict: "Tahmin edin",
    check: "Denetle",
    right: "Doğru.",
    wrong: "Olmadı.",
    answer: "Yanıtınız",
    missing: { choice: "Önce bir yanıt seçin.", number: "Önce bir sayı yazın." },
    again: "Yeniden yanıtla",
    number: (text: string) => `“${text}” bir sayı değil. 0,5 gibi bir sayı yazın.`,
  },
} as const;

/** Null where there is none with the numbers that the page has now. */
function rightOf(question: Question, facts: Facts, session: Session): number | null {
  const right = question.right(facts, session);
  return right !== null && Number.isFinite(right) ? right : null;
}

function isRight(question: Question, right: number, text: string, language: Language): boolean {
  if (question.kind === "choice") return Number(text) === right;
  const number = parseNumber(text, { nonFinite: true });
  if (typeof number !== "number") return false;
  if (Math.abs(number - right) <= (question.tolerance ?? 0.0005 + 1e-9)) return true;
  // Of a large number the page shows two digits, and asks for no more.
  const short = formatNumber(right, language).includes("·10");
  return short && number.toPrecision(2) === right.toPrecision(2);
}

export function questionView(
  question: Question,
  session: Session,
  facts: Facts,
): TemplateResult | typeof nothing {
  const right = rightOf(question, facts, session);
  if (right === null) return nothing;
  const { language } = facts;
  const text = words[language];
  const answers = answersOf(session);
  const now = answers.get(question.id) ?? { text: "", checked: false, wrong: null };
  const put = (change: Partial<Given>) => {
    answers.set(question.id, { ...now, ...change });
    session.notify();
  };
  const check = (event: Event) => {
    event.preventDefault();
    if (now.text.trim() === "") return put({ wrong: text.missing[question.kind] });
    if (
      question.kind === "number" &&
      parseNumber(now.text, { nonFinite: true }) instanceof InputError
    )
      return put({ wrong: text.number(now.text) });
    return put({ checked: true, wrong: null });
  };
  const id = `question-${question.id}`;
  const good = now.checked && isRight(question, right, now.text, language);
  return html`<form class="lesson-question" id=${id} aria-labelledby="${id}-ask" novalidate @submit=${check}>
    <div class="lesson-question-ask" id="${id}-ask"><b>${text.predict}</b> ${question.ask[language](facts, session)}</div>
    ${question.kind === "choice" ? choices(question, facts, now, put) : numberField(id, now, text.answer, put)}
    <div class="lesson-question-end">
      ${
        now.checked
          ? buttonView({ label: text.again, onClick: () => put({ text: "", checked: false }) })
          : html`<button type="submit" class="dk-button">${text.check}</button>`
      }
      <div class="lesson-verdict" role="status">
        ${now.wrong ? html`<p class="dk-fault">${now.wrong}</p>` : nothing}
        ${
          now.checked
            ? html`<p><b class=${good ? "lesson-right" : "lesson-wrong"}>${good ? text.right : text.wrong}</b> ${question.explain[language](facts, session)}</p>`
            : nothing
        }
      </div>
    </div>
  </form>`;
}

function choices(
  question: ChoiceQuestion,
  facts: Facts,
  now: Given,
  put: (change: Partial<Given>) => void,
): TemplateResult {
  return html`<div class="lesson-answers" role="radiogroup" aria-labelledby="question-${question.id}-ask">
    ${question.answers[facts.language](facts).map(
      (answer, i) => html`<label>
        <input
          type="radio"
          name="question-${question.id}"
          .checked=${now.text === String(i)}
          ?disabled=${now.checked}
          @change=${() => put({ text: String(i), wrong: null })}
        /><span>${answer}</span>
      </label>`,
    )}
  </div>`;
}

function numberField(
  id: string,
  now: Given,
  label: string,
  put: (change: Partial<Given>) => void,
): TemplateResult {
  return html`<label class="lesson-answer">
    <span>${label}</span>
    <input
      type="text"
      inputmode="decimal"
      autocomplete="off"
      id="${id}-field"
      .value=${now.text}
      ?disabled=${now.checked}
      aria-invalid=${now.wrong ? "true" : "false"}
      @input=${(event: Event) => put({ text: (event.target as HTMLInputElement).value, wrong: null })}
    />
  </label>`;
}
