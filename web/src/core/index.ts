export type * from "./costs.ts";
export { AttentionError, type Fault } from "./errors.ts";
export { loadAttention } from "./load.ts";
export type { ErrorCode } from "./messages.ts";
export { cacheOf, type Model, models, parametersOf } from "./models.ts";
export type { PositionCalls, RotaryInput, RotaryOptions } from "./positions.ts";
export type * from "./types.ts";
