// What a cell is, in words, and the words around its sum. No suffix is ever attached to a
// reader's own token: Turkish would need vowel harmony for that.

import {
  type Cell,
  kindOf,
  type Language,
  type MatrixName,
  type Settings,
} from "../inputs/state.ts";
import { gridOf, type Scene } from "./scene.ts";
import { symbolText } from "./words.ts";

type Sentence = (row: string, column: string) => string;

const meanings: Record<Language, Record<Exclude<MatrixName, "wq" | "wk" | "wv">, Sentence>> = {
  en: {
    x: (t, i) => `Component ${i} of the embedding of ${t}`,
    q: (t, i) => `What ${t} asks for, component ${i}`,
    k: (t, i) => `What ${t} answers to, component ${i}`,
    v: (t, i) => `What ${t} hands over, component ${i}`,
    scores: (q, k) => `How well ${q} (query) matches ${k} (key)`,
    scaled: (q, k) => `The same match, ${q} (query) with ${k} (key), brought to scale`,
    masked: (q, k) => `What the mask leaves of it: ${q} (query) looking at ${k} (key)`,
    exponentials: (q, k) => `Its exponential, measured from the row’s largest: ${q} with ${k}`,
    weights: (q, k) => `The share of its attention that ${q} (query) gives to ${k} (key)`,
    output: (t, i) => `What ${t} takes away, component ${i}: the values, weighted and added`,
  },
  tr: {
    x: (t, i) => `${t}: gömme vektörünün ${i}. bileşeni`,
    q: (t, i) => `${t} ne arıyor: sorgusunun ${i}. bileşeni`,
    k: (t, i) => `${t} neyle bulunuyor: anahtarının ${i}. bileşeni`,
    v: (t, i) => `${t} ne veriyor: değerinin ${i}. bileşeni`,
    scores: (q, k) => `${q} (sorgu) ile ${k} (anahtar) birbirine ne kadar uyuyor`,
    scaled: (q, k) => `${q} (sorgu) ile ${k} (anahtar): aynı uyum, ölçeğe getirilmiş`,
    masked: (q, k) => `${q} (sorgu) ile ${k} (anahtar): maskeden geriye kalan`,
    exponentials: (q, k) => `${q} ile ${k}: satırın en büyüğünden ölçülen üstel`,
    weights: (q, k) => `${q} (sorgu) dikkatini paylaştırıyor: ${k} (anahtar) için ayırdığı pay`,
    output: (t, i) => `${t} ne alıyor: ağırlıklı değerlerin toplamı, ${i}. bileşen`,
  },
};

/** How much kedi (query) matches oturdu (key). */
export function meaningOf(scene: Scene, cell: Cell, language: Language): string {
  const grid = gridOf(scene, cell.matrix);
  const row = grid.rowLabels[cell.row] ?? "";
  const column = grid.columnLabels[cell.column] ?? "";
  if (grid.title?.meaning) return grid.title.meaning(row, column);
  const matrix = kindOf(cell.matrix);
  if (matrix === "wq" || matrix === "wk" || matrix === "wv") {
    const to = matrix.slice(1).toUpperCase();
    return language === "tr"
      ? `${symbolText(matrix)}: ${to} içindeki ${column}. bileşene X içindeki ${row}. bileşenin katkısı`
      : `How much component ${row} of X counts in component ${column} of ${to}`;
  }
  return meanings[language][matrix](row, column);
}

/**
 * Which masks may hide this pair. The lists are looked up; whether the causal mask or the window
 * does is the core's to know, so they are named whenever they are on.
 */
export function masksOn(settings: Settings, { row, column }: Cell, language: Language): string {
  const tr = language === "tr";
  const names: string[] = [];
  if (settings.causal) names.push(tr ? "nedensel maske" : "causal mask");
  if (settings.window !== null) {
    names.push(tr ? `${settings.window} tokenlık pencere` : `window of ${settings.window} tokens`);
  }
  if (settings.padding?.[column]) names.push(tr ? "dolgu" : "padding");
  if (settings.attend?.[row]?.[column] === false)
    names.push(tr ? "elle verilen maske" : "mask set by hand");
  if (settings.bias?.[row]?.[column] === Number.NEGATIVE_INFINITY)
    names.push(tr ? "ek terim (bias)" : "bias");
  const list = names.join(", ");
  return tr
    ? `Bu çift gizli. Açık olan: ${list}. Puanın yerine −∞ yazılır, ağırlığı 0 olur.`
    : `This pair is hidden. In force: ${list}. −∞ takes the place of its score, and its weight is 0.`;
}

interface SumWords {
  readonly title: string;
  readonly trail: string;
  readonly notScaled: string;
  readonly visible: string;
  /** Of a number that is that of another cell. */
  readonly taken: string;
  readonly bias: string;
  readonly showAll: (count: number) => string;
}

const words: Record<Language, SumWords> = {
  en: {
    title: "Sum behind the cell",
    trail: "How you came here",
    notScaled: "not scaled",
    visible: "visible, nothing added",
    taken: "taken over as it is",
    bias: "bias",
    showAll: (count) => `show all ${count} terms`,
  },
  tr: {
    title: "Hücrenin ardındaki toplam",
    trail: "Buraya gelen yol",
    notScaled: "ölçeklenmedi",
    visible: "görünür, bir şey eklenmez",
    taken: "olduğu gibi alınır",
    bias: "ek terim",
    showAll: (count) => `${count} terimin hepsini göster`,
  },
};

export const sumWords = (language: Language): SumWords => words[language];
