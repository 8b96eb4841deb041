// Work that has to measure the page before it draws. Done amid a render, each of it would make the
// browser lay out a page that is only half changed; so all of it waits for the next frame, and there
// everybody measures before anybody writes: the page is laid out once.

/** Measures; what it returns writes. */
type Work = () => (() => void) | undefined;

const waiting = new Map<object, Work>();
let asked = false;
/** A page that is being printed has no next frame. */
let printing = false;
export const isPrinting = (): boolean => printing;

// Node, where tests read some of these modules, prints no pages.
globalThis.addEventListener?.("beforeprint", () => {
  printing = true;
});
globalThis.addEventListener?.("afterprint", () => {
  printing = false;
});

function doAll(): void {
  asked = false;
  const all = [...waiting.values()];
  waiting.clear();
  const writes = all.map((work) => work());
  for (const write of writes) write?.();
}

/** In the next frame, once for each owner: its latest work. */
export function measureLater(owner: object, work: Work): void {
  waiting.set(owner, work);
  if (asked) return;
  asked = true;
  if (printing) queueMicrotask(doAll);
  else requestAnimationFrame(doAll);
}

/** What is gone has nothing to measure. */
export function measureNoMore(owner: object): void {
  waiting.delete(owner);
}
