// The Worker's side: the whole core, called by messages.

import { loaded } from "../load.ts";
import { type Refused, serve } from "../serve.ts";
import type { Attention, LoadOptions } from "../types.ts";
import { type Facts, factsOf } from "./facts.ts";
import { memoryIn } from "./memory.ts";
import { run } from "./run.ts";

/** The first message. `program`: the build's code, where a Worker before has compiled it. */
export interface Open {
  options: LoadOptions;
  program?: WebAssembly.Module | undefined;
}

export interface Asked {
  name: string;
  args: unknown[];
}

export type Answer = { facts: Facts; program: WebAssembly.Module } | { result: unknown } | Refused;

let core: Attention | undefined;

async function answer(order: Open | Asked): Promise<Answer> {
  if ("options" in order) {
    const opened = await loaded(order.options, order.program);
    core = opened.core;
    return { facts: factsOf(core), program: opened.program };
  }
  if (!core) throw new Error("the core was not loaded");
  return { result: await run(core, order.name, order.args) };
}

serve(answer, (said) => ("result" in said ? memoryIn(said.result) : []));
