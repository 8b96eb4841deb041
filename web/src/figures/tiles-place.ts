// The place of the tiles' figure. The figure itself is fetched when the reader comes near, so that
// the first load stays small.

import { html, type TemplateResult } from "lit";
import { emptyView, faultView, figureView } from "../views/figure.ts";
import { near } from "../views/near.ts";
import type { Figures } from "./figures.ts";
import { figureText } from "./text.ts";

let fetched: typeof import("./tiles.ts") | null = null;
let asked = false;
let failed = false;

async function fetchOnce(notify: () => void): Promise<void> {
  if (asked) return;
  asked = true;
  try {
    fetched = await import("./tiles.ts");
  } catch {
    failed = true;
  }
  notify();
}

export function tilesPlace(figures: Figures): TemplateResult {
  const { session } = figures;
  const text = figureText[session.language];
  if (fetched) return fetched.tilesView(figures, text.tiles, text.stale);
  const coming = html`<div class="lesson-coming" ${near(() => void fetchOnce(() => session.notify()))}>
    ${failed ? faultView(text.tilesFailed) : emptyView(text.tilesComing)}
  </div>`;
  return figureView({ id: "figure-tiles", title: text.tiles, body: coming, wide: true });
}
