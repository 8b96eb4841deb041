// The words of the playground.

import type { Language } from "../inputs/state.ts";
import type { Dimension } from "./shape.ts";

export interface PlaygroundText {
  title: string;
  intro: string;
  noPython: string;
  oneFile: string;
  download: string;
  source: string;
  sentence: string;
  matrices: string;
  direct: string;
  sentenceLabel: string;
  sentenceHint: (most: number) => string;
  sentenceLanguage: string;
  turkish: string;
  english: string;
  width: string;
  seed: string;
  newSeed: string;
  run: string;
  automatic: (guess: string) => string;
  tokens: (count: number) => string;
  randomNote: (seed: number) => string;
  edited: string;
  dimensions: Record<Dimension, string>;
  dimensionsLabel: string;
  fewer: (what: string) => string;
  more: (what: string) => string;
  mend: string;
  labels: string;
  labelsHint: string;
  paste: string;
  pasteInto: (matrix: string) => string;
  pasteHint: (tokens: number, width: number) => string;
  pasteApply: string;
  cancel: string;
  readAs: (format: string, rows: number, columns: number) => string;
  settings: string;
  causal: string;
  none: string;
  topLeft: string;
  bottomRight: string;
  masks: string;
  window: string;
  windowHint: string;
  sinks: string;
  sinksHint: string;
  sinksNeed: string;
  padding: string;
  paddingHint: string;
  attend: string;
  attendHint: string;
  attendOn: string;
  attendTooLarge: (most: number) => string;
  bias: string;
  biasHint: string;
  clear: string;
  steps: string;
  step: Record<"projections" | "scores" | "scaled" | "masked" | "weights" | "output", string>;
  examples: string;
  exampleKedi: string;
  exampleBen: string;
}

export const playgroundText: Record<Language, PlaygroundText> = {
  en: {
    title: "Your own numbers",
    noPython:
      "The Python cell is not in this file: its interpreter would make the file several times as large. It is on the site.",
    oneFile: "The playground as one file, which opens from a disk and needs no network:",
    download: "download it",
    intro:
      "Type a sentence, or bring your own matrices. Every step is computed by the core in your browser and every cell opens into its sum.",
    source: "What goes in",
    sentence: "A sentence",
    matrices: "X and weights",
    direct: "Q, K, V",
    sentenceLabel: "Sentence",
    sentenceHint: (most) => `Turkish or English, up to ${most} tokens.`,
    sentenceLanguage: "Lower-case it as",
    turkish: "Turkish",
    english: "English",
    automatic: (guess) => `automatic (${guess})`,
    tokens: (count) => (count === 1 ? "1 token" : `${count} tokens`),
    width: "Numbers per token",
    seed: "Seed",
    newSeed: "Another seed",
    run: "Draw again",
    randomNote: (seed) =>
      `Embeddings and weights are random, drawn from seed ${seed}: the pattern you see means nothing about the words. Only a trained model has weights that do.`,
    edited:
      "The matrices were changed by hand since they were drawn. Draw again makes them anew from the sentence; Undo brings your changes back.",
    dimensions: {
      tokens: "tokens",
      model: "width of X",
      queries: "queries",
      keys: "keys",
      width: "d_k",
      valueWidth: "d_v",
    },
    dimensionsLabel: "Sizes",
    fewer: (what) => `${what}: one fewer`,
    more: (what) => `${what}: one more`,
    mend: "Make all matrices fit these sizes",
    labels: "Token labels",
    labelsHint: "Separated by spaces.",
    paste: "Paste…",
    pasteInto: (matrix) => `Paste into ${matrix}`,
    pasteHint: (tokens, width) =>
      `CSV, TSV or spreadsheet cells, JSON, NumPy, PyTorch, MATLAB or LaTeX text; decimal point or comma. Up to ${tokens} rows and ${width} columns.`,
    pasteApply: "Use it",
    cancel: "Cancel",
    readAs: (format, rows, columns) => `Read as ${format}: ${rows} × ${columns}.`,
    settings: "Options",
    causal: "Causal mask",
    none: "off",
    topLeft: "on, aligned top left",
    bottomRight: "on, aligned bottom right",
    masks: "More masks",
    window: "Window",
    windowHint: "Tokens in reach, counting the token itself. Empty: no window.",
    sinks: "Sinks",
    sinksHint: "First tokens that stay visible whatever the window.",
    sinksNeed: "Needs a window.",
    padding: "Padding",
    paddingHint: "Ticked tokens are padding: nobody sees them.",
    attend: "Who may look at whom",
    attendHint: "Untick a pair to hide it. Rows are queries, columns keys.",
    attendOn: "Choose pairs",
    attendTooLarge: (most) => `Pairs can be chosen one by one up to ${most} tokens.`,
    bias: "Bias",
    biasHint: "A matrix of queries × keys, added after scaling; -inf hides a pair.",
    clear: "Remove",
    steps: "Steps",
    step: {
      projections: "Q, K, V",
      scores: "Scores",
      scaled: "Scaled",
      masked: "Masked",
      weights: "Weights",
      output: "Output",
    },
    examples: "Start from",
    exampleKedi: "kedi mindere oturdu",
    exampleBen: "ben gel dim",
  },
  tr: {
    title: "Kendi sayılarınız",
    noPython:
      "Python hücresi bu dosyada yok: yorumlayıcısı dosyayı birkaç kat büyütürdü. Hücre sitede.",
    oneFile: "Tek dosya hâlindeki deneme alanı diskten açılır, ağ bağlantısı gerekmez:",
    download: "indirin",
    intro:
      "Bir cümle yazın ya da kendi matrislerinizi getirin. Her adımı çekirdek tarayıcınızda hesaplar; her hücre kendi toplamına açılır.",
    source: "Girdi",
    sentence: "Bir cümle",
    matrices: "X ve ağırlık matrisleri",
    direct: "Q, K, V",
    sentenceLabel: "Cümle",
    sentenceHint: (most) => `Türkçe ya da İngilizce, en fazla ${most} token.`,
    sentenceLanguage: "Küçük harfe çevirme",
    turkish: "Türkçe",
    english: "İngilizce",
    automatic: (guess) => `otomatik (${guess})`,
    tokens: (count) => `${count} token`,
    width: "Token başına sayı",
    seed: "Tohum",
    newSeed: "Başka tohum",
    run: "Yeniden üret",
    randomNote: (seed) =>
      `Gömmeler ve ağırlık matrisleri rastgele, ${seed} tohumundan üretildi: gördüğünüz desen sözcükler hakkında bir şey söylemez. Anlamlı ağırlıklar yalnızca eğitilmiş modelde olur.`,
    edited:
      "Matrisler üretildikten sonra elle değiştirildi. “Yeniden üret” onları cümleden baştan yapar; “Geri al” değişikliklerinizi geri getirir.",
    dimensions: {
      tokens: "token",
      model: "X genişliği",
      queries: "sorgu",
      keys: "anahtar",
      width: "d_k",
      valueWidth: "d_v",
    },
    dimensionsLabel: "Boyutlar",
    fewer: (what) => `${what}: bir azalt`,
    more: (what) => `${what}: bir artır`,
    mend: "Bütün matrisleri bu boyutlara uydur",
    labels: "Token etiketleri",
    labelsHint: "Boşlukla ayrılır.",
    paste: "Yapıştır…",
    pasteInto: (matrix) => `${matrix} matrisine yapıştır`,
    pasteHint: (tokens, width) =>
      `CSV, TSV ya da tablo hücreleri, JSON, NumPy, PyTorch, MATLAB veya LaTeX metni; ondalık nokta ya da virgül. En fazla ${tokens} satır, ${width} sütun.`,
    pasteApply: "Kullan",
    cancel: "Vazgeç",
    readAs: (format, rows, columns) => `${format} olarak okundu: ${rows} × ${columns}.`,
    settings: "Seçenekler",
    causal: "Nedensel maske",
    none: "kapalı",
    topLeft: "açık, sol üste hizalı",
    bottomRight: "açık, sağ alta hizalı",
    masks: "Başka maskeler",
    window: "Pencere",
    windowHint: "Tokenın kendisiyle birlikte kaç token görülür. Boş: pencere yok.",
    sinks: "Sabit ilk tokenlar",
    sinksHint: "Pencere ne olursa olsun görünen ilk tokenların sayısı (sinks).",
    sinksNeed: "Önce bir pencere verin.",
    padding: "Dolgu",
    paddingHint: "İşaretli tokenlar dolgudur (padding): kimse görmez.",
    attend: "Kim kime bakabilir",
    attendHint: "Gizlemek istediğiniz çiftin işaretini kaldırın. Satırlar sorgu, sütunlar anahtar.",
    attendOn: "Çiftleri seç",
    attendTooLarge: (most) => `Çiftler tek tek en fazla ${most} tokena kadar seçilebilir.`,
    bias: "Ek terim (bias)",
    biasHint: "Ölçeklemeden sonra eklenen sorgu × anahtar matrisi; -inf o çifti gizler.",
    clear: "Kaldır",
    steps: "Adımlar",
    step: {
      projections: "Q, K, V",
      scores: "Puanlar",
      scaled: "Ölçekli",
      masked: "Maskeli",
      weights: "Ağırlıklar",
      output: "Çıktı",
    },
    examples: "Başlangıç",
    exampleKedi: "kedi mindere oturdu",
    exampleBen: "ben gel dim",
  },
};
