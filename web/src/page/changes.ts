// In words, what of the example is no longer as it was.

import { inputNames, type Language, matrixOf, type Settings, type State } from "../inputs/state.ts";
import { formatNumber } from "../views/number.ts";
import { symbolText } from "../views/words.ts";

interface Words {
  readonly changed: (what: string) => string;
  readonly direct: string;
  readonly projected: string;
  readonly tokens: string;
  readonly divided: string;
  readonly undivided: string;
  readonly temperature: (value: string) => string;
  readonly causal: string;
  readonly uncausal: string;
  readonly others: Record<"window" | "padding" | "bias" | "attend", string>;
}

const text: Record<Language, Words> = {
  en: {
    changed: (what) => `Changed: ${what}`,
    direct: "Q, K and V set directly",
    projected: "X and the weights",
    tokens: "words",
    divided: "division on",
    undivided: "division off",
    temperature: (value) => `temperature ${value}`,
    causal: "causal mask on",
    uncausal: "causal mask off",
    others: { window: "window", padding: "padding", bias: "bias", attend: "visible pairs" },
  },
  tr: {
    changed: (what) => `Değiştirilen: ${what}`,
    direct: "doğrudan verilen Q, K, V",
    projected: "X ve ağırlık matrisleri",
    tokens: "sözcükler",
    divided: "bölme açık",
    undivided: "bölme kapalı",
    temperature: (value) => `sıcaklık ${value}`,
    causal: "nedensel maske açık",
    uncausal: "nedensel maske kapalı",
    others: { window: "pencere", padding: "dolgu", bias: "ek terim", attend: "görünen çiftler" },
  },
};

const alike = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function matrices({ source }: State, initial: State, words: Words): string[] {
  if (source.kind !== initial.source.kind)
    return [source.kind === "direct" ? words.direct : words.projected];
  return inputNames(source)
    .filter((name) => !alike(matrixOf(source, name), matrixOf(initial.source, name)))
    .map(symbolText);
}

function settings(now: Settings, before: Settings, language: Language): string[] {
  const words = text[language];
  const parts: string[] = [];
  if (now.scaled !== before.scaled) parts.push(now.scaled ? words.divided : words.undivided);
  if (now.temperature !== before.temperature)
    parts.push(words.temperature(formatNumber(now.temperature, language, "short")));
  if (now.causal !== before.causal) parts.push(now.causal ? words.causal : words.uncausal);
  for (const name of ["window", "padding", "bias", "attend"] as const)
    if (!alike(now[name], before[name])) parts.push(words.others[name]);
  return parts;
}

/** Which matrices, words and switches differ, in one line; null where none does. */
export function changesOf(state: State, initial: State, language: Language): string | null {
  const words = text[language];
  const labels = ({ tokens, keyTokens }: State) => [tokens, keyTokens];
  const parts = [
    ...matrices(state, initial, words),
    ...(alike(labels(state), labels(initial)) ? [] : [words.tokens]),
    ...settings(state.settings, initial.settings, language),
  ];
  return parts.length > 0 ? words.changed(parts.join(", ")) : null;
}
