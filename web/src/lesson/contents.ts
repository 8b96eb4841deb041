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
    id: "question",
    title: {
      en: "One word changes who is meant",
      tr: "Bir sözcük kimin kastedildiğini değiştirir",
    },
    figures: ["question"],
    asks: true,
    section: later("question"),
  },
  {
    id: "recurrent",
    title: { en: "Why a recurrent network was not enough", tr: "Yinelemeli ağ neden yetmedi" },
    figures: ["recurrent"],
    asks: true,
    section: later("recurrent"),
  },
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
    figures: ["scale", "experiment"],
    section: scale,
    more: later("experiment"),
    asks: true,
  },
  {
    id: "softmax",
    title: { en: "Softmax: from scores to shares", tr: "Softmax: puandan paya" },
    figures: ["softmax", "sinks"],
    section: softmax,
    more: later("sinks"),
    asks: true,
  },
  {
    id: "output",
    title: { en: "Output: a weighted sum of values", tr: "Çıktı: değerlerin ağırlıklı toplamı" },
    figures: ["output"],
    section: output,
  },
  {
    id: "order",
    title: {
      en: "Order is lost, and has to be put back",
      tr: "Sıra kaybolur, geri konması gerekir",
    },
    figures: ["order", "positions"],
    asks: true,
    section: later("order"),
  },
  {
    id: "mask",
    title: { en: "The mask: no looking ahead", tr: "Maske: ileriye bakmak yok" },
    figures: ["mask"],
    section: mask,
  },
  {
    id: "heads",
    title: { en: "Many heads", tr: "Çok başlıklı dikkat" },
    figures: ["heads"],
    asks: true,
    section: later("heads"),
  },
  {
    id: "cross",
    title: { en: "Self, cross, causal", tr: "Öz, çapraz, nedensel" },
    figures: ["cross"],
    asks: true,
    section: later("cross"),
  },
  {
    id: "meaning",
    title: {
      en: "What heads learn, and what a map does not prove",
      tr: "Başlıklar ne öğrenir, harita neyi kanıtlamaz",
    },
    figures: ["meaning"],
    asks: true,
    section: later("meaning"),
  },
  {
    id: "tiles",
    title: {
      en: html`The <i>n</i>² bill, paid tile by tile`,
      tr: html`<i>n</i>² faturası, karo karo`,
    },
    figures: ["tiles", "cost"],
    section: later("tiles"),
  },
  {
    id: "cache",
    title: { en: "The KV cache: keep what does not change", tr: "KV önbelleği: değişmeyeni sakla" },
    figures: ["cache", "calculator"],
    asks: true,
    section: later("cache"),
  },
  {
    id: "patterns",
    title: { en: "Not every layer, not every pair", tr: "Her katman değil, her çift değil" },
    figures: ["patterns", "reach"],
    asks: true,
    section: later("patterns"),
  },
  {
    id: "block",
    title: { en: "The block around it", tr: "Çevresindeki blok" },
    figures: ["block"],
    asks: true,
    section: later("block"),
  },
  {
    id: "turn",
    title: { en: "Your turn", tr: "Sıra sizde" },
    figures: ["turn"],
    asks: true,
    section: later("turn"),
  },
  {
    id: "bugs",
    title: { en: "The bug lab", tr: "Hata laboratuvarı" },
    figures: ["bugs"],
    asks: true,
    section: later("bugs"),
  },
  {
    id: "questions",
    title: { en: "Common questions", tr: "Sık sorulanlar" },
    figures: ["answers"],
    asks: true,
    section: later("questions"),
  },
  {
    id: "glossary",
    title: { en: "Glossary", tr: "Sözlük" },
    figures: [],
    section: later("glossary"),
  },
];
