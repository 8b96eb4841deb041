// A stream of tokens whose first four are attention sinks by construction, and what the core makes
// of it with all keys and with a few of them.

import type { Attention, AttentionInput, Trace } from "../core/index.ts";

export const STREAM = { tokens: 48, width: 8, sinks: 4, query: 3, key: 4.5 } as const;

export interface StreamSetup {
  readonly seed: number;
  /** Tokens that are kept in all. */
  readonly kept: number;
  readonly temperature: number;
}

/** One way to divide what is kept: `first` tokens, and the last ones in what is left. */
export interface Way {
  readonly first: number;
  readonly last: number;
  readonly trace: Trace;
  /** Per token: the largest difference from full attention among the components of its output. */
  readonly differences: readonly number[];
  /** Of the tokens that have more before them than is kept. */
  readonly mean: number;
  readonly largest: number;
  /** The share that full attention gives to what is dropped here, mean over the same tokens. */
  readonly lost: number;
}

export interface Stream {
  readonly setup: StreamSetup;
  readonly full: Trace;
  /** By the number of first tokens, 0 to 4. */
  readonly ways: readonly Way[];
}

function rowsOf(data: ArrayLike<number>, from: number, rows: number, width: number): number[][] {
  return Array.from({ length: rows }, (_, i) =>
    Array.from({ length: width }, (_, j) => data[(from + i) * width + j] ?? Number.NaN),
  );
}

/** Random numbers, but for what makes the first tokens sinks. */
function inputOf(core: Attention, { seed, temperature }: StreamSetup): AttentionInput {
  const { tokens, width, sinks, query, key } = STREAM;
  const { data } = core.random({ rows: 3 * tokens, columns: width, seed });
  const [q, k, v] = [0, 1, 2].map((i) => rowsOf(data, i * tokens, tokens, width)) as [
    number[][],
    number[][],
    number[][],
  ];
  return {
    q: q.map((row) => row.with(0, query)),
    k: k.map((row, i) => row.with(0, i < sinks ? key : 0)),
    v: v.map((row, i) => (i < sinks ? row.map(() => 0) : row)),
    causal: true,
    scale: 1 / Math.sqrt(width) / temperature,
  };
}

function differencesOf(full: Trace, { output }: Trace): number[] {
  const { tokens, width } = STREAM;
  return Array.from({ length: tokens }, (_, i) => {
    let largest = 0;
    for (let c = i * width; c < (i + 1) * width; c++)
      largest = Math.max(largest, Math.abs((output.data[c] ?? 0) - (full.output.data[c] ?? 0)));
    return largest;
  });
}

function lostIn(full: Trace, { masked }: Trace, token: number): number {
  const { tokens } = STREAM;
  let lost = 0;
  for (let j = 0; j <= token; j++)
    if (masked.data[token * tokens + j] === Number.NEGATIVE_INFINITY)
      lost += full.weights.data[token * tokens + j] ?? 0;
  return lost;
}

const meanOf = (numbers: readonly number[]) =>
  numbers.reduce((sum, x) => sum + x, 0) / numbers.length;

export function streamOf(core: Attention, setup: StreamSetup): Stream {
  const input = inputOf(core, setup);
  const full = core.attention(input);
  const later = Array.from({ length: STREAM.tokens }, (_, i) => i).slice(setup.kept);
  const ways = Array.from({ length: STREAM.sinks + 1 }, (_, first): Way => {
    const last = setup.kept - first;
    const trace = core.attention({
      ...input,
      window: last,
      ...(first > 0 ? { sinks: first } : {}),
    });
    const differences = differencesOf(full, trace);
    return {
      first,
      last,
      trace,
      differences,
      mean: meanOf(later.map((i) => differences[i] ?? Number.NaN)),
      largest: Math.max(...later.map((i) => differences[i] ?? Number.NaN)),
      lost: meanOf(later.map((i) => lostIn(full, trace, i))),
    };
  });
  return { setup, full, ways };
}
