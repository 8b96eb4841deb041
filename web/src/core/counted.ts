// Words that the sentences about bad input share.

import type { Fault } from "./errors.ts";

export type Sentence = (fault: Fault) => string;

export const plural = (n: number | undefined, one: string, many: string): string =>
  `${n} ${n === 1 ? one : many}`;
export const rows = (n: number | undefined) => plural(n, "row", "rows");
export const columns = (n: number | undefined) => plural(n, "column", "columns");
export const numbers = (n: number | undefined) => plural(n, "number", "numbers");
