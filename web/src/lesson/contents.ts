// All sections in their order. Those of the first load are imported here; the others are fetched
// when the reader comes near.

import { html } from "lit";
import type { Entry, Section } from "./section.ts";
import { mask } from "./sections/mask.ts";
import { output } from "./sections/output.ts";
import { qkv } from "./sections/qkv.ts";
import { scale } from "./sections/scale.ts";
import { scores } from "./sections/scores.ts";
import { softmax } from "./sections/softmax.ts";
import { words } from "./sections/words.ts";

const fetched = import.meta.glob<{ section: Section }>("./later/*.ts");

/** The section in a file of its own, fetched when it is needed. */
function later(id: string): () => Promise<Section> {
  return async () => {
    const load = fetched[`./later/${id}.ts`];
    if (!load) throw new Error(`there is no section ${id}`);
    return (await load()).section;
  };
}

export const contents: readonly Entry[] = [
  {
    id: "words",
    title: { en: "Three words, four numbers each", tr: "Üç sözcük, her birine dört sayı" },
    figures: ["words"],
    section: words,
  },
  {
    id: "qkv",
    title: { en: "Query, key, value", tr: "Sorgu, anahtar, değer" },
    figures: ["projections"],
    section: qkv,
  },
  {
    id: "scores",
    title: { en: "Scores: who matches whom", tr: "Puanlar: kim kime uyuyor" },
    figures: ["scores"],
    section: scores,
  },
  {
    id: "scale",
    title: {
      en: html`Why divide by √<i>d</i><sub>k</sub>`,
      tr: html`Neden √<i>d</i><sub>k</sub>’ye bölünür`,
    },
    figures: ["scale"],
    section: scale,
  },
  {
    id: "softmax",
    title: { en: "Softmax: from scores to shares", tr: "Softmax: puandan paya" },
    figures: ["softmax"],
    section: softmax,
  },
  {
    id: "output",
    title: { en: "Output: a weighted sum of values", tr: "Çıktı: değerlerin ağırlıklı toplamı" },
    figures: ["output"],
    section: output,
  },
  {
    id: "mask",
    title: { en: "The mask: no looking ahead", tr: "Maske: ileriye bakmak yok" },
    figures: ["mask"],
    section: mask,
  },
  {
    id: "tiles",
    title: {
      en: html`The <i>n</i>² bill, paid tile by tile`,
      tr: html`<i>n</i>² faturası, karo karo`,
    },
    figures: ["tiles"],
    section: later("tiles"),
  },
  {
    id: "glossary",
    title: { en: "Glossary", tr: "Sözlük" },
    figures: [],
    section: later("glossary"),
  },
];
