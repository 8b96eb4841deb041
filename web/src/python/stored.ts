// The reader's own code, kept by the tab: a link may have no room for it, and a reload must not lose it.

const KEY = "dikkat-python";

/** Null where there is none, or the browser keeps nothing. */
export function storedCode(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Whether it is kept. */
export function storeCode(code: string | null): boolean {
  try {
    if (code === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, code);
    return true;
  } catch {
    return false;
  }
}
