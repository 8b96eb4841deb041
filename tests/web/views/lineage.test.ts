// What lights up with a cell: everything that its sum reads, and what those sums read, and so on.
// The quick answer must be the one that walking all the sums gives.

import { expect, test } from "vitest";
import { benGelDim, workedExample } from "../../../web/src/inputs/example.ts";
import {
  type Cell,
  type GridName,
  matrixNames,
  type State,
  setSettings,
} from "../../../web/src/inputs/state.ts";
import { feeds } from "../../../web/src/views/lineage.ts";
import { litBy } from "../../../web/src/views/lit-cells.ts";
import type { Scene } from "../../../web/src/views/scene.ts";
import { sourcesOf, sumOf } from "../../../web/src/views/sum.ts";
import { sceneWith } from "../support/scene.ts";

function cellsOf(scene: Scene): Cell[] {
  return matrixNames.flatMap((matrix) => {
    const grid = scene.grids[matrix];
    if (!grid) return [];
    return Array.from({ length: grid.rows * grid.columns }, (_, i) => ({
      ...{ matrix, row: Math.floor(i / grid.columns), column: i % grid.columns },
    }));
  });
}

const nameOf = ({ matrix, row, column }: Cell) => `${matrix}[${row}][${column}]`;

/** A masked cell shows the score that was hidden, and holds nothing of it. */
const hidden = (scene: Scene, { matrix, row, column }: Cell) =>
  scene.grids[matrix]?.hidden(row, column) ?? false;

function walked(scene: Scene, cell: Cell, seen = new Set<string>()): Set<string> {
  if (hidden(scene, cell)) return seen;
  for (const source of sourcesOf(sumOf(scene, cell))) {
    if (seen.has(nameOf(source))) continue;
    seen.add(nameOf(source));
    walked(scene, source, seen);
  }
  return seen;
}

const states: Record<string, State> = {
  "the worked example": workedExample.state,
  "under the causal mask": setSettings(workedExample.state, { causal: "top-left" }),
  "Q, K and V given": benGelDim.state,
  "a row that sees nothing": setSettings(workedExample.state, {
    attend: [
      [false, false, false],
      [true, false, true],
      [true, true, true],
    ],
  }),
};

test.each(Object.entries(states))("before and after, %s", (_name, state) => {
  const scene = sceneWith(state);
  const all = cellsOf(scene);
  const counts: Partial<Record<GridName, number>> = {};
  for (const to of all) {
    const expected = walked(scene, to);
    const got = all.filter((from) => feeds(scene, from, to)).map(nameOf);
    expect(new Set(got), nameOf(to)).toEqual(expected);
    counts[to.matrix] = (counts[to.matrix] ?? 0) + got.length;
  }
  expect(counts.output).toBeGreaterThan(20);
});

test("a word lights its row as a query, as a key and as a token, and nothing else", () => {
  const lit = litBy(sceneWith(workedExample.state), null, null, { query: 1, key: null });
  expect(lit.ofWord("query", 1)).toBe(true);
  expect(lit.ofWord("token", 1)).toBe(true);
  expect(lit.ofWord("key", 1)).toBe(false);
  expect(lit.ofWord("query", 0)).toBe(false);
  expect(lit.ofWord("width", 1)).toBe(false);
});
