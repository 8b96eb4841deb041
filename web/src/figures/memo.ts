/** The last result, computed anew when something that it was computed from is another. */
export class Memo<T> {
  #from: readonly unknown[] | null = null;
  #result: T | undefined;

  of(from: readonly unknown[], compute: () => T): T {
    const last = this.#from;
    if (!last || last.length !== from.length || from.some((part, i) => !Object.is(part, last[i]))) {
      this.#result = compute();
      this.#from = from;
    }
    return this.#result as T;
  }
}
