// One page of the site as a reader has it before them: found by selectors and by the words on it.

import type { Element, Session } from "./driver.ts";

/** What the driver calls the keys that write nothing. */
export const keys = { enter: "\uE007", escape: "\uE00C", left: "\uE012", right: "\uE014" } as const;

/** For a busy machine. */
const PATIENCE = 15_000;

/** What the driver says of an element that moves, is covered or was drawn anew. */
const NOT_YET = /not interactable|click intercepted|stale element/u;

const phone = "phone.html";

export class Page {
  readonly #session: Session;
  readonly #site: string;
  readonly #complaints: string[] = [];

  constructor(session: Session, site: string) {
    this.#session = session;
    this.#site = site;
  }

  /** Opens an address of the site; by way of another page, since a new hash alone loads nothing. */
  async open(address: string): Promise<void> {
    await this.#leave();
    await this.#session.goTo(this.#site + phone);
    await this.#session.goTo(this.#site + address);
  }

  /** A file of a disk, which is no page of the site. */
  async openFile(address: string): Promise<void> {
    await this.#leave();
    await this.#session.goTo(address);
  }

  /** The same 360 px wide. What follows happens within it. */
  async openOnPhone(address: string): Promise<void> {
    await this.#leave();
    await this.#session.goTo(this.#site + phone);
    await this.evaluate((src) => {
      const frame = document.querySelector("iframe") as HTMLIFrameElement;
      return new Promise<void>((loaded) => {
        frame.addEventListener("load", () => loaded(), { once: true });
        frame.src = src;
      });
    }, address);
    await this.enter("iframe");
  }

  /** Gives what was opened on a phone another width. */
  async widen(width: number): Promise<void> {
    await this.leave();
    await this.evaluate((pixels) => {
      const frame = document.querySelector("iframe") as HTMLIFrameElement;
      frame.style.width = `${pixels}px`;
    }, width);
    await this.enter("iframe");
  }

  async reload(): Promise<void> {
    await this.#leave();
    await this.#session.reload();
  }

  /** Forgets what the site keeps for its reader. */
  async forget(): Promise<void> {
    await this.#session.goTo(this.#site + phone);
    await this.evaluate(() => localStorage.clear());
  }

  /** Into a frame; back by `leave`. */
  async enter(frame: string): Promise<void> {
    await this.#session.enter(await this.element(frame));
  }

  async leave(): Promise<void> {
    await this.#session.enter(null);
  }

  evaluate: Session["evaluate"] = (work, ...args) => this.#session.evaluate(work, ...args);

  address(): Promise<string> {
    return this.evaluate(() => location.href);
  }

  /** The first element of a selector, or the first that is called so; waits until there is one. */
  async element(selector: string, name?: string): Promise<Element> {
    const found = await this.until(
      (css, called) => {
        const named = (one: globalThis.Element) =>
          [one.getAttribute("aria-label"), one.getAttribute("title"), one.textContent].some(
            (text) => text?.replace(/\s+/gu, " ").trim() === called,
          );
        const all = [...document.querySelectorAll(css)];
        return all.find((one) => called === null || named(one)) ?? null;
      },
      selector,
      name ?? null,
    ).catch(() => null);
    if (found === null) throw new Error(`not on the page: ${selector} ${name ?? ""}`);
    return found as unknown as Element;
  }

  /** What a function gives in the page, as soon as it is neither null nor false. */
  async until<Args extends unknown[], Result>(
    work: (...args: Args) => Result,
    ...args: Args
  ): Promise<Exclude<Awaited<Result>, null | false>> {
    const deadline = Date.now() + PATIENCE;
    for (;;) {
      const result = await this.evaluate(work, ...args);
      if (result !== null && result !== false)
        return result as Exclude<Awaited<Result>, null | false>;
      if (Date.now() > deadline) throw new Error(`in vain: ${work} of ${JSON.stringify(args)}`);
    }
  }

  /** As soon as it stands still, in the middle of the window, with nothing above it. */
  async click(selector: string, name?: string): Promise<void> {
    const deadline = Date.now() + PATIENCE;
    for (;;) {
      try {
        const element = await this.element(selector, name);
        await this.#show(element);
        await this.#session.click(element);
        return;
      } catch (error) {
        if (!NOT_YET.test(String(error)) || Date.now() > deadline) throw error;
      }
    }
  }

  /** Writes a text over what a field holds. */
  async fill(selector: string, text: string, name?: string): Promise<void> {
    const field = await this.element(selector, name);
    await this.evaluate((one) => {
      const input = one as unknown as HTMLInputElement;
      input.focus();
      input.select();
    }, field);
    // The driver's own newline writes nothing.
    await this.#session.type(field, text.replaceAll("\n", keys.enter));
  }

  async press(...pressed: readonly string[]): Promise<void> {
    await this.#session.press(...pressed);
  }

  /** The texts of the elements, with single spaces. */
  texts(selector: string): Promise<string[]> {
    return this.evaluate(
      (css) =>
        [...document.querySelectorAll(css)].map((one) =>
          (one.textContent ?? "").replace(/\s+/gu, " ").trim(),
        ),
      selector,
    );
  }

  /** All of them in one text. */
  async text(selector: string): Promise<string> {
    return (await this.texts(selector)).join(" ");
  }

  values(selector: string): Promise<string[]> {
    return this.evaluate(
      (css) => [...document.querySelectorAll<HTMLInputElement>(css)].map((field) => field.value),
      selector,
    );
  }

  attribute(selector: string, name: string): Promise<string | null> {
    return this.evaluate(
      (css, attribute) => document.querySelector(css)?.getAttribute(attribute) ?? null,
      selector,
      name,
    );
  }

  /** As a reader comes there. */
  async scrollTo(selector: string): Promise<void> {
    await this.#show(await this.element(selector));
  }

  #show(element: Element): Promise<void> {
    return this.evaluate((one) => {
      const shown = one as unknown as HTMLElement;
      shown.scrollIntoView({ block: "center", behavior: "instant" });
    }, element);
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#session.resize(width, height);
  }

  picture(): Promise<Buffer> {
    return this.#session.picture();
  }

  /** How far the page can be scrolled sideways. */
  sideways(): Promise<number> {
    return this.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return Math.max(0, scrollWidth - clientWidth);
    });
  }

  /** What the pages that were open have complained about, and which other hosts they asked. */
  async complaints(): Promise<readonly string[]> {
    await this.#leave();
    return this.#complaints;
  }

  /** Out of all frames; what the page and they have to complain about is kept. */
  async #leave(): Promise<void> {
    await this.#session.enter(null);
    await this.#listen();
    const frames = await this.evaluate(() => [...document.querySelectorAll("iframe")]);
    for (const frame of frames as unknown as readonly Element[]) {
      await this.#session.enter(frame);
      await this.#listen();
      await this.#session.enter(null);
    }
  }

  async #listen(): Promise<void> {
    const heard = await this.evaluate((home) => {
      const others = performance
        .getEntriesByType("resource")
        .filter(({ name }) => !name.startsWith(home) && !/^(?:data|blob):/u.test(name))
        .map(({ name }) => `request: ${name}`);
      performance.clearResourceTimings();
      const told: string[] = (globalThis as { heardByTests?: string[] }).heardByTests ?? [];
      return [...told.splice(0), ...others];
    }, this.#site);
    this.#complaints.push(...heard);
  }
}
