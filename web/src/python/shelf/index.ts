// The listings that the cell begins with: the project's own, run as they stand.

import { pytorch } from "../../figures/listings.ts";
import type { Language } from "../../inputs/state.ts";
import { type VariantId, variantIds } from "../../lesson/bugs/lab.ts";
import { variantWords } from "../../lesson/bugs/text.ts";

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
