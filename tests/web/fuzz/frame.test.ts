// What comes from other people's pages: addresses of frames, and messages of any source and shape.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { anchorIn, figureOf, readAsked } from "../../../web/src/embed/address.ts";
import { answerHost, type Wishes, wishesIn } from "../../../web/src/embed/host.ts";
import { hideable } from "../../../web/src/embed/options.ts";
import { growth, strung } from "../support/fuzz.ts";
import { Random } from "../support/random.ts";

const words = [
  ...[
    "dikkat",
    "tr",
    "en",
    "dark",
    "light",
    "auto",
    "ready",
    "height",
    "to",
    "from",
    "kind",
    "theme",
  ],
  ...["language", "__proto__", "constructor", "toString", "valueOf", "length", "", "TR", "dark "],
];

/** Anything that a message can hold, up to a depth. */
function anything(source: Random, depth: number): unknown {
  const leaves = [
    null,
    undefined,
    true,
    0,
    -1,
    900,
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    20_001,
    10n,
  ];
  const more = [
    ...leaves,
    ...words,
    new Date(0),
    /x/u,
    new Uint8Array(3),
    new Map([["to", "dikkat"]]),
  ];
  if (depth === 0 || source.below(3) === 0) return source.pick<unknown>(more);
  if (source.below(4) === 0)
    return Array.from({ length: source.below(4) }, () => anything(source, depth - 1));
  const entries = Array.from({ length: source.below(6) }, () => [
    source.pick(words),
    source.below(2) ? source.pick(words) : anything(source, depth - 1),
  ]);
  return Object.fromEntries(entries);
}

describe("the address of an embedded figure", () => {
  const pieces = [..."?&=,#%+;\u0000ş\uD800", "theme", "lang", "hide", "bar", "title", ...words];

  test("5 000 of any parts", () => {
    const source = new Random(31);
    for (let i = 0; i < 5000; i++) {
      const text = strung(source, pieces, 20);
      const { theme, language, hidden, wrong } = readAsked(text);
      expect([null, "auto", "light", "dark"], text).toContain(theme);
      expect([null, "tr", "en"], text).toContain(language);
      expect(
        hidden.every((part) => hideable.includes(part)),
        text,
      ).toBe(true);
      expect(new Set(hidden).size, text).toBe(hidden.length);
      for (const { key, value } of wrong)
        expect(text.includes(key) && value !== "", text).toBe(true);
      const figure = figureOf(anchorIn(text));
      expect(figure === null || /^[a-z][a-z-]*$/u.test(figure), text).toBe(true);
    }
  });

  test.each(words)("%j is no figure", (word) => {
    expect(figureOf(`figure-${word}`)).toBeNull();
  });

  test("found by these tests: a key without a value was told as a wrong one", () => {
    expect(readAsked("?theme=&lang=&hide=")).toEqual({
      ...{ theme: null, language: null, hidden: [], wrong: [] },
    });
  });

  test("found by these tests: each of any number of parts was told", () => {
    const { hidden, wrong } = readAsked(
      `hide=bar,bar,${Array.from({ length: 50_000 }, (_, i) => `x${i}`)}`,
    );
    expect(hidden).toEqual(["bar"]);
    expect(wrong.length).toBeLessThan(20);
    expect(growth(readAsked, (count) => `hide=${"a,".repeat(count)}`)).toBeLessThan(3);
  });
});

describe("a message to the figure", () => {
  afterEach(() => vi.unstubAllGlobals());

  test("5 000 of any shape are read or left", () => {
    const source = new Random(32);
    let ours = 0;
    for (let i = 0; i < 5000; i++) {
      const any = anything(source, 3);
      const message = source.below(2) ? Object.assign(Object(any), { to: "dikkat" }) : any;
      const wishes = wishesIn(message);
      if (wishes === null) continue;
      ours++;
      expect((message as { to?: unknown }).to).toBe("dikkat");
      expect([null, "tr", "en"]).toContain(wishes.language);
      expect([null, "auto", "light", "dark"]).toContain(wishes.theme);
    }
    expect(ours).toBeGreaterThan(1000);
  });

  /** A window in a frame, and what it tells its parent. */
  function framed(coming = false) {
    const listeners: ((event: { source: unknown; data: unknown }) => void)[] = [];
    const told: unknown[] = [];
    const parent = { postMessage: (message: unknown) => told.push(message) };
    const window = { parent, addEventListener: (_: string, heard: never) => listeners.push(heard) };
    type Sizes = { borderBoxSize: { blockSize: number }[] }[];
    let resized = (_: Sizes) => {};
    vi.stubGlobal("window", window);
    vi.stubGlobal("document", { body: {} });
    vi.stubGlobal(
      "ResizeObserver",
      class {
        constructor(run: (sizes: Sizes) => void) {
          resized = run;
        }
        observe() {}
      },
    );
    const heard: Wishes[] = [];
    answerHost(
      (wishes) => heard.push(wishes),
      () => coming,
    );
    const send = (data: unknown, source: unknown) =>
      listeners.map((each) => each({ source, data }));
    const resize = (to: number) => resized([{ borderBoxSize: [{ blockSize: to }] }]);
    return { parent, window, told, heard, send, resize };
  }

  test("is heeded from the page around alone", () => {
    const { parent, window, heard, send } = framed();
    const message = { to: "dikkat", language: "tr", theme: "dark" };
    for (const source of [null, undefined, window, {}, { ...parent }]) send(message, source);
    expect(heard).toEqual([]);
    send(message, parent);
    expect(heard).toEqual([{ language: "tr", theme: "dark" }]);
  });

  test("the figure tells that it is there, and each height once", () => {
    const { told, resize } = framed();
    expect(told).toEqual([{ from: "dikkat", kind: "ready" }]);
    resize(700.2);
    resize(700.9);
    resize(800);
    const heights = told.slice(1).map((message) => (message as { height: number }).height);
    expect(heights).toEqual([701, 800]);
  });

  test("no height of a sentence that stands there for the figure", () => {
    const { told, resize } = framed(true);
    resize(120);
    expect(told).toEqual([{ from: "dikkat", kind: "ready" }]);
  });
});

describe("a message to the page with figures", () => {
  const script = readFileSync(
    fileURLToPath(new URL("../../../web/public/frames.js", import.meta.url)),
    "utf8",
  );
  const home = "https://a.example/dikkat/embed.html";

  interface Frame {
    src: string;
    height: string;
    contentWindow: { postMessage: (message: unknown, to: string) => void };
  }
  let told: unknown[] = [];
  const frame = (src: string): Frame => ({
    src,
    height: "900",
    contentWindow: { postMessage: (message) => told.push(message) },
  });

  let send: (event: { source: unknown; data: unknown }) => void = () => {};
  let figures: Frame[] = [];

  beforeEach(() => {
    told = [];
    figures = [
      frame(`${home}?theme=dark#figure-softmax`),
      frame("https://a.example/other.html"),
      frame(`${home}.evil/`),
    ];
    const root = { lang: "tr-TR" };
    runInNewContext(script, {
      URL,
      document: {
        currentScript: { src: "https://a.example/dikkat/frames.js" },
        documentElement: root,
        querySelectorAll: () => figures,
        querySelector: () => null,
      },
      getComputedStyle: () => ({ colorScheme: "dark" }),
      addEventListener: (_: string, heard: typeof send) => {
        send = heard;
      },
      MutationObserver: class {
        observe() {}
      },
    });
  });

  const height = { from: "dikkat", kind: "height", height: 640.5 };

  test("sets the height of the frame that it comes from", () => {
    send({ source: figures[0]?.contentWindow, data: height });
    expect(figures.map((each) => each.height)).toEqual(["641", "900", "900"]);
  });

  test("is left where it comes from elsewhere", () => {
    const sources = [null, undefined, {}, figures[1]?.contentWindow, figures[2]?.contentWindow];
    for (const source of sources) {
      send({ source, data: height });
      send({ source, data: { from: "dikkat", kind: "ready" } });
    }
    expect(figures.map((each) => each.height)).toEqual(["900", "900", "900"]);
    expect(told).toEqual([]);
  });

  test.each([
    0,
    -5,
    20_001,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    "640",
    [640],
    null,
    { valueOf: () => 640 },
  ])("is left where its height is %j", (odd) => {
    send({ source: figures[0]?.contentWindow, data: { ...height, height: odd } });
    expect(figures[0]?.height).toBe("900");
  });

  test("is answered with the language and the theme of the page", () => {
    send({ source: figures[0]?.contentWindow, data: { from: "dikkat", kind: "ready" } });
    expect(told).toEqual([{ to: "dikkat", language: "tr", theme: "dark" }]);
  });

  test("5 000 of any shape and source leave a height that a figure can have", () => {
    const source = new Random(33);
    const windows = [...figures.map((each) => each.contentWindow), null, {}];
    for (let i = 0; i < 5000; i++) {
      const data = anything(source, 3);
      send({
        source: source.pick<unknown>(windows),
        data: source.below(2) ? data : { ...height, height: data },
      });
    }
    expect(Number(figures[0]?.height)).toBeGreaterThan(0);
    expect(Number(figures[0]?.height)).toBeLessThanOrEqual(20_000);
    expect(figures.slice(1).map((each) => each.height)).toEqual(["900", "900"]);
  });
});
