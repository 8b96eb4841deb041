// The text of a number field. What the reader is typing is his: it is replaced when he leaves the
// field, or when the number is changed from elsewhere (undo, reset, another figure).

import { Directive, directive, type PropertyPart } from "lit/directive.js";
import { noChange } from "lit/html.js";
import { parseNumber } from "../inputs/number.ts";
import type { Language } from "../inputs/state.ts";
import { formatNumber } from "./number.ts";

interface Typing {
  /** The field's text when it was entered. */
  readonly before: string;
  /**
   * The numbers typed since. The page may answer late, after more has been typed, so any of them
   * coming back is the reader's own.
   */
  own: number[];
}

/** Fields in focus. */
const typing = new WeakMap<Element, Typing>();

const isFaulty = (field: HTMLInputElement) => field.getAttribute("aria-invalid") === "true";

/** The field is entered: every digit of its number, ready to be replaced. */
export function enterField(field: HTMLInputElement, value: number, language: Language): void {
  if (typing.has(field)) return;
  const before = formatNumber(value, language, "exact");
  if (!isFaulty(field)) field.value = before;
  typing.set(field, { before, own: [] });
  field.select();
}

export function typeInField(field: HTMLInputElement): void {
  const value = parseNumber(field.value, { nonFinite: true });
  if (typeof value === "number") typing.get(field)?.own.push(value);
}

/** What comes next is the page's doing, as an undo is. */
export function expectOther(field: HTMLInputElement): void {
  const now = typing.get(field);
  if (now) now.own = [];
}

/** The text to go back to. */
export function textBefore(field: HTMLInputElement): string | null {
  return typing.get(field)?.before ?? null;
}

/** The field is left: a number is tidied, a text that is none stays for the reader to mend. */
export function leaveField(field: HTMLInputElement, value: number, language: Language): void {
  typing.delete(field);
  if (!isFaulty(field)) field.value = formatNumber(value, language, "short");
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
    if (changed && !now?.own.some((own) => Object.is(own, value))) {
      field.value = formatNumber(value, language, now ? "exact" : "short");
    }
    return noChange;
  }
}

/** Binds a number to `.value` of a field. */
export const fieldValue = directive(FieldValue);
