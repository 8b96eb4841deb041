// What lesson and playground have in common: the state from the address and back into it, language,
// theme, undo keys, and one render for every change.

import { render, type TemplateResult } from "lit/html.js";
import { loadFirst } from "../core/first.ts";
import { describeInput, InputError } from "../inputs/error.ts";
import { fetchPacker, packerMissed, packerNeeded } from "../inputs/packer.ts";
import type { Language, State } from "../inputs/state.ts";
import { decode, encode, type Link, languageIn, type View } from "../inputs/url.ts";
import { faultView } from "../views/figure.ts";
import { Engine } from "./engine.ts";
import { type Head, tellHead } from "./head.ts";
import { whenLeft } from "./kept.ts";
import { Pace } from "./pace.ts";
import { keepPlace } from "./place.ts";
import { applyTheme, type Preferences, stored, type Theme } from "./preferences.ts";
import { Session, stateOf, type Variants } from "./session.ts";
import type { PageName } from "./shell.ts";
import { answerTaking } from "./taking.ts";
import { undoKeys } from "./undo-keys.ts";
import { scripted } from "./unscripted.ts";
import { newWork, workOf } from "./work.ts";

export interface Page extends Head {
  readonly initial: State;
  readonly variants?: Variants;
  /** All of it; called before there is a session as well. */
  readonly view: (app: App) => TemplateResult;
  /** Where the reader is, as an anchor of the address; without it there is none. */
  readonly anchor?: (root: HTMLElement) => string | null;
  /** Language and theme; those of the site if there are none. */
  readonly preferences?: Preferences;
  /** Can the page show this state? One that it cannot stays in the address and is offered elsewhere. */
  readonly accepts?: (state: State) => boolean;
  /**
   * Resolves when what an anchor leads to is on the page, where parts of it come later; to false
   * where the page has gone there in a way of its own.
   */
  readonly ready?: (app: App, anchor: string) => Promise<boolean>;
  /** The reader chose another view, at an anchor or where he is; only a page that has this has more than one. */
  readonly viewed?: (app: App, anchor: string | null) => Promise<void>;
  /** Without a core the page still shows the words of the lesson. */
  readonly wordsWithout?: boolean;
  /** The first results are on the page. */
  readonly arrived?: (app: App) => void;
}

const noCore: Record<Language, string> = {
  en: "The core could not be loaded, so nothing can be computed here. Load the page again.",
  tr: "Çekirdek yüklenemedi, bu yüzden burada hesap yapılamıyor. Sayfayı yeniden yükleyin.",
};

type Failure = (app: App) => TemplateResult;

/** After the last change: where the page has come to rest then is in the address as well. */
const ADDRESS_PAUSE = 250;

export class App {
  session: Session | null = null;
  language: Language;
  view: View = "read";
  linkError: InputError | null = null;
  /** Keys of the link that this page does not know. */
  unknownKeys: readonly string[] = [];
  /** The damaged link came later, over a state that stays. */
  linkLate = false;
  /** What the page shows where the core cannot start. */
  failure: Failure | null = null;
  /** What the address holds and this page cannot show. */
  refused: State | null = null;
  theme: Theme;
  private readonly page: Page;
  private readonly preferences: Preferences;
  private readonly root: HTMLElement;
  private written = location.hash;
  /** The mark of the entries of the tab's history that are the same work. */
  private work: string = workOf(history.state) ?? newWork();
  private writing: ReturnType<typeof setTimeout> | null = null;
  private readonly pace = new Pace();
  /** The state and the language that the address holds. */
  private held: readonly unknown[] = [];
  private acted = false;
  /** The state that the page opened with. */
  private opened: State | null = null;
  /** The anchor that was asked for last. */
  private aim: string | null = null;

  constructor(page: Page, root: HTMLElement) {
    this.page = page;
    this.root = root;
    this.preferences = page.preferences ?? stored;
    const link = packerNeeded(location.hash) ? null : this.readLink();
    this.language = link?.language ?? languageIn(location.hash) ?? this.preferences.language();
    this.theme = this.preferences.theme();
    applyTheme(this.theme);
    answerTaking(this);
    this.render();
    void this.open(link);
  }

  /** The link in the address; a damaged one leaves its sentence and is otherwise no link. */
  private readLink(): Link | null {
    const link = decode(location.hash);
    this.linkError = link instanceof InputError ? link : null;
    this.unknownKeys = link instanceof InputError ? [] : link.unknown;
    return link instanceof InputError ? null : link;
  }

  private async open(early: Link | null): Promise<void> {
    let link = early;
    try {
      const packed = packerNeeded(location.hash);
      const [core] = await Promise.all([loadFirst(), packed && havePacker()]);
      if (packed) link = this.readLink();
      this.language = link?.language ?? this.language;
      const engine = new Engine(core);
      const { initial } = this.page;
      const asked = link?.content ? stateOf(engine, link.content) : { value: initial };
      const opened = ("value" in asked ? this.accepted(asked.value) : null) ?? initial;
      this.session = new Session(
        engine,
        { initial, opened, language: this.language, root: document },
        this.page.variants,
      );
      if ("fault" in asked) this.session.refuse(asked.fault);
      // A link that was written by hand may be copied at once: then packed.
      if (link?.content && this.link() && packerMissed()) void havePacker();
    } catch (error) {
      this.failure = await this.explain(error);
      this.render();
      return;
    }
    this.opened = this.session.state;
    this.mark(location.href);
    this.session.subscribe(() => this.render());
    this.render();
    if (link?.view) await this.setView(link.view, link.anchor);
    // Sections exist only now, so the browser could not go to the anchor by itself.
    if (link?.anchor) await this.goTo(link.anchor);
    this.page.arrived?.(this);
    this.session.subscribe(() => this.writeAddress());
    window.addEventListener("hashchange", () => void this.followLink());
    // Another link may have come while nobody listened.
    void this.followLink();
    // The last edit must be in the address that a reload or the way back opens.
    whenLeft(() => this.writeNow());
    document.addEventListener("keydown", (event) => {
      if (this.session) undoKeys(this.session, event);
    });
  }

  /** Can this page show that state? */
  shows(state: State): boolean {
    return this.page.accepts?.(state) ?? true;
  }

  /** Why there is no core; in few words, where the others cannot be had either. */
  private async explain(error: unknown): Promise<Failure> {
    try {
      const { failureOf } = await import("./failure.ts");
      return failureOf(error, this.page.wordsWithout === true);
    } catch {
      return ({ language }) => faultView(noCore[language]);
    }
  }

  /** The state, or null where this page cannot show it. */
  private accepted(state: State): State | null {
    const fits = this.shows(state);
    this.refused = fits ? null : state;
    return fits ? state : null;
  }

  private async followLink(): Promise<void> {
    if (packerNeeded(location.hash)) await havePacker();
    if (location.hash === this.written || !this.session) return;
    const work = workOf(history.state);
    if (work === this.work) return this.comeBack();
    const link = this.readLink();
    this.linkLate = true;
    this.written = location.hash;
    if (link?.language) this.setLanguage(link.language);
    const { engine } = this.session;
    if (link?.content) {
      const asked = stateOf(engine, link.content);
      const state = "value" in asked ? this.accepted(asked.value) : null;
      if (state) this.session.reset(state);
      if ("fault" in asked) this.session.refuse(asked.fault);
      this.work = work ?? newWork();
      this.mark(location.href);
    }
    this.render();
    // A plain anchor leaves the view alone.
    if (link?.view || link?.content) await this.setView(link.view ?? "read", link.anchor);
    if (link?.anchor) void this.goTo(link.anchor);
    // A plain anchor took the state out of the address.
    this.writeAddress();
  }

  /**
   * The way back and forth leads to a place. What was done since that entry was written stays; the
   * browser itself restores where its page was scrolled to.
   */
  private async comeBack(): Promise<void> {
    this.written = location.hash;
    const link = decode(location.hash);
    if (link instanceof InputError) return;
    const view = link.view ?? "read";
    const turned = view !== this.view && this.page.viewed !== undefined;
    await this.setView(view, link.anchor);
    if (link.anchor && (turned || view === "teach")) await this.goTo(link.anchor);
    this.acted = true;
    this.writeAddress();
  }

  private mark(href: string): void {
    history.replaceState({ work: this.work }, "", href);
  }

  /** To a section or a figure, once everything above it has its height; the focus goes to its heading. */
  async goTo(anchor: string): Promise<void> {
    this.aim = anchor;
    const before = document.activeElement;
    const there = await this.page.ready?.(this, anchor);
    if (there === false || this.aim !== anchor) return;
    // Whoever went on to something else while it came is not called back.
    const { activeElement } = document;
    if (activeElement !== before && activeElement !== document.body) return;
    const place = document.getElementById(anchor);
    place?.scrollIntoView({ behavior: "instant" });
    place?.querySelector<HTMLElement>("h2[tabindex]")?.focus({ preventScroll: true });
  }

  async setView(view: View, anchor: string | null = null): Promise<void> {
    if (view === this.view || !this.page.viewed) return;
    this.view = view;
    this.acted = true;
    this.render();
    await this.page.viewed(this, anchor);
    this.writeAddress();
  }

  /** The address that opens a page with what is on this one. */
  hashFor(page: PageName): string {
    const { session, language } = this;
    const state = this.refused ?? (session?.changed ? session.state : null);
    if (page === "bench" || page === "tests" || !state) return `#?lang=${language}`;
    return `#${encode(state, language)}`;
  }

  /** The address of this page as it stands. */
  link(): string {
    const { session, language, view } = this;
    const anchor = this.page.anchor?.(this.root) ?? null;
    const hash = session ? encode(session.state, language, anchor, view) : "";
    return new URL(`#${hash}`, location.href).href;
  }

  /** The page anew, as it stands. */
  reload(): void {
    // Without a session the address is all that there is.
    if (this.session) this.mark(this.link());
    location.reload();
  }

  /** If the reader has done anything that a link should hold. */
  writeAddress(): void {
    const { session } = this;
    const state = session?.state;
    const chosen =
      state?.cell !== null || state.code !== null || Object.keys(state.figures ?? {}).length > 0;
    // What a link held may have been closed or put back: that has to leave the address as well.
    this.acted ||= session?.changed === true || chosen || state !== this.opened;
    if (!this.acted) return;
    // At once, while the browser takes it: a page that is reloaded has no time left to write.
    const now = [state, this.language, this.view];
    if (now.some((part, i) => part !== this.held[i]) && this.pace.take()) this.write();
    this.writing ??= setTimeout(() => this.writeNow(), Math.max(ADDRESS_PAUSE, this.pace.wait()));
  }

  private writeNow(): void {
    if (!this.writing) return;
    clearTimeout(this.writing);
    this.writing = null;
    if (this.link() === location.href) return;
    this.pace.take();
    this.write();
  }

  private write(): void {
    // A link was followed just now, and the browser is still to tell of it: it must not be undone.
    if (location.hash !== this.written) {
      void this.followLink();
      return;
    }
    this.mark(this.link());
    if (packerMissed()) void havePacker().then((there) => there && this.session?.notify());
    this.written = location.hash;
    this.held = [this.session?.state, this.language, this.view];
  }

  setLanguage(language: Language): void {
    if (language === this.language) return;
    this.language = language;
    this.preferences.rememberLanguage(language);
    this.acted = true;
    keepPlace(this.root, () => {
      if (this.session) {
        this.session.language = language;
        this.session.notify();
      } else {
        this.render();
      }
    });
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.preferences.rememberTheme(theme);
    applyTheme(theme);
    this.render();
  }

  render(): void {
    tellHead(this.page, this.language);
    render(this.page.view(this), this.root);
  }

  /** What is wrong with the link, in the page's language. */
  get linkSentence(): string | null {
    return this.linkError ? describeInput(this.linkError, this.language) : null;
  }
}

/** Without it long matrices are written out, and a link that holds packed ones is told to be unread. */
const havePacker = (): Promise<boolean> =>
  fetchPacker().then(
    () => true,
    () => false,
  );

export function start(page: Page): App {
  const root = document.getElementById("page");
  if (!root) throw new Error("the page has no #page element");
  scripted();
  return new App(page, root);
}
