// Every number that the first sections of the lesson show, in the prose and in the figures, is one
// that the core computed for the example, or stands in a short list here with its reason.

import { type Attention, loadAttention } from "../../web/src/core/index.ts";
import { benGelDim, workedExample } from "../../web/src/inputs/example.ts";
import { problemOf } from "../../web/src/inputs/problem.ts";
import { type MatrixName, type State, setSettings } from "../../web/src/inputs/state.ts";
import { type Grid, type Scene, sceneOf } from "../../web/src/views/scene.ts";
import { open } from "./support/page.ts";
import { type Language, shown } from "./support/shown.ts";
import { expect, type Page, test } from "./support/test.ts";

/** Numbers that no trace holds, by section, with their reason. */
const known: Record<string, Record<string, string>> = {
  words: {},
  qkv: {
    "3": "the name Llama 3",
    "8": "the size in the name Llama 3 8B",
    "32": "layers of Llama 3 8B (model card)",
    "2": "W_Q and W_O are as large, W_K and W_V too",
    "4096": "width of Llama 3 8B (model card)",
    "1024": "width of its keys and values (model card)",
    "1.34": "32 (2 · 4096² + 2 · 4096 · 1024) / 10⁹",
    "8.03": "billions of parameters of Llama 3 8B (model card)",
  },
  scores: { "9": "steps: pairs of three tokens" },
  scale: { "0": "the mean that is supposed", "1": "the variance that is supposed" },
  softmax: {
    "1": "what a row of weights adds up to",
    "10": "what the question has the reader add",
    "18": "steps: exponentials and weights of three tokens",
    "1000": "a score that would overflow",
    "2023": "year of StreamingLLM",
  },
  output: {
    "12": "steps: three tokens, four components",
    "0": "difference of the five lines from the trace",
    "2": "d of the second example, and √2",
  },
  mask: {
    "0": "exp(−∞), a weight set to zero, a bias that is not there",
    "1": "what a row of weights adds up to",
    "-1e9": "the finite stand-in",
    "16": "the name float16",
    "65504": "largest number of float16",
  },
};

/** Worked out from the example but no cell of it: d_k and its root. */
const derived: Record<string, readonly number[]> = { scale: [4, 2] };

let core: Attention;
test.beforeAll(async () => {
  core = await loadAttention();
});

function sceneWith(state: State): Scene {
  const asked = problemOf(state);
  return sceneOf(
    state,
    asked.kind === "self" ? core.selfAttention(asked.problem) : core.attention(asked.problem),
  );
}

interface Truth {
  readonly scene: Scene;
  readonly all: readonly Scene[];
  readonly byHand: Record<string, Scene>;
}

const rowsOf = ({ rows, columns, at }: Grid) =>
  Array.from({ length: rows }, (_, i) => Array.from({ length: columns }, (_, j) => at(i, j)));

function truth(): Truth {
  const { state } = workedExample;
  const scene = sceneWith(state);
  const variants = [
    setSettings(state, { scaled: false }),
    setSettings(state, { causal: "top-left" }),
  ].map(sceneWith);
  const unscaledState = setSettings(benGelDim.state, { scaled: false });
  const unscaled = sceneWith(unscaledState);
  // A bias of log w over scores of zero makes softmax give back w: two-decimal weights.
  const bias = rowsOf(unscaled.grids.weights as Grid).map((row) =>
    row.map((weight) => Math.log(Math.round(100 * weight) / 100)),
  );
  const { source } = benGelDim.state;
  if (source.kind !== "direct") throw new Error("not direct");
  const zeros = { ...source, q: source.q.map((row) => row.map(() => 0)) };
  const rounded = sceneWith({
    ...unscaledState,
    source: zeros,
    settings: { ...unscaledState.settings, bias },
  });
  return {
    scene,
    all: [scene, ...variants],
    byHand: { unscaled, scaled: sceneWith(benGelDim.state), rounded },
  };
}

/** What stands on the page, as it stands there. */
interface Seen {
  readonly section: string;
  /** Marked as computed in the prose: a number, or a row in brackets. */
  readonly marked: readonly string[];
  /** The text without what is marked, the matrices and the code. */
  readonly rest: string;
  readonly tables: readonly { id: string; matrix: string; cells: readonly string[] }[];
  /** Below the words of the sentence, and at the ends of the colour scales. */
  readonly shares: readonly string[];
  readonly legends: readonly string[];
}

function look(page: Page): Promise<Seen[]> {
  return page.evaluate(
    (sections) =>
      sections.map((section) => {
        const place = document.getElementById(section);
        if (!place) throw new Error(`no section ${section}`);
        const texts = (selector: string, root: Element = place) =>
          [...root.querySelectorAll(selector)].map((element) => element.textContent ?? "");
        const tables = [...place.querySelectorAll<HTMLElement>(".dk-matrix")].map((matrix) => ({
          id: matrix.querySelector("table")?.id ?? "",
          matrix: matrix.dataset.matrix ?? "",
          cells: [...matrix.querySelectorAll("tbody .dk-cell")].map(
            (cell) =>
              cell.querySelector("input")?.value ??
              cell.querySelector(".dk-value-text")?.textContent ??
              "",
          ),
        }));
        const copy = place.cloneNode(true) as Element;
        for (const part of copy.querySelectorAll(
          ".dk-num, .dk-matrix, .dk-legends, .dk-strip, .dk-formula, .dk-formulas, .dk-code, .dk-inspector, .lesson-sources, input",
        ))
          part.replaceWith(" ");
        return {
          ...{ section, tables, rest: copy.textContent ?? "", marked: texts(".dk-num") },
          shares: texts(".dk-share-number"),
          legends: texts(".dk-legend-ticks > span, .dk-legend > .dk-sr"),
        };
      }),
    Object.keys(known),
  );
}

const numbersIn = (text: string, language: Language): string[] =>
  text.match(
    language === "tr"
      ? /[−-]?\d+(?:,\d+|[ \u00a0\u202f]\d{3}(?!\d))*(?:e\d+)?/gu
      : /[−-]?\d+(?:\.\d+|[ \u00a0\u202f]\d{3}(?!\d))*(?:e\d+)?/gu,
  ) ?? [];

/** The matrices of the second example, written out in the text. */
const written = Object.values(benGelDim.state.source)
  .filter((matrix) => typeof matrix !== "string")
  .map((matrix) => JSON.stringify(matrix));

/** As a plain number: the language's marks taken away. */
function plain(text: string, language: Language): string {
  const point = language === "tr" ? text.replace(",", ".") : text;
  return point.replace("−", "-").replace(/[\s\u00a0\u202f]/gu, "");
}

const gridsOf = (scene: Scene) => Object.values(scene.grids) as Grid[];

function rowsAndColumns(scenes: readonly Scene[], language: Language): Set<string> {
  const lines = new Set<string>();
  for (const scene of scenes)
    for (const grid of gridsOf(scene)) {
      const rows = rowsOf(grid);
      const columns = Array.from({ length: grid.columns }, (_, j) =>
        rows.map((row) => row[j] ?? Number.NaN),
      );
      for (const line of [...rows, ...columns])
        lines.add(`[${line.map((value) => shown(value, language)).join(" ")}]`);
    }
  return lines;
}

function cellsOf(scenes: readonly Scene[], language: Language): Set<string> {
  const numbers = scenes.flatMap((scene) => gridsOf(scene).flatMap((grid) => rowsOf(grid).flat()));
  return new Set(numbers.map((value) => shown(value, language)));
}

function percents({ scene }: Truth, language: Language): Set<string> {
  const weights = [...rowsOf(scene.grids.weights as Grid).flat(), 1];
  return new Set(
    weights.map((weight) => {
      const number = String(Number((100 * weight).toFixed(1)));
      return language === "tr" ? `%${number.replace(".", ",")}` : `${number}%`;
    }),
  );
}

/** Everything on the page that nobody computed. */
function untrue(seen: readonly Seen[], facts: Truth, language: Language): string[] {
  const [lines, cells, shares] = [
    rowsAndColumns(facts.all, language),
    cellsOf(facts.all, language),
    percents(facts, language),
  ];
  const wrong: string[] = [];
  for (const { section, marked, rest, tables, ...more } of seen) {
    const tell = (what: string) => wrong.push(`${section}: ${what}`);
    const own = (derived[section] ?? []).map((value) => shown(value, language));
    for (const mark of marked) {
      const one = mark.replace(/\s+/gu, " ").trim();
      if (![lines, cells, shares].some((all) => all.has(one)) && !own.includes(one)) tell(one);
    }
    const text = written.reduce((left, matrix) => left.replace(`= ${matrix}`, ""), rest);
    for (const number of numbersIn(text, language))
      if (!(plain(number, language) in (known[section] ?? {}))) tell(`${number} in the text`);
    for (const { id, matrix, cells: texts } of tables) {
      const [, variant] = /^by-hand-\w+-(\w+)$/u.exec(id) ?? [];
      const scene = variant ? facts.byHand[variant] : facts.scene;
      const grid = scene?.grids[matrix as MatrixName];
      const expected = grid
        ? rowsOf(grid)
            .flat()
            .map((value) => shown(value, language))
        : [];
      if (expected.join() !== texts.join()) tell(`${id}: ${texts.join(" ")}`);
    }
    const asked = rowsOf(facts.scene.grids.weights as Grid)[0] ?? [];
    const row = asked.map((value) => shown(value, language)).join();
    if (more.shares.length > 0 && more.shares.join() !== row) tell(more.shares.join(" "));
    for (const legend of more.legends)
      for (const number of numbersIn(legend, language))
        if (!cells.has(number)) tell(`${number} on a colour scale`);
  }
  return wrong;
}

for (const language of ["en", "tr"] as const) {
  test(`every number was computed or has its reason, ${language}`, async ({ page }) => {
    await open(page, "index.html", "", language);
    const seen = await look(page);
    const counts = {
      marked: seen.flatMap(({ marked }) => marked).length,
      tables: seen.flatMap(({ tables }) => tables).length,
      legends: seen.flatMap(({ legends }) => legends).length,
      shares: seen.flatMap(({ shares }) => shares).length,
    };
    expect(counts.marked).toBeGreaterThan(25);
    expect(counts.tables).toBeGreaterThan(25);
    expect(counts.legends).toBeGreaterThan(5);
    expect(counts.shares).toBe(6);
    expect(untrue(seen, truth(), language)).toEqual([]);
  });

  test(`a number that somebody typed is found, ${language}`, async ({ page }) => {
    await open(page, "index.html", "", language);
    const facts = truth();
    const typed = shown(0.666, language);
    const change = (selector: string, text: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element, to) => {
          element.textContent = to;
        }, text);
    await change("#softmax .lesson-prose .dk-num", "[3 1 4]");
    await change("#scale .lesson-prose p:last-child .dk-num", typed);
    await change("#mask .lesson-try p", "7");
    await change("#output-output td .dk-value-text", typed);
    await change("#softmax .dk-share-number", typed);
    const found = untrue(await look(page), facts, language);
    expect(found).toEqual([
      `scale: ${typed}`,
      "softmax: [3 1 4]",
      expect.stringContaining(`softmax: ${typed}`),
      expect.stringContaining(`output: output-output: ${typed}`),
      "mask: 7 in the text",
    ]);
  });
}
