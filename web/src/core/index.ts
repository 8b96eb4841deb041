export { AttentionError, type Fault } from "./errors.ts";
export type {
  Alternative,
  AlternativeInput,
  ExperimentCalls,
  PermutationInput,
  PermutationTrace,
  ScaleExperiment,
  ScaleInput,
  ScaleMeasures,
  ScaleRow,
} from "./experiments.ts";
export type {
  GradientCalls,
  GradientInput,
  GradientTrace,
  SelfGradientInput,
  SelfGradientTrace,
  SoftmaxJacobian,
  TiledGradient,
  TiledGradientInput,
} from "./gradients.ts";
export { loadAttention } from "./load.ts";
export type { ErrorCode } from "./messages.ts";
export type { PositionCalls, RotaryInput, RotaryOptions } from "./positions.ts";
export type * from "./types.ts";
