// The order of the three tokens, as the reader left it: two figures go by it.

import { html, type TemplateResult } from "lit/html.js";
import type { Session } from "../page/session.ts";
import { buttonView } from "../views/controls.ts";
import { reorderView } from "../views/reorder.ts";
import type { Scene } from "../views/scene.ts";
import { Choices, cellChoice, orderChoice } from "./choices.ts";

export const orderChoices = new Choices("order", { order: orderChoice(3), cell: cellChoice() });

const words = {
  en: {
    list: "The tokens in their order",
    left: (token: string) => `${token}: move left`,
    right: (token: string) => `${token}: move right`,
    reset: "As written",
  },
  tr: {
    list: "Tokenlar, sırasıyla",
    left: (token: string) => `${token}: sola taşı`,
    right: (token: string) => `${token}: sağa taşı`,
    reset: "Yazıldığı sıra",
  },
} as const;

/** order[place] is the token that stands there. */
export const orderOf = (session: Session): readonly number[] =>
  orderChoices.of(session.state).order;

export const isMoved = (order: readonly number[]) => order.some((token, place) => token !== place);

export const inOrder = <T>(order: readonly number[], all: readonly T[]): T[] =>
  order.map((i) => all[i] as T);

export function orderStrip(session: Session, scene: Scene): TemplateResult {
  const text = words[session.language];
  const order = orderOf(session);
  const set = (next: readonly number[]) => orderChoices.set(session, { order: next });
  return html`<div class="reorder-strip">
    ${reorderView({ items: scene.state.tokens, order, words: text, onOrder: set })}
    ${buttonView({
      label: text.reset,
      disabled: !isMoved(order),
      onClick: () => set(order.toSorted((a, b) => a - b)),
    })}
  </div>`;
}
