import { expect, test } from "vitest";
import type { MatrixName } from "../../../web/src/inputs/state.ts";
import { pixelsOf } from "../../../web/src/views/heat-map.ts";
import { ticksOf } from "../../../web/src/views/legend.ts";
import { noCells } from "../../../web/src/views/lit-cells.ts";
import {
  bytesAt,
  cellStyle,
  extentOf,
  paintAt,
  type Scale,
  scaleOf,
} from "../../../web/src/views/scale.ts";
import type { Grid } from "../../../web/src/views/scene.ts";

function gridOf(name: MatrixName, rows: number, columns: number, at: Grid["at"]): Grid {
  const labels = (length: number) => Array.from({ length }, (_, i) => `t${i}`);
  return {
    name,
    rows,
    columns,
    at,
    rowAxis: "query",
    columnAxis: "key",
    rowLabels: labels(rows),
    columnLabels: labels(columns),
    hidden: () => false,
    editable: false,
  };
}

const fromRows = (name: MatrixName, rows: number[][]) =>
  gridOf(name, rows.length, rows[0]?.length ?? 0, (i, j) => rows[i]?.[j] ?? Number.NaN);

/** WCAG 2 relative luminance and contrast, written from the recommendation. */
function luminance(hex: string): number {
  const channel = (at: number) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const kinds = ["sequential", "diverging"] as const;
const themes = ["light", "dark"] as const;
const full = (short: string) => short.replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3");

test("the number in a cell has a contrast of 4.5 on every colour of both scales and themes", () => {
  for (const kind of kinds) {
    for (const theme of themes) {
      for (let i = kind === "sequential" ? 0 : -1000; i <= 1000; i++) {
        const { background, text } = paintAt(kind, theme, i / 1000);
        expect(contrast(background, full(text)), `${kind} ${theme} ${i}`).toBeGreaterThan(4.5);
      }
    }
  }
});

test("a stronger value is further from the paper: lightness alone tells the order", () => {
  for (const kind of kinds) {
    for (const theme of themes) {
      const ends = kind === "sequential" ? [1] : [1, -1];
      for (const end of ends) {
        let last = luminance(paintAt(kind, theme, 0).background);
        for (let i = 1; i <= 20; i++) {
          const now = luminance(paintAt(kind, theme, (end * i) / 20).background);
          expect(theme === "light" ? last > now : now > last, `${kind} ${theme} ${i}`).toBe(true);
          last = now;
        }
      }
    }
  }
});

test("the extent is that of the finite, visible numbers", () => {
  const rows = [
    [Number.NaN, 3, Number.NEGATIVE_INFINITY],
    [-2, 100, Number.POSITIVE_INFINITY],
  ];
  const grid = { ...fromRows("scores", rows), hidden: (_: number, j: number) => j === 1 };
  expect(extentOf([grid])).toEqual({ min: -2, max: -2 });
  expect(extentOf([fromRows("scores", rows)])).toEqual({ min: -2, max: 100 });
  expect(extentOf([fromRows("scores", [[Number.NaN]])])).toEqual({ min: 0, max: 0 });
});

test("weights run from 0 to 1, everything else symmetrically about 0", () => {
  expect(scaleOf(fromRows("weights", [[0.25, 0.75]]))).toEqual({
    kind: "sequential",
    min: 0.25,
    max: 0.75,
    limit: 1,
  });
  expect(scaleOf(fromRows("scores", [[-4, 1]]), fromRows("scaled", [[-2, 0.5]]))).toEqual({
    kind: "diverging",
    min: -4,
    max: 1,
    limit: 4,
  });
});

const scores: Scale = { kind: "diverging", min: -1, max: 2, limit: 2 };

test("a cell carries the colours of both themes, and none when it is no finite number", () => {
  const light = paintAt("diverging", "light", 0.5);
  const dark = paintAt("diverging", "dark", 0.5);
  expect(cellStyle(scores, 1)).toBe(
    `--bl:${light.background};--fl:${light.text};--bd:${dark.background};--fd:${dark.text}`,
  );
  expect(cellStyle(scores, 99)).toBe(cellStyle(scores, 2));
  for (const odd of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    expect(cellStyle(scores, odd)).toBe("");
  }
  const flat: Scale = { kind: "diverging", min: 0, max: 0, limit: 0 };
  expect(cellStyle(flat, 0)).toContain(paintAt("diverging", "light", 0).background);
});

test("160 000 weights are drawn: the scale, and a pixel for each", () => {
  const n = 400;
  const grid = {
    ...gridOf("weights", n, n, (i, j) => (j > i ? 0 : 1 / (i + 1))),
    hidden: (i: number, j: number) => j > i,
  };
  const scale = scaleOf(grid);
  expect(scale).toEqual({ kind: "sequential", min: 1 / n, max: 1, limit: 1 });
  const pixels = pixelsOf({ grid, scale, lit: noCells }, "light");
  expect(pixels).toHaveLength(4 * n * n);
  expect([...pixels.slice(0, 4)]).toEqual([...bytesAt(scale, "light", 1), 255]);
  // A hidden pair stays clear.
  expect([...pixels.slice(4, 8)]).toEqual([0, 0, 0, 0]);
});

test("the legend's numbers are the data's, and never on top of each other", () => {
  const places = (scale: Scale) => ticksOf(scale).map(({ value, at }) => [value, at]);
  expect(places({ kind: "diverging", min: -1, max: 3, limit: 3 })).toEqual([
    [-1, 0],
    [0, 0.25],
    [3, 1],
  ]);
  expect(places({ kind: "diverging", min: -0.1, max: 3, limit: 3 })).toEqual([
    [-0.1, 0],
    [3, 1],
  ]);
  expect(places({ kind: "sequential", min: 0.25, max: 0.75, limit: 1 })).toEqual([
    [0, 0],
    [0.25, 0.25],
    [0.75, 0.75],
    [1, 1],
  ]);
  expect(places({ kind: "diverging", min: 2, max: 2, limit: 2 })).toEqual([[2, 0.5]]);
});
