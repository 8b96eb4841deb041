// A change of language changes the height of every text. The reader should still see what he saw:
// what begins in the window keeps its distance from the top.

/** Those that have a place: the teacher's view hides all but one. */
const places = (root: ParentNode, selector: string) =>
  [...root.querySelectorAll<HTMLElement>(selector)].filter(
    (place) => place.getClientRects().length > 0,
  );

export function keepPlace(root: ParentNode, change: () => void): void {
  const tops = places(root, "[data-place], figure[id]").map((place) => ({
    place,
    top: place.getBoundingClientRect().top,
  }));
  const visible = tops.find(({ top }) => top >= 0 && top < window.innerHeight);
  const kept = visible ?? tops.filter(({ top }) => top < 0).at(-1);
  change();
  if (!kept || window.scrollY === 0) return;
  const moved = kept.place.getBoundingClientRect().top - kept.top;
  if (Math.abs(moved) > 0.5) window.scrollBy({ top: moved, behavior: "instant" });
}

/** The last place whose top has passed the upper third of the window: where the reader is. */
export function placeInView(root: ParentNode): string | null {
  let current: string | null = null;
  for (const place of places(root, "[data-place]")) {
    if (place.getBoundingClientRect().top > window.innerHeight / 3) break;
    current = place.dataset.place ?? null;
  }
  return current;
}
