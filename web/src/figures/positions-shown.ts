// What the reader chose of positions, and what the core makes of it.

import { AttentionError } from "../core/errors.ts";
import type { Attention, Tensor } from "../core/index.ts";
import type { Language } from "../inputs/state.ts";
import type { Session } from "../page/session.ts";
import { formatCount } from "../views/number.ts";
import { gridOf, type Scene } from "../views/scene.ts";
import { Choices, cellChoice, decimalChoice, wholeChoice, wordChoice } from "./choices.ts";
import { Memo } from "./memo.ts";
import {
  type Pair,
  type Placing,
  pairsOf,
  penalties,
  type Run,
  run,
  type Stays,
  stays,
  turnedColumns,
  type Way,
  ways,
} from "./positions-run.ts";
import { isMoved, orderOf } from "./token-order.ts";

export const FURTHEST = 1000;
/** Heads whose slopes ALiBi's are taken from. */
export const SLOPES = 8;

export const choices = new Choices("positions", {
  way: wordChoice<Way>("rotary", ways),
  shift: wholeChoice(0, 0, FURTHEST),
  theta: decimalChoice(10_000, 1, 1e6),
  head: wholeChoice(1, 1, SLOPES),
  query: wholeChoice(0, 0, 2),
  key: wholeChoice(1, 0, 2),
  cell: cellChoice(),
});

/** A count in the language's digit groups. */
export const counted = (value: number, language: Language) => formatCount(value, language);

export interface Shown {
  readonly placing: Placing;
  readonly run: Run;
  readonly pairs: readonly Pair[];
  readonly penalty: Tensor | null;
  readonly stays: Readonly<Record<Way, Stays>>;
  /** The order that the table compares with the one as written. */
  readonly compared: readonly number[];
  /** How far the tokens of the table have moved on. */
  readonly further: number;
}

/** What the table compares with where the reader has moved nothing: the first two swapped, and all this far on. */
const swapped = [1, 0, 2];
const FURTHER = 100;

function staysEach(core: Attention, scene: Scene, p: Omit<Placing, "way">) {
  const each = ways.map((way) => [way, stays(core, scene, { ...p, way })]);
  return Object.fromEntries(each) as Record<Way, Stays>;
}

function compute(core: Attention, scene: Scene, placing: Placing, chosen: [number, number]): Shown {
  const { way, order } = placing;
  const compared = isMoved(order) ? order : swapped;
  const further = placing.shift > 0 ? placing.shift : FURTHER;
  const turns = way === "rotary" && turnedColumns(gridOf(scene, "q").columns) > 0;
  return {
    placing,
    run: run(core, scene, placing),
    pairs: turns ? pairsOf(core, scene, placing, chosen) : [],
    penalty: way === "alibi" ? penalties(core, order.length, placing.slope) : null,
    stays: staysEach(core, scene, { ...placing, order: compared, shift: further }),
    compared,
    further,
  };
}

const memos = new WeakMap<Session, Memo<Shown | AttentionError>>();

export function computed(session: Session, scene: Scene): Shown | AttentionError {
  const memo = memos.get(session) ?? new Memo<Shown | AttentionError>();
  memos.set(session, memo);
  const { way, shift, theta, head, query, key } = choices.of(session.state);
  const order = orderOf(session);
  return memo.of([scene, way, shift, theta, head, query, key, order.join()], () => {
    const outcome = session.engine.ask((core) => {
      const slope = core.alibiSlopes(SLOPES)[head - 1] ?? Number.NaN;
      return compute(core, scene, { way, order, shift, theta, slope }, [query, key]);
    });
    return "fault" in outcome ? new AttentionError(outcome.fault) : outcome.value;
  });
}

type Known = Readonly<Record<Way, Stays>> | null;
const known = new WeakMap<Session, Memo<Known>>();

/** What 100 places and a swap change, for the question; null where the core refuses. */
export function staysOf(session: Session): Known {
  const scene = session.results?.scene;
  if (!scene) return null;
  const memo = known.get(session) ?? new Memo<Known>();
  known.set(session, memo);
  const { theta } = choices.of(session.state);
  return memo.of([scene, theta], () => {
    const outcome = session.engine.ask((core) => {
      const slope = core.alibiSlopes(SLOPES)[0] ?? Number.NaN;
      return staysEach(core, scene, { order: swapped, shift: FURTHER, theta, slope });
    });
    return "fault" in outcome ? null : outcome.value;
  });
}
