import { html } from "lit/html.js";
import type { Section } from "../section.ts";

export const section: Section = {
  id: "order",
  prose: { en: () => html`<p>…</p>`, tr: () => html`<p>…</p>` },
};
