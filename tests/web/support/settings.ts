// What a page is to show of a state: attention in plain float64, with every setting that a page has.

import { type Settings, type State, tokenCounts } from "../../../web/src/inputs/state.ts";
import { attention, multiply, type Results } from "./attention.ts";

/** May query i see key j? All masks at once. */
function visible(settings: Settings, queries: number, keys: number) {
  const { causal, window, sinks, padding, attend } = settings;
  const first = causal === "bottom-right" ? keys - queries : 0;
  return (i: number, j: number): boolean => {
    const position = first + i;
    if (causal && j > position) return false;
    if (window !== null && j >= sinks && Math.abs(position - j) >= window) return false;
    return !padding?.[j] && attend?.[i]?.[j] !== false;
  };
}

export function expectedOf({ source, settings }: State): Results {
  const { q, k, v } =
    source.kind === "direct"
      ? source
      : {
          q: multiply(source.x, source.wq),
          k: multiply(source.x, source.wk),
          v: multiply(source.x, source.wv),
        };
  return attention({
    ...{ q, k, v, temperature: settings.temperature },
    ...(settings.scaled ? {} : { scale: 1 }),
    ...(settings.bias ? { bias: settings.bias } : {}),
    sees: visible(settings, ...tokenCounts(source)),
  });
}

const columns = (rows: readonly (readonly number[])[]) => rows[0]?.length ?? 0;

/** Do the matrices and the settings fit each other? */
export function fits({ source, settings }: State): boolean {
  const [queries, keys] = tokenCounts(source);
  const { padding, bias, attend } = settings;
  const grid = (rows: readonly (readonly unknown[])[] | null) =>
    !rows || (rows.length === queries && rows.every((row) => row.length === keys));
  if ((padding && padding.length !== keys) || !grid(bias) || !grid(attend)) return false;
  if (source.kind === "direct") {
    return columns(source.q) === columns(source.k) && source.v.length === keys;
  }
  const { x, wq, wk, wv } = source;
  const inner = [wq, wk, wv].every((weights) => weights.length === columns(x));
  return inner && columns(wq) === columns(wk);
}
