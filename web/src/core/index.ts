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
export { loadAttention } from "./load.ts";
export type { ErrorCode } from "./messages.ts";
export type { PositionCalls, RotaryInput, RotaryOptions } from "./positions.ts";
export type * from "./types.ts";
