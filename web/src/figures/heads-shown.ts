// How the reader wired the heads, and what the core makes of it.

import { html } from "lit/html.js";
import { AttentionError } from "../core/errors.ts";
import type { Tensor } from "../core/index.ts";
import { MAX_SEED } from "../inputs/limits.ts";
import { type Language, type Matrix, type MatrixName, matrixNames } from "../inputs/state.ts";
import type { Session } from "../page/session.ts";
import { type Grid, type Scene, sceneOf, type Title } from "../views/scene.ts";
import { cell } from "../views/sum.ts";
import { tensorGrid } from "../views/tensor-grid.ts";
import { nameOf, roleOf, symbols } from "../views/words.ts";
import { Choices, cellChoice, countChoice, wholeChoice, wordChoice } from "./choices.ts";
import {
  type Costs,
  costsOf2017,
  costsOfPage,
  counts,
  type HeadsRun,
  headCounts,
  kvCounts,
  runHeads,
  stateOfHead,
  traceOfHead,
  type Wiring,
} from "./heads-run.ts";
import { headWords } from "./heads-words.ts";
import { Memo } from "./memo.ts";
import { asPart, inPart, type Part, sceneOfParts } from "./parts.ts";

export const mixings = ["identity", "random"] as const;
export type Mixing = (typeof mixings)[number];

export const choices = new Choices("heads", {
  heads: countChoice(2, counts),
  /** 0: as many as there are heads. */
  kv: countChoice(0, [0, ...counts]),
  mixing: wordChoice<Mixing>("random", mixings),
  seed: wholeChoice(1, 0, MAX_SEED),
  /** A bit for each head that is switched off. */
  off: wholeChoice(0, 0, 15),
  cell: cellChoice(),
});

/** A number of K and V heads that the heads cannot be dealt out to. */
export function unfitting(session: Session, scene: Scene): string[] {
  const { kv } = choices.of(session.state);
  const { heads } = wiringOf(session, scene);
  return kv === 0 || kvCounts(heads).includes(kv) ? [] : ["heads.kv"];
}

/** As the reader chose it, as far as these widths can be cut that way. */
export function wiringOf(session: Session, scene: Scene): Wiring {
  const { heads: wanted, kv, mixing, seed, off } = choices.of(session.state);
  const heads = headCounts(scene.state).findLast((count) => count <= wanted) ?? 1;
  return {
    heads,
    kvHeads: kvCounts(heads).includes(kv) ? kv : heads,
    active: Array.from({ length: heads }, (_, head) => (off & (1 << head)) === 0),
    seed: mixing === "random" ? seed : null,
  };
}

export interface Shown {
  readonly wiring: Wiring;
  readonly run: HeadsRun;
  /** All the heads, and what becomes of them side by side. */
  readonly scene: Scene;
  readonly costs: Costs;
  readonly paper: Costs;
}

/** 2b: the second number of head 2. */
function numberName(head: number, component: number, width: number): string {
  return width <= 26
    ? `${head + 1}${String.fromCharCode(97 + component)}`
    : `${head + 1}·${component + 1}`;
}

/** Of the matrices side by side: Z, W_O and what it makes of Z. */
export const mixedNames = {
  merged: "output.merged",
  wo: "wv.mixing",
  output: "output.mixed",
} as const;

/** The part of a head in the scene, whose heads count from 0. */
export const headPart = (head: number) => `${head + 1}`;

const indexed = (letter: string, index: string | number) =>
  html`<i>${letter}</i><sub>${index}</sub>`;

function titlesOf(head: number, on: boolean, language: Language) {
  const text = headWords[language];
  const title = (name: MatrixName): Title => {
    const [letter, index] = symbols[name];
    const below = `${index}${index && ","}${head + 1}`;
    return {
      symbol: indexed(letter, below),
      letter: `${letter}_${below}`,
      name: nameOf(name, language),
      role: roleOf(name),
    };
  };
  const output = { ...title("output"), ...(on ? {} : { meaning: () => text.off }) };
  const all = matrixNames.filter((name) => name !== "x").map((name) => [name, title(name)]);
  return { ...Object.fromEntries(all), output };
}

function headParts(scene: Scene, wiring: Wiring, run: HeadsRun, head: number, o: Naming): Part[] {
  const on = wiring.active[head] ?? true;
  const state = stateOfHead(scene.state, wiring, head);
  const own = sceneOf(state, traceOfHead(run.trace, wiring, head));
  const part = headPart(head);
  const named = (grid: Grid): Grid =>
    grid.name === inPart("output", part) ? { ...grid, columnLabels: o.names(head) } : grid;
  return asPart(own, part, titlesOf(head, on, o.language)).map(({ grid, sum }) =>
    // Zeros go on from a head that is off.
    grid.name === inPart("output", part) && !on
      ? { grid: named(grid), sum: () => ({ kind: "input" }) }
      : { grid: named(grid), ...(sum && { sum }) },
  );
}

interface Naming {
  readonly language: Language;
  /** How the numbers of a head are called. */
  readonly names: (head: number) => readonly string[];
}

const flat = (rows: Matrix): Tensor => ({
  shape: [rows.length, rows[0]?.length ?? 0],
  data: Float64Array.from(rows.flat()),
});

/** The heads side by side, then mixed. */
function mixedParts(scene: Scene, wiring: Wiring, run: HeadsRun, o: Naming): Part[] {
  const { tokens } = scene.state;
  const { trace, wo } = run;
  const text = headWords[o.language];
  const { merged, wo: mixing, output } = mixedNames;
  const all = wiring.active.flatMap((_, head) => o.names(head));
  const width = all.length / wiring.heads;
  const { seed } = wiring;
  const role = "output" as const;
  const title = (symbol: unknown, letter: string, name: string) => ({ symbol, letter, name, role });
  return [
    {
      grid: tensorGrid(
        merged,
        trace.merged,
        { rows: tokens, columns: all },
        {
          title: { ...title(html`<i>Z</i>`, "Z", text.merged), meaning: text.moved },
        },
      ),
      sum: (row, column) => ({
        kind: "written",
        parts: [cell(inPart("output", headPart(Math.floor(column / width))), row, column % width)],
      }),
    },
    {
      grid: tensorGrid(
        mixing,
        flat(wo),
        { rows: all },
        {
          axes: ["model", "width"],
          title: {
            ...title(indexed("W", "O"), "W_O", seed === null ? text.woIdentity : text.wo),
            origin: seed === null ? { kind: "hand" } : { kind: "random", seed },
            meaning: text.mixes,
          },
        },
      ),
      sum: () => ({ kind: "input" }),
    },
    {
      grid: tensorGrid(
        output,
        trace.output,
        { rows: tokens },
        {
          title: {
            ...title(html`<i>Z</i> <i>W</i><sub>O</sub>`, "Z W_O", text.output),
            meaning: text.mixedOf,
          },
        },
      ),
      sum: (row, column) => ({
        kind: "dot",
        terms: all.map((_, i) => ({ left: cell(merged, row, i), right: cell(mixing, i, column) })),
      }),
    },
  ];
}

function sceneOfHeads(scene: Scene, wiring: Wiring, run: HeadsRun, language: Language): Scene {
  const width = run.trace.headOutputs.shape[2] ?? 0;
  const names = (head: number) =>
    Array.from({ length: width }, (_, c) => numberName(head, c, width));
  const o = { language, names };
  const heads = wiring.active.map((_, head) => headParts(scene, wiring, run, head, o));
  return sceneOfParts(scene.state, [...heads.flat(), ...mixedParts(scene, wiring, run, o)]);
}

const memos = new WeakMap<Session, Memo<Shown | AttentionError>>();

export function computed(session: Session, scene: Scene): Shown | AttentionError {
  const memo = memos.get(session) ?? new Memo<Shown | AttentionError>();
  memos.set(session, memo);
  const wiring = wiringOf(session, scene);
  const { language } = session;
  return memo.of([scene, JSON.stringify(wiring), language], () => {
    const outcome = session.engine.ask((core) => {
      const run = runHeads(core, scene.state, wiring);
      return {
        ...{ wiring, run },
        scene: sceneOfHeads(scene, wiring, run, language),
        costs: costsOfPage(core, scene.state, wiring),
        paper: costsOf2017(core),
      };
    });
    return "fault" in outcome ? new AttentionError(outcome.fault) : outcome.value;
  });
}

type Two = { readonly run: HeadsRun; readonly costs: Costs } | null;
const pairs = new WeakMap<Session, Memo<Two>>();

/** Two heads with keys and values of their own, for the questions; null where the widths cannot be cut in two. */
export function twoHeads(session: Session): Two {
  const scene = session.results?.scene;
  if (!scene || !headCounts(scene.state).includes(2)) return null;
  const memo = pairs.get(session) ?? new Memo<Two>();
  pairs.set(session, memo);
  const wiring: Wiring = { heads: 2, kvHeads: 2, active: [true, true], seed: null };
  return memo.of([scene], () => {
    const outcome = session.engine.ask((core) => ({
      run: runHeads(core, scene.state, wiring),
      costs: costsOfPage(core, scene.state, wiring),
    }));
    return "fault" in outcome ? null : outcome.value;
  });
}
