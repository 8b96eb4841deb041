// Attention once more, in plain float64 and as the formula reads, so that no expected number of a
// browser test comes from the core or from a page.

export type Rows = readonly (readonly number[])[];

export interface Problem {
  readonly q: Rows;
  readonly k: Rows;
  readonly v: Rows;
  /** Factor of the scores; 1 / sqrt(d_k) where it is left out. */
  readonly scale?: number;
  readonly temperature?: number;
  readonly bias?: Rows;
  /** May query i see key j? */
  readonly sees?: (query: number, key: number) => boolean;
}

export interface Results {
  readonly scores: Rows;
  readonly scaled: Rows;
  readonly masked: Rows;
  readonly exponentials: Rows;
  readonly weights: Rows;
  readonly output: Rows;
}

export function multiply(a: Rows, b: Rows): Rows {
  return a.map((row) =>
    (b[0] ?? []).map((_, j) => row.reduce((sum, x, i) => sum + x * (b[i]?.[j] ?? Number.NaN), 0)),
  );
}

export function transpose(a: Rows): Rows {
  return (a[0] ?? []).map((_, j) => a.map((row) => row[j] ?? Number.NaN));
}

/** Causal, aligned top left. */
export const causal = (query: number, key: number) => key <= query;

export function attention(problem: Problem): Results {
  const { q, k, v, bias, temperature = 1, sees = () => true } = problem;
  const scale = (problem.scale ?? 1 / Math.sqrt(q[0]?.length ?? 0)) / temperature;
  const scores = multiply(q, transpose(k));
  const scaled = scores.map((row) => row.map((score) => score * scale));
  const masked = scaled.map((row, i) =>
    row.map((x, j) => (sees(i, j) ? x + (bias?.[i]?.[j] ?? 0) : Number.NEGATIVE_INFINITY)),
  );
  const exponentials = masked.map((row) => {
    const largest = Math.max(...row);
    return row.map((x) => (x === Number.NEGATIVE_INFINITY ? 0 : Math.exp(x - largest)));
  });
  const weights = exponentials.map((row) => {
    const sum = row.reduce((a, b) => a + b, 0);
    return row.map((e) => (sum === 0 ? 0 : e / sum));
  });
  return { scores, scaled, masked, exponentials, weights, output: multiply(weights, v) };
}

export interface Projected {
  readonly x: Rows;
  readonly wq: Rows;
  readonly wk: Rows;
  readonly wv: Rows;
}

export function selfAttention(
  { x, wq, wk, wv }: Projected,
  options: Omit<Problem, "q" | "k" | "v"> = {},
): Results & Pick<Problem, "q" | "k" | "v"> {
  const [q, k, v] = [multiply(x, wq), multiply(x, wk), multiply(x, wv)];
  return { q, k, v, ...attention({ q, k, v, ...options }) };
}

/** The matrix with one number replaced. */
export function withCell(matrix: Rows, row: number, column: number, value: number): Rows {
  return matrix.map((cells, i) => (i === row ? cells.with(column, value) : cells));
}
