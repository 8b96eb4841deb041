// All sections in their order. Each is fetched when the reader comes near; those that most come for,
// at the first sign that somebody reads.

import { html } from "lit/html.js";
import type { Entry, Section } from "./section.ts";

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
    section: later("question"),
  },
  {
    id: "recurrent",
    title: { en: "Why a recurrent network was not enough", tr: "Yinelemeli ağ neden yetmedi" },
    figures: ["recurrent", "layers"],
    asks: "section",
    section: later("recurrent"),
  },
  {
    id: "words",
    title: { en: "Three words, four numbers each", tr: "Üç sözcük, her birine dört sayı" },
    figures: ["words"],
    section: later("words"),
    soon: true,
  },
  {
    id: "qkv",
    title: { en: "Query, key, value", tr: "Sorgu, anahtar, değer" },
    figures: ["projections"],
    section: later("qkv"),
    soon: true,
  },
  {
    id: "scores",
    title: { en: "Scores: who matches whom", tr: "Puanlar: kim kime uyuyor" },
    figures: ["scores"],
    section: later("scores"),
    soon: true,
  },
  {
    id: "scale",
    title: {
      en: html`Why divide by √<i>d</i><sub>k</sub>`,
      tr: html`Neden √<i>d</i><sub>k</sub>’ye bölünür`,
    },
    figures: ["scale", "experiment"],
    section: later("scale"),
    soon: true,
    more: later("experiment"),
    asks: "more",
  },
  {
    id: "softmax",
    title: { en: "Softmax: from scores to shares", tr: "Softmax: puandan paya" },
    figures: ["softmax", "shift", "sinks"],
    section: later("softmax"),
    soon: true,
    more: later("sinks"),
    asks: "more",
  },
  {
    id: "output",
    title: { en: "Output: a weighted sum of values", tr: "Çıktı: değerlerin ağırlıklı toplamı" },
    figures: ["output", "five-lines", "python", "by-hand"],
    section: later("output"),
    soon: true,
  },
  {
    id: "order",
    title: {
      en: "Order is lost, and has to be put back",
      tr: "Sıra kaybolur, geri konması gerekir",
    },
    figures: ["order", "positions"],
    asks: "section",
    section: later("order"),
  },
  {
    id: "mask",
    title: { en: "The mask: no looking ahead", tr: "Maske: ileriye bakmak yok" },
    figures: ["mask"],
    section: later("mask"),
    soon: true,
  },
  {
    id: "heads",
    title: { en: "Many heads", tr: "Çok başlıklı dikkat" },
    figures: ["heads"],
    asks: "section",
    section: later("heads"),
  },
  {
    id: "cross",
    title: { en: "Self, cross, causal", tr: "Öz, çapraz, nedensel" },
    figures: ["cross"],
    section: later("cross"),
  },
  {
    id: "meaning",
    title: {
      en: "What heads learn, and what a map does not prove",
      tr: "Başlıklar ne öğrenir, harita neyi kanıtlamaz",
    },
    figures: ["bert", "meaning"],
    asks: "section",
    section: later("meaning"),
  },
  {
    id: "tiles",
    title: {
      en: html`The <i>n</i>² bill, paid tile by tile`,
      tr: html`<i>n</i>² faturası, karo karo`,
    },
    figures: ["tiles", "cost"],
    asks: "section",
    section: later("tiles"),
  },
  {
    id: "cache",
    title: { en: "The KV cache: keep what does not change", tr: "KV önbelleği: değişmeyeni sakla" },
    figures: ["cache", "calculator"],
    asks: "section",
    section: later("cache"),
  },
  {
    id: "patterns",
    title: { en: "Not every layer, not every pair", tr: "Her katman değil, her çift değil" },
    figures: ["patterns", "reach"],
    asks: "section",
    section: later("patterns"),
  },
  {
    id: "block",
    title: { en: "The block around it", tr: "Çevresindeki blok" },
    figures: ["block"],
    asks: "section",
    section: later("block"),
  },
  {
    id: "turn",
    title: { en: "Your turn", tr: "Sıra sizde" },
    figures: ["turn"],
    asks: "section",
    section: later("turn"),
  },
  {
    id: "bugs",
    title: { en: "The bug lab", tr: "Hata laboratuvarı" },
    figures: ["bugs", "bugs-guess"],
    asks: "section",
    section: later("bugs"),
  },
  {
    id: "questions",
    title: { en: "Common questions", tr: "Sık sorulanlar" },
    figures: ["answers"],
    asks: "section",
    section: later("questions"),
  },
  {
    id: "glossary",
    title: { en: "Glossary", tr: "Sözlük" },
    figures: [],
    section: later("glossary"),
  },
];
