// The block around attention as a list of stages, each with what the core computed there.

import type { Activation, Attention, BlockTrace, Tensor } from "../core/index.ts";
import { optionsOf } from "../inputs/problem.ts";
import { columnsOf, type Matrix, type State } from "../inputs/state.ts";
import type { Grid } from "../views/scene.ts";

export interface Kind {
  readonly place: "pre" | "post";
  readonly normalization: "layer" | "rms";
  readonly activation: Extract<Activation, "gelu" | "swiglu">;
  readonly seed: number;
}

export const stageIds = [
  "x",
  "norm1",
  "weights",
  "attention",
  "residual1",
  "norm2",
  "hidden",
  "activated",
  "forward",
  "residual2",
] as const;
export type StageId = (typeof stageIds)[number];

/** A matrix by its rows, and how its columns are called. */
export interface Shown {
  readonly rows: Matrix;
  readonly columns: "width" | "keys" | "hidden";
}

export interface Stage extends Shown {
  readonly id: StageId;
  /** On the stream that runs past the parts, or in a part beside it. */
  readonly stream: boolean;
  /** Of a sum: the stages that are added. */
  readonly addends: readonly StageId[];
  /** Drawn weights that this stage multiplies by. */
  readonly drawn: readonly { readonly name: string; readonly rows: Matrix }[];
}

export interface Block {
  readonly stages: readonly Stage[];
  readonly hidden: number;
  /** Was W_O needed to come back to the width of X? */
  readonly mixed: boolean;
}

const rowsOf = ({ shape, data }: Tensor): Matrix => {
  const columns = shape.at(-1) ?? 0;
  return Array.from({ length: columns === 0 ? 0 : data.length / columns }, (_, i) =>
    Array.from(data.subarray(i * columns, (i + 1) * columns)),
  );
};

interface Drawn {
  readonly w1: Matrix;
  readonly w2: Matrix;
  readonly wGate: Matrix;
  readonly wo: Matrix;
}

/** Variance 1/rows keeps the size of the numbers. */
function draw(core: Attention, seed: number, width: number, values: number): Drawn {
  const hidden = 2 * width;
  const matrix = (i: number, rows: number, columns: number) =>
    rowsOf(core.random({ rows, columns, seed: 4 * seed + i, deviation: 1 / Math.sqrt(rows) }));
  return {
    w1: matrix(0, width, hidden),
    w2: matrix(1, hidden, width),
    wGate: matrix(2, width, hidden),
    wo: matrix(3, values, width),
  };
}

/** The stages of a state that has an X; throws what the core throws. */
export function blockOf(core: Attention, state: State, kind: Kind): Block | null {
  const { source } = state;
  if (source.kind !== "projected") return null;
  const { x, wq, wk, wv } = source;
  const width = columnsOf(x);
  const values = columnsOf(wv);
  const drawn = draw(core, kind.seed, width, values);
  const mixed = values !== width;
  const gated = kind.activation === "swiglu";
  const trace = core.block({
    x,
    norm: kind.place,
    normalization: kind.normalization,
    attention: { wq, wk, wv, heads: 1, ...(mixed && { wo: drawn.wo }), ...optionsOf(state) },
    feedForward: {
      w1: drawn.w1,
      w2: drawn.w2,
      ...(gated && { wGate: drawn.wGate }),
      activation: kind.activation,
    },
  });
  return { stages: stagesOf(x, trace, drawn, kind), hidden: 2 * width, mixed };
}

function stagesOf(x: Matrix, trace: BlockTrace, drawn: Drawn, kind: Kind): Stage[] {
  const { attention, feedForward } = trace;
  if (!attention || !feedForward) throw new Error("the block lacks a part");
  const gated = kind.activation === "swiglu";
  const stage = (
    id: StageId,
    tensor: Tensor,
    more: Partial<Pick<Stage, "columns" | "stream" | "addends" | "drawn">> = {},
  ): Stage => ({
    id,
    rows: rowsOf(tensor),
    columns: "width",
    stream: false,
    addends: [],
    drawn: [],
    ...more,
  });
  const onStream = { stream: true };
  const post = kind.place === "post";
  const norms = [
    stage("norm1", attention.norm.output, { stream: post }),
    stage("norm2", feedForward.norm.output, { stream: post }),
  ] as const;
  const first = { ...stage("x", trace.output, onStream), rows: x };
  const attending = [
    stage("weights", attention.weights, { columns: "keys" }),
    stage("attention", attention.output),
  ];
  const inner = { columns: "hidden" as const };
  const w1 = { name: "W₁", rows: drawn.w1 };
  const forward = [
    stage("hidden", feedForward.hidden, { ...inner, drawn: [w1] }),
    stage("activated", feedForward.activated, {
      ...inner,
      drawn: gated ? [{ name: "W_gate", rows: drawn.wGate }] : [],
    }),
    stage("forward", feedForward.output, { drawn: [{ name: "W₂", rows: drawn.w2 }] }),
  ];
  const sums = [
    stage("residual1", attention.residual, { ...onStream, addends: ["x", "attention"] }),
    stage("residual2", feedForward.residual, {
      ...onStream,
      addends: [post ? "norm1" : "residual1", "forward"],
    }),
  ] as const;
  return post
    ? [first, ...attending, sums[0], norms[0], ...forward, sums[1], norms[1]]
    : [first, norms[0], ...attending, sums[0], norms[1], ...forward, sums[1]];
}

/** As a matrix of the page. */
export function gridOfRows(like: Grid, { rows, columns }: Shown, keys: readonly string[]): Grid {
  const count = columnsOf(rows);
  const numbered = Array.from({ length: count }, (_, j) => String(j + 1));
  return {
    ...like,
    rows: rows.length,
    columns: count,
    at: (i, j) => rows[i]?.[j] ?? Number.NaN,
    columnAxis: columns === "keys" ? "key" : "width",
    columnLabels: columns === "keys" ? keys : numbered,
    hidden: () => false,
    editable: false,
  };
}
