// What stands in the shadow root of an element.

import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Hideable, OfAnyState } from "../embed/options.ts";
import { embedText } from "../embed/text.ts";
import type { Language } from "../inputs/state.ts";
import { editButtons, resetButton } from "../page/edit-buttons.ts";
import { faultOf } from "../page/fault.ts";
import type { Theme } from "../page/preferences.ts";
import type { Session } from "../page/session.ts";
import { faultView } from "../views/figure.ts";
import { figureIn } from "./figures.ts";

export interface Shown {
  readonly session: Session | null;
  readonly figure: OfAnyState;
  readonly language: Language;
  readonly theme: Theme;
  readonly hidden: readonly Hideable[];
  /** What is wrong with the attributes, or why there is no figure. */
  readonly sentences: readonly string[];
  /** The whole, with the numbers as they stand; null where nobody told where it is. */
  readonly home: string | null;
}

function bar({ session, language, hidden, home }: Shown): TemplateResult | typeof nothing {
  if (hidden.includes("bar")) return nothing;
  const text = embedText[language];
  return html`<div class="embed-bar">
    <div class="embed-tools" role="group" aria-label=${text.tools}>
      ${editButtons({ session, language })} ${resetButton({ session, language })}
    </div>
    ${
      home &&
      html`<a class="embed-home" href=${home} target="_blank" rel="noopener">
        dikkat: ${text.open("playground")}
      </a>`
    }
  </div>`;
}

function body(shown: Shown): TemplateResult | typeof nothing {
  const { session, figure, sentences } = shown;
  const said = sentences.map(faultView);
  if (!session?.results)
    return sentences.length > 0 ? html`<div class="dk-page">${said}</div>` : nothing;
  return html`<div class="dk-page">${said} ${faultOf(session)}
      ${figureIn(figure, session, session.results)}</div>
    ${bar(shown)}`;
}

/** The element's own content stands there until there is a figure, and where there can be none. */
export function elementView(shown: Shown): TemplateResult {
  const { session, language, theme, hidden, sentences } = shown;
  const text = embedText[language];
  const drawn = session?.results;
  const empty = !drawn && sentences.length === 0;
  return html`<div
      class="dk-shadow"
      lang=${language}
      data-theme=${theme}
      ?hidden=${empty}
    ><div class="dk-around embed" role="group" aria-label=${text.title} data-hide=${hidden.join(" ")}>
      ${body(shown)}
    </div></div>
    ${drawn ? nothing : html`<slot>${sentences.length === 0 ? text.coming : nothing}</slot>`}`;
}
