// The five lines with the reader's numbers in them: a program that runs as it stands.

import { pytorch } from "../figures/listings.ts";
import type { Matrix, Source } from "../inputs/state.ts";

/** A number as Python writes it. */
export function literal(value: number): string {
  if (Number.isNaN(value)) return 'float("nan")';
  if (!Number.isFinite(value)) return `float("${value < 0 ? "-" : ""}inf")`;
  return Object.is(value, -0) ? "-0.0" : String(value);
}

/** A matrix as Python writes it, each row on a line of its own. */
export const rowsLiteral = (rows: Matrix): string =>
  `[${rows.map((row) => `[${row.map(literal).join(", ")}]`).join(",\n     ")}]`;

const tensor = (name: string, rows: Matrix): string =>
  `${name} = torch.tensor(\n    ${rowsLiteral(rows)}, dtype=torch.float64)`;

/** `comments` are the reader's language; `rows` the page's own output, to compare with. */
export function programOf(
  source: Source,
  comments: { readonly output: string; readonly sums: string; readonly identity: string },
  output: readonly string[],
): string {
  const inputs =
    source.kind === "projected"
      ? [
          tensor("X", source.x),
          tensor("Wq", source.wq),
          tensor("Wk", source.wk),
          tensor("Wv", source.wv),
        ]
      : [
          `# ${comments.identity}`,
          `X = torch.eye(${source.q.length}, dtype=torch.float64)`,
          tensor("Wq", source.q),
          tensor("Wk", source.k),
          tensor("Wv", source.v),
        ];
  return [
    pytorch,
    "",
    ...inputs,
    "",
    "output, weights = self_attention(X, Wq, Wk, Wv)",
    "print(output)",
    `# ${comments.output}`,
    ...output.map((row) => `#   ${row}`),
    `print(weights.sum(dim=-1))  # ${comments.sums}`,
  ].join("\n");
}
