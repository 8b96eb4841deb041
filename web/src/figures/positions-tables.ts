// The matrices of the figure of positions.

import { html } from "lit/html.js";
import type { Tensor } from "../core/index.ts";
import type { Language } from "../inputs/state.ts";
import { type Scale, scaleOf } from "../views/scale.ts";
import type { Grid, Scene } from "../views/scene.ts";
import { hiddenIn, type Title, tensorGrid, titledMatrix } from "../views/titled-matrix.ts";
import { labelsOf } from "./positions-run.ts";
import type { Shown } from "./positions-shown.ts";
import type { PositionWords } from "./positions-words.ts";
import { inOrder } from "./token-order.ts";

export interface Table {
  readonly grid: Grid;
  readonly title: Title;
}

const letter = (text: string) => html`<i>${text}</i>`;

export function sinusoidal(scene: Scene, shown: Shown, text: PositionWords): Table[] {
  const { run, placing } = shown;
  const labels = labelsOf(scene.state, placing.order);
  const positions = placing.order.map((_, place) => String(placing.shift + place));
  const { source } = scene.state;
  const tables: Table[] = [];
  const add = (grid: Grid, title: Title) => tables.push({ grid, title });
  if (source.kind === "projected") {
    const x = inOrder(placing.order, source.x);
    const data = Float64Array.from(x.flat());
    const tensor = { shape: [x.length, x[0]?.length ?? 0], data };
    add(tensorGrid("x", tensor, { rows: labels.rows }), {
      ...{ symbol: letter("X"), letter: "X", name: text.embeddings },
      origin: scene.state.origins.x ?? null,
    });
  }
  if (run.vectors)
    add(tensorGrid("x", run.vectors, { rows: positions }), {
      symbol: letter("P"),
      letter: "P",
      name: text.vectors,
    });
  for (const name of ["x", "q", "k"] as const) {
    const sum = run.sums?.[name];
    const of = name.toUpperCase();
    const rows = name === "k" ? labels.columns : labels.rows;
    if (sum)
      add(tensorGrid(name, sum, { rows }), {
        symbol: html`<i>${of}</i> + <i>P</i>`,
        letter: `${of} + P`,
        name: text.sum[name],
        role: name === "x" ? "plain" : name === "q" ? "query" : "key",
      });
  }
  return tables;
}

export function alibi(scene: Scene, shown: Shown, text: PositionWords): Table[] {
  const labels = labelsOf(scene.state, shown.placing.order);
  const table = (tensor: Tensor | null, symbol: unknown, said: string, name: string): Table[] =>
    tensor
      ? [{ grid: tensorGrid("scaled", tensor, labels), title: { symbol, letter: said, name } }]
      : [];
  return [
    ...table(shown.run.trace.scaled, letter("S′"), "S′", text.scaled),
    ...table(shown.penalty, html`−<i>m</i> · |<i>i</i> − <i>j</i>|`, "−m · |i − j|", text.penalty),
  ];
}

export function results(scene: Scene, { run, placing }: Shown, text: PositionWords): Table[] {
  const { trace } = run;
  const labels = labelsOf(scene.state, placing.order);
  const hidden = hiddenIn(trace.masked);
  return [
    {
      grid: tensorGrid("masked", trace.masked, labels, { hidden }),
      title: { symbol: letter("S″"), letter: "S″", name: text.scores },
    },
    {
      grid: tensorGrid("weights", trace.weights, labels, { hidden }),
      title: { symbol: letter("A"), letter: "A", name: text.weights },
    },
    {
      grid: tensorGrid("output", trace.output, { rows: labels.rows }),
      title: { symbol: letter("O"), letter: "O", name: text.output, role: "output" },
    },
  ];
}

export function row(tables: readonly Table[], scales: Scales, language: Language, prefix: string) {
  return html`<div class="figure-row">${tables.map(({ grid, title }, i) =>
    titledMatrix(grid, title, {
      language,
      prefix: `${prefix}-${i}`,
      scale: grid.name === "weights" ? scales.shares : scales.numbers,
    }),
  )}</div>`;
}

export interface Scales {
  readonly numbers: Scale;
  readonly shares: Scale;
}

export function scalesOf(tables: readonly Table[]): Scales {
  const grids = tables.map(({ grid }) => grid);
  const isShare = ({ name }: Grid) => name === "weights";
  return {
    numbers: scaleOf(...grids.filter((grid) => !isShare(grid))),
    shares: scaleOf(...grids.filter(isShare)),
  };
}
