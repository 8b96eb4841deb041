import { html } from "lit/html.js";
import type { Section } from "../section.ts";

export const section: Section = {
  id: "sinks",
  prose: { en: () => html`<p>…</p>`, tr: () => html`<p>…</p>` },
};
