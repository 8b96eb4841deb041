// Attention in plain JavaScript, as one would write it without a library but with care: typed
// arrays, one row of scores at a time, sums in the registers of the engine. They are float64,
// JavaScript's own numbers: rounding each to float32 (Math.fround) takes three times as long.

export interface Problem {
  /** Tokens: rows of q and output, and of k and v where `keys` does not say otherwise. */
  readonly n: number;
  readonly keys?: number;
  /** Numbers per row. */
  readonly d: number;
  readonly q: Float32Array;
  readonly k: Float32Array;
  readonly v: Float32Array;
  readonly causal: boolean;
  /** n · d numbers: the output. */
  readonly out: Float32Array;
}

/** softmax(q kᵀ / √d) v, row by row. */
export function attention({ n, keys: all = n, d, q, k, v, causal, out }: Problem): void {
  const weights = new Float64Array(all);
  const sums = new Float64Array(d);
  const scale = 1 / Math.sqrt(d);
  for (let query = 0; query < n; query++) {
    const keys = causal ? Math.min(query + 1, all) : all;
    const maximum = scores(q, query * d, k, keys, d, scale, weights);
    let total = 0;
    for (let key = 0; key < keys; key++) {
      const weight = Math.exp((weights[key] as number) - maximum);
      weights[key] = weight;
      total += weight;
    }
    weighted(weights, v, keys, d, sums);
    for (let c = 0; c < d; c++) out[query * d + c] = (sums[c] as number) / total;
  }
}

/**
 * The scores of one query, and the largest of them. Four keys at a time: a number of the query is
 * read once for them, and their sums do not wait for each other.
 */
function scores(
  q: Float32Array,
  row: number,
  k: Float32Array,
  keys: number,
  d: number,
  scale: number,
  to: Float64Array,
): number {
  const whole = keys - (keys % 4);
  for (let key = 0; key < whole; key += 4) {
    const at = key * d;
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    for (let i = 0; i < d; i++) {
      const x = q[row + i] as number;
      s0 += x * (k[at + i] as number);
      s1 += x * (k[at + d + i] as number);
      s2 += x * (k[at + 2 * d + i] as number);
      s3 += x * (k[at + 3 * d + i] as number);
    }
    to[key] = s0 * scale;
    to[key + 1] = s1 * scale;
    to[key + 2] = s2 * scale;
    to[key + 3] = s3 * scale;
  }
  for (let key = whole; key < keys; key++) {
    let sum = 0;
    for (let i = 0; i < d; i++) sum += (q[row + i] as number) * (k[key * d + i] as number);
    to[key] = sum * scale;
  }
  let maximum = Number.NEGATIVE_INFINITY;
  for (let key = 0; key < keys; key++) maximum = Math.max(maximum, to[key] as number);
  return maximum;
}

/** The sum of the values, each times its weight; four values per walk along the sums. */
function weighted(
  weights: Float64Array,
  v: Float32Array,
  keys: number,
  d: number,
  sums: Float64Array,
): void {
  sums.fill(0);
  const whole = keys - (keys % 4);
  for (let key = 0; key < whole; key += 4) {
    const w0 = weights[key] as number;
    const w1 = weights[key + 1] as number;
    const w2 = weights[key + 2] as number;
    const w3 = weights[key + 3] as number;
    const at = key * d;
    for (let c = 0; c < d; c++) {
      sums[c] =
        (sums[c] as number) +
        w0 * (v[at + c] as number) +
        w1 * (v[at + d + c] as number) +
        w2 * (v[at + 2 * d + c] as number) +
        w3 * (v[at + 3 * d + c] as number);
    }
  }
  for (let key = whole; key < keys; key++) {
    const w = weights[key] as number;
    for (let c = 0; c < d; c++) {
      sums[c] = (sums[c] as number) + w * (v[key * d + c] as number);
    }
  }
}
