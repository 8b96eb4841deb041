// "Use as input": matrices that the code made become those of the page.

import { html, nothing, type TemplateResult } from "lit/html.js";
import { type State, tokenCounts } from "../inputs/state.ts";
import type { Session } from "../page/session.ts";
import { buttonView } from "../views/controls.ts";
import type { Run } from "./cell.ts";
import { type MadeKind, madeBy, madeKinds, withMade } from "./made.ts";
import type { PlaceOptions } from "./place.ts";
import type { RunResult } from "./protocol.ts";
import { cellWords } from "./words.ts";

const sameCounts = (a: State, b: State) =>
  tokenCounts(a.source).join() === tokenCounts(b.source).join();

export function reuseView(
  run: Run,
  { values }: RunResult,
  session: Session,
  { sameTokens }: PlaceOptions,
): TemplateResult {
  const words = cellWords[session.language];
  const kindView = (kind: MadeKind) => {
    const made = madeBy(kind, values, run.given);
    if (!made) return nothing;
    const said = made.names.join(", ");
    const own = withMade(kind, made, session);
    if (typeof own === "string") return html`<p>${words.cannotUse(said, own)}</p>`;
    const { state } = own;
    if (sameTokens && !sameCounts(state, session.state)) {
      return html`<p>${words.cannotUse(said, words.otherTokens)}</p>`;
    }
    return buttonView({ label: words.use(said), onClick: () => session.edit(() => state) });
  };
  return html`<div class="py-reuse">${madeKinds.map(kindView)}</div>`;
}
