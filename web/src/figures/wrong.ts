// What a link chose for a figure and the figure cannot show: told beside it, in one sentence.

import { html, type TemplateResult } from "lit/html.js";
import type { Language, State } from "../inputs/state.ts";
import type { Session } from "../page/session.ts";

/** What `Choices` is asked here, whatever they hold. */
interface Judged {
  wrong(state: State): readonly string[];
}

const words: Record<Language, (choices: string) => string> = {
  en: (choices) =>
    `This figure has no such choice: ${choices}. It is shown as it begins; choose again in it, or correct the link.`,
  tr: (choices) =>
    `Bu şekilde böyle bir seçim yok: ${choices}. Başlangıçtaki hâliyle gösteriliyor; seçimi şekilde yeniden yapın ya da bağlantıyı düzeltin.`,
};

/** `all`: those of the figure, of all its parts. Null where they all fit. */
export function wrongView(
  { state, language }: Session,
  ...all: readonly Judged[]
): TemplateResult | null {
  const wrong = all.flatMap((choices) => choices.wrong(state));
  if (wrong.length === 0) return null;
  const listed = wrong.map((choice) => `${choice} = ${state.figures[choice]}`).join(", ");
  return html`<p class="dk-fault" role="status">${words[language](listed)}</p>`;
}
