/** Of an even count, the mean of the middle two. */
export function median(samples: readonly number[]): number {
  if (samples.length === 0) throw new Error("The median of no samples");
  const sorted = [...samples].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** `figures` significant digits, as a number: what a file of results keeps. */
export const rounded = (x: number, figures = 4): number => Number(x.toPrecision(figures));
