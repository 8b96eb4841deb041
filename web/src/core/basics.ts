// Attention itself: what every page and program needs of the core.

import {
  attentionInput,
  embedInput,
  fiveLinesInput,
  randomInput,
  selfAttentionInput,
} from "./input.ts";
import { accepted, type Module } from "./module.ts";
import type { Basics, Build } from "./types.ts";

export const basics = (module: Module, build: Build): Basics => ({
  attention: (input) => accepted(module.attention(attentionInput(input))),
  selfAttention: (input) => accepted(module.selfAttention(selfAttentionInput(input))),
  fiveLines: (input) => accepted(module.fiveLines(fiveLinesInput(input))),
  random: (input) => accepted(module.random(...randomInput(input))),
  embed: (input) => accepted(module.embed(...embedInput(input))),
  build,
  compiler: module.compiler(),
});
