// What a tab keeps of its reader's for a reload, where the browser allows it: in a sandbox and under
// strict settings even reading the property throws.

/** Null where there is none, or the browser keeps nothing. */
export function kept(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Null forgets it. Gives back whether it is kept. */
export function keep(key: string, text: string | null): boolean {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** The page is left, or may be ended by the system while nobody sees it. */
export function whenLeft(work: () => void): void {
  addEventListener("pagehide", work);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") work();
  });
}
