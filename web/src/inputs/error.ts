import { type InputCode, type InputValues, sentence } from "./messages.ts";
import type { InputName, Language, Settings } from "./state.ts";

/** What an input is called on the page. */
export type FieldName =
  | InputName
  | keyof Settings
  | "sentence"
  | "width"
  | "seed"
  | "tokens"
  | "link";

/** Where the fault is. Rows and columns count from 1, as readers count. */
export interface Place {
  readonly field?: FieldName | undefined;
  readonly row?: number | undefined;
  readonly column?: number | undefined;
}

/**
 * What is wrong with something a reader typed, pasted or opened. Returned, never thrown: bad input
 * is an ordinary result here. `code` is one of the keys of messages.ts.
 */
export class InputError<Code extends InputCode = InputCode> extends Error {
  readonly code: Code;
  readonly values: InputValues[Code];
  readonly place: Place;

  constructor(code: Code, values: InputValues[Code], place: Place = {}) {
    super(sentence({ code, values, place }, "en"));
    this.name = "InputError";
    this.code = code;
    this.values = values;
    this.place = place;
  }

  /** The same fault, told where it is. */
  at(place: Place): InputError {
    return new InputError(this.code, this.values, { ...this.place, ...place });
  }
}

export function describeInput(error: InputError, language: Language): string {
  return sentence(error, language);
}

/**
 * The value of a step that may have failed. Where many small steps follow each other it throws the
 * error, for `caught` to return it.
 */
export function valid<T>(result: T | InputError): T {
  if (result instanceof InputError) throw result;
  return result;
}

export function caught<T>(read: () => T): T | InputError {
  try {
    return read();
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
}
