// Every key that the lesson knows.

import { html, type TemplateResult } from "lit/html.js";
import type { Language } from "../inputs/state.ts";

type Words = Readonly<Record<Language, string>>;

interface Group {
  readonly title: Words;
  /** Keys, as they stand on a keyboard, and what they do. */
  readonly rows: readonly (readonly [keys: readonly (string | Words)[], what: Words])[];
}

const space: Words = { en: "Space", tr: "Boşluk" };

const shiftSpace: Words = { en: "Shift Space", tr: "Shift Boşluk" };

const groups: readonly Group[] = [
  {
    title: { en: "Anywhere", tr: "Her yerde" },
    rows: [
      [["?"], { en: "this list", tr: "bu liste" }],
      [["j", "k"], { en: "next and previous section", tr: "sonraki ve önceki bölüm" }],
      [["Ctrl Z", "Ctrl Y"], { en: "undo, redo (⌘ on a Mac)", tr: "geri al, yinele (Mac’te ⌘)" }],
    ],
  },
  {
    title: { en: "In a matrix of results", tr: "Sonuç matrisinde" },
    rows: [
      [["←", "↑", "→", "↓"], { en: "walk the cells", tr: "hücreleri gezer" }],
      [
        ["Home", "End"],
        { en: "ends of the row, with Ctrl of the matrix", tr: "satırın, Ctrl ile matrisin uçları" },
      ],
      [["Enter"], { en: "open the sum of the cell", tr: "hücrenin toplamını açar" }],
      [
        [space],
        {
          en: "the same; where there is “Show how”, play from here and pause",
          tr: "aynısı; “Nasıl olduğunu göster” varsa buradan oynatır, duraklatır",
        },
      ],
      [["Esc"], { en: "close it", tr: "kapatır" }],
    ],
  },
  {
    title: { en: "In a matrix of inputs", tr: "Girdi matrisinde" },
    rows: [
      [["↑", "↓", "Enter"], { en: "cell above, cell below", tr: "üstteki ve alttaki hücre" }],
      [
        ["←", "→"],
        { en: "at the end of the number: next cell", tr: "sayının ucunda: yandaki hücre" },
      ],
      [["Esc"], { en: "the number as it was", tr: "sayının önceki hâli" }],
    ],
  },
  {
    title: { en: "In a figure that plays step by step", tr: "Adım adım oynayan şekilde" },
    rows: [
      [[space], { en: "play, pause", tr: "oynat, duraklat" }],
      [["←", "→"], { en: "one step", tr: "bir adım" }],
      [["Home", "End"], { en: "first and last step", tr: "ilk ve son adım" }],
    ],
  },
  {
    title: { en: "In the list beside the text", tr: "Metnin yanındaki listede" },
    rows: [[["↑", "↓", "Home", "End"], { en: "walk the sections", tr: "bölümleri gezer" }]],
  },
  {
    title: { en: "In the teacher’s view", tr: "Öğretmen görünümünde" },
    rows: [
      [["→", "←"], { en: "next and previous figure", tr: "sonraki ve önceki şekil" }],
      [
        [space, "↓", "PgDn"],
        {
          en: "further down in the figure; at its end, the next figure",
          tr: "şekilde aşağı; sonunda bir sonraki şekil",
        },
      ],
      [
        [shiftSpace, "↑", "PgUp"],
        {
          en: "further up in the figure; at its beginning, the end of the previous one",
          tr: "şekilde yukarı; başında bir önceki şeklin sonu",
        },
      ],
      [["Esc"], { en: "back to the lesson", tr: "derse dön" }],
    ],
  },
];

const name = (key: string | Words, language: Language) =>
  typeof key === "string" ? key : key[language];

export function keyListView(language: Language): TemplateResult {
  return html`<div class="way-keys">
    ${groups.map(
      ({ title, rows }) => html`<section>
        <h3>${title[language]}</h3>
        <dl>
          ${rows.map(
            ([keys, what]) => html`<div>
              <dt>${keys.map((key) => html`<kbd>${name(key, language)}</kbd> `)}</dt>
              <dd>${what[language]}</dd>
            </div>`,
          )}
        </dl>
      </section>`,
    )}
  </div>`;
}
