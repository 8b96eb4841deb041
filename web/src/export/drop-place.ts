// Where a file that is dragged over the page would go.

/** The matrix that may be changed there. */
export const matrixAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(".dk-matrix.dk-editable") : null;

let over: HTMLElement | null = null;

/** Shows the matrices that a file may go to, and the one below it; null: nothing is dragged. */
export function markPlace(target: EventTarget | null): void {
  document.documentElement.toggleAttribute("data-dropping", target !== null);
  const matrix = matrixAt(target);
  if (matrix === over) return;
  over?.removeAttribute("data-drop");
  matrix?.setAttribute("data-drop", "");
  over = matrix;
}
