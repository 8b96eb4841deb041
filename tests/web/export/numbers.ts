// Matrices that are hard to write down: every exponent, subnormals, both zeros, NaN and infinities.

/** Numerical Recipes' quick generator: enough to vary inputs, the same in every run. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const odd = [
  0,
  -0,
  1,
  -2,
  0.1,
  -1 / 3,
  5e-324,
  -1.7976931348623157e308,
  2 ** 53,
  1e21,
  1e-7,
  123456789.125,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
];

/** Of that size; a third of its numbers are among the odd ones. */
export function hardMatrix(rows: number, columns: number, seed: number): number[][] {
  const random = generator(seed);
  const number = () => {
    if (random() < 1 / 3) return odd[Math.floor(random() * odd.length)] ?? 0;
    return (random() - 0.5) * 10 ** Math.floor(random() * 600 - 300);
  };
  return Array.from({ length: rows }, () => Array.from({ length: columns }, number));
}

export const sizes = [
  [1, 1],
  [1, 4],
  [4, 1],
  [2, 2],
  [3, 12],
  [64, 64],
] as const;

/** The eight bytes of each number, so that NaN equals itself and the zeros differ. */
export const bits = (numbers: readonly number[]): string[] =>
  numbers.map((value) => {
    if (Number.isNaN(value)) return "nan";
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, value);
    return view.getBigUint64(0).toString(16).padStart(16, "0");
  });

export const asNumbers = (rows: readonly (readonly number[])[], name = "W_Q") => ({
  name,
  shape: [rows.length, rows[0]?.length ?? 0],
  data: rows.flat(),
});
