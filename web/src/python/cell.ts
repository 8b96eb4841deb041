// The Python cell of a page: its code, what is running, and what came of the last run.

import { Choices, wholeChoice, wordChoice } from "../figures/choices.ts";
import { inputNames, type Matrix, matrixOf, setCode } from "../inputs/state.ts";
import type { Session } from "../page/session.ts";
import { gridOf, type Scene } from "../views/scene.ts";
import { gridRows } from "../views/tensor-grid.ts";
import { ownScene } from "./made.ts";
import type { Kind, Limits, Numbers, Request } from "./protocol.ts";
import { type Outcome, Runner } from "./runner.ts";
import { codeOf, type ListingId, listingIds, listingWith } from "./shelf/index.ts";
import { storeCode, storedCode } from "./stored.ts";

export const choices = new Choices("python", {
  listing: wordChoice<ListingId>("five", listingIds),
  /** Seconds that a run may take. */
  seconds: wholeChoice(10, 1, 600),
});

export const MOST_LINES = 1000;
export const MOST_CHARACTERS = 100_000;

/** Where code leaves its results: as the listings of the page call them, and as others do. */
export const resultNames = ["output", "weights", "out", "w"] as const;

const pythonNames = { x: "X", wq: "Wq", wk: "Wk", wv: "Wv", q: "Q", k: "K", v: "V" } as const;
export type GivenName = (typeof pythonNames)[keyof typeof pythonNames];

export interface Run {
  readonly outcome: Outcome;
  readonly code: string;
  readonly given: Readonly<Partial<Record<GivenName, Numbers>>>;
  /** The core's results on the same numbers; null where it has none for them. */
  readonly scene: Scene | null;
  /** Those numbers are the code's own, not the page's. */
  readonly own: boolean;
}

export function numbersOf(rows: Matrix): Numbers {
  return {
    shape: [rows.length, rows[0]?.length ?? 0],
    data: Float64Array.from(rows.flat()),
  };
}

const identity = (n: number): Matrix =>
  Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => (i === j ? 1 : 0)));

/** X and the weights, Q, K and V: those of the state, and what the core made of them. */
export function givenBy(session: Session): Run["given"] {
  const { state, results, fault } = session;
  const { source } = state;
  const given: Partial<Record<GivenName, Numbers>> = {};
  for (const name of inputNames(source)) {
    given[pythonNames[name]] = numbersOf(matrixOf(source, name) ?? []);
  }
  if (source.kind === "projected" && results && !fault) {
    for (const name of ["q", "k", "v"] as const) {
      given[pythonNames[name]] = numbersOf(gridRows(gridOf(results.scene, name)));
    }
  }
  // The five lines begin with X: with the identity for it, the weights are Q, K and V.
  if (source.kind === "direct" && source.q.length === source.k.length) {
    given.X = numbersOf(identity(source.q.length));
    given.Wq = numbersOf(source.q);
    given.Wk = numbersOf(source.k);
    given.Wv = numbersOf(source.v);
  }
  return given;
}

/** Tensors for code that imports torch, arrays of NumPy for any other. */
export function kindOf(code: string): Kind {
  return /^[ \t]*(?:import|from)[ \t]+(?:[\w., ]*,[ \t]*)?torch\b/mu.test(code) ? "torch" : "numpy";
}

export class PythonCell {
  readonly session: Session;
  /** Of the run under way or the last one. */
  output = "";
  run: Run | null = null;
  /** null: nothing runs. */
  phase: "coming" | "running" | null = null;
  /** The code came with a link or from an earlier visit, and was neither run nor changed yet. */
  fromLink: boolean;
  /** Own code that something else took the place of. */
  kept: string | null = null;
  /** The tab keeps the code. */
  stored = true;
  readonly #runner: Runner;
  #drawing = false;
  #own: string | null;

  constructor(session: Session, runner = new Runner()) {
    this.session = session;
    this.#runner = runner;
    const earlier = storedCode();
    const { code } = session.state;
    this.fromLink = code !== null && code !== earlier;
    if (code === null && earlier !== null) this.type(earlier);
    else if (earlier !== null && earlier !== code) this.kept = earlier;
    this.#own = session.state.code;
  }

  get listing(): ListingId {
    return choices.of(this.session.state).listing;
  }

  get code(): string {
    return this.session.state.code ?? codeOf(this.listing);
  }

  /** The state may have got other code: of a link that was followed. */
  follow(): void {
    const { code } = this.session.state;
    if (code === this.#own) return;
    if (this.#own !== null) this.kept = this.#own;
    this.#own = code;
    this.fromLink = code !== null;
  }

  type(code: string): void {
    const listing = listingWith(code);
    this.fromLink = false;
    this.#set(listing === null ? code : null);
    if (listing) choices.set(this.session, { listing });
  }

  /** A listing of the shelf; own code stays at hand. */
  choose(listing: ListingId): void {
    this.kept = this.session.state.code ?? this.kept;
    this.fromLink = false;
    this.#set(null);
    choices.set(this.session, { listing });
    this.session.notify();
  }

  takeBack(): void {
    const { kept } = this;
    if (kept === null) return;
    this.kept = this.session.state.code;
    this.type(kept);
  }

  #set(code: string | null): void {
    this.#own = code;
    if (code !== null) this.stored = storeCode(code);
    this.session.show((state) => setCode(state, code));
  }

  async start(): Promise<void> {
    if (this.phase) return;
    const { session, code } = this;
    const kind = kindOf(code);
    const given = givenBy(session);
    const scene = session.fault ? null : (session.results?.scene ?? null);
    this.output = "";
    this.run = null;
    this.fromLink = false;
    this.phase = "coming";
    session.notify();
    const request = requestFor(session, code, kind, given);
    const outcome = await this.#runner.run(request, this.limits(), {
      started: () => {
        this.phase = "running";
        this.#draw();
      },
      print: (text) => {
        this.output += text;
        this.#draw();
      },
    });
    const values = outcome.kind === "done" ? outcome.result.values : {};
    const own = ownScene(values, given, session);
    this.phase = null;
    this.run = { outcome, code, given, scene: own ?? scene, own: own !== null };
    session.notify();
  }

  stop(): void {
    this.#runner.stop();
  }

  limits(): Limits {
    const { seconds } = choices.of(this.session.state);
    return { seconds, lines: MOST_LINES, characters: MOST_CHARACTERS };
  }

  /** Lines may come by the thousand; a page is drawn once for each frame. */
  #draw(): void {
    if (this.#drawing) return;
    this.#drawing = true;
    requestAnimationFrame(() => {
      this.#drawing = false;
      this.session.notify();
    });
  }
}

function requestFor(session: Session, code: string, kind: Kind, given: Run["given"]): Request {
  const { tokens, keyTokens } = session.state;
  return {
    code,
    kind,
    matrices: given as Record<string, Numbers>,
    labels: { tokens, ...(keyTokens ? { key_tokens: keyTokens } : {}) },
    results: resultNames,
  };
}

const cells = new WeakMap<Session, PythonCell>();

export function cellOf(session: Session): PythonCell {
  const known = cells.get(session) ?? new PythonCell(session);
  cells.set(session, known);
  known.follow();
  return known;
}
