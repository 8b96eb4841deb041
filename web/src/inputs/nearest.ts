// What was meant by a name that there is not.

/** Letters to put in, take out, change or swap with their neighbour, to make one word of the other. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swapped ? (before[j - 2] ?? 0) + 1 : change;
      row.push(Math.min(change, swap, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}

/** The option that `name` is a slip of: at most a third of its letters are others; null for none. */
export function nearest(name: string, options: readonly string[]): string | null {
  const plain = (word: string) =>
    word
      .trim()
      .toLowerCase()
      .replace(/[\s_-]+/gu, "-");
  const meant = plain(name).slice(0, 40);
  const [best] = options
    .map((option) => ({ option, by: distance(meant, plain(option)) }))
    .sort((a, b) => a.by - b.by);
  return best && best.by <= best.option.length / 3 ? best.option : null;
}
