// What a page gives and takes: its buttons open the sheet that copies and saves, and files may be
// dropped on it. All else is fetched with the first of them.

import { offerTaking, TAKE, type Wanted } from "../views/take.ts";
import type { App } from "./app.ts";

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
  for (const type of ["dragover", "dragleave", "drop"] as const) {
    document.addEventListener(type, (event) => {
      if (!hasFiles(event)) return;
      // Else the browser would leave the page for the file.
      event.preventDefault();
      const { target, relatedTarget } = event;
      // The list is emptied when the event is over.
      const files = [...(event.dataTransfer?.files ?? [])];
      if (type === "drop") void exporting(({ dropped }) => dropped(app, files, target));
      else void exporting(({ dragged }) => dragged(type === "dragover" ? target : relatedTarget));
    });
  }
}
