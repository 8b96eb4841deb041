// A layer of linear cost at its smallest: one number of state, fed with the page's own values.

import { html, type TemplateResult } from "lit/html.js";
import { AttentionError } from "../core/errors.ts";
import type { StateSpaceTrace } from "../core/index.ts";
import type { Session } from "../page/session.ts";
import { sliderView } from "../views/controls.ts";
import { faultView } from "../views/figure.ts";
import { formatNumber } from "../views/number.ts";
import { type Grid, gridOf, type Scene } from "../views/scene.ts";
import { cell } from "../views/sum.ts";
import { tensorGrid } from "../views/tensor-grid.ts";
import { Choices, cellChoice, decimalChoice } from "./choices.ts";
import { Memo } from "./memo.ts";
import { OwnScene } from "./own-scene.ts";
import { partsOf, sceneOfParts, written } from "./parts.ts";
import type { PatternsWords } from "./patterns-words.ts";

export const stateChoices = new Choices("state", {
  keep: decimalChoice(0.5, 0, 1),
  cell: cellChoice(),
});

/** What is read, and below it the state after each token. */
const STATE = "x.state";
const READ = 0;
const KEPT = 1;

/** The first number of each value. */
const readIn = (values: Grid) => Array.from({ length: values.rows }, (_, i) => values.at(i, 0));

/** The page's scene with the layer in it, so that what is read opens into X · W_V. */
export function sceneOfState(
  page: Scene,
  trace: StateSpaceTrace,
  keep: number,
  words: PatternsWords,
): Scene {
  const read = readIn(gridOf(page, "v"));
  const rows = { shape: [2, read.length], data: Float64Array.of(...read, ...trace.output.data) };
  const grid = tensorGrid(
    STATE,
    rows,
    { rows: [words.stateRows.x, words.stateRows.state], columns: gridOf(page, "v").rowLabels },
    { axes: ["model", "width"], title: { name: words.stateName, meaning: words.stateMeaning } },
  );
  const sum = (row: number, token: number) => {
    if (row === READ) return written(cell("v", token, 0));
    const before = token === 0 ? 0 : cell(STATE, KEPT, token - 1);
    return written(keep, " · ", before, " + ", cell(STATE, READ, token));
  };
  return sceneOfParts(page.state, [...partsOf(page), { grid, sum }]);
}

const memos = new WeakMap<Session, Memo<Scene | AttentionError>>();

/** With the reader's choice; null while nothing is computed. */
export function stateScene(
  session: Session,
  words: PatternsWords,
): OwnScene | AttentionError | null {
  const { results, state } = session;
  if (!results) return null;
  const page = results.scene;
  const { keep, cell: open } = stateChoices.of(state);
  const memo = memos.get(session) ?? new Memo<Scene | AttentionError>();
  memos.set(session, memo);
  const scene = memo.of([page, keep, words], () => {
    const x = readIn(gridOf(page, "v")).map((value) => [value]);
    const outcome = session.engine.ask((core) =>
      core.stateSpace({ x, a: [[keep]], b: [[1]], c: [[1]] }),
    );
    return "fault" in outcome
      ? new AttentionError(outcome.fault)
      : sceneOfState(page, outcome.value, keep, words);
  });
  if (scene instanceof AttentionError) return scene;
  return new OwnScene({
    ...{ session, figure: "state", scene, open },
    onOpen: (next) => stateChoices.set(session, { cell: next }),
  });
}

export function stateSpaceView(
  session: Session,
  own: OwnScene | AttentionError | null,
  words: PatternsWords,
): TemplateResult {
  const { language, state } = session;
  if (own === null) return html``;
  if (own instanceof AttentionError) return faultView(own.describe(language));
  const { keep } = stateChoices.of(state);
  const number = (value: number) => formatNumber(value, language);
  const { at, columns } = gridOf(own.scene, STATE);
  return html`<section class="reach-state" aria-labelledby="reach-state-title">
    <h4 id="reach-state-title">${words.stateTitle}</h4>
    ${sliderView({
      label: words.forget,
      ...{ value: keep, min: 0, max: 1, step: 0.05 },
      text: formatNumber(keep, language, "short"),
      onInput: (to) => stateChoices.set(session, { keep: to }),
    })}
    ${own.matrix(STATE)}
    <p>${words.stateSentence(formatNumber(keep, language, "short"), number(at(KEPT, columns - 1)))}</p>
  </section>`;
}
