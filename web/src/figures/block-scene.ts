// The matrices of the block with the sums of their cells: the stages, what a norm takes of a row, and
// the weights between them.

import { html } from "lit/html.js";
import type { LayerNormTrace, RmsNormTrace, Tensor } from "../core/index.ts";
import type { GridName, Matrix, Projected, State } from "../inputs/state.ts";
import type { Block, Kind, StageId } from "../lesson/block-stages.ts";
import type { BlockWords } from "../lesson/block-text.ts";
import { type Grid, type Scene, sceneOf, type Title } from "../views/scene.ts";
import { cell, type Sum, type WrittenPart } from "../views/sum.ts";
import { tensorGrid } from "../views/tensor-grid.ts";
import { traceOfHead, type Wiring } from "./heads-run.ts";
import { type Part, partsOf, product, sceneOfParts, written } from "./parts.ts";
import { tensorOf } from "./positions-run.ts";

/** The matrix of a stage, in a block that needs W_O and in one that does not. */
const nameOf = (id: StageId, { mixed }: Block): GridName => {
  if (id === "x" || id === "weights") return id;
  if (id === "attention") return mixed ? "output.mixed" : "output";
  return `x.${id}`;
};

type NormId = Extract<StageId, `norm${number}`>;
const spreadOf = (id: NormId): GridName => `x.spread${id.slice(-1)}`;

const drawnNames = { w1: "x.w1", wGate: "x.wgate", w2: "x.w2", wo: "x.wo" } as const;
const GATE = "x.gate";

/** What a stage shows: what it was made from beside X and the stages before, then itself. */
export function matricesOf(id: StageId, block: Block, kind: Kind): readonly GridName[] {
  const own = nameOf(id, block);
  switch (id) {
    case "norm1":
    case "norm2":
      return [spreadOf(id), own];
    case "attention":
      return block.mixed ? ["output", drawnNames.wo, own] : [own];
    case "hidden":
      return [drawnNames.w1, own];
    case "activated":
      return kind.activation === "swiglu" ? [drawnNames.wGate, GATE, own] : [own];
    case "forward":
      return [drawnNames.w2, own];
    default: {
      const { addends } = block.stages.find((stage) => stage.id === id) ?? {};
      return [...(addends ?? []).map((part) => nameOf(part, block)), own];
    }
  }
}

interface Making {
  readonly state: State & { readonly source: Projected };
  readonly block: Block;
  readonly kind: Kind;
  readonly words: BlockWords;
}

const ONE_HEAD: Wiring = { heads: 1, kvHeads: 1, active: [true], seed: null };

/** What each part reads, and what it is added to. */
function pathOf({ place }: Kind) {
  const post = place === "post";
  return {
    attended: post ? "x" : "norm1",
    normed: post ? { norm1: "residual1", norm2: "residual2" } : { norm1: "x", norm2: "residual1" },
    fed: post ? "norm1" : "norm2",
  } as const satisfies {
    attended: StageId;
    normed: Record<NormId, StageId>;
    fed: StageId;
  };
}

/** Attention as in all sections before, but for what its queries, keys and values are made of. */
function attending({ state, block, kind }: Making): Part[] {
  const { attended } = pathOf(kind);
  const { x, ...source } = state.source;
  const rows = block.stages.find(({ id }) => id === attended)?.rows ?? x;
  const trace = traceOfHead(block.trace.attention, ONE_HEAD, 0);
  const scene = sceneOf({ ...state, source: { ...source, x: rows } }, trace);
  const width = x[0]?.length ?? 0;
  const from = nameOf(attended, block);
  return partsOf(scene)
    .filter(({ grid }) => grid.name !== "x")
    .map(({ grid }) => {
      const { name } = grid;
      if (name !== "q" && name !== "k" && name !== "v") return { grid };
      return { grid, sum: product(from, `w${name}`, width) };
    });
}

function stageGrid(id: StageId, tensor: Tensor, { state, block, kind, words }: Making): Grid {
  const { name } = words.stages(kind)[id];
  const title: Title = { name, meaning: words.component(name) };
  const axes = ["token", "width"] as const;
  return tensorGrid(nameOf(id, block), tensor, { rows: state.tokens }, { axes, title });
}

const input = (): Sum => ({ kind: "input" });

function drawnPart(
  name: keyof typeof drawnNames,
  symbol: readonly [string, string],
  { block, kind, words }: Making,
): Part {
  const [letter, index] = symbol;
  const rows: Matrix = block.drawn[name];
  const said = `${letter}_${index}`;
  return {
    grid: tensorGrid(
      drawnNames[name],
      tensorOf(rows),
      { rows: rows.map((_, i) => String(i + 1)) },
      {
        axes: ["model", "width"],
        title: {
          symbol: html`<i>${letter}</i><sub>${index}</sub>`,
          letter: said,
          name: words.drawn[name],
          origin: { kind: "random", seed: kind.seed },
          meaning: words.weightOf(said),
        },
      },
    ),
    sum: input,
  };
}

/** The numbers of each row side by side. */
function columnsTensor(columns: readonly Float64Array[]): Tensor {
  const rows = columns[0]?.length ?? 0;
  const data = Float64Array.from(
    { length: rows * columns.length },
    (_, i) => columns[i % columns.length]?.[Math.floor(i / columns.length)] ?? Number.NaN,
  );
  return { shape: [rows, columns.length], data };
}

/** The norms of a block have the core's own epsilon (cpp/attention/block.h). */
const EPSILON = 1e-5;

const isLayer = (norm: LayerNormTrace | RmsNormTrace): norm is LayerNormTrace => "mean" in norm;

/** What a norm takes of each row: its mean and variance, or its root mean square. */
function spreadPart(id: NormId, making: Making): Part {
  const { state, block, kind, words } = making;
  const from = nameOf(pathOf(kind).normed[id], block);
  const name = spreadOf(id);
  const { norm } = block.trace[id === "norm1" ? "attention" : "feedForward"];
  const layer = isLayer(norm);
  const title = words.spread[kind.normalization];
  const grid = tensorGrid(
    name,
    columnsTensor(layer ? [norm.mean, norm.variance] : [norm.rootMeanSquare]),
    { rows: state.tokens, columns: layer ? [words.mean, words.variance] : [words.root] },
    { axes: ["token", "width"], title: { name: title, meaning: words.component(title) } },
  );
  const width = norm.output.shape[1] ?? 0;
  const terms = (term: (column: number) => readonly WrittenPart[]) =>
    Array.from({ length: width }, (_, i) => [...(i === 0 ? [] : [" + "]), ...term(i)]).flat();
  const sum = (row: number, column: number): Sum => {
    const each = (i: number) => cell(from, row, i);
    if (!layer) return written("√((", ...terms((i) => [each(i), "²"]), ") ÷ ", width, ")");
    if (column === 0) return written("(", ...terms((i) => [each(i)]), ") ÷ ", width);
    const apart = (i: number) => ["(", each(i), " − ", cell(name, row, 0), ")²"] as const;
    return written("(", ...terms((i) => [...apart(i)]), ") ÷ ", width);
  };
  return { grid, sum };
}

function normPart(id: NormId, making: Making): Part {
  const { block, kind } = making;
  const from = nameOf(pathOf(kind).normed[id], block);
  const { norm } = block.trace[id === "norm1" ? "attention" : "feedForward"];
  const taken = (row: number, i: number) => cell(spreadOf(id), row, i);
  return {
    grid: stageGrid(id, norm.output, making),
    sum: (row, column) => {
      const own = cell(from, row, column);
      return isLayer(norm)
        ? written("(", own, " − ", taken(row, 0), ") ÷ √(", taken(row, 1), " + ", EPSILON, ")")
        : written(own, " ÷ √(", taken(row, 0), "²", " + ", EPSILON, ")");
    },
  };
}

function residualPart(id: "residual1" | "residual2", tensor: Tensor, making: Making): Part {
  const { block } = making;
  const { addends } = block.stages.find((stage) => stage.id === id) ?? {};
  const [stream, part] = addends ?? ["x", "attention"];
  return {
    grid: stageGrid(id, tensor, making),
    sum: (row, column) =>
      written(
        cell(nameOf(stream, block), row, column),
        " + ",
        cell(nameOf(part, block), row, column),
      ),
  };
}

function gateParts(making: Making): Part[] {
  const { state, block, kind, words } = making;
  const { gate } = block.trace.feedForward;
  if (!gate) return [];
  const width = state.source.x[0]?.length ?? 0;
  const title: Title = { name: words.gate, meaning: words.component(words.gate) };
  return [
    drawnPart("wGate", ["W", "gate"], making),
    {
      grid: tensorGrid(GATE, gate, { rows: state.tokens }, { axes: ["token", "width"], title }),
      sum: product(nameOf(pathOf(kind).fed, block), drawnNames.wGate, width),
    },
  ];
}

/** GELU(h) = h · Φ(h), Φ the normal distribution; SwiGLU: g / (1 + exp(−g)) · h. */
function bent(gated: boolean, row: number, column: number): Sum {
  const hidden = cell("x.hidden", row, column);
  if (!gated) return written(hidden, " · Φ(", hidden, ")");
  const gate = cell(GATE, row, column);
  return written(gate, " ÷ (1 + exp(−", gate, ")) · ", hidden);
}

function forwardParts(making: Making): Part[] {
  const { state, block, kind } = making;
  const { hidden, activated, output } = block.trace.feedForward;
  const width = state.source.x[0]?.length ?? 0;
  return [
    drawnPart("w1", ["W", "1"], making),
    {
      grid: stageGrid("hidden", hidden, making),
      sum: product(nameOf(pathOf(kind).fed, block), drawnNames.w1, width),
    },
    ...gateParts(making),
    {
      grid: stageGrid("activated", activated, making),
      sum: (row, column) => bent(kind.activation === "swiglu", row, column),
    },
    drawnPart("w2", ["W", "2"], making),
    {
      grid: stageGrid("forward", output, making),
      sum: product("x.activated", drawnNames.w2, block.hidden),
    },
  ];
}

function mixedParts(making: Making): Part[] {
  const { block } = making;
  if (!block.mixed) return [];
  const { output, merged } = block.trace.attention;
  return [
    drawnPart("wo", ["W", "O"], making),
    {
      grid: stageGrid("attention", output, making),
      sum: product("output", drawnNames.wo, merged.shape[1] ?? 0),
    },
  ];
}

export function sceneOfBlock(
  state: State,
  block: Block,
  kind: Kind,
  words: BlockWords,
): Scene | null {
  const { source } = state;
  if (source.kind !== "projected") return null;
  const making: Making = { state: { ...state, source }, block, kind, words };
  const { attention, feedForward } = block.trace;
  const x: Part = {
    grid: { ...stageGrid("x", tensorOf(source.x), making), editable: true },
    sum: input,
  };
  return sceneOfParts(state, [
    x,
    spreadPart("norm1", making),
    normPart("norm1", making),
    ...attending(making),
    ...mixedParts(making),
    residualPart("residual1", attention.residual, making),
    spreadPart("norm2", making),
    normPart("norm2", making),
    ...forwardParts(making),
    residualPart("residual2", feedForward.residual, making),
  ]);
}
