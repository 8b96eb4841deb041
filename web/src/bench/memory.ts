// Memory by formula, in bytes.

import { WIDTH } from "./protocol.ts";

const FLOAT32 = 4;

/** One matrix of scores. */
export const matrixBytes = (n: number): number => FLOAT32 * n * n;

/** Q, K, V and the output. */
export const inputBytes = (n: number): number => 4 * n * WIDTH * FLOAT32;
