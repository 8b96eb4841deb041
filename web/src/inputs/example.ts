// The worked example of the lesson, and a second, smaller one. X and the three weight matrices
// were chosen so that X·W gives small whole numbers for Q, K and V; nobody trained them.

import { byHand, defaultSettings, type State } from "./state.ts";

export interface Example {
  readonly state: State;
  /** English glosses, one for each token. */
  readonly glosses: readonly string[];
}

export const workedExample: Example = {
  state: {
    tokens: ["kedi", "mindere", "oturdu"],
    keyTokens: null,
    source: {
      kind: "projected",
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
    },
    origins: { x: byHand, wq: byHand, wk: byHand, wv: byHand },
    sentence: null,
    settings: defaultSettings,
    figures: {},
    code: null,
    step: "projections",
    cell: null,
  },
  glosses: ["cat", "on the cushion", "sat"],
};

/** Small enough to work out on paper; its Q, K and V are given, not projected. */
export const benGelDim: Example = {
  state: {
    tokens: ["ben", "gel", "dim"],
    keyTokens: null,
    source: {
      kind: "direct",
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
    },
    origins: { q: byHand, k: byHand, v: byHand },
    sentence: null,
    settings: defaultSettings,
    figures: {},
    code: null,
    step: "projections",
    cell: null,
  },
  glosses: ["I", "come", "-ed (I)"],
};
