import { expect, test } from "vitest";
import { Pace } from "../../../web/src/page/pace.ts";

test("a burst at once, then two a second, and never over the limit of a browser", () => {
  let time = 0;
  const pace = new Pace(() => time);
  const taken: number[] = [];
  // A drag of a minute, 60 changes a second.
  for (let frame = 0; frame < 3600; frame++) {
    time = (frame * 1000) / 60;
    if (pace.take()) taken.push(time);
  }
  expect(taken.filter((at) => at < 490)).toHaveLength(30);
  for (const [length, most] of [
    [30_000, 100],
    [10_000, 100],
  ] as const)
    for (const from of taken)
      expect(taken.filter((at) => at >= from && at < from + length).length).toBeLessThan(most);
  // 30, and one more each half second of the minute.
  expect(taken.length).toBeGreaterThanOrEqual(30 + 118);
});

test("it says how long to wait, and is full again after a rest", () => {
  let time = 1000;
  const pace = new Pace(() => time);
  expect(pace.wait()).toBe(0);
  for (let i = 0; i < 30; i++) expect(pace.take()).toBe(true);
  expect(pace.take()).toBe(false);
  expect(pace.wait()).toBe(500);
  time = 1400;
  expect(pace.wait()).toBe(100);
  time = 1500;
  expect(pace.take()).toBe(true);
  expect(pace.take()).toBe(false);
  time = 60_000;
  let taken = 0;
  while (pace.take()) taken++;
  expect(taken).toBe(30);
});
