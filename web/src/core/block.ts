// The block around attention, and stacks of blocks (cpp/attention/block.h).

import {
  type FeedForwardTrace,
  type FeedForwardWeights,
  feedForwardReaders,
} from "./feed-forward.ts";
import { given, matrix, part, readFields, unknownField, word } from "./fields.ts";
import { type MultiHeadInput, type MultiHeadTrace, multiHeadFields, placed } from "./heads.ts";
import { parts } from "./lists.ts";
import { accepted, type Module } from "./module.ts";
import {
  type LayerNormInput,
  type LayerNormTrace,
  normReaders,
  type RmsNormTrace,
} from "./norm.ts";
import { rotaryPlaced } from "./positions.ts";
import { type StateSpaceWeights, stateSpaceReaders } from "./state-space.ts";
import type { Tensor, TensorLike } from "./types.ts";

/** As multiHeadAttention takes it, without x and context, which are the block's. What it gives is as wide as x. */
export type BlockAttention = Omit<MultiHeadInput, "x" | "context" | "path">;

/** A state-space layer between two projections, in its recurrent form. */
export interface BlockStateSpace extends StateSpaceWeights {
  /** [width][channels]; default: as many channels as x is wide. */
  wIn?: TensorLike | undefined;
  /** [channels][width]; default: the channels are the output. */
  wOut?: TensorLike | undefined;
}

export type NormWeights = Pick<LayerNormInput, "gain" | "bias">;

/** "layer" as layerNorm, "rms" as rmsNorm, which has no bias. */
export type Normalization = "layer" | "rms";

/** The parts of a block, in the order attention or stateSpace, cross, feedForward; each may be left out. */
export interface BlockWeights {
  /** "pre" (the default): x + part(norm(x)); "post": norm(x + part(x)), as in Vaswani et al. 2017. */
  norm?: "pre" | "post" | undefined;
  /** Default "layer". */
  normalization?: Normalization | undefined;
  /** Default 1e-5. */
  epsilon?: number | undefined;
  /** Of x on itself; its options (causal, window, ...) are of this part only. */
  attention?: BlockAttention | undefined;
  /** Instead of attention: a layer of linear cost. */
  stateSpace?: BlockStateSpace | undefined;
  /** Of x on the context, all of it. */
  cross?: BlockAttention | undefined;
  feedForward?: FeedForwardWeights | undefined;
  /** Of the first part that there is; default ones and zeros. */
  norm1?: NormWeights | undefined;
  /** Of the second. */
  norm2?: NormWeights | undefined;
  /** Of the third. */
  norm3?: NormWeights | undefined;
}

interface Streams {
  /** [tokens][width] */
  x: TensorLike;
  /** [keys][its width], what the cross part looks at. */
  context?: TensorLike | undefined;
}

export interface BlockInput extends BlockWeights, Streams {}

export interface StackInput extends Streams {
  /** One or more; each layer with masks and parts of its own. */
  layers: readonly BlockWeights[];
  /** Behind the last layer; a stack of pre-norm blocks needs one. Default: none. */
  finalNorm?:
    | (Omit<LayerNormInput, "x"> & { normalization?: Normalization | undefined })
    | undefined;
}

/** The results of one part, and of what is around it. */
export type PartTrace<Part> = Part & {
  /** "pre": its output is what the part was given. "post": of the residual; its output goes on. */
  norm: LayerNormTrace | RmsNormTrace;
  /** [tokens][width] What came in plus what the part gave. */
  residual: Tensor;
};

export interface BlockStateSpaceTrace {
  /** [tokens][channels] x wIn */
  input: Tensor;
  /** [tokens][channels · state] */
  states: Tensor;
  /** [tokens][channels] What the layer gives, before wOut. */
  mixed: Tensor;
  /** [tokens][width] */
  output: Tensor;
}

/** Of the parts that there are. */
export interface BlockTrace {
  attention?: PartTrace<MultiHeadTrace>;
  stateSpace?: PartTrace<BlockStateSpaceTrace>;
  cross?: PartTrace<MultiHeadTrace>;
  feedForward?: PartTrace<FeedForwardTrace>;
  /** [tokens][width] */
  output: Tensor;
}

export interface StackTrace {
  layers: BlockTrace[];
  finalNorm?: LayerNormTrace | RmsNormTrace;
  /** [tokens][width] */
  output: Tensor;
}

export interface BlockCalls {
  /**
   * Attention, attention on a context and a feed-forward part, those of them that are given, each
   * with a norm and a path past it. Errors tell the place: "attention.wq", "norm1.gain".
   * Sources: Vaswani et al. 2017, section 3.1; Xiong et al., "On Layer Normalization in the
   * Transformer Architecture" (2020), for "pre".
   */
  block(input: BlockInput): BlockTrace;
  /**
   * Blocks one after the other. Errors tell the place: "layers[2].feedForward.w1", counted from 0.
   * At most 1024 layers, and 65 536 heads in all of them; the largest matrices of all parts together
   * hold at most 2^24 numbers.
   */
  stack(input: StackInput): StackTrace;
}

/** @internal */
export interface BlockModule {
  block(input: object): BlockTrace;
  stack(input: object): StackTrace;
}

/** In the place of the x of a part: the block hands it its own. */
const none = { shape: [0, 0], data: new Float64Array(0) };

function attention(value: object): object {
  const own = given(value, ["x", "context", "path"]);
  if (own !== undefined) throw unknownField(own);
  return multiHeadFields({ ...value, x: none }, Float64Array);
}

const projections = {
  wIn: (value: unknown) => matrix("wIn", value),
  wOut: (value: unknown) => matrix("wOut", value),
};

function stateSpace(value: object): object {
  const read = readFields(value, { ...stateSpaceReaders, ...projections }, ["a", "b", "c"]);
  return { ...read, x: none };
}

const feedForward = (value: object): object => ({
  ...readFields(value, feedForwardReaders, ["w1", "w2"]),
  x: none,
});

const { epsilon, ...normWeightReaders } = normReaders;
const normWeights = (value: object): object => readFields(value, normWeightReaders, []);

const normalization = (value: unknown) =>
  word("normalization", value, ["layer", "rms"] as const, "normalization");

const finalNorm = (value: object): object => ({
  ...readFields(value, { ...normReaders, normalization }, []),
  x: none,
});

const blockReaders = {
  norm: (value: unknown) => word("norm", value, ["pre", "post"] as const, "normPlace"),
  normalization,
  epsilon,
  attention: (value: unknown) => part("attention", value, attention),
  stateSpace: (value: unknown) => part("stateSpace", value, stateSpace),
  cross: (value: unknown) => part("cross", value, attention),
  feedForward: (value: unknown) => part("feedForward", value, feedForward),
  norm1: (value: unknown) => part("norm1", value, normWeights),
  norm2: (value: unknown) => part("norm2", value, normWeights),
  norm3: (value: unknown) => part("norm3", value, normWeights),
};

const layers = (value: unknown): object[] =>
  parts("layers", value, (weights) => readFields(weights, blockReaders, []), "layers");

const streams = {
  x: (value: unknown) => matrix("x", value),
  context: (value: unknown) => matrix("context", value),
};

const stackReaders = {
  ...streams,
  layers,
  finalNorm: (value: unknown) => part("finalNorm", value, finalNorm),
};

/** @internal */
export const blockCalls = (module: Module): BlockCalls => ({
  block: (input) =>
    accepted(
      rotaryPlaced(module.block(readFields(input, { ...streams, ...blockReaders }, ["x"])), placed),
    ),
  stack: (input) =>
    accepted(rotaryPlaced(module.stack(readFields(input, stackReaders, ["x", "layers"])), placed)),
});
