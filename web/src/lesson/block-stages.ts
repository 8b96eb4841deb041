// The block around attention as a list of stages, each with what the core computed there.

import type { Activation, Attention, BlockTrace, Tensor } from "../core/index.ts";
import { optionsOf } from "../inputs/problem.ts";
import { columnsOf, type Matrix, type State } from "../inputs/state.ts";

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

export interface Stage {
  readonly id: StageId;
  readonly rows: Matrix;
  /** On the stream that runs past the parts, or in a part beside it. */
  readonly stream: boolean;
  /** Of a sum: the stages that are added. */
  readonly addends: readonly [StageId, StageId] | null;
}

export interface Block {
  readonly stages: readonly Stage[];
  readonly trace: BlockParts;
  readonly drawn: Drawn;
  readonly hidden: number;
  /** Was W_O needed to come back to the width of X? */
  readonly mixed: boolean;
}

/** What the core computed of a block that has both parts. */
export type BlockParts = Required<Pick<BlockTrace, "attention" | "feedForward">>;

const rowsOf = ({ shape, data }: Tensor): Matrix => {
  const columns = shape.at(-1) ?? 0;
  return Array.from({ length: columns === 0 ? 0 : data.length / columns }, (_, i) =>
    Array.from(data.subarray(i * columns, (i + 1) * columns)),
  );
};

/** The weights that are not the reader's. */
export interface Drawn {
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
  const { attention, feedForward } = trace;
  if (!attention || !feedForward) throw new Error("the block lacks a part");
  const parts = { attention, feedForward };
  return { stages: stagesOf(x, parts, kind), trace: parts, drawn, hidden: 2 * width, mixed };
}

function stagesOf(x: Matrix, { attention, feedForward }: BlockParts, kind: Kind): Stage[] {
  const stage = (id: StageId, tensor: Tensor, more: Partial<Stage> = {}): Stage => ({
    id,
    rows: rowsOf(tensor),
    stream: false,
    addends: null,
    ...more,
  });
  const onStream = { stream: true };
  const post = kind.place === "post";
  const first: Stage = { id: "x", rows: x, stream: true, addends: null };
  const norms = [
    stage("norm1", attention.norm.output, { stream: post }),
    stage("norm2", feedForward.norm.output, { stream: post }),
  ] as const;
  const attending = [stage("weights", attention.weights), stage("attention", attention.output)];
  const forward = [
    stage("hidden", feedForward.hidden),
    stage("activated", feedForward.activated),
    stage("forward", feedForward.output),
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
