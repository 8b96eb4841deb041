import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Player } from "../../../web/src/figures/player.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function player() {
  const notify = vi.fn();
  return { player: new Player(notify), notify };
}

it("steps within its limits", () => {
  const { player: p, notify } = player();
  p.goTo(3, 6);
  expect(p.position(6)).toBe(3);
  p.goTo(9, 6);
  expect(p.position(6)).toBe(6);
  p.goTo(-1, 6);
  expect(p.position(6)).toBe(0);
  expect(notify).toHaveBeenCalledTimes(3);
});

it("stands at the last step where the steps have become fewer", () => {
  const { player: p } = player();
  p.goTo(5, 9);
  expect(p.position(3)).toBe(3);
});

it("plays to the end and stops there", () => {
  const { player: p } = player();
  p.toggle(() => 3);
  expect(p.playing).toBe(true);
  const seen = [p.position(3)];
  for (let i = 0; i < 3; i++) {
    vi.advanceTimersToNextTimer();
    seen.push(p.position(3));
  }
  expect(seen).toEqual([0, 1, 2, 3]);
  expect(p.playing).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

it("plays from the start when it stands at the end", () => {
  const { player: p } = player();
  p.goTo(3, 3);
  p.toggle(() => 3);
  expect(p.position(3)).toBe(0);
  expect(p.playing).toBe(true);
});

it("pauses, and at a step by hand", () => {
  const { player: p } = player();
  p.toggle(() => 3);
  p.toggle(() => 3);
  expect(p.playing).toBe(false);
  p.toggle(() => 3);
  p.goTo(1, 3);
  expect(p.playing).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
  expect(p.position(3)).toBe(1);
});

it("ends where the steps have become fewer", () => {
  const { player: p } = player();
  let last = 9;
  p.goTo(5, last);
  p.toggle(() => last);
  last = 3;
  vi.advanceTimersToNextTimer();
  expect(p.position(last)).toBe(3);
  expect(p.playing).toBe(false);
});
