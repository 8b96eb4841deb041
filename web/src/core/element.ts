// The types of the entry "dikkat/element". What runs is the classic script of dist/embed, which is
// made of web/src/element.

import type { SelfTrace, Trace } from "./types.ts";

/** What a reader's change tells: the state as a link has it, for the attribute `state`. */
export type DikkatChange = CustomEvent<{ state: string | null }>;

/**
 * `<dikkat-attention>`: a figure of the lesson on the author's numbers.
 *
 * | attribute | |
 * |---|---|
 * | `figure` | `words`, `projections`, `scores`, `scale`, `mask`, `softmax`, `output` (the default), `five-lines`; or a matrix that is at home in it, as `weights` |
 * | `x`, `wq`, `wk`, `wv`, or `q`, `k`, `v` | matrices; on one line a semicolon ends a row: `1 0; 0 1` |
 * | `tokens`, `keys` | the words of the queries, and of the keys where these are others; with spaces in them as a JSON list: `["New York", "is"]` |
 * | `causal`, `window`, `sinks`, `padding`, `attend`, `bias`, `scaled`, `temperature` | as in the playground |
 * | `state` | all of it at once: what stands after `#` in a link |
 * | `lang`, `theme` | `tr` or `en`; `light`, `dark` or `auto`; else as the page around it |
 * | `hide` | parts to leave out: `bar title controls legend caption inspector` |
 * | `home` | the address of a copy of the site, to which a link then leads |
 */
export interface DikkatAttentionElement extends HTMLElement {
  /** Every intermediate result of what is shown; null while there is none. */
  readonly trace: Trace | SelfTrace | null;
  /** What is shown, as a link has it after "#"; null while nothing is. */
  readonly state: string | null;
  addEventListener(
    type: "dikkat-change",
    listener: (this: DikkatAttentionElement, event: DikkatChange) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<Name extends keyof HTMLElementEventMap>(
    type: Name,
    listener: (this: DikkatAttentionElement, event: HTMLElementEventMap[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "dikkat-attention": DikkatAttentionElement;
  }
}
