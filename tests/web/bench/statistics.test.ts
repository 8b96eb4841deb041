import { describe, expect, test } from "vitest";
import { median, rounded } from "../../bench/statistics.ts";
import { type Runner, timeInTurns } from "../../bench/timing.ts";

describe("median", () => {
  test("is the middle one, in the order of numbers and not of their digits", () => {
    expect(median([10, 9, 100])).toBe(10);
    expect(median([5])).toBe(5);
  });

  test("of an even count is the mean of the middle two", () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  test("leaves the samples as they were", () => {
    const samples = [3, 1, 2];
    median(samples);
    expect(samples).toEqual([3, 1, 2]);
  });

  test("of nothing is refused", () => {
    expect(() => median([])).toThrow("no samples");
  });
});

test("rounded keeps significant digits, of small numbers too", () => {
  expect(rounded(123.456)).toBe(123.5);
  expect(rounded(1.23456e-7, 2)).toBe(1.2e-7);
});

describe("rounds", () => {
  const rounds = { budget: 0, leastRounds: 4, mostRounds: 4 };

  function recorder(name: string, log: string[], every: number, calls = 1): Runner {
    const way = { name, run: () => log.push(name), read: () => [] };
    return { way, calls, every, samples: [] };
  }

  test("run everyone in turns, each time after another one", async () => {
    const log: string[] = [];
    await timeInTurns(
      [recorder("a", log, 1), recorder("b", log, 1), recorder("c", log, 1)],
      rounds,
    );
    expect(log.join("")).toBe("abc" + "acb" + "cab" + "cba");
  });

  test("of a slow one are fewer, and a sample is as many calls as it should be", async () => {
    const log: string[] = [];
    const slow = recorder("s", log, 2);
    const short = recorder("f", log, 1, 3);
    await timeInTurns([slow, short], rounds);
    expect([slow.samples.length, short.samples.length]).toEqual([2, 4]);
    expect(log.filter((name) => name === "f")).toHaveLength(12);
  });

  test("wait for a promise before the next one starts", async () => {
    const log: string[] = [];
    const run = async () => {
      log.push("starts");
      await Promise.resolve();
      log.push("ends");
    };
    const way = { name: "later", run, read: () => [] };
    await timeInTurns([{ way, calls: 2, every: 1, samples: [] }], { ...rounds, mostRounds: 1 });
    expect(log).toEqual(["starts", "ends", "starts", "ends"]);
  });
});
