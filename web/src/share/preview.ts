// The chosen figure, as the readers of the author's page will see it.

import { keyed } from "lit/directives/keyed.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { addressOf, attributesOf, type Choice, type Served, wayOf } from "./code.ts";

/** Until the script knows the height of the figure. */
export const USUAL_HEIGHT = 900;

/** With the script, its height is that of the figure: frames.js is on this page as well. */
function frame(choice: Choice, title: string): TemplateResult {
  const { script, height } = choice;
  return html`<iframe
    class="dk-wide share-preview"
    src=${addressOf(choice)}
    title=${title}
    height=${script ? USUAL_HEIGHT : height}
    ?data-own=${!script}
    sandbox="allow-scripts allow-popups"
  ></iframe>`;
}

let asked = false;

/** The script of the tag, held to the very hash that is printed. */
function fetchTag(integrity: string): void {
  if (asked) return;
  asked = true;
  const script = document.createElement("script");
  Object.assign(script, { src: "dikkat.js", integrity, crossOrigin: "anonymous" });
  document.head.append(script);
}

export function tagPreview(choice: Choice, title: string, served: Served): TemplateResult {
  fetchTag(served.integrity);
  const { figure, lang, theme, hide, state, home } = Object.fromEntries(
    attributesOf(choice, served.home),
  );
  return html`<dikkat-attention
    class="dk-wide share-preview"
    figure=${figure}
    lang=${lang ?? nothing}
    theme=${theme ?? nothing}
    hide=${hide ?? nothing}
    state=${state ?? nothing}
    home=${home ?? nothing}
    >${title}</dikkat-attention
  >`;
}

export function previewOf(choice: Choice, title: string, served: Served): unknown {
  return wayOf(choice) === "frame"
    ? keyed(choice.script, frame(choice, title))
    : tagPreview(choice, title, served);
}
