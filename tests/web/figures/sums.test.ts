// The scenes that figures make for themselves: each cell's sum is worked out anew from its operands,
// in float64, and compared with the cell that the core computed.

import { describe, expect, test } from "vitest";
import type { Attention } from "../../../web/src/core/index.ts";
import {
  type Capacity,
  compute as cached,
  sceneOfStep,
  TOKENS,
} from "../../../web/src/figures/cache-run.ts";
import { computed as headed } from "../../../web/src/figures/heads-shown.ts";
import { ways } from "../../../web/src/figures/positions-run.ts";
import { computed as placed } from "../../../web/src/figures/positions-shown.ts";
import { sceneOfPositions } from "../../../web/src/figures/positions-tables.ts";
import { positionWords } from "../../../web/src/figures/positions-words.ts";
import { benGelDim, workedExample } from "../../../web/src/inputs/example.ts";
import {
  type Cell,
  type GridName,
  type State,
  setSettings,
} from "../../../web/src/inputs/state.ts";
import type { Session } from "../../../web/src/page/session.ts";
import { gridOf, type Scene } from "../../../web/src/views/scene.ts";
import { isCell, sumOf, type WrittenPart } from "../../../web/src/views/sum.ts";
import { core, sceneWith } from "../support/scene.ts";

/** Of a page only what these figures ask of it. */
function sessionWith(state: State, figures: State["figures"]): Session {
  const engine = { ask: (question: (core: Attention) => unknown) => ({ value: question(core) }) };
  return { state: { ...state, figures }, language: "en", engine } as unknown as Session;
}

/** What is written, as a formula of JavaScript. */
function formula(parts: readonly WrittenPart[], value: (c: Cell) => number): string {
  const text = parts.map((part) => {
    if (isCell(part)) return `(${value(part)})`;
    if (typeof part === "number") return `(${part})`;
    if (typeof part === "object") return `(${part.base}**(${part.power}))`;
    return part;
  });
  return text
    .join("")
    .replace(/[−÷·]/gu, (sign) => ({ "−": "-", "÷": "/", "·": "*" })[sign] ?? sign)
    .replace(/(sin|cos)\s*\(/gu, "Math.$1(")
    .replace(/\|(.*)\|/u, "Math.abs($1)");
}

function workedOut(scene: Scene, cell: Cell): number {
  const value = (c: Cell) => gridOf(scene, c.matrix).at(c.row, c.column);
  const { scaled, temperature } = scene.state.settings;
  const sum = sumOf(scene, cell);
  switch (sum.kind) {
    case "input":
      return value(cell);
    case "dot":
      return sum.terms.reduce((total, t) => total + value(t.left) * value(t.right), 0);
    case "written":
      return Number(new Function(`return ${formula(sum.parts, value)}`)());
    case "scale":
      return value(sum.from) / (scaled ? Math.sqrt(sum.width) : 1) / temperature;
    case "mask":
      return value(sum.from) + (sum.bias ?? 0);
    case "hidden":
      return cell.matrix.startsWith("masked") ? Number.NEGATIVE_INFINITY : 0;
    case "exponential":
      return Math.exp(value(sum.from) - value(sum.maximum));
    case "share":
      return value(sum.from) / sum.row.reduce((total, c) => total + value(c), 0);
  }
}

/** Every cell, and how many of each matrix have a sum. */
function expectAllCells(scene: Scene): Map<GridName, number> {
  const sums = new Map<GridName, number>();
  for (const name of Object.keys(scene.grids) as GridName[]) {
    const grid = gridOf(scene, name);
    for (let row = 0; row < grid.rows; row++) {
      for (let column = 0; column < grid.columns; column++) {
        const cell = { matrix: name, row, column };
        const [wanted, got] = [workedOut(scene, cell), grid.at(row, column)];
        const close =
          Object.is(got, wanted) || Math.abs(got - wanted) <= 1e-12 * (1 + Math.abs(wanted));
        expect(close, `${name}[${row}][${column}]: ${got}, worked out ${wanted}`).toBe(true);
        if (sumOf(scene, cell).kind !== "input") sums.set(name, (sums.get(name) ?? 0) + 1);
      }
    }
  }
  return sums;
}

const states: Readonly<Record<string, State>> = {
  "the worked example": workedExample.state,
  "under the causal mask, at another temperature": setSettings(workedExample.state, {
    causal: "top-left",
    temperature: 2,
  }),
  "Q, K and V given": benGelDim.state,
};

describe.each(Object.entries(states))("%s", (_name, state) => {
  test.each(ways)("positions: %s", (way) => {
    const session = sessionWith(state, {
      "positions.way": way,
      "positions.shift": "7",
      "positions.theta": "100",
      "order.order": "2.0.1",
    });
    const page = sceneWith(state);
    const shown = placed(session, page);
    if (shown instanceof Error) throw shown;
    const sums = expectAllCells(sceneOfPositions(page, shown, positionWords.en));
    expect(sums.get("output")).toBe(page.grids.output && 3 * page.grids.output.columns);
    expect(sums.get("weights")).toBe(9);
    const own = { none: "weights", sinusoidal: "x.places", rotary: "q", alibi: "scaled.penalty" };
    expect(sums.get(own[way] as GridName)).toBeGreaterThan(5);
  });

  test.each([
    ["two heads", {}],
    ["one head of keys", { "heads.kv": "1" }],
    ["a head switched off", { "heads.off": "2", "heads.mixing": "identity" }],
  ])("heads: %s", (_what, figures) => {
    const page = sceneWith(state);
    const shown = headed(sessionWith(state, figures as State["figures"]), page);
    if (shown instanceof Error) throw shown;
    const sums = expectAllCells(shown.scene);
    expect(sums.get("weights.2")).toBe(9);
    expect(sums.get("output.merged")).toBe(sums.get("output.mixed"));
    expect(sums.has("output.2")).toBe(!("heads.off" in figures));
  });

  test.each([
    [{}, 0],
    [{}, TOKENS - 1],
    [{ capacity: 5 }, 8],
    [{ capacity: 4, sinks: 1 }, TOKENS - 1],
  ] as readonly (readonly [Capacity, number])[])("the cache with %o, step %i", (capacity, step) => {
    const page = sceneWith(state);
    const scene = sceneOfStep(page, cached(core, page, capacity), step, "en");
    const sums = expectAllCells(scene);
    const held = Math.min(step + 1, capacity.capacity ?? TOKENS);
    expect(sums.get("weights")).toBe(held);
    expect(sums.get("output.difference")).toBe(gridOf(scene, "output").columns);
    const projected = state.source.kind === "projected";
    expect(sums.get("k")).toBe(projected ? held * 4 : undefined);
  });
});
