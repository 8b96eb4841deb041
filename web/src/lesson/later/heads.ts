import { html } from "lit";
import { headsFigure } from "../../figures/heads.ts";
import type { Section } from "../section.ts";

export const section: Section = {
  id: "heads",
  prose: { en: () => html`<p>…</p>`, tr: () => html`<p>…</p>` },
  figure: headsFigure,
};
