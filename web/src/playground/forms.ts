// What is typed in the forms of the playground and is not, or not yet, part of the state.

import { InputError } from "../inputs/error.ts";
import { benGelDim, workedExample } from "../inputs/example.ts";
import { cleanLabel, labelsIn } from "../inputs/fit.ts";
import { MAX_SEED, MAX_TOKENS, MAX_WIDTH } from "../inputs/limits.ts";
import { type Pasted, parseMatrix } from "../inputs/matrix.ts";
import { parseWhole } from "../inputs/number.ts";
import { type Recipe, recipeFor, withSeeded } from "../inputs/sentence.ts";
import {
  type InputName,
  type Language,
  type Sentence,
  type Settings,
  type State,
  setFigure,
  setMatrix,
  setSettings,
} from "../inputs/state.ts";
import { guessLanguage } from "../inputs/text.ts";
import { whenLeft } from "../page/kept.ts";
import type { Session } from "../page/session.ts";
import { type Drafts, keepDrafts, keptDrafts } from "./drafts.ts";

export type Tab = "sentence" | "projected" | "direct";

/** Among the choices of figures in the state, and so in the link. */
const tabChoice = "playground.tab";

/** The tab that a state is opened with: that of its numbers, unless the reader looked at another. */
export function tabOf({ sentence, source, figures }: State): Tab {
  if (!sentence) return source.kind;
  return figures[tabChoice] === source.kind ? source.kind : "sentence";
}

/** A sentence may be shown by the matrices that it was made into; nothing else has a choice. */
export const withTab = (state: State, tab: Tab): State =>
  setFigure(state, tabChoice, state.sentence && tab !== "sentence" ? tab : null);

export type PasteTarget = InputName | "bias";

export interface Pasting {
  readonly target: PasteTarget;
  readonly text: string;
  readonly result: Pasted | InputError | null;
}

export interface SentenceDraft {
  readonly text: string;
  readonly language: Language | "auto";
  readonly width: string;
  readonly seed: string;
}

function draftOf({ text, language, width, seed }: Sentence): SentenceDraft {
  return { text, language, width: String(width), seed: String(seed) };
}

type Whole = "window" | "sinks";
type Field = Whole | "tokens";

export class Forms {
  tab: Tab;
  sentence: SentenceDraft;
  sentenceError: InputError | null = null;
  pasting: Pasting | null = null;
  masksOpen = false;
  masksUsed = false;
  /** What is wrong with a field whose text the state could not take. */
  readonly wrong = new Map<Field, InputError>();
  /** Labels that were too many: they are taken as soon as there are tokens for them. */
  waitingLabels = "";
  /** Sinks need a window: they wait here while its field is empty. */
  private waitingSinks = 0;
  private readonly session: Session;
  private seen: number;

  constructor(session: Session) {
    this.session = session;
    this.seen = session.jumps;
    const { sentence, tokens } = session.state;
    this.tab = tabOf(session.state);
    this.sentence = sentence
      ? draftOf(sentence)
      : { text: tokens.join(" "), language: "auto", width: "4", seed: "1" };
  }

  /** What was half written comes back with a reload. */
  keep(): void {
    this.restore(keptDrafts());
    whenLeft(() => keepDrafts(this.drafts));
  }

  /** What only the forms hold. */
  private get drafts(): Drafts {
    const { target, text = "" } = this.pasting ?? {};
    return {
      sentence: this.sentenceError ? this.sentence : null,
      pasted: target && text.trim() !== "" ? { target, text } : null,
    };
  }

  private restore({ sentence, pasted }: Drafts): void {
    if (sentence) {
      this.tab = "sentence";
      this.sentence = sentence;
      const recipe = this.recipe();
      this.sentenceError = recipe instanceof InputError ? recipe : null;
    }
    if (pasted) this.pasting = { ...pasted, result: parseMatrix(pasted.text) };
  }

  /** Follows a state that came from elsewhere: undo, reset, an example, a link. */
  follow(state: State): void {
    if (this.session.jumps !== this.seen) {
      this.seen = this.session.jumps;
      this.sentenceError = null;
      this.wrong.clear();
      this.waitingLabels = "";
      this.waitingSinks = 0;
      if (state.sentence) this.sentence = draftOf(state.sentence);
      this.tab = tabOf(state);
    }
    if (this.tab !== "sentence" && this.tab !== state.source.kind) this.tab = state.source.kind;
  }

  private get pageLanguage(): Language {
    return this.session.language;
  }

  /** The language the sentence is lower-cased in. */
  get sentenceLanguage(): Language {
    const { text, language } = this.sentence;
    return language === "auto" ? guessLanguage(text, this.pageLanguage) : language;
  }

  typeSentence(changes: Partial<SentenceDraft>): void {
    this.sentence = { ...this.sentence, ...changes };
    const recipe = this.recipe();
    this.sentenceError = recipe instanceof InputError ? recipe : null;
    if (recipe instanceof InputError) {
      this.session.notify();
      return;
    }
    const made = this.session.engine.draw(recipe);
    if ("fault" in made) this.session.refuse(made.fault);
    else this.session.edit((state) => withSeeded(state, recipe, made.value), "sentence");
  }

  private recipe(): Recipe | InputError {
    const { text } = this.sentence;
    const width = parseWhole(this.sentence.width, 1, MAX_WIDTH);
    if (width instanceof InputError) return width.at({ field: "width" });
    const seed = parseWhole(this.sentence.seed, 0, MAX_SEED);
    if (seed instanceof InputError) return seed.at({ field: "seed" });
    return recipeFor({ text, language: this.sentenceLanguage, width, seed });
  }

  /** A seed nobody chose, short enough to be read out. */
  anotherSeed(): void {
    const [number = 0] = crypto.getRandomValues(new Uint16Array(1));
    this.session.endEdit();
    this.typeSentence({ seed: String(number) });
  }

  open(tab: Tab): void {
    this.tab = tab;
    this.pasting = null;
    this.session.endEdit();
    if (tab === "sentence" && !this.session.state.sentence) this.typeSentence({});
    else this.session.notify();
    if (tab !== "sentence") this.retryLabels();
    this.session.show((state) => withTab(state, tab));
  }

  example(name: "kedi" | "ben"): void {
    const { state } = name === "kedi" ? workedExample : benGelDim;
    this.tab = state.source.kind;
    this.sentenceError = null;
    this.session.reset(state);
  }

  paste(target: PasteTarget | null): void {
    this.pasting = target && { target, text: "", result: null };
    this.session.notify();
  }

  typePasted(text: string): void {
    if (!this.pasting) return;
    const result = text.trim() === "" ? null : parseMatrix(text);
    this.pasting = { ...this.pasting, text, result };
    this.session.notify();
  }

  usePasted(): void {
    const { target, result } = this.pasting ?? {};
    if (!target || !result || result instanceof InputError) return;
    this.pasting = null;
    this.session.edit((state) =>
      target === "bias"
        ? setSettings(state, { bias: result.matrix })
        : setMatrix(state, target, result.matrix),
    );
  }

  typeWhole(field: Whole, text: string): void {
    const empty = text.trim() === "";
    const least = field === "window" ? 1 : 0;
    const value = empty ? (field === "window" ? null : 0) : parseWhole(text, least, MAX_TOKENS);
    if (value instanceof InputError) {
      this.wrong.set(field, value.at({ field }));
      this.session.notify();
      return;
    }
    this.wrong.delete(field);
    if (field === "window") this.setWindow(value);
    else this.set({ sinks: value ?? 0 }, field);
    this.session.notify();
  }

  private setWindow(window: number | null): void {
    const { settings } = this.session.state;
    if (window === null) this.waitingSinks = Math.max(this.waitingSinks, settings.sinks);
    const sinks = settings.window === null ? this.waitingSinks : settings.sinks;
    if (window !== null) this.waitingSinks = 0;
    this.set({ window, sinks }, "window");
  }

  set(changes: Partial<Settings>, edit: string | null = null): void {
    this.session.edit((state) => setSettings(state, changes), edit);
  }

  typeLabels(text: string): void {
    this.waitingLabels = "";
    const count = this.session.state.tokens.length;
    const words = labelsIn(text, count);
    if (words.length > count) {
      const error = new InputError("labelCount", { labels: words.length, tokens: count });
      this.waitingLabels = text;
      this.wrong.set("tokens", error.at({ field: "tokens" }));
      this.session.notify();
      return;
    }
    this.wrong.delete("tokens");
    this.session.edit((state) => {
      const tokens = state.tokens.map((old, i) => cleanLabel(words[i] ?? "") ?? old);
      return { ...state, tokens, sentence: null };
    }, "labels");
  }

  /** For a new number of tokens. */
  retryLabels(): void {
    if (this.waitingLabels !== "") this.typeLabels(this.waitingLabels);
  }
}
