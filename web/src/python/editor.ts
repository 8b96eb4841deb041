// The editor of the cell: a textarea, so that everything a reader knows of text fields holds, with
// numbered lines. Tab indents; Escape, then Tab leaves it.

import { live } from "lit/directives/live.js";
import { html, type TemplateResult } from "lit/html.js";
import { breakLine, type Change, dedent, indent, lineAt } from "./editing.ts";

export interface EditorOptions {
  readonly id: string;
  readonly code: string;
  readonly label: string;
  readonly hint: string;
  /** From 1. */
  readonly faultyLine: number | null;
  readonly describedBy: string;
  readonly onInput: (code: string) => void;
  readonly onRun: () => void;
}

/** Through the browser's own editing where it has it: then its undo knows of it. */
function apply(area: HTMLTextAreaElement, change: Change, onInput: (code: string) => void): void {
  area.setSelectionRange(change.from, change.to);
  const done = change.text
    ? document.execCommand("insertText", false, change.text)
    : change.from === change.to || document.execCommand("delete");
  if (!done) area.setRangeText(change.text, change.from, change.to);
  area.setSelectionRange(change.start, change.end);
  onInput(area.value);
}

/** Editors whose next Tab leaves them. */
const leaving = new WeakSet<HTMLTextAreaElement>();

function pressed(event: KeyboardEvent, o: EditorOptions): void {
  const area = event.currentTarget as HTMLTextAreaElement;
  const { key, shiftKey, ctrlKey, metaKey, altKey, isComposing } = event;
  if (isComposing) return;
  const take = (change: (selected: Parameters<typeof indent>[0]) => Change) => {
    event.preventDefault();
    const { value: text, selectionStart: start, selectionEnd: end } = area;
    apply(area, change({ text, start, end }), o.onInput);
  };
  if (key === "Enter" && (ctrlKey || metaKey)) {
    event.preventDefault();
    o.onRun();
    return;
  }
  if (ctrlKey || metaKey || altKey) return;
  if (key === "Escape") {
    leaving.add(area);
    return;
  }
  if (key === "Tab" && !leaving.has(area)) take(shiftKey ? dedent : indent);
  else if (key === "Enter" && !shiftKey) take(breakLine);
  if (key !== "Shift") leaving.delete(area);
}

/** The line of an error, selected and in view. */
export function goToLine(area: HTMLTextAreaElement, line: number): void {
  const [start, end] = lineAt(area.value, line);
  area.focus({ preventScroll: true });
  area.setSelectionRange(start, end);
  const number = area.closest(".py-editor")?.querySelector(`[data-line="${line}"]`);
  number?.scrollIntoView({ block: "nearest" });
}

export function editorView(o: EditorOptions): TemplateResult {
  const count = o.code.split("\n").length;
  return html`<div class="py-editor">
    <div class="py-lines" aria-hidden="true">
      ${Array.from({ length: count }, (_, i) => html`<span data-line=${i + 1} class=${i + 1 === o.faultyLine ? "py-faulty" : ""}>${i + 1}</span>`)}
    </div>
    <textarea
      id=${o.id}
      rows=${count}
      wrap="off"
      spellcheck="false"
      autocomplete="off"
      autocapitalize="off"
      translate="no"
      aria-label=${o.label}
      aria-describedby=${o.describedBy}
      aria-invalid=${o.faultyLine === null ? "false" : "true"}
      .value=${live(o.code)}
      @keydown=${(event: KeyboardEvent) => pressed(event, o)}
      @input=${(event: Event) => o.onInput((event.target as HTMLTextAreaElement).value)}
      @focus=${(event: Event) => leaving.delete(event.target as HTMLTextAreaElement)}
    ></textarea>
  </div>`;
}
