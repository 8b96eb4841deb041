// The run: sizes by doubling, at each size the contenders one after the other, until the limits
// stop them one by one.

import { AttentionError } from "../core/errors.ts";
import { differenceFrom, type Inputs, type Standard, TOLERANCE, wholeStandard } from "./check.ts";
import { timed } from "./measure.ts";
import {
  type ContenderName,
  type Measurement,
  type Reason,
  type Report,
  type Settings,
  sizesUpTo,
} from "./protocol.ts";

export interface Result {
  readonly output: Float64Array | Float32Array;
  readonly scratchBytes: number | null;
}

export interface Contender {
  readonly name: ContenderName;
  /** Bytes that a call at n needs, by formula. */
  readonly bytes: (n: number) => number;
  readonly compute: (inputs: Inputs) => Result | Promise<Result>;
}

/** What a run needs besides the contenders. */
export interface Bench {
  readonly inputs: (n: number) => Inputs;
  readonly sample: (inputs: Inputs) => Standard;
  readonly tell: (report: Report) => void;
  readonly clock: () => number;
  readonly pause?: () => Promise<void>;
}

const reference = "reference" satisfies ContenderName;

/** A contender gave wrong numbers: not to be timed. */
class Wrong extends Error {
  readonly difference: number;

  constructor(difference: number) {
    super("wrong output");
    this.difference = difference;
  }
}

function reasonOf(error: unknown): Reason {
  if (error instanceof Wrong) return { kind: "wrong", difference: error.difference };
  if (error instanceof AttentionError) {
    const { code, field, other, values } = error;
    return { kind: "fault", fault: { code, field, other, values } };
  }
  return { kind: "failure", message: error instanceof Error ? error.message : String(error) };
}

/** Twice the tokens, four times the pairs. */
function limitReached(
  contender: Contender,
  n: number,
  before: Measurement | undefined,
  settings: Settings,
): Reason | null {
  const milliseconds = 4 * (before?.minMs ?? 0);
  if (milliseconds > settings.milliseconds) return { kind: "time", milliseconds };
  const bytes = contender.bytes(n);
  return bytes > settings.bytes ? { kind: "memory", bytes } : null;
}

interface Measured {
  readonly measurement: Measurement;
  readonly output: Result["output"];
}

/** `standard` is null for the reference, which is the standard. */
async function measured(
  contender: Contender,
  inputs: Inputs,
  standard: Standard | null,
  clock: Bench["clock"],
): Promise<Measured> {
  const { n } = inputs;
  inputs.out.fill(Number.NaN);
  const { output, scratchBytes } = await contender.compute(inputs);
  const difference = standard && differenceFrom(standard, output);
  if (difference !== null && !(difference <= TOLERANCE)) throw new Wrong(difference);
  const timing = await timed(() => contender.compute(inputs), clock);
  const rows = standard?.rows ?? n;
  return {
    measurement: { contender: contender.name, n, ...timing, difference, rows, scratchBytes },
    output,
  };
}

export async function run(
  contenders: readonly Contender[],
  settings: Settings,
  bench: Bench,
): Promise<void> {
  const last = new Map<ContenderName, Measurement>();
  // The reference goes first: the others are compared with it.
  let going = [...contenders].sort(
    (a, b) => Number(b.name === reference) - Number(a.name === reference),
  );
  for (const n of sizesUpTo(settings.largest)) {
    if (going.length === 0) break;
    const inputs = bench.inputs(n);
    let standard: Standard | null = null;
    const ended = new Set<Contender>();
    for (const contender of going) {
      const { name } = contender;
      const end = (reason: Reason) => {
        ended.add(contender);
        bench.tell({ kind: "ended", contender: name, n, reason });
      };
      const limit = limitReached(contender, n, last.get(name), settings);
      if (limit) {
        end(limit);
        continue;
      }
      bench.tell({ kind: "began", contender: name, n });
      await bench.pause?.();
      if (name !== reference) standard ??= bench.sample(inputs);
      try {
        const { measurement, output } = await measured(contender, inputs, standard, bench.clock);
        if (name === reference) standard = wholeStandard(output);
        last.set(name, measurement);
        bench.tell({ kind: "measured", measurement });
      } catch (error) {
        end(reasonOf(error));
      }
    }
    going = going.filter((contender) => !ended.has(contender));
  }
  bench.tell({ kind: "done" });
}
