// "ben gel dim" three ways: as one works it out on paper, with weights rounded to two decimals and
// no scale; computed; and computed with the scale.

import { html, type TemplateResult } from "lit/html.js";
import { benGelDim } from "../inputs/example.ts";
import { problemOf } from "../inputs/problem.ts";
import { type Matrix, type State, setSettings } from "../inputs/state.ts";
import type { Engine } from "../page/engine.ts";
import type { Session } from "../page/session.ts";
import { figureView } from "../views/figure.ts";
import { gridOf, type Scene, sceneOf } from "../views/scene.ts";
import { cell } from "../views/sum.ts";
import { Choices, cellChoice } from "./choices.ts";
import { Memo } from "./memo.ts";
import { OwnScene } from "./own-scene.ts";
import { asPart, inPart, type Part, sceneOfParts } from "./parts.ts";
import { figureTitles } from "./titles.ts";
import { wrongView } from "./wrong.ts";

const choices = new Choices("byhand", { cell: cellChoice() });

const ways = ["rounded", "unscaled", "scaled"] as const;

const scaled = benGelDim.state;
const unscaled = setSettings(scaled, { scaled: false });

function traced(engine: Engine, state: State, problem = problemOf(state)): Scene {
  const outcome = engine.compute(problem);
  if (!("value" in outcome)) throw new Error("an example of the lesson has a fault");
  return sceneOf(state, outcome.value);
}

/**
 * The core is given the rounded weights through the bias: with q = 0 and a bias of ln w, softmax
 * gives back w / sum w, and the rounded rows of this example do sum to 1.
 */
function withWeights(engine: Engine, weights: Matrix): Scene {
  const { source } = unscaled;
  if (source.kind !== "direct") throw new Error("the second example has no q, k and v");
  const problem = {
    kind: "attention" as const,
    problem: {
      q: source.q.map((row) => row.map(() => 0)),
      k: source.k,
      v: source.v,
      bias: weights.map((row) => row.map(Math.log)),
    },
  };
  return traced(engine, unscaled, problem);
}

/** All three in one. */
function computed(engine: Engine): Scene {
  const without = traced(engine, unscaled);
  const weights = gridOf(without, "weights");
  const rounded = Array.from({ length: weights.rows }, (_, i) =>
    Array.from({ length: weights.columns }, (_, j) => Math.round(weights.at(i, j) * 100) / 100),
  );
  const onPaper = asPart(withWeights(engine, rounded), "rounded").map(
    ({ grid, sum }): Part => ({
      grid,
      sum: (row, column) =>
        grid.name === "weights.rounded"
          ? { kind: "written", parts: [cell("weights.unscaled", row, column)], rounded: true }
          : (sum?.(row, column) ?? null),
    }),
  );
  return sceneOfParts(scaled, [
    ...onPaper,
    ...asPart(without, "unscaled"),
    ...asPart(traced(engine, scaled), "scaled"),
  ]);
}

const text = {
  en: {
    caption:
      "A second example, d = 2 (“ben gel dim” is Turkish for “I came”, cut into three tokens): Q = [[1,0],[0,1],[1,1]], K = [[1,0],[1,1],[0,1]], V = [[1,2],[3,0],[0,4]]. First: weights rounded to two decimals, without the scale, as one would on paper. Second: the same without rounding in between. Third: with the scale. Rounding moves the second decimal, the scale changes the answer.",
    rounded: "By hand, two decimals, no scale",
    unscaled: "Computed, no scale",
    scaled: "Computed, divided by √2",
  },
  tr: {
    caption:
      "İkinci örnek, d = 2: Q = [[1,0],[0,1],[1,1]], K = [[1,0],[1,1],[0,1]], V = [[1,2],[3,0],[0,4]]. İlki: kâğıt üzerinde yapıldığı gibi iki ondalığa yuvarlanmış ağırlıklar, ölçek yok. İkincisi: aynısı, arada yuvarlamadan. Üçüncüsü: ölçekle. Yuvarlama ikinci ondalığı oynatır, ölçek ise sonucu değiştirir.",
    rounded: "Elle, iki ondalık, ölçek yok",
    unscaled: "Hesaplanmış, ölçek yok",
    scaled: "Hesaplanmış, √2’ye bölünmüş",
  },
} as const;

/** It depends on nothing that the reader chooses. */
const results = new Memo<Scene>();

export function byHandView(session: Session): TemplateResult {
  const { engine, language } = session;
  const words = text[language];
  const own = new OwnScene({
    session,
    figure: "by-hand",
    scene: results.of([engine], () => computed(engine)),
    open: choices.of(session.state).cell,
    onOpen: (open) => choices.set(session, { cell: open }),
  });
  const columns = ways.map(
    (way) => html`<div class="figure-column">
      <h4>${words[way]}</h4>
      ${own.matrix(inPart("weights", way))} ${own.matrix(inPart("output", way))}
    </div>`,
  );
  return figureView({
    wrong: wrongView(session, choices),
    id: "figure-by-hand",
    title: figureTitles["by-hand"][language],
    body: html`<div class="figure-columns">${columns}</div>`,
    caption: words.caption,
    inspector: own.inspector(),
    wide: true,
  });
}
