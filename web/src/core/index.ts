export type * from "./additive.ts";
export type * from "./concepts.ts";
export type * from "./costs.ts";
export type * from "./decode.ts";
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
export type * from "./experiments.ts";
export type * from "./feed-forward.ts";
export type * from "./gradients.ts";
export type * from "./heads.ts";
export type * from "./latent.ts";
export { loadAttention } from "./load.ts";
export type { ErrorCode } from "./messages.ts";
export { cacheOf, type Model, models, models, parametersOf } from "./models.ts";
export type * from "./norm.ts";
export type * from "./patterns.ts";
export type * from "./positions.ts";
export type * from "./recurrent.ts";
export type * from "./state-space.ts";
export type * from "./types.ts";
