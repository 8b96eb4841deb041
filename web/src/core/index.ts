export type { AdditiveCalls, AdditiveInput, AdditiveTrace } from "./additive.ts";
export type {
  BlockAttention,
  BlockCalls,
  BlockInput,
  BlockStateSpace,
  BlockStateSpaceTrace,
  BlockTrace,
  BlockWeights,
  Normalization,
  NormWeights,
  PartTrace,
  StackInput,
  StackTrace,
} from "./block.ts";
export { AttentionError, type Fault } from "./errors.ts";
export type {
  Activation,
  FeedForwardCalls,
  FeedForwardInput,
  FeedForwardTrace,
  FeedForwardWeights,
} from "./feed-forward.ts";
export type {
  MultiHeadCalls,
  MultiHeadInput,
  MultiHeadTrace,
  TiledMultiHead,
  TiledMultiHeadInput,
} from "./heads.ts";
export type { LatentCalls, LatentInput, LatentTrace } from "./latent.ts";
export { loadAttention } from "./load.ts";
export type { ErrorCode } from "./messages.ts";
export type {
  LayerNormInput,
  LayerNormTrace,
  NormCalls,
  RmsNormInput,
  RmsNormTrace,
} from "./norm.ts";
export type { PositionCalls, RotaryInput, RotaryOptions } from "./positions.ts";
export type { RecurrentCalls, RecurrentInput, RecurrentTrace } from "./recurrent.ts";
export type {
  StateSpaceCalls,
  StateSpaceInput,
  StateSpaceTrace,
  StateSpaceWeights,
} from "./state-space.ts";
export type * from "./types.ts";
