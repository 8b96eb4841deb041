// Entries of a tab's history with the same mark are the same work, however far it had come then.

export const newWork = () => String(performance.timeOrigin + performance.now());

/** Whose entry of the history it is; null for a link that was followed only now. */
export function workOf(entry: unknown): string | null {
  const work = typeof entry === "object" && entry !== null && "work" in entry ? entry.work : null;
  return typeof work === "string" ? work : null;
}
