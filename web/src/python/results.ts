// What came of a run, beside what the core made of the same numbers.

import { html, nothing, type TemplateResult } from "lit/html.js";
import { largestDifference } from "../figures/five-lines.ts";
import { setSettings } from "../inputs/state.ts";
import type { Session } from "../page/session.ts";
import { buttonView } from "../views/controls.ts";
import { legendView } from "../views/legend.ts";
import { matrixView } from "../views/matrix.ts";
import { formatNumber } from "../views/number.ts";
import { type Scale, scaleOf } from "../views/scale.ts";
import { type Grid, gridOf, type Scene } from "../views/scene.ts";
import { tensorGrid } from "../views/tensor-grid.ts";
import { nameOf } from "../views/words.ts";
import type { Run } from "./cell.ts";
import { later, leaks, rowSums, SAME, sameShape } from "./checks.ts";
import type { PlaceOptions } from "./place.ts";
import type { Numbers, RunResult } from "./protocol.ts";
import { reuseView } from "./reuse.ts";
import { listingWith, noteOn } from "./shelf/index.ts";
import { type CellWords, cellWords } from "./words.ts";

type ResultName = "weights" | "output";

/** The views take as much; heads are drawn up to this many. */
const MOST_SIDE = 64;
const MOST_HEADS = 4;

const short = { output: "out", weights: "w" } as const;

/** The name that the listings use, or the short one that others do. */
function found({ values }: RunResult, name: ResultName): Numbers | null {
  return values[name] ?? values[short[name]] ?? null;
}

const isLarge = ({ large }: RunResult, name: ResultName): boolean =>
  large.includes(name) || large.includes(short[name]);

const shapeOf = ({ shape }: Numbers) => `(${shape.join(", ")}${shape.length === 1 ? "," : ""})`;

function drawable({ shape }: Numbers): boolean {
  return (shape.length === 2 || shape.length === 3) && shape.slice(-2).every((n) => n <= MOST_SIDE);
}

function labelsOf(count: number, wanted: readonly string[]): readonly string[] {
  if (wanted.length === count) return wanted;
  return Array.from({ length: count }, (_, i) => String(i + 1));
}

interface Drawing {
  readonly session: Session;
  readonly words: CellWords;
  /** Of the core; null where it has none. */
  readonly core: Grid | null;
}

function gridsOf(name: ResultName, numbers: Numbers, { session, core }: Drawing): Grid[] {
  const [rows = 0, columns = 0] = numbers.shape.slice(-2);
  const { tokens, keyTokens } = session.state;
  const labels = {
    rows: labelsOf(rows, core?.rowLabels ?? tokens),
    columns: labelsOf(
      columns,
      core?.columnLabels ?? (name === "weights" ? (keyTokens ?? tokens) : []),
    ),
  };
  const heads = numbers.shape.length === 3 ? (numbers.shape[0] ?? 0) : 1;
  return Array.from({ length: Math.min(heads, MOST_HEADS) }, (_, head) =>
    tensorGrid(name, { shape: [...numbers.shape], data: numbers.data }, labels, { head }),
  );
}

function side(grid: Grid, title: string, id: string, scale: Scale, { session }: Drawing) {
  const { language } = session;
  return matrixView(
    { ...grid, title: { symbol: nothing, letter: nameOf(grid.name, language), name: title } },
    { language, prefix: id, scale, rowSums: grid.name === "weights" },
  );
}

function matricesView(name: ResultName, numbers: Numbers, drawing: Drawing): TemplateResult {
  const { session, words, core } = drawing;
  const { language } = session;
  const grids = gridsOf(name, numbers, drawing);
  const scale = scaleOf(...grids, ...(core ? [core] : []));
  const own = (head: number) =>
    grids.length === 1 ? words.yours : `${words.yours}, ${words.head(head + 1)}`;
  return html`<div class="py-result">
    <h4>${nameOf(name, language)}</h4>
    <div class="py-sides">
      ${grids.map((grid, head) => side(grid, own(head), `python-own-${head + 1}`, scale, drawing))}
      ${core ? side(core, words.cores, "python-core", scale, drawing) : nothing}
    </div>
    <div class="dk-legends">${legendView(scale, { language, label: nameOf(name, language), masked: core !== null && hides(core) })}</div>
  </div>`;
}

function hides(grid: Grid): boolean {
  for (let i = 0; i < grid.rows; i++) {
    for (let j = 0; j < grid.columns; j++) if (grid.hidden(i, j)) return true;
  }
  return false;
}

function comparison(name: ResultName, numbers: Numbers, core: Grid, session: Session): string {
  const words = cellWords[session.language];
  const said = nameOf(name, session.language);
  if (!sameShape(numbers, core)) {
    return words.otherShape(said, shapeOf(numbers), `(${core.rows}, ${core.columns})`);
  }
  const difference = largestDifference(core, { shape: [...numbers.shape], data: numbers.data });
  const shown = formatNumber(difference, session.language, "cell");
  return difference < SAME ? words.same(said, shown) : words.differs(said, shown);
}

function sumsTold(weights: Numbers, session: Session): string {
  const words = cellWords[session.language];
  const { farthest, row } = rowSums(weights);
  if (Number.isNaN(farthest)) return words.notANumber;
  if (farthest < SAME) return words.sums;
  const place = row % (weights.shape.at(-2) ?? 1);
  const label = session.state.tokens[place] ?? String(place + 1);
  return words.sumsOff(label, formatNumber(farthest, session.language, "cell"));
}

/** Is the future hidden, by the page or by the code alone? */
function maskTold(weights: Numbers, scene: Scene, session: Session) {
  const words = cellWords[session.language];
  const core = gridOf(scene, "weights");
  const [queries, keys] = weights.shape.slice(-2);
  if (queries !== core.rows || keys !== core.columns) return nothing;
  if (hides(core)) {
    const count = leaks(weights, core.hidden);
    return html`<li>${count === 0 ? words.hidden : words.leaks(count)}</li>`;
  }
  const masks = queries > 1 && leaks(weights, later) === 0;
  if (!masks || scene.state.settings.causal) return nothing;
  const on = () => session.edit((state) => setSettings(state, { causal: "top-left" }));
  const open = session.state.settings.causal === false;
  return html`<li>${words.causalHere} ${open ? buttonView({ label: words.switchCausal, onClick: on }) : nothing}</li>`;
}

function toldView(run: Run, result: RunResult, session: Session): TemplateResult {
  const words = cellWords[session.language];
  const { scene } = run;
  const weights = found(result, "weights");
  const names = ["weights", "output"] as const;
  const listing = listingWith(run.code);
  const causal = Boolean(scene?.state.settings.causal);
  const note = listing && noteOn(listing, causal, session.language);
  return html`<div role="status"><ul class="py-told">
    ${scene ? nothing : html`<li>${words.noCore}</li>`}
    ${note ? html`<li>${note}</li>` : nothing}
    ${run.own ? html`<li>${words.ownExample}</li>` : nothing}
    ${names.map((name) => {
      const numbers = found(result, name);
      if (!scene || !numbers) return nothing;
      return html`<li>${comparison(name, numbers, gridOf(scene, name), session)}</li>`;
    })}
    ${weights && weights.shape.length > 1 ? html`<li>${sumsTold(weights, session)}</li>` : nothing}
    ${weights && scene ? maskTold(weights, scene, session) : nothing}
  </ul></div>`;
}

export function resultsView(
  run: Run,
  result: RunResult,
  session: Session,
  options: PlaceOptions,
): TemplateResult {
  const words = cellWords[session.language];
  const all = ["weights", "output"] as const;
  const names = all.filter((name) => found(result, name));
  const undrawn = all.filter((name) => {
    const numbers = found(result, name);
    return numbers ? !drawable(numbers) : isLarge(result, name);
  });
  const coreOf = (name: ResultName) => (run.scene ? gridOf(run.scene, name) : null);
  return html`<div class="py-results">
    ${result.call ? html`<p>${words.called(result.call)}</p>` : nothing}
    ${
      names.length + undrawn.length === 0
        ? html`<p>${words.nothingToDraw}</p>`
        : html`<h4 class="py-results-title">${words.results}</h4>
            ${toldView(run, result, session)}
            ${undrawn.length > 0 ? html`<p>${words.notDrawn(undrawn.map((name) => nameOf(name, session.language)).join(", "))}</p>` : nothing}
            ${names
              .filter((name) => !undrawn.includes(name))
              .map((name) =>
                matricesView(name, found(result, name) as Numbers, {
                  session,
                  words,
                  core: coreOf(name),
                }),
              )}`
    }
    ${reuseView(run, result, session, options)}
  </div>`;
}
