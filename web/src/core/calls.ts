// The calls of the core by name, each with its fields in one object: what the command line and the
// cases are written in.

import { only } from "./fields.ts";
import type { Attention } from "./types.ts";

/** Functions of the core that are not asked for a result by name. */
const others = new Set<string>([
  "attentionAsync", // attention with path "tiled", later
  "close",
] satisfies (keyof Attention)[]);

/** Where the core takes some of the fields one by one, and whether the rest follow as options. */
const positional: Record<string, { first: string[]; options: boolean }> = {
  rotary: { first: ["x"], options: true },
  sinusoidal: { first: ["tokens", "width"], options: true },
  alibiSlopes: { first: ["heads"], options: false },
} satisfies { [Name in keyof Attention]?: { first: string[]; options: boolean } };

/** Calls that can also be made with path: "tiled". */
const tiledCalls = new Set(["attention", "multiHeadAttention", "attentionGradient"]);

export const offersTiled = (name: string): boolean => tiledCalls.has(name);

type Call = (...args: unknown[]) => unknown;

/** Every call of the loaded core, in its order. */
export const callNames = (core: Attention): string[] =>
  Object.entries(core)
    .filter(([name, value]) => typeof value === "function" && !others.has(name))
    .map(([name]) => name);

/** There is no call of this name; `names` are those that there are. */
export class UnknownCall extends Error {
  readonly called: string;
  readonly names: string[];

  constructor(name: string, names: string[]) {
    super(`There is no call named ${name}. The calls are: ${names.join(", ")}.`);
    this.name = "UnknownCall";
    this.called = name;
    this.names = names;
  }
}

/** The result of the call, for fields spelled as in its documentation. */
export function call(core: Attention, name: string, fields: Record<string, unknown>): unknown {
  const names = callNames(core);
  if (!names.includes(name)) throw new UnknownCall(name, names);
  const run = core[name as keyof Attention] as unknown as Call;
  const order = Object.hasOwn(positional, name) ? positional[name] : undefined;
  if (!order) return run(fields);
  if (!order.options) only(fields, order.first);
  const options = Object.fromEntries(
    Object.entries(fields).filter(([field]) => !order.first.includes(field)),
  );
  return run(...order.first.map((field) => fields[field]), options);
}
