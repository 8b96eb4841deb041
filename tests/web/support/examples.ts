// The examples of the lesson, written down once more: what the pages start from, and the numbers
// that were worked out for them on paper.

import type { Projected } from "./attention.ts";

export const kedi = {
  tokens: ["kedi", "mindere", "oturdu"],
  q: [
    [3, 1, 3, 1],
    [1, 1, 1, 5],
    [3, 2, 3, 1],
  ],
  k: [
    [1, 0, 1, 0],
    [0, 1, 0, 1],
    [1, 1, 0, 0],
  ],
  v: [
    [2, 0, 1, 0],
    [0, 2, 0, 1],
    [1, 1, 2, 2],
  ],
  /** Of kedi. */
  weights: ["0.665", "0.090", "0.245"],
  output: ["1.575", "0.425", "1.155", "0.579"],
} as const;

/** X and weights that give exactly these Q, K and V. */
export const kediProjected: Projected = {
  x: [
    [1, 1, -1, 1],
    [0, 0, 1, 1],
    [1, 0, -1, 2],
  ],
  wq: [
    [1, 0, 1, 0],
    [1, 0, 1, 2],
    [0, 0, 0, 3],
    [1, 1, 1, 2],
  ],
  wk: [
    [1, -1, 0, 1],
    [0, 0, 1, 0],
    [0, 0, 0, 1],
    [0, 1, 0, 0],
  ],
  wv: [
    [1, 0, 2, 0],
    [1, 0, -1, -1],
    [0, 1, 0, 0],
    [0, 1, 0, 1],
  ],
};

export const ben = {
  tokens: ["ben", "gel", "dim"],
  q: [
    [1, 0],
    [0, 1],
    [1, 1],
  ],
  k: [
    [1, 0],
    [1, 1],
    [0, 1],
  ],
  v: [
    [1, 2],
    [3, 0],
    [0, 4],
  ],
} as const;

/** It as a link of the playground. */
export const benLink = "?v=1&lang=en&Q=1,0;0,1;1,1&K=1,0;1,1;0,1&V=1,2;3,0;0,4&tokens=ben,gel,dim";
