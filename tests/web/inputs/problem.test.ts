import { expect, test } from "vitest";
import { benGelDim, workedExample } from "../../../web/src/inputs/example.ts";
import { keyWidth, optionsOf, problemOf } from "../../../web/src/inputs/problem.ts";
import {
  type Direct,
  type Projected,
  setMatrix,
  setSettings,
} from "../../../web/src/inputs/state.ts";

const worked = workedExample.state;

test("X and weights go to selfAttention, Q, K and V to attention; defaults are left out", () => {
  const { x, wq, wk, wv } = worked.source as Projected;
  expect(problemOf(worked)).toEqual({ kind: "self", problem: { x, wq, wk, wv } });
  const { q, k, v } = benGelDim.state.source as Direct;
  expect(problemOf(benGelDim.state)).toEqual({ kind: "attention", problem: { q, k, v } });
});

test("scale and temperature are one factor of the scores", () => {
  // d_k = 4, so 1/sqrt(d_k) = 1/2
  const scale = (changes: object) => optionsOf(setSettings(worked, changes)).scale;
  expect(scale({})).toBeUndefined();
  expect(scale({ temperature: 2 })).toBe(0.25);
  expect(scale({ temperature: 0.5 })).toBe(1);
  expect(scale({ scaled: false })).toBe(1);
  expect(scale({ scaled: false, temperature: 4 })).toBe(0.25);
});

test("d_k is the width of the keys, not of the embeddings", () => {
  const wide = setMatrix(
    worked,
    "wk",
    [1, 2, 3, 4].map(() => new Array<number>(9).fill(1)),
  );
  expect(keyWidth(wide.source)).toBe(9);
  expect(keyWidth(benGelDim.state.source)).toBe(2);
  expect(optionsOf(setSettings(wide, { temperature: 2 })).scale).toBeCloseTo(1 / 6, 15);
});

test("every setting has its option", () => {
  const bias = [[0, Number.NEGATIVE_INFINITY]];
  const attend = [[true, false]];
  const settings = { causal: "bottom-right", window: 2, sinks: 1, bias, attend } as const;
  expect(optionsOf(setSettings(worked, { ...settings, padding: [true, false, false] }))).toEqual({
    ...settings,
    keyPadding: [true, false, false],
  });
  expect(optionsOf(setSettings(worked, { causal: "top-left" }))).toEqual({ causal: "top-left" });
});
