// The listings that the cell begins with: the project's own, run as they stand.

import { pytorch } from "../../figures/listings.ts";
import type { Language } from "../../inputs/state.ts";
import { type VariantId, variantIds } from "../../lesson/bugs/lab.ts";
import { variantWords } from "../../lesson/bugs/variant-text.ts";

const plainIds = ["five", "steps", "causal", "heads", "rope", "cache", "online"] as const;
type PlainId = (typeof plainIds)[number];

export type ListingId = PlainId | VariantId;
export const listingIds: readonly ListingId[] = [...plainIds, ...variantIds];

const files = import.meta.glob<string>("./*.py", { query: "?raw", import: "default", eager: true });

const five = `${pytorch}

output, weights = self_attention(X, Wq, Wk, Wv)
print(weights)
print(weights.sum(dim=-1))
`;

export const codeOf = (id: ListingId): string =>
  id === "five" ? five : (files[`./${id}.py`] ?? "");

/** Every line break is one code unit, as a textarea has it. */
export const listingWith = (code: string): ListingId | null =>
  listingIds.find((id) => codeOf(id) === code) ?? null;

const titles: Record<Language, Record<PlainId, string>> = {
  en: {
    five: "The five lines (PyTorch)",
    steps: "Step by step (NumPy)",
    causal: "Causal mask (PyTorch)",
    heads: "Several heads (PyTorch)",
    rope: "Rotary positions, RoPE (NumPy)",
    cache: "KV cache, token by token (NumPy)",
    online: "Online softmax (NumPy)",
  },
  tr: {
    five: "Beş satır (PyTorch)",
    steps: "Adım adım (NumPy)",
    causal: "Nedensel maske (PyTorch)",
    heads: "Birden çok başlık (PyTorch)",
    rope: "Döner konumlar, RoPE (NumPy)",
    cache: "KV önbelleği, token token (NumPy)",
    online: "Çevrimiçi softmax (NumPy)",
  },
};

/** Why a listing that is right is not what the page computes. */
const notes: Record<Language, Record<"heads" | "positions" | "mask", string>> = {
  en: {
    heads: "The listing has several heads, the page’s own run has one: the two differ by that.",
    positions: "The listing knows positions, the page’s own run does not: the two differ by that.",
    mask: "The listing masks what comes later: the page compares like with like when its causal mask is on.",
  },
  tr: {
    heads: "Bu kodda birden çok başlık var, sayfanın kendi hesabında tek: aradaki fark bundan.",
    positions: "Bu kod konumları biliyor, sayfanın kendi hesabı bilmiyor: aradaki fark bundan.",
    mask: "Bu kod sonradan geleni maskeliyor: sayfanın nedensel maskesi açıkken karşılaştırma yerini bulur.",
  },
};

const several: readonly ListingId[] = [
  "heads",
  "scale-model",
  "scale-heads",
  "heads-averaged",
  "heads-reshaped",
];
const positioned: readonly ListingId[] = ["rope", "alibi-sign", "rotary-values", "cache-positions"];

/** Of an unchanged listing, on a page whose own run is causal or is not; null where there is nothing to say. */
export function noteOn(id: ListingId, causal: boolean, language: Language): string | null {
  const say = notes[language];
  if (several.includes(id)) return say.heads;
  if (positioned.includes(id)) return say.positions;
  const masks = id === "causal" || id === "cache" || id.startsWith("mask-");
  return masks && !causal ? say.mask : null;
}

export interface ShelfGroup {
  readonly bugs: boolean;
  readonly listings: readonly { readonly id: ListingId; readonly title: string }[];
}

export function shelf(language: Language): readonly ShelfGroup[] {
  return [
    { bugs: false, listings: plainIds.map((id) => ({ id, title: titles[language][id] })) },
    {
      bugs: true,
      listings: variantIds.map((id) => ({ id, title: variantWords[language][id].name })),
    },
  ];
}
