// The sources of the first section, which comes with the page; all others are in sources.ts.

import type { Source } from "./section.ts";

/** Several authors: "et al." and "ve ark." */
export const many = (first: string, year: number) => ({
  en: `${first} et al. (${year})`,
  tr: `${first} ve ark. (${year})`,
});
export const two = (first: string, second: string, year: number) => ({
  en: `${first} and ${second} (${year})`,
  tr: `${first} ve ${second} (${year})`,
});
export const one = (name: string, year: number) => ({
  en: `${name} (${year})`,
  tr: `${name} (${year})`,
});

export const arxiv = (number: string) => `https://arxiv.org/abs/${number}`;

export const firstSource = {
  winograd: {
    who: many("Levesque", 2012),
    title: "The Winograd Schema Challenge",
    url: "https://cdn.aaai.org/ocs/4492/4492-21843-1-PB.pdf",
  },
  bahdanau: {
    who: many("Bahdanau", 2014),
    title: "Neural Machine Translation by Jointly Learning to Align and Translate",
    url: arxiv("1409.0473"),
  },
} as const satisfies Record<string, Source>;
