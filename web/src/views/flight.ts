// Copies of the rows and columns that a cell is made of, on their way into it. Only transforms
// move; the matrices stay where they are.

import type { Cell } from "../inputs/state.ts";
import { cellIn } from "./cell-keys.ts";
import type { Motion } from "./motion.ts";
import { rootOf } from "./root.ts";
import { roleOf } from "./words.ts";
import { zoomOf } from "./zoom.ts";

/** Milliseconds; shorter than the time a step is shown for. */
const LASTS = 1100;

/** More cells are only an outline. */
const MOST = 40;

/** Cells of one matrix that touch each other along a row or a column. */
export function runs(cells: readonly Cell[]): Cell[][] {
  const all: Cell[][] = [];
  for (const cell of cells) {
    const run = all.find((one) => {
      const last = one.at(-1);
      if (last?.matrix !== cell.matrix) return false;
      const [down, right] = [cell.row - last.row, cell.column - last.column];
      const straight = one.length === 1 || (one[0]?.row === last.row ? down === 0 : right === 0);
      return straight && ((down === 0 && right === 1) || (down === 1 && right === 0));
    });
    if (run) run.push(cell);
    else if (!all.some((one) => one.some((c) => same(c, cell)))) all.push([cell]);
  }
  return all;
}

const same = (a: Cell, b: Cell) =>
  a.matrix === b.matrix && a.row === b.row && a.column === b.column;

/** The box of a cell; a field lies in it. */
const boxIn = (figure: ParentNode, prefix: string, cell: Cell) =>
  cellIn(figure, prefix, cell)?.closest("td") ?? null;

function place(
  element: HTMLElement,
  box: DOMRect,
  { left, top, zoom }: { left: number; top: number; zoom: number },
): void {
  Object.assign(element.style, {
    left: `${(box.left - left) / zoom}px`,
    top: `${(box.top - top) / zoom}px`,
    width: `${box.width / zoom}px`,
    height: `${box.height / zoom}px`,
  });
}

function around(boxes: readonly DOMRect[]): DOMRect {
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.right));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  return new DOMRect(left, top, right - left, bottom - top);
}

function copyOf(cell: HTMLElement, { left, top }: DOMRect, zoom: number): HTMLElement {
  const copy = document.createElement("span");
  const { backgroundColor, color } = getComputedStyle(cell);
  copy.textContent =
    cell.querySelector("input")?.value ??
    cell.querySelector(".dk-value-text")?.textContent ??
    cell.textContent;
  Object.assign(copy.style, { backgroundColor, color });
  place(copy, cell.getBoundingClientRect(), { left, top, zoom });
  return copy;
}

export function fly(layer: HTMLElement, { prefix, cell, sources }: Motion): void {
  const figure = rootOf(layer);
  const target = cell && boxIn(figure, prefix, cell)?.getBoundingClientRect();
  if (!target) return;
  const { left, top } = layer.getBoundingClientRect();
  const zoom = zoomOf(layer);
  for (const run of runs(sources)) {
    const cells = run.flatMap((source) => boxIn(figure, prefix, source) ?? []);
    const first = run[0];
    if (cells.length === 0 || !first) continue;
    const frame = around(cells.map((one) => one.getBoundingClientRect()));
    const copy = document.createElement("div");
    copy.className = `dk-flight dk-${roleOf(first.matrix)}`;
    place(copy, frame, { left, top, zoom });
    if (cells.length <= MOST) copy.append(...cells.map((one) => copyOf(one, frame, zoom)));
    layer.append(copy);
    const [x, y] = [(target.left - frame.left) / zoom, (target.top - frame.top) / zoom];
    const small = `scale(${target.width / frame.width}, ${target.height / frame.height})`;
    const moved = copy.animate(
      [
        { transform: "none", offset: 0 },
        { transform: "none", offset: 0.2, easing: "cubic-bezier(0.6, 0, 0.3, 1)" },
        { transform: `translate(${x}px, ${y}px) ${small}`, offset: 1 },
      ],
      { duration: LASTS, fill: "both" },
    );
    moved.onfinish = () => copy.remove();
  }
}
