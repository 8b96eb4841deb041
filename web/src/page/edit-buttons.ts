// Undo, redo and reset.

import { html, svg, type TemplateResult } from "lit/html.js";
import type { Language } from "../inputs/state.ts";
import { buttonView } from "../views/controls.ts";
import type { Session } from "./session.ts";

const text = {
  en: { undo: "Undo", redo: "Redo", reset: "Reset" },
  tr: { undo: "Geri al", redo: "Yinele", reset: "Sıfırla" },
};

const signs = {
  undo: svg`<path d="M4 9h9a5 5 0 0 1 0 10H8M4 9l4-4M4 9l4 4"/>`,
  redo: svg`<path d="M20 9h-9a5 5 0 0 0 0 10h5M20 9l-4-4M20 9l-4 4"/>`,
  reset: svg`<path d="M5 5v5h5M5.5 10a7.5 7.5 0 1 1-1 4"/>`,
};

/** A word, and the sign that stands for it where there is no room for words. */
export function signed(sign: TemplateResult<2>, word: string): TemplateResult {
  return html`<svg class="page-sign" viewBox="0 0 24 24" aria-hidden="true">${sign}</svg
    ><span class="page-word">${word}</span>`;
}

interface Edited {
  readonly session: Session | null;
  readonly language: Language;
}

/** Back and forward through the reader's edits. */
export function editButtons({ session, language }: Edited): TemplateResult {
  const words = text[language];
  return html`${buttonView({ label: signed(signs.undo, words.undo), disabled: !session?.canUndo, onClick: () => session?.undo() })}
  ${buttonView({ label: signed(signs.redo, words.redo), disabled: !session?.canRedo, onClick: () => session?.redo() })}`;
}

export function resetButton({ session, language }: Edited): TemplateResult {
  return buttonView({
    label: signed(signs.reset, text[language].reset),
    disabled: !session?.changed,
    onClick: () => session?.reset(),
  });
}
