// The types of the entry "dikkat/element". What runs is the classic script of dist/embed.

import type { SelfTrace, Trace } from "./types.ts";

export interface DikkatAttentionElement extends HTMLElement {
  readonly trace: SelfTrace | Trace | undefined;
}
