// The text of a number field. What the reader is typing is his: it is replaced when he leaves the
// field, or when the number is changed from elsewhere (undo, reset, another figure).

import { noChange } from "lit";
import { Directive, directive, type PropertyPart } from "lit/directive.js";
import type { Language } from "../inputs/state.ts";
import { formatNumber } from "./number.ts";

interface Typing {
  /** The field's text when it was entered. */
  readonly before: string;
  /** The reader typed, and the page has not answered yet. */
  unanswered: boolean;
}

const typing = new WeakMap<Element, Typing>();

/** The field is entered: every digit of its number, ready to be replaced. */
export function enterField(field: HTMLInputElement, value: number, language: Language): void {
  if (typing.has(field)) return;
  if (field.getAttribute("aria-invalid") !== "true") {
    field.value = formatNumber(value, language, "exact");
  }
  typing.set(field, { before: formatNumber(value, language, "exact"), unanswered: false });
  field.select();
}

export function typeInField(field: HTMLInputElement): void {
  const now = typing.get(field);
  if (now) now.unanswered = true;
}

/** The text to go back to. */
export function textBefore(field: HTMLInputElement): string | null {
  return typing.get(field)?.before ?? null;
}

/** The field is left: a number is tidied, a text that is none stays for the reader to mend. */
export function leaveField(field: HTMLInputElement, value: number, language: Language): void {
  typing.delete(field);
  if (field.getAttribute("aria-invalid") !== "true") {
    field.value = formatNumber(value, language, "short");
  }
}

class FieldValue extends Directive {
  #last: number | undefined;
  #language: Language | undefined;

  render(_value: number, _language: Language): unknown {
    return noChange;
  }

  override update(part: PropertyPart, [value, language]: [number, Language]): unknown {
    const field = part.element as HTMLInputElement;
    const changed = !Object.is(value, this.#last) || language !== this.#language;
    this.#last = value;
    this.#language = language;
    const now = typing.get(field);
    const own = now?.unanswered ?? false;
    if (now) now.unanswered = false;
    if (changed && !own) field.value = formatNumber(value, language, now ? "exact" : "short");
    return noChange;
  }
}

/** Binds a number to `.value` of a field. */
export const fieldValue = directive(FieldValue);
