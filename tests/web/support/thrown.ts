import { AttentionError } from "../../../web/src/core/index.ts";

/** Runs `call` and gives back what it throws. */
export function thrown(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

/** The refusal of bad input, in one line: code, field, the other field where there is one, values. */
export function refusal(call: () => unknown): string {
  const error = thrown(call);
  if (!(error instanceof AttentionError)) throw error;
  const { code, field, other, values } = error;
  return [`${code}: ${field}`, ...(other === "" ? [] : [`/ ${other}`]), ...values].join(" ");
}
