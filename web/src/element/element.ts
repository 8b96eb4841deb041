// <dikkat-attention>: a figure as an element of any page. Its attributes are the author's numbers, its
// shadow root the figure on them; what a reader changes stays within it.

import { render } from "lit/html.js";
import type { SelfTrace, Trace } from "../core/index.ts";
import { NoProgram } from "../core/inside/first.ts";
import { stepperOf } from "../figures/stepper.ts";
import { workedExample } from "../inputs/example.ts";
import { problemOf } from "../inputs/problem.ts";
import { directNames, type Language, projectedNames, type State } from "../inputs/state.ts";
import { encode } from "../inputs/url.ts";
import type { Engine } from "../page/engine.ts";
import { isTyping } from "../page/keys.ts";
import { Session, stateOf } from "../page/session.ts";
import { undoKeys } from "../page/undo-keys.ts";
import { watchAround } from "./around.ts";
import { inputAttributes, readState, told, type Wrong } from "./attributes.ts";
import { lookAttributes, looksOf, noLooks } from "./looks.ts";
import { sharedEngine } from "./shared-engine.ts";
import { stylesOf } from "./styles.ts";
import { elementText } from "./text.ts";
import { drawInTurn } from "./turns.ts";
import { elementView } from "./view.ts";

const inputsOf = ({ source, settings, tokens, keyTokens }: State) => [
  source,
  settings,
  tokens,
  keyTokens,
];

export class DikkatAttention extends HTMLElement {
  static readonly observedAttributes = [...inputAttributes, ...lookAttributes];

  readonly #root: ShadowRoot;
  #engine: Engine | null = null;
  #session: Session | null = null;
  /** Why there is no engine. */
  #failure: ((language: Language) => string) | null = null;
  #wrong: readonly Wrong[] = [];
  #looks = noLooks;
  /** Attributes that changed since they were read. */
  readonly #changed = new Set<string>();
  #unwatch: (() => void) | null = null;
  #part: ReturnType<typeof render> | null = null;

  constructor() {
    super();
    this.#root = this.attachShadow({ mode: "open" });
    this.#root.addEventListener("keydown", (event) => this.#key(event as KeyboardEvent));
    for (const name of ["keyup", "keypress"]) this.#root.addEventListener(name, keepKeys);
    this.#root.addEventListener("click", keepAddress);
  }

  connectedCallback(): void {
    this.#root.adoptedStyleSheets = [stylesOf(this.ownerDocument)];
    this.#part?.setConnected(true);
    this.#unwatch = watchAround(() => this.#look());
    if (this.#session && this.#changed.size > 0) {
      this.#read();
      return;
    }
    this.#changed.clear();
    this.#look();
    if (!this.#session) void this.#open();
  }

  disconnectedCallback(): void {
    this.#unwatch?.();
    this.#unwatch = null;
    if (this.#session) stepperOf(this.#session, this.#looks.figure)?.pause();
    this.#part?.setConnected(false);
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    // A page may hand back what it heard: nothing is new in it, and the steps to undo stay.
    if (before === now || (name === "state" && now !== null && now === this.state)) return;
    // Several attributes set in a row are one change.
    if (this.#changed.size === 0) queueMicrotask(() => this.#read());
    this.#changed.add(name);
  }

  /** Every intermediate result of what is shown; null while there is none. */
  get trace(): Trace | SelfTrace | null {
    const scene = this.#session?.results?.scene;
    const outcome = scene && this.#engine?.compute(problemOf(scene.state));
    return outcome && "value" in outcome ? outcome.value : null;
  }

  /** What is shown, as a link has it after "#": for the attribute `state`, or behind an address of the site. */
  get state(): string | null {
    const session = this.#session;
    return session && encode(session.state, session.language, `figure-${this.#looks.figure}`);
  }

  async #open(): Promise<void> {
    try {
      this.#engine = await sharedEngine();
      this.#failure = null;
    } catch (error) {
      this.#failure = reasonOf(error);
      this.#draw();
      return;
    }
    if (this.isConnected) drawInTurn(this, () => this.#begin());
  }

  #read(): void {
    // One that is nowhere is read when it comes back.
    if (!this.isConnected) return;
    const inputs = inputAttributes.some((name) => this.#changed.has(name));
    this.#changed.clear();
    this.#look();
    if (inputs && this.#session) this.#begin();
  }

  /** From the attributes as they are now. */
  #begin(): void {
    const engine = this.#engine;
    if (!engine || !this.isConnected) return;
    const wrong: Wrong[] = [];
    const state = readState(
      (name) => this.getAttribute(name),
      (content) => stateOf(engine, content),
      (attribute, problem) => wrong.push(told(attribute, problem)),
    );
    this.#wrong = wrong;
    if (this.#session) stepperOf(this.#session, this.#looks.figure)?.pause();
    this.#session = this.#sessionOf(engine, state);
    this.#draw();
  }

  #sessionOf(engine: Engine, state: State): Session {
    const start = {
      initial: state,
      opened: state,
      language: this.#looks.language,
      root: this.#root,
    };
    const session = new Session(engine, start);
    // What cannot be computed is told over the example, which can.
    const shown = session.results
      ? session
      : new Session(engine, { ...start, initial: workedExample.state });
    let before = inputsOf(shown.state);
    shown.subscribe(() => {
      if (shown !== this.#session) return;
      this.#draw();
      const now = inputsOf(shown.state);
      if (now.every((part, i) => part === before[i])) return;
      before = now;
      const detail = { state: this.state };
      this.dispatchEvent(
        new CustomEvent("dikkat-change", { detail, bubbles: true, composed: true }),
      );
    });
    return shown;
  }

  /** When an attribute has changed, or the page around. */
  #look(): void {
    this.#looks = looksOf(this);
    this.#draw();
    this.#measure();
  }

  #draw(): void {
    const session = this.#session;
    const { language, home, wrong, ...looks } = this.#looks;
    if (session) session.language = language;
    const sentences = this.#failure
      ? [this.#failure(language)]
      : [...this.#wrong, ...wrong].map(({ say }) => say(language));
    const numbers: readonly string[] = [...projectedNames, ...directNames];
    if (this.#wrong.some(({ attribute }) => numbers.includes(attribute)))
      sentences.push(elementText[language].example);
    const whole =
      session && home && new URL(`playground.html#${encode(session.state, language)}`, home).href;
    this.#part = render(
      elementView({ ...looks, session, language, sentences, home: whole }),
      this.#root,
    );
  }

  /** A length of the reader's own text size, whatever size the page gives its own. */
  #measure(): void {
    const shadow = this.#root.querySelector<HTMLElement>(".dk-shadow");
    if (shadow) shadow.style.setProperty("--dk-rem", getComputedStyle(shadow).fontSize);
  }

  #key(event: KeyboardEvent): void {
    if (this.#session) undoKeys(this.#session, event);
    keepKeys(event);
  }
}

/** Keys that go into a field or that a figure heeds are none of the page around, which sees the element alone. */
function keepKeys(event: Event): void {
  if (event.defaultPrevented || isTyping(event as KeyboardEvent)) event.stopPropagation();
}

/** The address is the page's own: no symbol leads away from it. */
function keepAddress(event: Event): void {
  const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
  if (link?.getAttribute("href")?.startsWith("#")) event.preventDefault();
}

/** What a reader is told where there is no engine. */
function reasonOf(error: unknown): (language: Language) => string {
  if (typeof WebAssembly === "undefined") return (language) => elementText[language].noWebAssembly;
  if (error instanceof NoProgram) return (language) => elementText[language].noSimd;
  const why = error instanceof Error ? error.message : String(error);
  if (/policy|CSP|unsafe-eval/iu.test(why)) return (language) => elementText[language].policy;
  return (language) => elementText[language].failed(why);
}
