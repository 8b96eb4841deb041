// The Python cell at the end of the playground.

import { html, type TemplateResult } from "lit/html.js";
import type { Session } from "../page/session.ts";
import { pythonPlace } from "../python/place.ts";

export const pythonView = (session: Session): TemplateResult =>
  html`<section class="dk-page" id="python" aria-label="Python">${pythonPlace(session, { sameTokens: false })}</section>`;
