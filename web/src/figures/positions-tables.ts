// The scene of the figure of positions: the tokens in their order, told their places in the chosen
// way, with the sums of what that way adds, turns or takes away.

import { html } from "lit/html.js";
import type { SelfTrace } from "../core/index.ts";
import type { GridName, MatrixName, State } from "../inputs/state.ts";
import type { Scale } from "../views/scale.ts";
import { type Grid, gridOf, type Scene, sceneOf, type Title } from "../views/scene.ts";
import { cell, type Sum } from "../views/sum.ts";
import { tensorGrid } from "../views/tensor-grid.ts";
import { roleOf } from "../views/words.ts";
import { reordered } from "./order.ts";
import type { OwnScene } from "./own-scene.ts";
import { type Part, partsOf, product, sceneOfParts, written } from "./parts.ts";
import { placed, tensorOf, turnedColumns } from "./positions-run.ts";
import type { Shown } from "./positions-shown.ts";
import type { PositionWords } from "./positions-words.ts";

const letter = (text: string) => html`<i>${text}</i>`;

/** The vectors of the positions. */
const PLACES = "x.places";
/** With the vectors of their positions: X, and the queries and keys where there is no X. */
const WITH_PLACES = "x.placed";
const PENALTY = "scaled.penalty";
/** Queries and keys before they are turned, or before the vectors are added. */
const before = { q: "q.before", k: "k.before" } as const;

const titled = (grid: Grid, title: Title): Grid => ({ ...grid, title });

interface Making {
  readonly state: State;
  readonly shown: Shown;
  readonly text: PositionWords;
  /** Without what the chosen way makes of it. */
  readonly plain: Scene;
}

/** The parts of `plain`, with these in place of those of their names and beside them. */
function withParts({ plain }: Making, own: readonly Part[]): Part[] {
  const names = new Set(own.map(({ grid }) => grid.name));
  return [...partsOf(plain).filter(({ grid }) => !names.has(grid.name)), ...own];
}

/** sin(position ÷ base^(2i/d)), and the cosine beside it. */
function waveOf(width: number, { shift, theta }: Shown["placing"]) {
  return (row: number, column: number) =>
    written(
      column % 2 === 0 ? "sin(" : "cos(",
      shift + row,
      " ÷ ",
      { base: theta, power: `${column - (column % 2)}/${width}` },
      ")",
    );
}

function sinusoidal(making: Making): Part[] {
  const { state, shown, text, plain } = making;
  const { run, placing } = shown;
  const { vectors, sums } = run;
  if (!vectors || !sums) return partsOf(plain);
  const positions = placing.order.map((_, place) => String(placing.shift + place));
  const width = vectors.shape[1] ?? 0;
  const places: Part = {
    grid: tensorGrid(
      PLACES,
      vectors,
      { rows: positions },
      {
        title: { symbol: letter("P"), letter: "P", name: text.vectors, meaning: text.vectorOf },
      },
    ),
    sum: waveOf(width, placing),
  };
  const sum = (name: "x" | "q" | "k", of: GridName, as: GridName): Part[] => {
    const tensor = sums[name];
    if (!tensor) return [];
    const symbol = name.toUpperCase();
    const title: Title = {
      symbol: html`<i>${symbol}</i> + <i>P</i>`,
      letter: `${symbol} + P`,
      name: text.sum[name],
      role: roleOf(name),
      meaning: text.sumOf,
    };
    const { rowLabels } = gridOf(plain, name);
    return [
      {
        grid: tensorGrid(as, tensor, { rows: rowLabels }, { title }),
        sum: (row, column) => written(cell(of, row, column), " + ", cell(PLACES, row, column)),
      },
    ];
  };
  if (state.source.kind === "direct") {
    const own = (["q", "k"] as const).flatMap((name) => [
      { grid: { ...gridOf(plain, name), name: before[name] }, sum: input },
      ...sum(name, before[name], name),
    ]);
    return withParts(making, [places, ...own]);
  }
  const x = titled(gridOf(plain, "x"), { symbol: letter("X"), letter: "X", name: text.embeddings });
  const projected = (["q", "k", "v"] as const).map((name) => ({
    grid: gridOf(plain, name),
    sum: product(WITH_PLACES, `w${name}`, width),
  }));
  return withParts(making, [{ grid: x }, places, ...sum("x", "x", WITH_PLACES), ...projected]);
}

const input = (): Sum => ({ kind: "input" });

function alibi(making: Making): Part[] {
  const { shown, text, plain } = making;
  const { penalty, placing } = shown;
  const masked = gridOf(plain, "masked");
  if (!penalty) return partsOf(plain);
  const { rowLabels: rows, columnLabels: columns } = masked;
  return withParts(making, [
    {
      grid: titled(gridOf(plain, "scaled"), {
        symbol: letter("S′"),
        letter: "S′",
        name: text.scaled,
      }),
    },
    {
      grid: tensorGrid(
        PENALTY,
        penalty,
        { rows, columns },
        {
          title: {
            symbol: html`−<i>m</i> · |<i>i</i> − <i>j</i>|`,
            letter: "−m · |i − j|",
            name: text.penalty,
            meaning: text.penaltyOf,
          },
        },
      ),
      sum: (row, column) => written("−", placing.slope, ` · |${row + 1} − ${column + 1}|`),
    },
    {
      grid: masked,
      sum: (row, column) =>
        masked.hidden(row, column)
          ? null
          : written(cell("scaled", row, column), " + ", cell(PENALTY, row, column)),
    },
  ]);
}

/** A column of a pair that was turned: its own number and the other of its pair, by the angle. */
function turnOf(name: "q" | "k", shown: Shown) {
  const { pairs, placing, run } = shown;
  const last = turnedColumns(run[name].shape[1] ?? 0);
  return (row: number, column: number) => {
    const own = cell(before[name], row, column);
    const pair = pairs[Math.floor(column / 2)];
    if (column >= last || !pair) return written(own);
    const first = column % 2 === 0;
    const other = cell(before[name], row, first ? column + 1 : column - 1);
    const angle = (placing.shift + row) * pair.angle;
    const [one, two] = first ? [own, other] : [other, own];
    return first
      ? written(one, " · cos ", angle, " − ", two, " · sin ", angle)
      : written(one, " · sin ", angle, " + ", two, " · cos ", angle);
  };
}

function rotary(making: Making): Part[] {
  const { plain, shown, text } = making;
  const own = (["q", "k"] as const).flatMap((name): Part[] => {
    const { rowLabels: rows } = gridOf(plain, name);
    const symbol = name.toUpperCase();
    const title: Title = {
      symbol: html`<i>${symbol}</i>′`,
      letter: `${symbol}′`,
      name: text.turnedOf[name],
      role: roleOf(name),
    };
    const unturned = { ...gridOf(plain, name), name: before[name] };
    return [
      {
        grid: unturned,
        sum: unturned.editable ? input : product("x", `w${name}`, gridOf(plain, `w${name}`).rows),
      },
      { grid: tensorGrid(name, shown.run[name], { rows }, { title }), sum: turnOf(name, shown) },
    ];
  });
  return withParts(making, own);
}

const ways = { none: ({ plain }: Making) => partsOf(plain), sinusoidal, alibi, rotary };

/** The titles of the results, in the words of the figure. */
function resultTitles(text: PositionWords): Partial<Record<MatrixName, Title>> {
  return {
    masked: { symbol: letter("S″"), letter: "S″", name: text.scores },
    weights: { symbol: letter("A"), letter: "A", name: text.weights },
    output: { symbol: letter("O"), letter: "O", name: text.output, role: "output" },
  };
}

export function sceneOfPositions(scene: Scene, shown: Shown, text: PositionWords): Scene {
  const { placing, run } = shown;
  const state = reordered(scene.state, placing.order);
  const { q, k, v } = placed(scene, placing.order);
  // Those of its own, where the vectors went through the projections as well.
  const trace: SelfTrace = { q: tensorOf(q), k: tensorOf(k), v: tensorOf(v), ...run.trace };
  const plain = sceneOf(state, trace);
  const titles = resultTitles(text);
  const parts = ways[placing.way]({ state, shown, text, plain });
  return sceneOfParts(
    state,
    parts.map((part) => {
      const title = titles[part.grid.name as MatrixName];
      return title ? { ...part, grid: titled(part.grid, title) } : part;
    }),
  );
}

/** The matrices that the chosen way shows of itself. */
export const ownNames = ({ grids }: Scene, way: Shown["placing"]["way"]): GridName[] => {
  if (way === "alibi") return ["scaled", PENALTY];
  if (way !== "sinusoidal") return [];
  const sums: GridName[] = grids[WITH_PLACES] ? ["x", PLACES, WITH_PLACES] : [PLACES, "q", "k"];
  return sums.filter((name) => grids[name]);
};

export const resultNames: readonly GridName[] = ["masked", "weights", "output"];

export function row(own: OwnScene, names: readonly GridName[], scales: Scales) {
  return html`<div class="figure-row">${names.map((name) =>
    own.matrix(name, { scale: name === "weights" ? scales.shares : scales.numbers }),
  )}</div>`;
}

export interface Scales {
  readonly numbers: Scale;
  readonly shares: Scale;
}

export function scalesOf(own: OwnScene, names: readonly GridName[]): Scales {
  return {
    numbers: own.scale(...names.filter((name) => name !== "weights")),
    shares: own.scale("weights"),
  };
}
