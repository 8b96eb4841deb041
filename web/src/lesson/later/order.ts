import { html } from "lit";
import { orderFigure } from "../../figures/order.ts";
import { positionsFigure } from "../../figures/positions.ts";
import type { Section } from "../section.ts";

export const section: Section = {
  id: "order",
  prose: { en: () => html`<p>…</p>`, tr: () => html`<p>…</p>` },
  figure: (figures) => html`${orderFigure(figures)}${positionsFigure(figures)}`,
};
