/** The clock: calls put together to samples, and samples taken in turns. */
import type { Way } from "./contender.ts";

export interface Rounds {
  /** Milliseconds that the rounds of a case take in all, about. */
  budget: number;
  leastRounds: number;
  mostRounds: number;
}

/**
 * Milliseconds of one sample: as many calls as fill them. The clock of a page that is not isolated
 * ticks every 0.1 ms. Long enough, too, for Workers to be woken once and asked more than once.
 */
const sampleLength = 60;

/** A slower contender than this, in milliseconds, takes part in fewer rounds. */
const slowSample = 150;

/** Milliseconds of one call, over `calls` of them. */
async function sample(way: Way, calls: number): Promise<number> {
  const started = performance.now();
  for (let i = 0; i < calls; i++) {
    const result = way.run();
    if (result instanceof Promise) await result;
  }
  return (performance.now() - started) / calls;
}

/**
 * Runs a way for `length` milliseconds at least, until the engine has optimised it; resolves to the
 * fewest that one call took.
 */
export async function warm(way: Way, length: number): Promise<number> {
  const started = performance.now();
  let least = await sample(way, 1);
  while (performance.now() - started < length)
    least = Math.min(least, await sample(way, callsFor(least)));
  return least;
}

const callsFor = (ms: number): number => Math.max(1, Math.ceil(sampleLength / Math.max(ms, 1e-4)));

/** Something that is timed in turns with others. */
export interface Runner {
  way: Way;
  calls: number;
  /** Takes part in every how-manieth round. */
  every: number;
  samples: number[];
}

export function runner(way: Way, ms: number): Runner {
  const calls = callsFor(ms);
  return { way, calls, every: Math.max(1, Math.round((ms * calls) / slowSample)), samples: [] };
}

/**
 * All runners in turns: what disturbs the machine disturbs neighbours alike. Every other round goes
 * backwards, and each starts with another one, so that none always runs after the same.
 */
export async function timeInTurns(runners: readonly Runner[], rounds: Rounds): Promise<void> {
  const started = performance.now();
  const over = (round: number) =>
    round >= rounds.mostRounds ||
    (round >= rounds.leastRounds && performance.now() - started > rounds.budget);
  for (let round = 0; !over(round); round++) {
    const turns = runners.map((_, i) => runners[(round + i) % runners.length]!);
    if (round % 2 === 1) turns.reverse();
    for (const { way, calls, every, samples } of turns)
      if (round % every === 0) samples.push(await sample(way, calls));
  }
}
