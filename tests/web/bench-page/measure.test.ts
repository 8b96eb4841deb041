import { describe, expect, it } from "vitest";
import { timed } from "../../../web/src/bench/measure.ts";

/** A clock that only calls move; it shows whole steps, as the clocks of browsers do. */
function machine(durations: () => number, step = 0) {
  let time = 0;
  let calls = 0;
  return {
    clock: () => (step === 0 ? time : Math.floor(time / step) * step),
    call: () => {
      calls++;
      time += durations();
    },
    get calls() {
      return calls;
    },
  };
}

describe("the time of a call", () => {
  it("is the same for equal calls, in median and minimum", async () => {
    const { call, clock } = machine(() => 40);
    expect(await timed(call, clock)).toEqual({ medianMs: 40, minMs: 40 });
  });

  it("is found for calls far shorter than a step of the clock", async () => {
    const { call, clock } = machine(() => 0.02, 1);
    const { medianMs, minMs } = await timed(call, clock);
    // A sample of 25 ms or more is at most one step off.
    expect(Math.abs(medianMs - 0.02)).toBeLessThanOrEqual(0.02 / 25);
    expect(Math.abs(minMs - 0.02)).toBeLessThanOrEqual(0.02 / 25);
  });

  it("is found for short calls even if the first one met a stall", async () => {
    const durations = [400];
    const { call, clock } = machine(() => durations.shift() ?? 0.02, 1);
    const { minMs } = await timed(call, clock);
    expect(Math.abs(minMs - 0.02)).toBeLessThanOrEqual(0.02 / 25);
  });

  it("has the middle sample as median and the shortest as minimum", async () => {
    const durations = [900, 500, 700];
    const { call, clock } = machine(() => durations.shift() ?? Number.NaN);
    expect(await timed(call, clock)).toEqual({ medianMs: 700, minMs: 500 });
  });

  it("has the mean of the two in the middle as median of an even number", async () => {
    // Four until 200 ms are spent.
    const durations = [50, 40, 80, 60];
    const { call, clock } = machine(() => durations.shift() ?? Number.NaN);
    expect(await timed(call, clock)).toEqual({ medianMs: 55, minMs: 40 });
  });

  it("takes a long call three times, not more", async () => {
    const long = machine(() => 3000);
    await timed(long.call, long.clock);
    expect(long.calls).toBe(3);
  });

  it("waits for a call that gives a promise", async () => {
    let time = 0;
    const call = async () => {
      await Promise.resolve();
      time += 300;
    };
    expect(await timed(call, () => time)).toEqual({ medianMs: 300, minMs: 300 });
  });
});
