// The words of the views in both languages. Turkish sentences are built so that no suffix has to
// be attached to a reader's own token.

import {
  type GridName,
  kindOf,
  type Language,
  type MatrixName,
  type Origin,
} from "../inputs/state.ts";
import type { Axis, Grid } from "./scene.ts";

export type Role = "query" | "key" | "value" | "output" | "plain";

/** Colour and shape follow the role, everywhere. */
export const roles: Record<MatrixName, Role> = {
  x: "plain",
  wq: "query",
  wk: "key",
  wv: "value",
  q: "query",
  k: "key",
  v: "value",
  scores: "plain",
  scaled: "plain",
  masked: "plain",
  exponentials: "plain",
  weights: "plain",
  output: "output",
};

/** Symbol and index of the formula. */
export const symbols: Record<MatrixName, readonly [string, string]> = {
  x: ["X", ""],
  wq: ["W", "Q"],
  wk: ["W", "K"],
  wv: ["W", "V"],
  q: ["Q", ""],
  k: ["K", ""],
  v: ["V", ""],
  scores: ["S", ""],
  scaled: ["S′", ""],
  masked: ["S″", ""],
  exponentials: ["E", ""],
  weights: ["A", ""],
  output: ["O", ""],
};

const names: Record<Language, Record<MatrixName, string>> = {
  en: {
    x: "embeddings",
    wq: "query weights",
    wk: "key weights",
    wv: "value weights",
    q: "queries",
    k: "keys",
    v: "values",
    scores: "scores",
    scaled: "scaled scores",
    masked: "masked scores",
    exponentials: "exponentials",
    weights: "attention weights",
    output: "output",
  },
  tr: {
    x: "gömmeler",
    wq: "sorgu ağırlıkları",
    wk: "anahtar ağırlıkları",
    wv: "değer ağırlıkları",
    q: "sorgular",
    k: "anahtarlar",
    v: "değerler",
    scores: "puanlar",
    scaled: "ölçekli puanlar",
    masked: "maskeli puanlar",
    exponentials: "üsteller",
    weights: "dikkat ağırlıkları",
    output: "çıktı",
  },
};

export const nameOf = (matrix: GridName, language: Language) => names[language][kindOf(matrix)];

export const roleOf = (matrix: GridName): Role => roles[kindOf(matrix)];

/** The role of a matrix, its own where it stands for another thing than its kind. */
export const roleIn = ({ name, title }: Grid): Role =>
  title ? (title.role ?? "plain") : roleOf(name);

/** The symbol as text, for labels: W_Q. */
export function symbolText(matrix: GridName): string {
  const [letter, index] = symbols[kindOf(matrix)];
  return index ? `${letter}_${index}` : letter;
}

const axes: Record<Language, Record<Axis, string>> = {
  en: {
    token: "token",
    query: "query",
    key: "key",
    model: "component",
    width: "component",
    valueWidth: "component",
  },
  tr: {
    token: "token",
    query: "sorgu",
    key: "anahtar",
    model: "bileşen",
    width: "bileşen",
    valueWidth: "bileşen",
  },
};

export const axisOf = (axis: Axis, language: Language) => axes[language][axis];

/** What the badge beside a matrix says; null = computed. */
export function originText(origin: Origin | null, language: Language): string {
  if (!origin) return language === "tr" ? "hesaplandı" : "computed";
  if (origin.kind === "hand") return language === "tr" ? "elle" : "set by hand";
  const drawn =
    language === "tr" ? `rastgele, tohum ${origin.seed}` : `random, seed ${origin.seed}`;
  if (origin.kind === "random") return drawn;
  return language === "tr" ? `${drawn}, değiştirildi` : `${drawn}, edited`;
}

export interface Words {
  readonly masked: string;
  readonly rowSum: string;
  readonly nothingVisible: string;
  readonly cellsHint: string;
  readonly fieldsHint: string;
  readonly scrolls: string;
  readonly pickRow: string;
  readonly heatMap: string;
  readonly smallest: string;
  readonly largest: string;
  readonly legend: string;
  readonly close: string;
  readonly back: string;
  readonly pickCell: string;
  readonly cellGone: string;
}

const words: Record<Language, Words> = {
  en: {
    masked: "masked",
    rowSum: "sum",
    nothingVisible: "nothing visible",
    cellsHint: "Arrow keys walk the cells, Enter opens the sum, Escape closes it.",
    fieldsHint: "Arrow keys and Enter move between the cells, Escape restores the number.",
    scrolls: "scrolls sideways",
    pickRow: "Numbers of row",
    heatMap: "heat map",
    smallest: "smallest",
    largest: "largest",
    legend: "Colour scale",
    close: "Close",
    back: "Back",
    pickCell: "Pick a cell: its sum is written out here.",
    cellGone: "The cell that was open is not here now. Pick another one.",
  },
  tr: {
    masked: "maskeli",
    rowSum: "toplam",
    nothingVisible: "görünen yok",
    cellsHint: "Ok tuşları hücreleri gezer, Enter toplamı açar, Escape kapatır.",
    fieldsHint: "Ok tuşları ve Enter hücreler arasında gezer, Escape sayıyı geri getirir.",
    scrolls: "yana kaydırılır",
    pickRow: "Sayıları gösterilen satır",
    heatMap: "ısı haritası",
    smallest: "en küçük",
    largest: "en büyük",
    legend: "Renk ölçeği",
    close: "Kapat",
    back: "Geri",
    pickCell: "Bir hücre seçin: onu oluşturan toplam buraya yazılır.",
    cellGone: "Açık olan hücre şu anda burada yok. Başka bir hücre seçin.",
  },
};

export const wordsOf = (language: Language): Words => words[language];
