// Ctrl+Z and its kin, for the reader's edits.

import type { Session } from "./session.ts";

export function undoKeys(session: Session, event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const target = event.target as HTMLElement;
  // A text of the reader's own has an undo of its own; the cells of a matrix share the page's.
  if (target.matches("textarea, input[type=text]:not(.dk-field), [contenteditable]")) return;
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey) session.undo();
  else if (key === "y" || (key === "z" && event.shiftKey)) session.redo();
  else return;
  event.preventDefault();
}
