/** The largest difference of two rows; two NaN are alike. */
export function apart(a: readonly number[], b: readonly number[]): number {
  return Math.max(
    0,
    ...a.map((x, i) => (Object.is(x, b[i]) ? 0 : Math.abs(x - (b[i] ?? Number.NaN)))),
  );
}
