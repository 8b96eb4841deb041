// "Use as input": matrices that the code made become those of the page.

import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Session } from "../page/session.ts";
import { buttonView } from "../views/controls.ts";
import type { Run } from "./cell.ts";
import { type MadeKind, madeBy, madeKinds, withMade } from "./made.ts";
import type { RunResult } from "./protocol.ts";
import { cellWords } from "./words.ts";

function kindView(kind: MadeKind, run: Run, { values }: RunResult, session: Session) {
  const words = cellWords[session.language];
  const made = madeBy(kind, values, run.given);
  if (!made) return nothing;
  const said = made.names.join(", ");
  const own = withMade(kind, made, session);
  if (typeof own === "string") return html`<p>${words.cannotUse(said, own)}</p>`;
  return buttonView({ label: words.use(said), onClick: () => session.edit(() => own.state) });
}

export function reuseView(run: Run, result: RunResult, session: Session): TemplateResult {
  return html`<div class="py-reuse">
    ${madeKinds.map((kind) => kindView(kind, run, result, session))}
  </div>`;
}
