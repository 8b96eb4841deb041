// How long one call takes. Browsers round their clocks, some to a whole millisecond, so a short
// call is repeated until the clock sees it.

/** A sample lasts at least this long: the roundest clock is then off by four per cent. */
const SAMPLE = 25;
/** So much is spent on a size, unless that would be fewer than three samples. */
const ENOUGH = 200;
const FEWEST = 3;
const MOST = 7;

export interface Timing {
  readonly medianMs: number;
  readonly minMs: number;
}

type Call = () => unknown;
type Clock = () => number;

async function repeated(call: Call, times: number, clock: Clock): Promise<number> {
  const start = clock();
  for (let i = 0; i < times; i++) {
    const result = call();
    if (result instanceof Promise) await result;
  }
  return clock() - start;
}

/**
 * Ends when there are enough samples that the clock could see. One that is too short says that more
 * calls have to make a sample, also late: a stall can make a single short call look long.
 */
export async function timed(call: Call, clock: Clock = () => performance.now()): Promise<Timing> {
  let times = 1;
  let samples: number[] = [];
  let spent = 0;
  while (samples.length < FEWEST || (samples.length < MOST && spent < ENOUGH)) {
    const took = await repeated(call, times, clock);
    if (took < SAMPLE) {
      // A guess from a rounded clock must not run away.
      times *= Math.min(8, Math.max(2, Math.ceil((1.2 * SAMPLE) / Math.max(took, 1e-3))));
      samples = [];
      spent = 0;
      continue;
    }
    spent += took;
    samples.push(took / times);
  }
  samples.sort((a, b) => a - b);
  const upper = samples[samples.length >> 1] as number;
  const lower = samples[(samples.length - 1) >> 1] as number;
  return { medianMs: (lower + upper) / 2, minMs: samples[0] as number };
}
