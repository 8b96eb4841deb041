// The function to be read, its result on the reader's inputs, and how far it is from the trace.

import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Tensor } from "../core/index.ts";
import type { Results, Session } from "../page/session.ts";
import { codeView } from "../views/code.ts";
import { hasMask } from "../views/formula.ts";
import { formatNumber } from "../views/number.ts";
import { type Grid, gridOf } from "../views/scene.ts";
import type { Figures } from "./figures.ts";
import { cpp, pytorch } from "./listings.ts";
import type { FigureText } from "./text.ts";

/** The largest difference of two matrices of one shape: NaN where one alone has it; equal infinities and NaN do not differ. */
export function largestDifference(grid: Grid, { data }: Tensor): number {
  let largest = 0;
  for (let i = 0; i < grid.rows; i++) {
    for (let j = 0; j < grid.columns; j++) {
      const [a, b] = [grid.at(i, j), data[i * grid.columns + j] ?? Number.NaN];
      if (Object.is(a, b)) continue;
      const difference = Math.abs(a - b);
      if (Number.isNaN(difference)) return difference;
      largest = Math.max(largest, difference);
    }
  }
  return largest;
}

function comparison(session: Session, results: Results, text: FigureText): string {
  const { scene, fiveLines } = results;
  if (!fiveLines) return text.notSquare;
  const { settings } = scene.state;
  const difference = largestDifference(gridOf(scene, "output"), fiveLines.output);
  const shown = formatNumber(difference, session.language, "cell");
  const plain = settings.scaled && settings.temperature === 1 && !hasMask(settings);
  return plain ? text.same(shown) : text.differs(shown);
}

/** Onto the clipboard, and a word on how that went. */
export async function copyListing(session: Session, listing: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(listing);
    session.say("copied");
  } catch {
    session.say("copyFailed");
  }
}

export function fiveLinesView({ session, text }: Figures): TemplateResult | null {
  const { results } = session;
  if (!results) return null;
  const onCopy = (listing: string) => void copyListing(session, listing);
  const direct = results.scene.state.source.kind === "direct";
  return html`<div class="dk-wide five-lines" id="figure-five-lines">
    ${codeView(cpp, { title: text.cppTitle, copyLabel: text.copy, onCopy })}
    ${codeView(pytorch, { title: text.pythonTitle, copyLabel: text.copy, onCopy })}
    <p class="five-lines-check" role="status" ?hidden=${session.fault !== null}>
      ${direct && results.fiveLines ? html`${text.identity} ` : nothing}${comparison(session, results, text)}
    </p>
  </div>`;
}
