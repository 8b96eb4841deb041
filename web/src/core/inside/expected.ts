// expected.ts as builds of one file have it: what a figure asks of the core comes from a state, whose
// fields are all of their types.

import type * as Source from "../expected.ts";

export const expected = {} as typeof Source.expected;
