/**
 * Attention as one would write it in JavaScript with care: flat arrays, no matrix, nothing allocated
 * inside. Sums are float64, JavaScript's own numbers: rounding each to float32 (Math.fround) took
 * three times as long.
 */
import type { Problem } from "../cases.ts";
import { type Contender, way } from "../contender.ts";

/** Four keys at a time: four sums that do not wait for each other, and a query read once for all. */
function scoreRow(p: Problem, query: number, key: number, count: number, row: Float64Array): void {
  const { q, k, width } = p;
  const scale = 1 / Math.sqrt(width);
  const a = query * width;
  let j = 0;
  for (; j + 4 <= count; j += 4) {
    const b = (key + j) * width;
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    for (let d = 0; d < width; d++) {
      const x = q[a + d]!;
      s0 += x * k[b + d]!;
      s1 += x * k[b + width + d]!;
      s2 += x * k[b + 2 * width + d]!;
      s3 += x * k[b + 3 * width + d]!;
    }
    row[j] = s0 * scale;
    row[j + 1] = s1 * scale;
    row[j + 2] = s2 * scale;
    row[j + 3] = s3 * scale;
  }
  for (; j < count; j++) {
    const b = (key + j) * width;
    let sum = 0;
    for (let d = 0; d < width; d++) sum += q[a + d]! * k[b + d]!;
    row[j] = sum * scale;
  }
}

/** Scores to weights that are still to be divided by their sum, which is returned. */
function exponentials(row: Float64Array, count: number): number {
  let maximum = row[0]!;
  for (let j = 1; j < count; j++) if (row[j]! > maximum) maximum = row[j]!;
  let sum = 0;
  for (let j = 0; j < count; j++) {
    const e = Math.exp(row[j]! - maximum);
    row[j] = e;
    sum += e;
  }
  return sum;
}

/** y [width] = the sum of weight times value: four values at a time, since y is read and written. */
function addValues(p: Problem, key: number, count: number, row: Float64Array, y: Float64Array) {
  const { v, width } = p;
  y.fill(0);
  let j = 0;
  for (; j + 4 <= count; j += 4) {
    const a = (key + j) * width;
    const w0 = row[j]!;
    const w1 = row[j + 1]!;
    const w2 = row[j + 2]!;
    const w3 = row[j + 3]!;
    for (let d = 0; d < width; d++) {
      y[d]! +=
        w0 * v[a + d]! +
        w1 * v[a + width + d]! +
        (w2 * v[a + 2 * width + d]! + w3 * v[a + 3 * width + d]!);
    }
  }
  for (; j < count; j++) {
    const a = (key + j) * width;
    for (let d = 0; d < width; d++) y[d]! += row[j]! * v[a + d]!;
  }
}

function attention(p: Problem): Float32Array {
  const { heads, queries, keys, width, causal } = p;
  const output = new Float32Array(heads * queries * width);
  const row = new Float64Array(keys);
  const y = new Float64Array(width);
  for (let i = 0; i < heads * queries; i++) {
    const key = Math.floor(i / queries) * keys;
    const count = causal ? (i % queries) + 1 : keys;
    scoreRow(p, i, key, count, row);
    const sum = exponentials(row, count);
    addValues(p, key, count, row, y);
    for (let d = 0; d < width; d++) output[i * width + d] = y[d]! / sum;
  }
  return output;
}

export const javascript: Contender = {
  name: "javascript",
  threads: 1,
  ways: (problem) => [
    () => way({ name: "loops", run: () => attention(problem), read: (output) => output }),
  ],
};
