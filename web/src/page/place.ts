// A change of language changes the height of every text. The reader should still see what he saw:
// the topmost visible place keeps its distance from the top.

export function keepPlace(root: ParentNode, change: () => void): void {
  const places = [...root.querySelectorAll<HTMLElement>("[data-place]")];
  const seen = places.find((place) => place.getBoundingClientRect().bottom > 80);
  const before = seen?.getBoundingClientRect().top ?? 0;
  change();
  if (seen && before < window.innerHeight) {
    const moved = seen.getBoundingClientRect().top - before;
    if (Math.abs(moved) > 0.5) window.scrollBy({ top: moved, behavior: "instant" });
  }
}

/** The last place whose top has passed the upper third of the window: where the reader is. */
export function placeInView(root: ParentNode): string | null {
  let current: string | null = null;
  for (const place of root.querySelectorAll<HTMLElement>("[data-place]")) {
    if (place.getBoundingClientRect().top > window.innerHeight / 3) break;
    current = place.dataset.place ?? null;
  }
  return current;
}
