// Keyboard, pointer and touch of a matrix. A computed matrix is one tab stop whose cells are
// walked with the arrow keys; an editable one is a table of fields.

import { Directive, directive, type ElementPart } from "lit/directive.js";
import { noChange } from "lit/html.js";
import type { Cell, GridName } from "../inputs/state.ts";
import { enterField, expectOther, leaveField, textBefore, typeInField } from "./field.ts";
import { sameCell, type Word } from "./lit-cells.ts";
import type { MatrixOptions } from "./matrix.ts";
import { still } from "./motion.ts";
import { inFocus } from "./root.ts";
import type { Axis, Grid } from "./scene.ts";

/** The cell a key leads to, or null where the key means nothing. */
export function step(
  key: string,
  control: boolean,
  [row, column]: readonly [number, number],
  [rows, columns]: readonly [number, number],
): readonly [number, number] | null {
  const clamp = (value: number, length: number) => Math.min(length - 1, Math.max(0, value));
  const to = (r: number, c: number) => [clamp(r, rows), clamp(c, columns)] as const;
  switch (key) {
    case "ArrowUp":
      return to(row - 1, column);
    case "ArrowDown":
      return to(row + 1, column);
    case "ArrowLeft":
      return to(row, column - 1);
    case "ArrowRight":
      return to(row, column + 1);
    case "Home":
      return to(control ? 0 : row, 0);
    case "End":
      return to(control ? rows - 1 : row, columns - 1);
    default:
      return null;
  }
}

/** The id of the table: as an id and in a selector, a part is parted by a hyphen. */
export const tableId = (prefix: string, name: GridName) => `${prefix}-${name.replace(".", "-")}`;

const inTable = ({ row, column }: Cell) => `[data-row="${row}"][data-column="${column}"]`;

/** Of a matrix in the figure with that prefix; null where it is not shown as a table. */
export function cellIn(figure: ParentNode, prefix: string, cell: Cell): HTMLElement | null {
  return figure.querySelector(`[id="${tableId(prefix, cell.matrix)}"] ${inTable(cell)}`);
}

const cellElement = (event: Event) =>
  event.target instanceof Element ? event.target.closest<HTMLElement>("[data-row]") : null;

const placeOf = (element: HTMLElement) =>
  [Number(element.dataset.row), Number(element.dataset.column)] as const;

function focusCell(table: EventTarget | null, row: number, column: number): void {
  if (!(table instanceof Element)) return;
  table
    .querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`)
    ?.focus({ preventScroll: false });
}

/** On a narrow screen a long sum would lie over the very cell that it is the sum of. */
function uncover(cell: Element): void {
  requestAnimationFrame(() => {
    const sum = cell.closest(".dk-figure")?.querySelector(".dk-inspector.dk-pinned");
    if (!sum) return;
    const [own, over] = [cell.getBoundingClientRect(), sum.getBoundingClientRect()];
    const beside = own.right <= over.left || own.left >= over.right;
    const covered = own.bottom - over.top;
    if (beside || covered <= 0 || own.top >= over.bottom) return;
    window.scrollBy({ top: covered + 8, behavior: still() ? "instant" : "smooth" });
  });
}

/** Left and right leave a field only from the end of its text. */
function staysInText(event: KeyboardEvent, field: HTMLInputElement): boolean {
  const { selectionStart, selectionEnd, value } = field;
  if (event.key === "ArrowLeft") return selectionStart !== 0;
  if (event.key === "ArrowRight") return selectionEnd !== value.length;
  return event.key === "Home" || event.key === "End";
}

/**
 * For what follows from losing the focus. A render that takes the focused element away makes the
 * browser tell so in the middle of it, and a page must not render within a render.
 */
export function afterEvents(then: () => void): void {
  queueMicrotask(then);
}

/** The token that the head of a row or of a column names. */
function wordAt(target: EventTarget | null, grid: Grid): Word | null {
  const head = target instanceof Element ? target.closest<HTMLElement>("th") : null;
  const { wordRow, wordColumn } = head?.dataset ?? {};
  const of = (axis: Axis, index: string | undefined): Word | null => {
    const at = Number(index);
    if (index === undefined || !["token", "query", "key"].includes(axis)) return null;
    return { query: axis === "key" ? null : at, key: axis === "query" ? null : at };
  };
  return of(grid.rowAxis, wordRow) ?? of(grid.columnAxis, wordColumn);
}

export function tableEvents(grid: Grid, o: MatrixOptions) {
  const cellOf = (element: HTMLElement): Cell => {
    const [row, column] = placeOf(element);
    return o.cellAt?.(row, column) ?? { matrix: grid.name, row, column };
  };
  const preview = (cell: Cell | null) => {
    if (!sameCell(cell, o.lit?.cell ?? null)) o.onPreview?.(cell);
  };
  const valueAt = (element: HTMLElement) => grid.at(...placeOf(element));
  const open = (element: HTMLElement) => {
    o.onOpen?.(cellOf(element));
    uncover(element);
  };

  const fieldKey = (event: KeyboardEvent, field: HTMLInputElement) => {
    if (event.ctrlKey || event.metaKey) expectOther(field);
    if (event.isComposing || event.altKey || event.metaKey || event.shiftKey) return;
    const [row, column] = placeOf(field);
    if (event.key === "Escape") {
      const before = textBefore(field);
      if (before === null || before === field.value) return;
      field.value = before;
      field.select();
      typeInField(field);
      o.onEdit?.(cellOf(field), before);
      event.stopPropagation();
      return;
    }
    const key = event.key === "Enter" ? "ArrowDown" : event.key;
    if (event.key !== "Enter" && staysInText(event, field)) return;
    const next = step(key, event.ctrlKey, [row, column], [grid.rows, grid.columns]);
    if (!next) return;
    event.preventDefault();
    focusCell(event.currentTarget, ...next);
  };

  const cellKey = (event: KeyboardEvent, element: HTMLElement) => {
    if (event.altKey || event.metaKey) return;
    if (event.key === " " && o.onSpace) {
      event.preventDefault();
      o.onSpace(cellOf(element));
      return;
    }
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      open(element);
      return;
    }
    if (event.key === "Escape") {
      // One press, one thing: what else Escape would leave waits for the next.
      if (o.selected) event.preventDefault();
      o.onOpen?.(null);
      return;
    }
    const next = step(event.key, event.ctrlKey, placeOf(element), [grid.rows, grid.columns]);
    if (!next) return;
    event.preventDefault();
    focusCell(event.currentTarget, ...next);
  };

  return {
    keydown(event: KeyboardEvent) {
      const element = cellElement(event);
      if (!element) return;
      if (element instanceof HTMLInputElement) fieldKey(event, element);
      else cellKey(event, element);
    },
    click(event: MouseEvent) {
      const element = cellElement(event);
      if (element && !(element instanceof HTMLInputElement)) open(element);
    },
    pointerover(event: PointerEvent) {
      // A finger does not hover; its tap opens the cell.
      if (event.pointerType === "touch") return;
      o.onWord?.(wordAt(event.target, grid));
      const target = event.target instanceof Element ? event.target.closest("td") : null;
      const element = target?.matches("[data-row]")
        ? target
        : target?.querySelector<HTMLElement>("[data-row]");
      preview(element ? cellOf(element as HTMLElement) : null);
    },
    pointerleave(event: PointerEvent) {
      if (event.pointerType === "touch") return;
      preview(null);
      o.onWord?.(null);
    },
    focusin(event: FocusEvent) {
      const element = cellElement(event);
      if (!element) return;
      if (element instanceof HTMLInputElement) enterField(element, valueAt(element), o.language);
      moveStop(event.currentTarget as HTMLElement, element);
      preview(cellOf(element));
    },
    focusout(event: FocusEvent) {
      const element = cellElement(event);
      if (!element) return;
      const field = element instanceof HTMLInputElement;
      if (field) leaveField(element, valueAt(element), o.language);
      afterEvents(() => {
        if (field) o.onCommit?.(cellOf(element));
        if (!inFocus(element)?.matches("[data-row]")) preview(null);
      });
    },
    input(event: Event) {
      const field = event.target;
      if (!(field instanceof HTMLInputElement)) return;
      typeInField(field);
      o.onEdit?.(cellOf(field), field.value);
    },
  };
}

function moveStop(table: HTMLElement, to: HTMLElement): void {
  for (const old of table.querySelectorAll('[data-row][tabindex="0"]'))
    old.setAttribute("tabindex", "-1");
  to.setAttribute("tabindex", "0");
}

/**
 * On the table of a matrix: the Tab key finds exactly one of its cells or fields, also after rows
 * or columns have gone; the arrow keys walk the others. The templates never bind tabindex, so what is set here stays.
 */
class KeepOneStop extends Directive {
  render(): unknown {
    return noChange;
  }

  override update(part: ElementPart): unknown {
    const table = part.element as HTMLElement;
    // The rows of this very render are not in place yet.
    queueMicrotask(() => {
      if (table.querySelector('[data-row][tabindex="0"]')) return;
      const first =
        table.querySelector<HTMLElement>("td.dk-selected[data-row]") ??
        table.querySelector<HTMLElement>("[data-row]");
      first?.setAttribute("tabindex", "0");
    });
    return noChange;
  }
}

export const keepOneStop = directive(KeepOneStop);
