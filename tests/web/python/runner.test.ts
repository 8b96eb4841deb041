// The runner, with Workers that do what the test says.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Order, Report, Request } from "../../../web/src/python/protocol.ts";
import { Runner } from "../../../web/src/python/runner.ts";

class FakeWorker {
  readonly orders: Order[] = [];
  ended = false;
  readonly report: (report: Report) => void;

  constructor(report: (report: Report) => void) {
    this.report = report;
  }

  send(order: Order): void {
    this.orders.push(order);
  }

  end(): void {
    this.ended = true;
  }
}

const request: Request = { code: "1", kind: "numpy", matrices: {}, labels: {}, results: [] };
const limits = { seconds: 3, lines: 10, characters: 100 };
const done: Report = {
  kind: "done",
  result: { error: null, values: {}, large: [], call: null, milliseconds: 1 },
};

function bench() {
  const workers: FakeWorker[] = [];
  const runner = new Runner((hear) => {
    const worker = new FakeWorker(hear);
    workers.push(worker);
    return worker;
  });
  const printed: string[] = [];
  let starts = 0;
  const run = () =>
    runner.run(request, limits, {
      started: () => {
        starts++;
      },
      print: (text) => printed.push(text),
    });
  return { workers, runner, run, printed, starts: () => starts };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("no Worker is started before the first run", () => {
  expect(bench().workers).toHaveLength(0);
});

test("output is told as it comes, and each run has a Worker of its own", async () => {
  const { workers, run, printed, starts } = bench();
  const outcome = run();
  workers[0]?.report({ kind: "started" });
  workers[0]?.report({ kind: "output", text: "a\n" });
  expect([printed, starts()]).toEqual([["a\n"], 1]);
  workers[0]?.report(done);
  expect(await outcome).toBe(done);
  expect(workers.map(({ ended }) => ended)).toEqual([true, false]);
  void run();
  expect(workers).toHaveLength(2);
  expect(workers[1]?.orders).toEqual([{ request, limits }]);
});

test("a stop ends the Worker at once, and nothing more is heard of it", async () => {
  const { workers, runner, run, printed } = bench();
  const outcome = run();
  workers[0]?.report({ kind: "started" });
  runner.stop();
  expect(workers[0]?.ended).toBe(true);
  workers[0]?.report({ kind: "output", text: "late" });
  expect(await outcome).toEqual({ kind: "stopped" });
  expect(printed).toEqual([]);
  expect(runner.running).toBe(false);
});

test("the time begins when the code does, not with the download", async () => {
  const { workers, run, runner } = bench();
  const outcome = run();
  vi.advanceTimersByTime(60_000);
  expect(runner.running).toBe(true);
  workers[0]?.report({ kind: "started" });
  vi.advanceTimersByTime(2_999);
  expect(runner.running).toBe(true);
  vi.advanceTimersByTime(1);
  expect(await outcome).toEqual({ kind: "time" });
  expect(workers[0]?.ended).toBe(true);
});

test("too much output ends the run", async () => {
  const { workers, run } = bench();
  const outcome = run();
  workers[0]?.report({ kind: "started" });
  workers[0]?.report({ kind: "flood" });
  expect(await outcome).toEqual({ kind: "flood" });
  expect(workers[0]?.ended).toBe(true);
});

test("an interpreter that could not be had is told, and asked for again by the next run", async () => {
  const { workers, run } = bench();
  const outcome = run();
  workers[0]?.report({ kind: "failed", message: "offline" });
  expect(await outcome).toEqual({ kind: "failed", message: "offline" });
  expect(workers).toHaveLength(1);
  void run();
  expect(workers[1]?.orders).toHaveLength(1);
});

test("one that failed while nobody asked it is told at the next run", async () => {
  const { workers, run } = bench();
  const first = run();
  workers[0]?.report(done);
  await first;
  workers[1]?.report({ kind: "failed", message: "gone" });
  expect(await run()).toEqual({ kind: "failed", message: "gone" });
});

test("two runs at once are refused", () => {
  const { run } = bench();
  void run();
  expect(run).toThrow("a cell is running");
});
