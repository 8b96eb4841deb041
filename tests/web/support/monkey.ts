// A reader who does whatever a page offers, at random and the same in every run. The whole function
// runs in the page: it may use nothing from outside.

export interface Order {
  /** Where the last one left off. */
  readonly seed: number;
  readonly count: number;
  /** Links that may be put into the address. */
  readonly links: readonly string[];
  /** Addresses of figures that may be embedded beside the page. */
  readonly embeds: readonly string[];
}

/** Does `count` things, each in a task of its own; gives back the seed to go on from. */
export async function doAnything({ seed, count, links, embeds }: Order): Promise<number> {
  let state = seed;
  const below = (end: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
  const pick = <T>(list: ArrayLike<T>): T | undefined => list[below(list.length)];
  const all = <E extends Element>(selector: string) =>
    [...document.querySelectorAll<E>(selector)].filter((element) => element.checkVisibility());
  const tell = (element: Element, ...names: string[]) => {
    for (const name of names) element.dispatchEvent(new Event(name, { bubbles: true }));
  };
  const change = (field: HTMLInputElement | HTMLSelectElement, value: string) => {
    field.value = value;
    tell(field, "input", "change");
  };
  const key = (letter: string, shiftKey = false) =>
    document.body.dispatchEvent(
      new KeyboardEvent("keydown", { key: letter, ctrlKey: true, shiftKey, bubbles: true }),
    );
  // Each would leave the page, ask for a permission, or make it another one.
  const left = /copy|kopyala|teacher|öğretmen|one more|bir daha|draw again|paste|yapıştır/iu;
  const pressable = (button: HTMLElement) =>
    !button.closest("#figure-python, .page-language, dialog") &&
    !left.test(`${button.textContent} ${button.title} ${button.ariaLabel}`);

  const acts: (() => void)[] = [
    () => {
      const field = pick(all<HTMLInputElement>("main .dk-field"));
      const number = String((below(601) - 300) / 100);
      if (field) change(field, below(12) === 0 ? "abc" : number);
    },
    () => pick(all<HTMLElement>("main button:not([disabled])").filter(pressable))?.click(),
    () =>
      pick(all<HTMLElement>(".page-tools-row button:not([disabled])").filter(pressable))?.click(),
    () => pick(all<HTMLElement>("main input[type=radio], main input[type=checkbox]"))?.click(),
    () => pick(all<HTMLElement>("[role=switch]"))?.click(),
    () => {
      const range = pick(all<HTMLInputElement>("input[type=range]"));
      if (!range) return;
      const [least, most] = [Number(range.min), Number(range.max)];
      change(range, String(least + ((most - least) * below(100)) / 99));
    },
    () => {
      const select = pick(all<HTMLSelectElement>("main select"));
      const option = select && pick(select.options);
      if (select && option) change(select, option.value);
    },
    () => {
      const cell = pick(all<HTMLElement>("main td[data-row]"));
      tell(cell ?? document.body, "pointerenter", "pointerover");
      cell?.focus({ preventScroll: true });
      cell?.click();
    },
    () => pick(all<HTMLElement>(".page-language button"))?.click(),
    () => {
      const theme = document.querySelector<HTMLSelectElement>(".page-theme select");
      if (theme) change(theme, pick(["auto", "light", "dark"]) ?? "auto");
    },
    () => pick(all<HTMLElement>(".play-steps a"))?.click(),
    () => key("z"),
    () => key("z", true),
    () => window.scrollTo(0, below(document.body.scrollHeight)),
    () => {
      location.hash = pick(links) ?? "";
    },
    () => {
      const address = pick(embeds);
      if (address === undefined) return;
      const open = document.querySelectorAll("iframe");
      if (open.length > 2) pick(open)?.remove();
      const frame = document.createElement("iframe");
      frame.src = address;
      document.body.append(frame);
    },
    () => pick(document.querySelectorAll("iframe"))?.remove(),
  ];

  const task = new MessageChannel();
  const yielded = () =>
    new Promise<void>((resolve) => {
      task.port1.onmessage = () => resolve();
      task.port2.postMessage(null);
    });
  for (let i = 0; i < count; i++) {
    // Nobody gets past an open dialog: it is closed before anything else is done.
    for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog[open]"))
      dialog.close();
    // Numbers are what is changed most.
    acts[below(3) === 0 ? 0 : below(acts.length)]?.();
    await yielded();
    if (i % 10 === 9) await new Promise((drawn) => requestAnimationFrame(drawn));
  }
  task.port1.close();
  return state;
}
