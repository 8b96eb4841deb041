// The state of the page as a program for a real Python: NumPy, PyTorch or JAX. It prints what the
// page shows, with the page's three decimals. The tests run it in real ones of NumPy and PyTorch; that
// for JAX they run over NumPy under JAX's names (tests/web/python/script.test.ts).

import { type Matrix, type Settings, type State, tokenCounts } from "../inputs/state.ts";
import { rowsLiteral } from "../lesson/python.ts";

export const libraries = ["numpy", "torch", "jax"] as const;
export type Library = (typeof libraries)[number];

interface Dialect {
  readonly opening: readonly string[];
  readonly array: (rows: string) => string;
  readonly flags: (rows: string) => string;
  /** The prefix of functions that all three have under one name. */
  readonly prefix: string;
  readonly largest: string;
  readonly total: (of: string) => string;
}

const arrays = (prefix: string, opening: readonly string[]): Dialect => ({
  opening,
  array: (rows) => `${prefix}.array(${rows}, dtype=${prefix}.float64)`,
  flags: (rows) => `${prefix}.array(${rows})`,
  prefix,
  largest: "scores.max(axis=-1, keepdims=True)",
  total: (of) => `${of}.sum(axis=-1, keepdims=True)`,
});

const dialects: Record<Library, Dialect> = {
  numpy: arrays("np", ["import numpy as np"]),
  jax: arrays("jnp", [
    "import jax",
    "import jax.numpy as jnp",
    "",
    'jax.config.update("jax_enable_x64", True)',
  ]),
  torch: {
    opening: ["import torch"],
    array: (rows) => `torch.tensor(${rows}, dtype=torch.float64)`,
    flags: (rows) => `torch.tensor(${rows})`,
    prefix: "torch",
    largest: "scores.amax(dim=-1, keepdim=True)",
    total: (of) => `${of}.sum(dim=-1, keepdim=True)`,
  },
};

const flag = (on: boolean) => (on ? "True" : "False");

function flagRows(rows: readonly (readonly boolean[])[]): string {
  return `[${rows.map((row) => `[${row.map(flag).join(", ")}]`).join(",\n     ")}]`;
}

function inputs({ source }: State, d: Dialect): string[] {
  const set = (name: string, rows: Matrix) => `${name} = ${d.array(rowsLiteral(rows))}`;
  if (source.kind === "direct") return [set("Q", source.q), set("K", source.k), set("V", source.v)];
  const { x, wq, wk, wv } = source;
  return [
    set("X", x),
    set("Wq", wq),
    set("Wk", wk),
    set("Wv", wv),
    "Q, K, V = X @ Wq, X @ Wk, X @ Wv",
  ];
}

function scaling({ scaled, temperature }: Settings): string {
  const divisor = [
    ...(scaled ? ["K.shape[-1] ** 0.5"] : []),
    ...(temperature === 1 ? [] : [String(temperature)]),
  ];
  return divisor.length === 0 ? "scores = Q @ K.T" : `scores = Q @ K.T / (${divisor.join(" * ")})`;
}

/** Lines that say who sees whom; none where all see all. */
function masking(state: State, d: Dialect): string[] {
  const { causal, window, sinks, padding, attend, bias } = state.settings;
  const [queries, keys] = tokenCounts(state.source);
  const lines: string[] = [];
  if (bias) lines.push(`scores = scores + ${d.array(rowsLiteral(bias))}`);
  const seen: string[] = [];
  const first = causal === "bottom-right" ? keys - queries : 0;
  if (causal) seen.push("key <= query");
  if (window !== null) {
    const near = `abs(query - key) < ${window}`;
    seen.push(sinks > 0 ? `(${near}) | (key < ${sinks})` : near);
  }
  if (padding) seen.push(`${d.flags(`[${padding.map((hidden) => flag(!hidden)).join(", ")}]`)}`);
  if (attend) seen.push(d.flags(flagRows(attend)));
  if (seen.length === 0) return lines;
  if (causal || window !== null) {
    const shift = first === 0 ? "" : ` + ${first}`;
    lines.push(
      `query = ${d.prefix}.arange(${queries})[:, None]${shift}`,
      `key = ${d.prefix}.arange(${keys})[None, :]`,
    );
  }
  lines.push(`seen = ${d.prefix}.ones_like(scores) > 0`);
  for (const condition of seen) lines.push(`seen = seen & (${condition})`);
  lines.push(`scores = ${d.prefix}.where(seen, scores, ${d.array('float("-inf")')})`);
  return lines;
}

/**
 * As on the page: a row that sees nothing has weights of 0, not NaN; and a pair that is hidden has 0
 * also where a NaN among the others makes NaN of them.
 */
function softmax(state: State, d: Dialect): string[] {
  const { causal, window, padding, attend, bias } = state.settings;
  const masked = Boolean(causal || window !== null || padding || attend || bias);
  if (!masked) {
    return [
      `weights = ${d.prefix}.exp(scores - ${d.largest})`,
      `weights = weights / ${d.total("weights")}`,
    ];
  }
  const nothing = d.array("0.0");
  return [
    `largest = ${d.largest}`,
    `largest = ${d.prefix}.where(largest == float("-inf"), ${nothing}, largest)`,
    `weights = ${d.prefix}.exp(scores - largest)`,
    `total = ${d.total("weights")}`,
    `weights = weights / ${d.prefix}.where(total == 0, ${d.array("1.0")}, total)`,
    `weights = ${d.prefix}.where(scores == float("-inf"), ${nothing}, weights)`,
  ];
}

/** `heading` and `names` are comments in the reader's language. */
export function scriptOf(
  state: State,
  library: Library,
  comments: { readonly heading: string; readonly tokens: string },
): string {
  const d = dialects[library];
  const labels = [state.tokens.join(" "), ...(state.keyTokens ? [state.keyTokens.join(" ")] : [])];
  const names = labels.map((line) => `#   ${line.replace(/\s+/gu, " ")}`);
  return [
    `# ${comments.heading}`,
    `# ${comments.tokens}`,
    ...names,
    ...d.opening,
    "",
    ...inputs(state, d),
    "",
    scaling(state.settings),
    ...masking(state, d),
    ...softmax(state, d),
    "output = weights @ V",
    "",
    "for matrix in (weights, output):",
    "    for row in matrix.tolist():",
    '        print(" ".join(f"{number:.3f}" for number in row))',
    "    print()",
    "",
  ].join("\n");
}
