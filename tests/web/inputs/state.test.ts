import { describe, expect, test } from "vitest";
import { benGelDim, workedExample } from "../../../web/src/inputs/example.ts";
import {
  byHand,
  type Matrix,
  matrixOf,
  type Origin,
  type Projected,
  type State,
  selectCell,
  setCell,
  setMatrix,
  setSettings,
  setStep,
  sizeOf,
  toDirect,
  toProjected,
} from "../../../web/src/inputs/state.ts";
import { addToken, removeToken, setToken } from "../../../web/src/inputs/tokens.ts";

const worked = workedExample.state;
const direct = benGelDim.state;
const zeros = (rows: number, columns: number): Matrix =>
  Array.from({ length: rows }, () => new Array<number>(columns).fill(0));

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}
frozen(worked);
frozen(direct);

describe("editing a cell", () => {
  test("changes that number alone, in a new state", () => {
    const next = setCell(worked, "wk", 1, 2, 7.5);
    expect(matrixOf(next.source, "wk")).toEqual([
      [1, -1, 0, 1],
      [0, 0, 7.5, 0],
      [0, 0, 0, 1],
      [0, 1, 0, 0],
    ]);
    expect(matrixOf(next.source, "wq")).toBe(matrixOf(worked.source, "wq"));
    expect(matrixOf(worked.source, "wk")?.[1]?.[2]).toBe(1);
  });

  test("to the same number gives the very same state", () => {
    expect(setCell(worked, "x", 0, 0, 1)).toBe(worked);
  });

  test("says that a random matrix was edited, and the sentence no longer the source", () => {
    const origin: Origin = { kind: "random", seed: 7 };
    const sentence = { text: "a b c", language: "en", width: 4, seed: 7 } as const;
    const random: State = { ...worked, origins: { x: origin, wq: origin }, sentence };
    const next = setCell(random, "wq", 0, 0, 9);
    expect(next.origins).toEqual({ x: origin, wq: { kind: "edited", seed: 7 } });
    expect(setCell(worked, "wq", 0, 0, 9).origins.wq).toEqual(byHand);
    expect(next.sentence).toBeNull();
  });

  test("that does not exist is a mistake of the caller", () => {
    expect(() => setCell(worked, "wk", 4, 0, 1)).toThrow(RangeError);
    expect(() => setCell(worked, "q", 0, 0, 1)).toThrow(RangeError);
    expect(() => setMatrix(worked, "q", [[1]])).toThrow(RangeError);
  });
});

describe("other matrices", () => {
  test("labels follow the rows of X", () => {
    const longer = setMatrix(worked, "x", zeros(5, 4));
    expect(longer.tokens).toEqual(["kedi", "mindere", "oturdu", "t4", "t5"]);
    expect(setMatrix(longer, "x", zeros(2, 4)).tokens).toEqual(["kedi", "mindere"]);
    expect(longer.keyTokens).toBeNull();
  });

  test("keys get labels of their own while there are more or fewer of them than queries", () => {
    const more = setMatrix(direct, "k", zeros(4, 2));
    expect([more.tokens, more.keyTokens]).toEqual([
      ["ben", "gel", "dim"],
      ["ben", "gel", "dim", "t4"],
    ]);
    expect(setMatrix(more, "k", zeros(3, 2)).keyTokens).toBeNull();
    const fewer = setMatrix(direct, "q", zeros(2, 2));
    expect([fewer.tokens, fewer.keyTokens]).toEqual([
      ["ben", "gel"],
      ["ben", "gel", "dim"],
    ]);
  });

  test("masks that fitted fit again, one that did not is left for the core to report", () => {
    const masked = setSettings(worked, {
      padding: [false, false, true],
      bias: [
        [0, 1, 2],
        [3, 4, 5],
        [6, 7, Number.NEGATIVE_INFINITY],
      ],
      attend: [[true, false]],
    });
    const { settings } = setMatrix(masked, "x", zeros(4, 4));
    expect(settings.padding).toEqual([false, false, true, false]);
    expect(settings.bias).toEqual([
      [0, 1, 2, 0],
      [3, 4, 5, 0],
      [6, 7, Number.NEGATIVE_INFINITY, 0],
      [0, 0, 0, 0],
    ]);
    expect(settings.attend).toEqual([[true, false]]);
    const half = setSettings(worked, { attend: [[true], [true], [false]], padding: [true] });
    expect(setMatrix(half, "x", zeros(4, 4)).settings).toEqual(half.settings);
    const narrow = setMatrix(masked, "x", zeros(2, 4)).settings;
    expect(narrow.padding).toEqual([false, false]);
    expect(narrow.bias).toEqual([
      [0, 1],
      [3, 4],
    ]);
    const allowed = setSettings(direct, {
      attend: [
        [false, true, true],
        [true, true, true],
        [true, true, true],
      ],
    });
    expect(setMatrix(allowed, "k", zeros(4, 2)).settings.attend?.[0]).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  test("the open cell closes when it is gone", () => {
    const open = selectCell(worked, { matrix: "weights", row: 2, column: 2 });
    expect(setMatrix(open, "x", zeros(3, 4)).cell).toEqual({
      matrix: "weights",
      row: 2,
      column: 2,
    });
    expect(setMatrix(open, "x", zeros(2, 4)).cell).toBeNull();
    expect(setMatrix(open, "x", zeros(2, 4)).step).toBe(open.step);
  });
});

describe("from projections to Q, K, V and back", () => {
  const q = zeros(3, 4);

  test("toDirect keeps tokens; what random weights made stays random", () => {
    const random: Origin = { kind: "random", seed: 7 };
    const next = toDirect(
      { ...worked, origins: { ...worked.origins, wk: random } },
      { q, k: q, v: q },
    );
    expect(next.source).toEqual({ kind: "direct", q, k: q, v: q });
    expect(next.tokens).toEqual(worked.tokens);
    expect(next.origins).toEqual({ q: byHand, k: random, v: byHand });
    expect(toDirect(direct, { q, k: q, v: q }).origins).toEqual({
      q: byHand,
      k: byHand,
      v: byHand,
    });
  });

  test("toProjected gives the tokens one label each", () => {
    const cross = setMatrix(direct, "k", zeros(4, 2));
    const { x, wq, wk, wv } = worked.source as Projected;
    const next = toProjected(cross, { x, wq, wk, wv });
    expect(next.source).toEqual(worked.source);
    expect([next.tokens, next.keyTokens]).toEqual([["ben", "gel", "dim"], null]);
    expect(next.origins).toEqual(worked.origins);
  });
});

describe("settings and view", () => {
  test("sinks end with the window", () => {
    const windowed = setSettings(worked, { window: 2, sinks: 1 });
    expect(windowed.settings).toMatchObject({ window: 2, sinks: 1 });
    expect(setSettings(windowed, { window: null }).settings.sinks).toBe(0);
    expect(setSettings(worked, { sinks: 3 })).toBe(worked);
  });

  test("a change that changes nothing gives the very same state", () => {
    expect(setSettings(worked, { temperature: 1, causal: false })).toBe(worked);
    expect(setStep(worked, "projections")).toBe(worked);
    expect(setSettings(worked, { causal: "top-left" }).settings.causal).toBe("top-left");
    expect(setStep(worked, "weights").step).toBe("weights");
  });

  test("only cells that exist can be opened", () => {
    const cell = { matrix: "output", row: 2, column: 3 } as const;
    expect(selectCell(worked, cell).cell).toEqual(cell);
    expect(selectCell(worked, { ...cell, column: 4 })).toBe(worked);
    expect(selectCell(selectCell(worked, cell), null).cell).toBeNull();
  });

  test("sizes of all matrices, computed ones too", () => {
    const wide = setMatrix(setMatrix(worked, "wv", zeros(4, 5)), "wk", zeros(4, 6));
    expect(sizeOf(wide.source, "x")).toEqual([3, 4]);
    expect(sizeOf(wide.source, "wv")).toEqual([4, 5]);
    expect(sizeOf(wide.source, "q")).toEqual([3, 4]);
    expect(sizeOf(wide.source, "k")).toEqual([3, 6]);
    expect(sizeOf(wide.source, "output")).toEqual([3, 5]);
    const cross = setMatrix(direct, "k", zeros(4, 2)).source;
    for (const name of ["scores", "scaled", "masked", "exponentials", "weights"] as const) {
      expect(sizeOf(cross, name), name).toEqual([3, 4]);
    }
    expect(sizeOf(cross, "k")).toEqual([4, 2]);
    expect(sizeOf(cross, "output")).toEqual([3, 2]);
    expect(sizeOf(cross, "wq")).toEqual([0, 0]);
  });
});

describe("tokens one by one", () => {
  test("a new token has a row of zeros and is visible to all", () => {
    const masked = setSettings(worked, { padding: [true, false, false] });
    const next = addToken(masked, " dün ");
    expect(next.tokens).toEqual(["kedi", "mindere", "oturdu", "dün"]);
    expect(matrixOf(next.source, "x")?.[3]).toEqual([0, 0, 0, 0]);
    expect(next.settings.padding).toEqual([true, false, false, false]);
    const { source } = addToken(direct, "x");
    expect(source.kind).toBe("direct");
    for (const name of ["q", "k", "v"] as const)
      expect(matrixOf(source, name)?.[3]).toEqual([0, 0]);
  });

  test("64 are enough", () => {
    let state: State = worked;
    for (let i = 0; i < 70; i++) state = addToken(state, "");
    expect(state.tokens.length).toBe(64);
    expect(state.tokens[63]).toBe("t64");
  });

  test("a removed token takes its row, its label and its place in the masks with it", () => {
    const masked = setSettings(worked, {
      padding: [true, false, false],
      bias: [
        [0, 1, 2],
        [3, 4, 5],
        [6, 7, 8],
      ],
    });
    const next = removeToken(masked, 1);
    expect(next.tokens).toEqual(["kedi", "oturdu"]);
    expect(matrixOf(next.source, "x")).toEqual([
      [1, 1, -1, 1],
      [1, 0, -1, 2],
    ]);
    expect(next.settings.padding).toEqual([true, false]);
    expect(next.settings.bias).toEqual([
      [0, 2],
      [6, 8],
    ]);
    const last = removeToken(next, 0);
    expect(last.tokens).toEqual(["oturdu"]);
    expect(removeToken(last, 0)).toBe(last);
  });

  test("with keys of their own, only the queries change", () => {
    const cross = setMatrix(direct, "k", zeros(4, 2));
    const fewer = removeToken(setSettings(cross, { padding: [true, false, false, false] }), 0);
    expect(fewer.tokens).toEqual(["gel", "dim"]);
    expect(fewer.keyTokens).toEqual(["ben", "gel", "dim", "t4"]);
    expect(fewer.settings.padding).toEqual([true, false, false, false]);
    expect(matrixOf(fewer.source, "v")).toBe(matrixOf(cross.source, "v"));
    expect(addToken(cross, "yeni").tokens).toEqual(["ben", "gel", "dim", "yeni"]);
  });

  test("labels stay short, on one line and readable", () => {
    expect(setToken(worked, 0, "  köpek\n ").tokens[0]).toBe("köpek");
    expect(setToken(worked, 0, "a\n\tb \u0007 c").tokens[0]).toBe("a b c");
    expect(setToken(worked, 0, " \u200b ")).toBe(worked);
    expect(setToken(worked, 0, "a\u202Eb").tokens[0]).toBe("ab");
    expect(setToken(worked, 0, "ağaç".normalize("NFD")).tokens[0]).toBe("ağaç".normalize("NFC"));
    expect(setToken(worked, 0, "\u{1F600}".repeat(40)).tokens[0]).toBe("\u{1F600}".repeat(32));
    expect(() => setToken(worked, 3, "x")).toThrow(RangeError);
  });
});
