export type {
  DecodeCalls,
  DecodeFrame,
  DecodeInput,
  DecodeOptions,
  DecodeTrace,
  EvictionsInput,
  PreviousText,
  Token,
} from "./decode.ts";
export { AttentionError, type Fault } from "./errors.ts";
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
  MaskOptions,
  PatternCalls,
  Reach,
  ReachInput,
  ReachLayer,
  Visible,
  VisibleInput,
} from "./patterns.ts";
export type { PositionCalls, RotaryInput, RotaryOptions } from "./positions.ts";
export type * from "./types.ts";
