// How the reader wired the heads, and what the core makes of it.

import { AttentionError } from "../core/errors.ts";
import type { Tensor } from "../core/index.ts";
import { MAX_SEED } from "../inputs/limits.ts";
import type { Matrix } from "../inputs/state.ts";
import type { Session } from "../page/session.ts";
import type { Grid, Scene } from "../views/scene.ts";
import { hiddenIn, tensorGrid } from "../views/titled-matrix.ts";
import { Choices, wholeChoice, wordChoice } from "./choices.ts";
import {
  type Costs,
  costsOf2017,
  costsOfPage,
  type HeadsRun,
  headCounts,
  kvCounts,
  runHeads,
  type Wiring,
} from "./heads-run.ts";
import { Memo } from "./memo.ts";

export const mixings = ["identity", "random"] as const;
export type Mixing = (typeof mixings)[number];

export const choices = new Choices("heads", {
  heads: wholeChoice(2, 1, 4),
  /** 0: as many as there are heads. */
  kv: wholeChoice(0, 0, 4),
  mixing: wordChoice<Mixing>("random", mixings),
  seed: wholeChoice(1, 0, MAX_SEED),
  /** A bit for each head that is switched off. */
  off: wholeChoice(0, 0, 15),
});

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
  readonly heads: readonly { readonly weights: Grid; readonly output: Grid }[];
  readonly merged: Grid;
  readonly wo: Grid;
  readonly output: Grid;
  readonly costs: Costs;
  readonly paper: Costs;
}

/** 2b: the second number of head 2. */
function numberName(head: number, component: number, width: number): string {
  return width <= 26
    ? `${head + 1}${String.fromCharCode(97 + component)}`
    : `${head + 1}·${component + 1}`;
}

function shownOf(scene: Scene, wiring: Wiring, run: HeadsRun, costs: Costs, paper: Costs): Shown {
  const { tokens, keyTokens } = scene.state;
  const { trace, wo } = run;
  const width = trace.headOutputs.shape[2] ?? 0;
  const names = (head: number) =>
    Array.from({ length: width }, (_, c) => numberName(head, c, width));
  const all = Array.from({ length: wiring.heads }, (_, head) => names(head)).flat();
  const flat = (rows: Matrix): Tensor => ({
    shape: [rows.length, rows[0]?.length ?? 0],
    data: Float64Array.from(rows.flat()),
  });
  return {
    wiring,
    run,
    heads: Array.from({ length: wiring.heads }, (_, head) => ({
      weights: tensorGrid(
        "weights",
        trace.weights,
        { rows: tokens, columns: keyTokens ?? tokens },
        { head, hidden: hiddenIn(trace.masked, head) },
      ),
      output: tensorGrid(
        "output",
        trace.headOutputs,
        { rows: tokens, columns: names(head) },
        { head },
      ),
    })),
    merged: tensorGrid("output", trace.merged, { rows: tokens, columns: all }),
    wo: tensorGrid("output", flat(wo), { rows: all }, { axes: ["model", "width"] }),
    output: tensorGrid("output", trace.output, { rows: tokens }),
    costs,
    paper,
  };
}

const memos = new WeakMap<Session, Memo<Shown | AttentionError>>();

export function computed(session: Session, scene: Scene): Shown | AttentionError {
  const memo = memos.get(session) ?? new Memo<Shown | AttentionError>();
  memos.set(session, memo);
  const wiring = wiringOf(session, scene);
  return memo.of([scene, JSON.stringify(wiring)], () => {
    const outcome = session.engine.ask((core) =>
      shownOf(
        scene,
        wiring,
        runHeads(core, scene.state, wiring),
        costsOfPage(core, scene.state, wiring),
        costsOf2017(core),
      ),
    );
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
