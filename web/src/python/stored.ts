// The reader's own code, kept by the tab: a link may have no room for it, and a reload must not lose it.

import { keep, kept } from "../page/kept.ts";

const KEY = "dikkat-python";

/** Null where there is none, or the browser keeps nothing. */
export const storedCode = (): string | null => kept(KEY);

/** Whether it is kept. */
export const storeCode = (code: string | null): boolean => keep(KEY, code);
