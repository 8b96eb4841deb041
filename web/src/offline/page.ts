// What a page shows of its own copy: a line in the footer, and a notice when a newer version waits.

import "../styles/offline.css";
import { html, nothing, render, type TemplateResult } from "lit/html.js";
import type { Language } from "../inputs/state.ts";
import { buttonView } from "../views/controls.ts";
import { formatNumber } from "../views/number.ts";
import { Copy, savesData } from "./copy.ts";
import { offlineText } from "./text.ts";

const language = (): Language => (document.documentElement.lang === "tr" ? "tr" : "en");

function lineView(copy: Copy): TemplateResult {
  const { phase } = copy;
  const text = offlineText[language()];
  const button = (label: string) => buttonView({ label, onClick: () => void copy.save() });
  switch (phase.kind) {
    case "offered":
      return html`${text.offer} ${button(text.save)}`;
    case "saving":
      return html`${text.saving(formatNumber(phase.percent / 100, language(), "percent"))}`;
    case "saved":
      return html`${text.saved}`;
    case "failed":
      return html`${text.failed} ${button(text.again)}`;
  }
}

function noticeView(copy: Copy, later: () => void): TemplateResult {
  const text = offlineText[language()];
  return html`<section class="offline-notice" aria-label=${text.news}>
    <p>${copy.taking ? text.taking : text.update}</p>
    <div>
      ${buttonView({ label: text.take, onClick: () => copy.take() })}
      ${buttonView({ label: text.later, onClick: later })}
    </div>
  </section>`;
}

/** Spoken when something comes into it: so it is there before. */
function noticePlace(): HTMLElement {
  const place = document.createElement("div");
  place.setAttribute("role", "status");
  document.body.append(place);
  return place;
}

export function keep(reload: () => void): void {
  const place = noticePlace();
  let put = false;
  const draw = () => {
    const line = document.getElementById("offline");
    if (line) render(lineView(copy), line);
    render(copy.newer && !put ? noticeView(copy, later) : nothing, place);
  };
  const later = () => {
    put = true;
    draw();
  };
  const copy = new Copy({ workers: navigator.serviceWorker, notify: draw, reload });
  new MutationObserver(draw).observe(document.documentElement, { attributeFilter: ["lang"] });
  void copy.start(savesData(navigator as { connection?: object }));
}
