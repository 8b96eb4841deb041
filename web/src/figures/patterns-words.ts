// The words of the figures of patterns and of reach.

import type { Language } from "../inputs/state.ts";
import { formatCount } from "../views/number.ts";

/** Tokens of the window that is priced, as in Mistral 7B. */
export const PRICED_WINDOW = 4096;

export const patternNames = ["full", "causal", "window", "dilated", "blocks", "globals"] as const;
export type PatternName = (typeof patternNames)[number];

export const layerKinds = ["full", "window", "linear"] as const;
export type LayerKind = (typeof layerKinds)[number];

export const presets = ["windows", "mixed", "jamba"] as const;
export type Preset = (typeof presets)[number];

export interface PatternsWords {
  readonly pattern: string;
  readonly names: Record<PatternName, string>;
  readonly about: Record<PatternName, (window: number, step: number) => string>;
  readonly causal: string;
  readonly window: string;
  readonly step: string;
  readonly block: string;
  readonly tokens: string;
  readonly token: string;
  readonly query: string;
  readonly key: string;
  readonly map: (name: string, pairs: string, all: string, share: string) => string;
  readonly computed: string;
  readonly hidden: string;
  readonly pairs: string;
  readonly ofFull: string;
  /** Whom a token sees; an empty list is told as well. */
  readonly row: (token: number, keys: string, count: number) => string;
  readonly caption: string;

  readonly layers: string;
  readonly layer: (number: number) => string;
  readonly kinds: Record<LayerKind, string>;
  readonly add: string;
  readonly remove: (number: number) => string;
  readonly reachWindow: string;
  readonly presets: string;
  readonly preset: Record<Preset, string>;
  readonly reachQuery: string;
  readonly reached: string;
  readonly notReached: string;
  readonly reachMap: string;
  readonly cost: (tokens: string) => string;
  readonly costTokens: string;
  readonly columns: {
    readonly kind: string;
    readonly count: string;
    readonly pairs: string;
    readonly operations: string;
    readonly cache: string;
  };
  readonly total: string;
  readonly allFull: string;
  readonly share: string;
  readonly reachCaption: string;
  readonly scrolls: string;

  readonly stateTitle: string;
  readonly stateName: string;
  readonly forget: string;
  /** What the summary says: how far back, and from which token on. */
  readonly summary: (token: number, back: number, from: number) => string;
  readonly back: (tokens: number) => string;
  readonly beforeLayers: string;

  /** What is kept per step, and the last state. */
  readonly stateSentence: (a: string, state: string) => string;
  readonly stateRows: Record<"x" | "state", string>;
  readonly stateMeaning: (row: string, token: string) => string;
}

export const patternsWords: Record<Language, PatternsWords> = {
  en: {
    pattern: "Pattern",
    names: {
      full: "full",
      causal: "causal",
      window: "sliding window",
      dilated: "dilated",
      blocks: "block-sparse",
      globals: "global tokens",
    },
    about: {
      full: () => "Every token sees every token.",
      causal: () => "Every token sees itself and those before it.",
      window: (w) => `Every token sees itself and those at a distance below ${w}.`,
      dilated: (w, step) =>
        `As many tokens as in a window of ${w}, but only every ${step}${step === 2 ? "nd" : step === 3 ? "rd" : "th"} one: the window reaches farther at the same price.`,
      blocks: (w) =>
        `The text is cut into blocks of ${w}. A block sees itself, its neighbours and the first block.`,
      globals: (w) =>
        `A window of ${w}, and two tokens that all see and that see all: the first and the one in the middle.`,
    },
    causal: "causal as well",
    window: "window",
    step: "step",
    block: "block",
    tokens: "tokens",
    token: "token",
    query: "query",
    key: "key",
    map: (name, pairs, all, share) => `${name}: ${pairs} of ${all} pairs computed, ${share}`,
    computed: "computed",
    hidden: "left out",
    pairs: "pairs computed",
    ofFull: "of full",
    row: (token, keys, count) => `Token ${token} sees ${count}: ${keys}.`,
    caption:
      "The mask is the one that every path of the core applies. What is left out costs nothing only where whole tiles of it are left out, so patterns in use follow blocks.",

    layers: "Layers, the first one on top",
    layer: (number) => `Layer ${number}`,
    kinds: { full: "full", window: "window", linear: "state-space" },
    add: "Add a layer",
    remove: (number) => `Remove layer ${number}`,
    reachWindow: "window",
    presets: "Begin with",
    preset: {
      windows: "windows only",
      mixed: "windows and full",
      jamba: "one full, seven state-space",
    },
    reachQuery: "Asked of token",
    reached: "can have reached it",
    notReached: "cannot",
    reachMap: "What can have reached the token after each layer",
    cost: (tokens) => `The price of these layers for ${tokens} tokens`,
    costTokens: "Tokens",
    columns: {
      kind: "layers",
      count: "how many",
      pairs: "pairs",
      operations: "operations",
      cache: "cache, bytes",
    },
    total: "all layers",
    allFull: "as many full layers",
    share: "share of full",
    summary: (token, back, from) =>
      back === 0
        ? `After the last layer nothing but token ${token} itself has reached token ${token}.`
        : `After the last layer, tokens ${from} to ${token} can have reached token ${token}: ${back} back.`,
    back: (tokens) => `${tokens} back`,
    beforeLayers: "before the first",
    reachCaption: `All layers are causal. Counted for 32 heads of width 128 on 8 KV heads, 2 bytes per number, one text; an operation is a multiplication or an addition. A window is priced as one of ${formatCount(PRICED_WINDOW, "en")} tokens, as in Mistral 7B, whatever the picture shows. A state-space layer keeps a state of 128 numbers for each number of a head’s width, however long the text.`,
    scrolls: "scrolls sideways",

    stateTitle: "A state-space layer, in numbers",
    stateName: "state-space layer",
    stateSentence: (a, state) =>
      `The numbers are the first column of V. state = ${a} · state before + number, from 0 on; the last state is ${state}.`,
    forget: "What is kept per step, a",
    stateRows: { x: "number", state: "state" },
    stateMeaning: (row, token) => `The ${row} at ${token}`,
  },
  tr: {
    pattern: "Desen",
    names: {
      full: "tam",
      causal: "nedensel",
      window: "kayan pencere",
      dilated: "aralıklı pencere",
      blocks: "blok seyrek",
      globals: "genel tokenlar",
    },
    about: {
      full: () => "Her token her tokenı görür.",
      causal: () => "Her token kendini ve kendinden öncekileri görür.",
      window: (w) => `Her token kendini ve uzaklığı ${w} sayısının altında kalanları görür.`,
      dilated: (w, step) =>
        `${w} genişliğinde bir penceredeki kadar token görülür, ama ${step} adımda bir: pencere aynı fiyata daha uzağa erişir.`,
      blocks: (w) =>
        `Metin ${w} tokenlık bloklara bölünür. Blok kendini, komşularını ve ilk bloğu görür.`,
      globals: (w) =>
        `${w} genişliğinde bir pencere; bir de herkesi gören ve herkesçe görülen iki token: ilki ve ortadaki.`,
    },
    causal: "bir de nedensel",
    window: "pencere",
    step: "adım",
    block: "blok",
    tokens: "token",
    token: "token",
    query: "sorgu",
    key: "anahtar",
    map: (name, pairs, all, share) =>
      `${name}: ${all} çiftten ${pairs} tanesi hesaplanıyor, ${share}`,
    computed: "hesaplanan",
    hidden: "dışarıda kalan",
    pairs: "çift hesaplanıyor",
    ofFull: "tam dikkate oranı",
    row: (token, keys, count) => `${token}. tokenın gördükleri (${count}): ${keys}.`,
    caption:
      "Maske, çekirdeğin her yolunda uygulanan maskedir. Dışarıda kalan, ancak bütün bir karo dışarıda kalınca bedavadır; bu yüzden kullanılan desenler bloklara uyar.",

    layers: "Katmanlar, ilki en üstte",
    layer: (number) => `Katman ${number}`,
    kinds: { full: "tam", window: "pencere", linear: "durum uzayı" },
    add: "Katman ekle",
    remove: (number) => `${number}. katmanı çıkar`,
    reachWindow: "pencere",
    presets: "Başlangıç",
    preset: {
      windows: "yalnızca pencere",
      mixed: "pencere ve tam",
      jamba: "bir tam, yedi durum uzayı",
    },
    reachQuery: "Sorulan token",
    reached: "ulaşmış olabilir",
    notReached: "ulaşamaz",
    reachMap: "Her katmandan sonra o tokena ulaşmış olabilecekler",
    cost: (tokens) => `Bu katmanların ${tokens} token için bedeli`,
    costTokens: "Token",
    columns: {
      kind: "katmanlar",
      count: "sayı",
      pairs: "çift",
      operations: "işlem",
      cache: "önbellek, bayt",
    },
    total: "tüm katmanlar",
    allFull: "aynı sayıda tam katman",
    share: "tam dikkate oranı",
    summary: (token, back, from) =>
      back === 0
        ? `Son katmandan sonra ${token}. tokena kendisinden başkası ulaşmamış olur.`
        : `Son katmandan sonra ${token}. tokena, ${from}. tokendan başlayarak hepsi ulaşmış olabilir: ${back} token geriden.`,
    back: (tokens) => `${tokens} geriden`,
    beforeLayers: "ilkinden önce",
    reachCaption: `Bütün katmanlar nedensel. 128 genişliğinde 32 başlık, 8 KV başlığı, sayı başına 2 bayt ve tek metin için sayıldı; işlem, bir çarpma ya da bir toplamadır. Resimde ne olursa olsun, pencerenin bedeli Mistral 7B modelindeki gibi ${formatCount(PRICED_WINDOW, "tr")} token için hesaplandı. Durum uzayı katmanı, metin ne kadar uzun olursa olsun, başlık genişliğinin her sayısı için 128 sayılık bir durum saklar.`,
    scrolls: "yana kaydırılır",

    stateTitle: "Sayılarla bir durum uzayı katmanı",
    stateName: "durum uzayı katmanı",
    stateSentence: (a, state) =>
      `Sayılar V matrisinin ilk sütunudur. durum = ${a} · önceki durum + sayı; 0’dan başlar, son durum ${state}.`,
    forget: "Adım başına kalan, a",
    stateRows: { x: "sayı", state: "durum" },
    stateMeaning: (row, token) => `${token}: ${row}`,
  },
};
