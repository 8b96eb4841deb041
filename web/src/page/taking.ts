// What a page gives and takes: its buttons open the sheet that copies and saves, and files may be
// dropped on it. All else is fetched with the first of them.

import "../styles/take.css";
import { offerTaking, TAKE, type Wanted } from "../views/take.ts";
import type { App } from "./app.ts";

/** The matrix that a file would go to; anywhere else the page asks which. */
const matrixAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(".dk-matrix.dk-editable") : null;

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") === true;

export function answerTaking(app: App): void {
  const exporting = async (act: (module: typeof import("../export/answer.ts")) => void) => {
    try {
      act(await import("../export/answer.ts"));
    } catch {
      app.session?.say("notFetched");
    }
  };
  offerTaking(() => app.language);
  document.addEventListener(TAKE, (event) => {
    const { detail } = event as CustomEvent<Wanted>;
    void exporting(({ give }) => give(app, detail));
  });
  let over: HTMLElement | null = null;
  const mark = (matrix: HTMLElement | null, dragging: boolean) => {
    document.documentElement.toggleAttribute("data-dropping", dragging);
    if (matrix === over) return;
    over?.removeAttribute("data-drop");
    matrix?.setAttribute("data-drop", "");
    over = matrix;
  };
  document.addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    // Else the browser would leave the page for the file.
    event.preventDefault();
    mark(matrixAt(event.target), true);
  });
  document.addEventListener("dragleave", ({ relatedTarget }) => {
    if (!relatedTarget) mark(null, false);
  });
  document.addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    mark(null, false);
    const files = [...(event.dataTransfer?.files ?? [])];
    const name = matrixAt(event.target)?.dataset.matrix ?? null;
    void exporting(({ takeFiles }) => takeFiles(app, files, name));
  });
}
