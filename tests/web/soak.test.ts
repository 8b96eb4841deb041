// Ten thousand things that a reader may do, one after the other, without a page around them: nothing
// throws, the numbers stay those of the reference, and memory stays flat. soak.spec.ts does the same
// to the pages.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, describe, expect, it, vi } from "vitest";
import { loadAttention } from "../../web/src/core/index.ts";
import { InputError } from "../../web/src/inputs/error.ts";
import { benGelDim, workedExample } from "../../web/src/inputs/example.ts";
import { parseMatrix } from "../../web/src/inputs/matrix.ts";
import { type Recipe, recipeFor, withSeeded } from "../../web/src/inputs/sentence.ts";
import {
  type InputName,
  inputNames,
  type Settings,
  type State,
  setCell,
  setCode,
  setFigure,
  setMatrix,
  setSettings,
  setStep,
  sizeOf,
  steps,
  toDirect,
  tokenCounts,
  toProjected,
} from "../../web/src/inputs/state.ts";
import { decode, encode } from "../../web/src/inputs/url.ts";
import { Engine } from "../../web/src/page/engine.ts";
import { Session } from "../../web/src/page/session.ts";
import { type Grid, gridOf } from "../../web/src/views/scene.ts";
import { gridRows } from "../../web/src/views/tensor-grid.ts";
import type { Rows } from "./support/attention.ts";
import { Seeded } from "./support/seeded.ts";
import { expectedOf, fits } from "./support/settings.ts";

const memories: WebAssembly.Memory[] = [];
const instantiate = WebAssembly.instantiate;
vi.spyOn(WebAssembly, "instantiate").mockImplementation((async (program: never, imports: never) => {
  const made = (await instantiate(program, imports)) as unknown as WebAssembly.Instance;
  for (const part of Object.values(made.exports))
    if (part instanceof WebAssembly.Memory) memories.push(part);
  return made;
}) as never);
afterAll(() => vi.restoreAllMocks());

const engine = new Engine(await loadAttention({ threads: 1 }));

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** What is held, in bytes: objects of the language, and the core's own memory. */
function held() {
  collect();
  return {
    heap: process.memoryUsage().heapUsed,
    core: memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0),
  };
}

function drawn(recipe: Recipe) {
  const made = engine.draw(recipe);
  if ("fault" in made) throw new Error(made.fault.code);
  return made.value;
}

type Act = (session: Session, random: Seeded) => void;

const edit = (session: Session, update: (state: State) => State, name?: string) =>
  session.edit(update, name ?? null);

const someInput = ({ state }: Session, random: Seeded): InputName =>
  random.pick(inputNames(state.source));

const newSettings: readonly ((state: State, random: Seeded) => Partial<Settings>)[] = [
  () => ({ scaled: false }),
  () => ({ scaled: true }),
  (_, random) => ({ temperature: (1 + random.below(80)) / 20 }),
  (_, random) => ({ causal: random.pick([false, "top-left", "bottom-right"] as const) }),
  (_, random) => ({ window: 1 + random.below(4), sinks: random.below(3) }),
  () => ({ window: null }),
  ({ source }, random) => ({
    padding: Array.from({ length: tokenCounts(source)[1] }, () => random.chance(0.3)),
  }),
  ({ source }, random) => ({
    bias: random
      .rows(...tokenCounts(source))
      .map((row) => row.map((x) => (random.chance(0.2) ? Number.NEGATIVE_INFINITY : x))),
  }),
  ({ source }, random) => ({
    attend: random.rows(...tokenCounts(source)).map((row) => row.map((x) => x > -1)),
  }),
  () => ({ padding: null, bias: null, attend: null }),
];

/** As an address would be after somebody cut, doubled or changed letters of it. */
function damaged(link: string, random: Seeded): string {
  const at = random.below(link.length);
  const piece = random.pick(["", "&", "=", "%", "%E0%A4", ";", "nan", "<b>", "\0", "v=2", "İ"]);
  return link.slice(0, at) + piece + link.slice(at + random.below(4));
}

const acts: readonly Act[] = [
  // A number is typed.
  (session, random) => {
    const name = someInput(session, random);
    const [rows, columns] = sizeOf(session.state.source, name);
    const [row, column] = [random.below(rows), random.below(columns)];
    edit(
      session,
      (state) => setCell(state, name, row, column, random.number()),
      `${name}[${row}][${column}]`,
    );
    session.typedRight({ matrix: name, row, column });
    if (random.chance(0.5)) session.endEdit();
  },
  // What is typed is no number.
  (session, random) => {
    const error = parseMatrix(random.pick(["abc", "1 2\n3", ""]));
    if (!(error instanceof InputError)) throw new Error("it was read");
    const name = someInput(session, random);
    session.typedWrong({ matrix: name, row: 0, column: 0 }, error, `${name}[0][0]`);
  },
  // A matrix is pasted; it need not fit the others.
  (session, random) => {
    const name = someInput(session, random);
    const [rows, columns] = random.chance(0.2)
      ? [1 + random.below(4), 1 + random.below(4)]
      : sizeOf(session.state.source, name);
    const matrix = random.rows(rows, columns);
    edit(session, (state) => setMatrix(state, name, matrix));
  },
  (session, random) =>
    edit(session, (state) => setSettings(state, random.pick(newSettings)(state, random))),
  // Other matrices altogether, that fit each other.
  (session, random) => {
    const [queries, keys, width, values] = [0, 0, 0, 0].map(() => 1 + random.below(5));
    const matrix = (rows = 0, columns = 0) => random.rows(rows, columns);
    const direct = { q: matrix(queries, width), k: matrix(keys, width), v: matrix(keys, values) };
    const projected = {
      x: matrix(queries, keys),
      wq: matrix(keys, width),
      wk: matrix(keys, width),
      wv: matrix(keys, values),
    };
    edit(session, (state) =>
      random.chance(0.5) ? toDirect(state, direct) : toProjected(state, projected),
    );
  },
  // A sentence, whose embeddings and weights the core draws.
  (session, random) => {
    const text = Array.from({ length: 1 + random.below(6) }, () =>
      random.pick(["kedi", "mindere", "oturdu", "IŞIK", "ağaç", "the", "?"]),
    ).join(" ");
    const language = random.pick(["tr", "en"] as const);
    const recipe = recipeFor({
      text,
      language,
      width: 1 + random.below(6),
      seed: random.below(99),
    });
    if (recipe instanceof InputError) throw recipe;
    edit(session, (state) => withSeeded(state, recipe, drawn(recipe)), "sentence");
  },
  (session) => session.undo(),
  (session) => session.undo(),
  (session) => session.redo(),
  (session, random) =>
    session.reset(random.pick([session.initial, workedExample.state, benGelDim.state])),
  // The language of the page.
  (session) => {
    session.language = session.language === "tr" ? "en" : "tr";
    session.notify();
  },
  (session, random) => session.show((state) => setStep(state, random.pick(steps))),
  // A cell is looked at, opened, closed.
  (session, random) => {
    const drawn = Object.values(session.results?.scene.grids ?? {});
    const [{ name, rows, columns }] = [random.pick(drawn)] as [Grid];
    const there = { matrix: name, row: random.below(rows), column: random.below(columns) };
    session.preview("softmax", there);
    session.point(there);
    session.pickQuery(random.below(3));
    session.pointWord(random.chance(0.5) ? { query: 0, key: random.below(3) } : null);
    session.open(random.pick(["scores", "softmax", "output"]), random.chance(0.8) ? there : null);
  },
  (session, random) =>
    session.edit((state) =>
      setFigure(state, "positions.way", random.pick(["alibi", "rotary", null])),
    ),
  (session, random) =>
    session.show((state) => setCode(state, random.pick([null, "print(X)", "print(1)"]))),
  // The address of the page as it stands opens the very same state.
  (session) => {
    const { state, language } = session;
    const link = decode(encode(state, language));
    if (link instanceof InputError) throw link;
    expect(link.language).toBe(language);
    expect(link.unknown).toEqual([]);
    if (!link.content) throw new Error("the link holds nothing");
    const { content } = link;
    const opened = content.kind === "state" ? content.state : content.finish(drawn(content.recipe));
    expect(opened).toEqual(state);
    session.reset(opened);
  },
  // A damaged address is a sentence, or still an address.
  (session, random) => {
    const link = decode(damaged(encode(session.state, session.language), random));
    if (link instanceof InputError) expect(link.message).toMatch(/\S/u);
    else if (link.content?.kind === "state") session.reset(link.content.state);
  },
];

function expectNumbers(got: Rows, want: Rows, what: string): void {
  expect(got.length, what).toBe(want.length);
  for (const [i, row] of want.entries()) {
    expect(got[i]?.length, what).toBe(row.length);
    for (const [j, x] of row.entries()) {
      const y = got[i]?.[j];
      // The same additions in another order, of numbers up to some hundreds.
      const near = Object.is(x, y) || Math.abs((y ?? Number.NaN) - x) <= 1e-9 * (1 + Math.abs(x));
      if (!near) throw new Error(`${what}[${i}][${j}] is ${y}, it must be ${x}`);
    }
  }
}

function expectReference({ state, results, fault }: Session): void {
  expect(fault === null, JSON.stringify(fault)).toBe(fits(state));
  if (fault || !results) return;
  const want = expectedOf(state);
  for (const name of ["scores", "scaled", "masked", "weights", "output"] as const)
    expectNumbers(gridRows(gridOf(results.scene, name)), want[name], name);
}

describe("ten thousand things that a reader may do", () => {
  const count = 10_000;
  const warm = 2000;

  it("throw nothing, give the numbers of the reference, and leave no memory behind", () => {
    const random = new Seeded(20_26);
    const initial = workedExample.state;
    const session = new Session(engine, { initial, opened: initial, language: "tr" });
    let drawn = 0;
    session.subscribe(() => drawn++);
    let begun = held();
    let compared = 0;
    for (let i = 0; i < count; i++) {
      random.pick(acts)(session, random);
      if (i % 10 === 0 && fits(session.state)) {
        compared++;
        expectReference(session);
      }
      if (i === warm) begun = held();
    }
    expectReference(session);
    expect(drawn).toBeGreaterThan(count / 2);
    expect(compared).toBeGreaterThan(count / 20);
    const ended = held();
    expect(memories.length).toBe(1);
    expect(ended.core).toBe(begun.core);
    // 8000 actions: a quarter of a kilobyte each would be seen.
    expect(ended.heap - begun.heap).toBeLessThan(2e6);
  });
});
