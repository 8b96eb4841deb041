// Where the Python cell comes: fetched when the reader is near. Python itself comes at the first run.

import "../styles/python-place.css";
import { html, type TemplateResult } from "lit/html.js";
import type { Language } from "../inputs/state.ts";
import type { Session } from "../page/session.ts";
import { buttonView } from "../views/controls.ts";
import { emptyView, faultView } from "../views/figure.ts";
import { near } from "../views/near.ts";

const words: Record<Language, { coming: string; failed: string; again: string }> = {
  en: {
    coming: "The Python cell is coming…",
    failed: "The Python cell could not be fetched. The rest of the page works without it.",
    again: "Fetch it again",
  },
  tr: {
    coming: "Python hücresi geliyor…",
    failed: "Python hücresi getirilemedi. Sayfanın kalanı onsuz da çalışır.",
    again: "Yeniden getir",
  },
};

export interface PlaceOptions {
  /** The page tells of its very tokens: matrices for more or fewer cannot become its input. */
  readonly sameTokens: boolean;
}

let view: ((session: Session, options: PlaceOptions) => TemplateResult) | null = null;
let fetching = false;
let failed = false;

async function fetchView(session: Session): Promise<void> {
  try {
    view = (await import("./cell-view.ts")).cellView;
    failed = false;
  } catch {
    failed = true;
    fetching = false;
  }
  session.notify();
}

export function pythonPlace(session: Session, options: PlaceOptions): TemplateResult {
  if (view) return view(session, options);
  const fetch = () => {
    if (fetching) return;
    fetching = true;
    void fetchView(session);
  };
  const { coming: said, failed: sorry, again } = words[session.language];
  return html`<div id="figure-python" class="dk-wide py-coming" ${near(fetch)}>
    ${failed ? html`${faultView(sorry)} ${buttonView({ label: again, onClick: fetch })}` : emptyView(said)}
  </div>`;
}
