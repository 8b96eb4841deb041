// One step of the tiled path as a scene: what is kept of each query of the tile before it and after
// it, with the sums that made it. What was kept before leads to the tile before, and the scores to the
// page's own.

import type { Tensor } from "../core/index.ts";
import type { Cell, GridName } from "../inputs/state.ts";
import type { Pass, Replay } from "../views/replay.ts";
import { differenceAt } from "../views/replay.ts";
import { type Grid, gridOf, type Scene } from "../views/scene.ts";
import { cell, type Sum, type WrittenPart } from "../views/sum.ts";
import { tensorGrid } from "../views/tensor-grid.ts";
import type { TileWords } from "../views/tile-words.ts";
import { float32Ulp } from "../views/ulp.ts";
import { type Part, partsOf, sceneOfParts, written } from "./parts.ts";

const kept = ["maximum", "factor", "sum", "weights", "before", "after"] as const;
type Kept = (typeof kept)[number];

const kinds: Record<Kept, string> = {
  maximum: "x.maximum",
  factor: "x.factor",
  sum: "x.sum",
  weights: "weights.tile",
  before: "output.before",
  after: "output.after",
};

/** Of the tile in hand; with a number, of the tile of that step. */
export const tileName = (of: Kept, step: number | null = null) =>
  `${kinds[of]}${step ?? ""}` as GridName;

/** What stands before the tile and after it, side by side. */
export const BEFORE = 0;
export const AFTER = 1;

/** Of the division at the end. */
export const divided = {
  partial: "output.partial",
  sum: "x.total",
  output: "output.tiled",
  difference: "x.difference",
} as const satisfies Record<string, GridName>;

interface Making {
  readonly page: Scene;
  readonly replay: Replay;
  readonly words: TileWords;
}

const tensor = (rows: readonly (readonly number[])[]): Tensor => ({
  shape: [rows.length, rows[0]?.length ?? 0],
  data: Float64Array.from(rows.flat()),
});

const input: Sum = { kind: "input" };

/** The tile before, of the same queries. */
function stepBefore(step: number, { replay }: Making): number | null {
  const row = replay.passes[step]?.row;
  return replay.passes[step - 1]?.row === row ? step - 1 : null;
}

/** The sums of one tile, told from its numbers and from the names that its matrices have. */
class PassParts {
  readonly #o: Making;
  readonly #step: number;
  readonly #suffix: number | null;
  readonly #pass: Pass;

  constructor(o: Making, pass: Pass, step: number, inHand: boolean) {
    this.#o = o;
    this.#pass = pass;
    this.#step = step;
    this.#suffix = inHand ? null : step;
  }

  #name(of: Kept): GridName {
    return tileName(of, this.#suffix);
  }

  #grid(of: Kept, name: string, rows: readonly (readonly number[])[], columns?: string[]): Grid {
    const { rowLabels } = gridOf(this.#o.page, "weights");
    return tensorGrid(
      this.#name(of),
      tensor(rows),
      {
        rows: this.#pass.queries.map(({ query }) => rowLabels[query] ?? ""),
        ...(columns && { columns }),
      },
      {
        axes: ["query", "width"],
        title: { name, meaning: (row, column) => `${name}: ${row}, ${column}` },
      },
    );
  }

  /** What the tile before left of the same query. */
  #left(of: Kept, row: number, column: number): Sum {
    const before = stepBefore(this.#step, this.#o);
    return before === null ? input : written(cell(tileName(of, before), row, column));
  }

  /** The keys that the query of a row sees, from the tile's first. */
  #seen(row: number): number[] {
    const { queries, firstKey, lastKey } = this.#pass;
    const { hidden } = gridOf(this.#o.page, "weights");
    const query = queries[row]?.query ?? 0;
    return Array.from({ length: lastKey - firstKey }, (_, j) => j).filter(
      (j) => !hidden(query, firstKey + j),
    );
  }

  #score(row: number, j: number): Cell {
    const { queries, firstKey } = this.#pass;
    return cell("masked", queries[row]?.query ?? 0, firstKey + j);
  }

  /** Old one · factor, plus a term for each key. */
  #carried(row: number, before: Cell, term: (j: number) => readonly WrittenPart[]): Sum {
    const added = this.#seen(row).flatMap((j) => [" + ", ...term(j)]);
    return written(before, " · ", cell(this.#name("factor"), row, 0), ...added);
  }

  #maximum(row: number): Sum {
    const { before, after, rescale } = this.#pass.queries[row] as Pass["queries"][number];
    const own = cell(this.#name("maximum"), row, BEFORE);
    if (before.maximum !== Number.NEGATIVE_INFINITY) {
      if (after.maximum === before.maximum) return written(own);
      return written(own, " + ", -Math.log2(rescale), " · ln 2");
    }
    // Nothing seen, or nothing but NaN that the core could hold against it.
    if (after.maximum === Number.NEGATIVE_INFINITY) return written(own);
    const { at } = gridOf(this.#o.page, "masked");
    const scores = this.#seen(row)
      .map((j) => this.#score(row, j))
      .filter((c) => !Number.isNaN(at(c.row, c.column)));
    if (scores.length < 2) return written(scores[0] ?? own);
    return written("max(", ...scores.flatMap((c, i) => (i === 0 ? [c] : ["; ", c])), ")");
  }

  #factor(row: number): Sum {
    const maximum = (at: number) => cell(this.#name("maximum"), row, at);
    const [before, after] = [maximum(BEFORE), maximum(AFTER)];
    // Nothing was seen until now, nor in this tile: there is no largest score to be counted from.
    const none = this.#pass.queries[row]?.after.maximum === Number.NEGATIVE_INFINITY;
    return none ? written("exp(", before, ")") : written("exp(", before, " − ", after, ")");
  }

  #weight(row: number, j: number): Sum {
    const score = this.#score(row, j);
    // A row that sees nothing has no largest score to be counted from.
    if (!this.#seen(row).includes(j)) return written("exp(", score, ")");
    return written("exp(", score, " − ", cell(this.#name("maximum"), row, AFTER), ")");
  }

  get all(): Part[] {
    const { words, page } = this.#o;
    const { queries, firstKey, lastKey } = this.#pass;
    const pair = [words.before, words.after];
    const { columnLabels } = gridOf(page, "weights");
    const weight = (query: number) => (_: unknown, j: number) =>
      this.#pass.weight(query, firstKey + j) ?? Number.NaN;
    const [before, weights] = [this.#name("before"), this.#name("weights")];
    return [
      {
        grid: this.#grid(
          "maximum",
          words.maximum,
          queries.map((q) => [q.before.maximum, q.after.maximum]),
          pair,
        ),
        sum: (row, column) =>
          column === BEFORE ? this.#left("maximum", row, AFTER) : this.#maximum(row),
      },
      {
        grid: this.#grid(
          "factor",
          words.rescale,
          queries.map(({ rescale }) => [rescale]),
        ),
        sum: (row) => this.#factor(row),
      },
      {
        grid: this.#grid(
          "sum",
          words.sum,
          queries.map((q) => [q.before.sum, q.after.sum]),
          pair,
        ),
        sum: (row, column) =>
          column === BEFORE
            ? this.#left("sum", row, AFTER)
            : this.#carried(row, cell(this.#name("sum"), row, BEFORE), (j) => [
                cell(weights, row, j),
              ]),
      },
      {
        grid: this.#grid(
          "weights",
          words.weights,
          queries.map(({ query }) => Array.from({ length: lastKey - firstKey }, weight(query))),
          columnLabels.slice(firstKey, lastKey),
        ),
        sum: (row, j) => this.#weight(row, j),
      },
      {
        grid: this.#grid(
          "before",
          words.partialBefore,
          queries.map((q) => q.before.output),
        ),
        sum: (row, column) => this.#left("after", row, column),
      },
      {
        grid: this.#grid(
          "after",
          words.partialAfter,
          queries.map((q) => q.after.output),
        ),
        sum: (row, column) =>
          this.#carried(row, cell(before, row, column), (j) => [
            cell(weights, row, j),
            " · ",
            cell("v", firstKey + j, column),
          ]),
      },
    ];
  }
}

/** The tiles of the same queries up to `step`; that one itself is in hand. */
function passParts(step: number, o: Making, inHand: boolean): Part[] {
  const parts: Part[] = [];
  for (let at: number | null = step; at !== null; at = stepBefore(at, o)) {
    const pass = o.replay.passes[at];
    if (pass) parts.push(...new PassParts(o, pass, at, inHand && at === step).all);
  }
  return parts;
}

export function sceneOfPass(step: number, o: Making): Scene {
  return sceneOfParts(o.page.state, [...partsOf(o.page), ...passParts(step, o, true)]);
}

/** The last tile of each query: its step, and the query's row in it. */
function lastTiles({ replay }: Making) {
  const last = new Map<number, { step: number; row: number }>();
  for (const [step, { queries }] of replay.passes.entries())
    for (const [row, { query }] of queries.entries()) last.set(query, { step, row });
  return last;
}

/** After the last tile: each row by its sum, and how far that is from float64. */
export function sceneOfDivision(o: Making): Scene {
  const { page, replay, words } = o;
  const reference = gridOf(page, "output");
  const last = lastTiles(o);
  const steps = new Set(Array.from(last.values(), ({ step }) => step));
  const width = Array.from({ length: replay.valueWidth }, (_, c) => c);
  const grid = (name: GridName, title: string, at: (query: number) => readonly number[]): Grid =>
    tensorGrid(
      name,
      tensor(replay.kept.map((_, query) => at(query))),
      { rows: reference.rowLabels },
      {
        axes: ["query", "width"],
        title: { name: title, meaning: (row, column) => `${title}: ${row}, ${column}` },
      },
    );
  /** A query that sees nothing at all has no tile. */
  const left = (of: "sum" | "after", query: number, column: number): Sum => {
    const tile = last.get(query);
    return tile ? written(cell(tileName(of, tile.step), tile.row, column)) : input;
  };
  const parts: Part[] = [
    {
      grid: grid(divided.partial, words.partial, (query) => replay.kept[query]?.output ?? []),
      sum: (query, column) => left("after", query, column),
    },
    {
      grid: grid(divided.sum, words.sum, (query) => [replay.kept[query]?.sum ?? Number.NaN]),
      sum: (query) => left("sum", query, AFTER),
    },
    {
      grid: grid(divided.output, words.result, (query) =>
        width.map((c) => replay.output(query, c)),
      ),
      sum: (query, column) =>
        replay.kept[query]?.sum === 0
          ? input
          : written(cell(divided.partial, query, column), " ÷ ", cell(divided.sum, query, 0)),
    },
    {
      grid: grid(divided.difference, words.difference, (query) =>
        width.map((c) => differenceAt(replay, reference, query, c)),
      ),
      sum: (query, column) => {
        const right = reference.at(query, column);
        // Two that are no numbers, or the same infinity, are as near as can be; no subtraction says so.
        if (!Number.isFinite(right) || !Number.isFinite(replay.output(query, column))) return input;
        return written(
          "|",
          cell(divided.output, query, column),
          " − ",
          cell("output", query, column),
          "| ÷ ",
          { base: 2, power: `${Math.log2(float32Ulp(right))}`.replace("-", "−") },
        );
      },
    },
  ];
  return sceneOfParts(page.state, [
    ...partsOf(page),
    ...Array.from(steps, (step) => passParts(step, o, false)).flat(),
    ...parts,
  ]);
}
