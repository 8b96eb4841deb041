// concept-messages.ts as builds of one file have it: they have attention alone, which finds no such fault.

import type * as Source from "../concept-messages.ts";

export const concepts = { en: {}, tr: {} } as typeof Source.concepts;
