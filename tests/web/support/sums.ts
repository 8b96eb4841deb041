// What the sum of a cell comes to when its operands are worked out anew, in float64, as it is
// written: an account of the cell that knows nothing of how the core computed it.

import { expect } from "vitest";
import type { Cell, GridName } from "../../../web/src/inputs/state.ts";
import { gridOf, type Scene } from "../../../web/src/views/scene.ts";
import { isCell, sourcesOf, sumOf, type WrittenPart } from "../../../web/src/views/sum.ts";

/** The normal distribution, with erf by its series. */
export function phi(x: number): number {
  const z = x / Math.SQRT2;
  let term = z;
  let erf = z;
  for (let n = 1; n < 80; n++) {
    term *= (-z * z) / n;
    erf += term / (2 * n + 1);
  }
  return (1 + (2 / Math.sqrt(Math.PI)) * erf) / 2;
}

const signs: Readonly<Record<string, string>> = {
  "−": "-",
  "÷": "/",
  "·": "*",
  "²": "**2",
  "∞": "Infinity",
  ";": ",",
  "√": "Math.sqrt",
  Φ: "phi",
};

const inJavaScript = (text: string) => text.replace(/[−÷·²∞;√Φ]/gu, (sign) => signs[sign] ?? sign);

/** What is written, as a formula of JavaScript. */
function formula(parts: readonly WrittenPart[], value: (c: Cell) => number): string {
  const text = parts.map((part) => {
    if (isCell(part)) return `(${value(part)})`;
    if (typeof part === "number") return `(${part})`;
    if (typeof part === "object") return `((${part.base})**(${inJavaScript(part.power)}))`;
    return inJavaScript(part);
  });
  return text
    .join("")
    .replace(/\b(sin|cos|exp|max)\s*\(/gu, "Math.$1(")
    .replace(/\bln 2/gu, "Math.LN2")
    .replace(/\|(.*)\|/u, "Math.abs($1)");
}

export function workedOut(scene: Scene, cell: Cell): number {
  const value = (c: Cell) => gridOf(scene, c.matrix).at(c.row, c.column);
  const { scaled, temperature } = scene.state.settings;
  const sum = sumOf(scene, cell);
  switch (sum.kind) {
    case "input":
      return value(cell);
    case "dot":
      return sum.terms.reduce((total, t) => total + value(t.left) * value(t.right), 0);
    case "written":
      return Number(new Function("phi", `return ${formula(sum.parts, value)}`)(phi));
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

/** Every cell is what its sum comes to; how many of each matrix have a sum. */
export function expectAllCells(scene: Scene, tolerance = 1e-12): Map<GridName, number> {
  const sums = new Map<GridName, number>();
  for (const name of Object.keys(scene.grids) as GridName[]) {
    const grid = gridOf(scene, name);
    for (let row = 0; row < grid.rows; row++) {
      for (let column = 0; column < grid.columns; column++) {
        const cell = { matrix: name, row, column };
        const [wanted, got] = [workedOut(scene, cell), grid.at(row, column)];
        const close =
          Object.is(got, wanted) || Math.abs(got - wanted) <= tolerance * (1 + Math.abs(wanted));
        expect(close, `${name}[${row}][${column}]: ${got}, worked out ${wanted}`).toBe(true);
        if (sumOf(scene, cell).kind !== "input") sums.set(name, (sums.get(name) ?? 0) + 1);
      }
    }
  }
  return sums;
}

/** The matrices of given numbers that the first cell of a matrix comes from, over all its sums. */
export function inputsOf(scene: Scene, matrix: GridName): string[] {
  const seen = new Set<string>();
  const inputs = new Set<string>();
  const walk = (cell: Cell) => {
    const key = `${cell.matrix} ${cell.row} ${cell.column}`;
    if (seen.has(key)) return;
    seen.add(key);
    const sources = sourcesOf(sumOf(scene, cell));
    if (sources.length === 0) inputs.add(cell.matrix);
    for (const source of sources) walk(source);
  };
  walk({ matrix, row: 0, column: 0 });
  return [...inputs].sort();
}
