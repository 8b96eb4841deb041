import { type ErrorCode, sentence } from "./messages.ts";

/** What the core says of bad input. `values` are the numbers of the sentence, in the order of cpp/attention/error.h. */
export interface Fault {
  code: ErrorCode;
  /** The field as the API spells it: "q", "wk", "keyPadding". */
  field: string;
  /** The field it is at odds with, or what was expected. Empty where there is none. */
  other: string;
  values: number[];
}

/** Thrown for every bad input. The message is English; `describe` gives the sentence in another language. */
export class AttentionError extends Error implements Fault {
  readonly code: ErrorCode;
  readonly field: string;
  readonly other: string;
  readonly values: number[];

  constructor(fault: Fault) {
    super(sentence(fault, "en"));
    this.name = "AttentionError";
    this.code = fault.code;
    this.field = fault.field;
    this.other = fault.other;
    this.values = fault.values;
  }

  describe(language: "en" | "tr"): string {
    return sentence(this, language);
  }
}
