// What the core computes beside attention itself, a file for each concept.

import { type AdditiveCalls, type AdditiveModule, additiveCalls } from "./additive.ts";
import { type BlockCalls, type BlockModule, blockCalls } from "./block.ts";
import { type CostCalls, type CostModule, costCalls } from "./costs.ts";
import { type DecodeCalls, type DecodeModule, decodeCalls } from "./decode.ts";
import { type ExperimentCalls, type ExperimentModule, experimentCalls } from "./experiments.ts";
import { type FeedForwardCalls, type FeedForwardModule, feedForwardCalls } from "./feed-forward.ts";
import { type GradientCalls, type GradientModule, gradientCalls } from "./gradients.ts";
import { type MultiHeadCalls, type MultiHeadModule, multiHeadCalls } from "./heads.ts";
import { type LatentCalls, type LatentModule, latentCalls } from "./latent.ts";
import type { Module } from "./module.ts";
import { type NormCalls, type NormModule, normCalls } from "./norm.ts";
import { type PatternCalls, type PatternModule, patternCalls } from "./patterns.ts";
import { type PositionCalls, type PositionModule, positionCalls } from "./positions.ts";
import { type RecurrentCalls, type RecurrentModule, recurrentCalls } from "./recurrent.ts";
import { type StateSpaceCalls, type StateSpaceModule, stateSpaceCalls } from "./state-space.ts";

export interface Calls
  extends AdditiveCalls,
    BlockCalls,
    CostCalls,
    DecodeCalls,
    ExperimentCalls,
    FeedForwardCalls,
    GradientCalls,
    MultiHeadCalls,
    LatentCalls,
    NormCalls,
    PatternCalls,
    PositionCalls,
    RecurrentCalls,
    StateSpaceCalls {}

/** What the module exports for them. @internal */
export type CallsModule = AdditiveModule &
  BlockModule &
  CostModule &
  DecodeModule &
  ExperimentModule &
  FeedForwardModule &
  GradientModule &
  MultiHeadModule &
  LatentModule &
  NormModule &
  PatternModule &
  PositionModule &
  RecurrentModule &
  StateSpaceModule;

/** @internal */
export const concepts = (module: Module): Calls => ({
  ...additiveCalls(module),
  ...blockCalls(module),
  ...costCalls(module),
  ...decodeCalls(module),
  ...experimentCalls(module),
  ...feedForwardCalls(module),
  ...gradientCalls(module),
  ...multiHeadCalls(module),
  ...latentCalls(module),
  ...normCalls(module),
  ...patternCalls(module),
  ...positionCalls(module),
  ...recurrentCalls(module),
  ...stateSpaceCalls(module),
});
