// The playground as one file that opens from a disk (scripts/offline-page.ts puts it together). The
// Python cell's interpreter is as large as five such files: it stays on the site.

import "../styles/page.css";
import { html, type TemplateResult } from "lit/html.js";
import { start } from "../page/app.ts";
import type { Session } from "../page/session.ts";
import { emptyView } from "../views/figure.ts";
import { playgroundPage } from "./page.ts";
import { playgroundText } from "./text.ts";

const noPython = ({ language }: Session): TemplateResult =>
  html`<section class="dk-page" id="python" aria-label="Python">
    <div class="dk-wide">${emptyView(playgroundText[language].noPython)}</div>
  </section>`;

start(playgroundPage(noPython, true));
