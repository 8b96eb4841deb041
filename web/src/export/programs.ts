// The state as a program in C++, with this project's own library, and in JavaScript, with its package.
// Both print the weights and the output as the Python programs do (python/script.ts).

import { printNumber } from "../inputs/number.ts";
import { optionsOf } from "../inputs/problem.ts";
import { inputNames, type Matrix, matrixOf, type State } from "../inputs/state.ts";

/** Comments in the reader's language. */
export interface Comments {
  readonly heading: string;
  readonly tokens: string;
}

function opening(state: State, { heading, tokens }: Comments): string[] {
  const labels = [state.tokens, ...(state.keyTokens ? [state.keyTokens] : [])];
  const lines = labels.map((list) => `//   ${list.join(" ").replace(/\s+/gu, " ")}`);
  // A label that ends with a backslash would take the next line into the comment.
  return [`// ${heading}`, `// ${tokens}`, ...lines.map((line) => line.replace(/\\$/u, "\\."))];
}

/** A double, in both languages, given the names of what has no digits. */
function number(value: number, names: { readonly nan: string; readonly infinity: string }): string {
  if (Number.isNaN(value)) return names.nan;
  if (!Number.isFinite(value)) return value < 0 ? `-${names.infinity}` : names.infinity;
  return printNumber(value);
}

const cppNumber = (value: number): string => {
  const text = number(value, { nan: "nan", infinity: "infinity" });
  // Of an int, -0 has no sign and 1e21 no room.
  return /^-?\d+$/u.test(text) ? `${text}.0` : text;
};

const cppList = (rows: readonly (readonly unknown[])[], indent: string) =>
  `{${rows.map((row) => row.join(", ")).join(`,\n${indent}`)}}`;

const cppMatrix = (rows: readonly (readonly unknown[])[], type = "double") =>
  `matrix<${type}>(${rows.length}, ${rows[0]?.length ?? 0},\n          ${cppList(rows, "           ")})`;

const numbers = (matrix: Matrix) => matrix.map((row) => row.map(cppNumber));

function cppOptions(state: State): string[] {
  const { scale, causal, window, sinks, keyPadding, attend, bias } = optionsOf(state);
  const set = (name: string, value: string) => `  problem.options.${name} = ${value};`;
  return [
    ...(scale === undefined ? [] : [set("scale", cppNumber(scale))]),
    ...(causal
      ? [set("causal", `Causal::${causal === "bottom-right" ? "bottomRight" : "topLeft"}`)]
      : []),
    ...(window === undefined ? [] : [set("window", String(window))]),
    ...(sinks === undefined ? [] : [set("sinks", String(sinks))]),
    ...(keyPadding ? [set("keyPadding", `std::vector<bool>{${keyPadding.join(", ")}}`)] : []),
    ...(attend ? [set("attend", cppMatrix(attend, "bool"))] : []),
    ...(bias ? [set("bias", `{${cppMatrix(numbers(bias as Matrix))}}`)] : []),
  ];
}

/** The members of a problem whose heads are lists. */
const cppMember = { q: "q_hqd", k: "k_hkd", v: "v_hkc" } as const;

export function cppProgram(state: State, comments: Comments): string {
  const { source } = state;
  const projected = source.kind === "projected";
  const inputs = inputNames(source).map((name) => {
    const matrix = cppMatrix(numbers(matrixOf(source, name) ?? []));
    if (name !== "q" && name !== "k" && name !== "v") return `  problem.${name} = ${matrix};`;
    return `  problem.${cppMember[name]} = {${matrix}};`;
  });
  const kind = projected ? "Self" : "";
  const trace = projected ? ".attention" : "";
  return `${opening(state, comments).join("\n")}
#include <cstdio>
#include <initializer_list>
#include <limits>
#include <variant>
#include <vector>

#include "attention/attend.h"

using namespace attention;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

template <class S>
Matrix<S> matrix(Index rows, Index columns, std::initializer_list<S> numbers) {
  return Eigen::Map<const Matrix<S>>(numbers.begin(), rows, columns);
}

void print(const Matrix<double>& numbers) {
  for (Index row = 0; row < numbers.rows(); ++row)
    for (Index column = 0; column < numbers.cols(); ++column)
      std::printf("%.3f%c", numbers(row, column), column + 1 < numbers.cols() ? ' ' : '\\n');
  std::printf("\\n");
}

int main() {
  ${kind}Problem<double> problem;
${[...inputs, ...cppOptions(state)].join("\n")}

  const auto result = attend(problem);
  if (const Error* error = std::get_if<Error>(&result)) {
    std::fprintf(stderr, "%s: %s\\n", error->field.c_str(), name(error->code));
    return 1;
  }
  const auto& trace = std::get<${kind}Trace<double>>(result)${trace};
  print(trace.weights_hqk[0]);
  print(trace.output_hqc[0]);
}
`.replace(/constexpr double (\w+) = .*\n/gu, (line, name) =>
    // What is not used is not there, or the compiler warns of it.
    [...inputs, ...cppOptions(state)].some((text) => new RegExp(`\\b${name}\\b`).test(text))
      ? line
      : "",
  );
}

const jsNumber = (value: number) => number(value, { nan: "NaN", infinity: "Infinity" });

const jsRows = (rows: readonly (readonly unknown[])[]) =>
  `[\n    ${rows.map((row) => `[${row.join(", ")}],`).join("\n    ")}\n  ]`;

const jsMatrix = (matrix: Matrix) => jsRows(matrix.map((row) => row.map(jsNumber)));

export function javascriptProgram(state: State, comments: Comments): string {
  const { source } = state;
  const { bias, attend, ...others } = optionsOf(state);
  const inputs = inputNames(source).map(
    (name) => `  ${name}: ${jsMatrix(matrixOf(source, name) ?? [])},`,
  );
  const options = Object.entries(others).map(
    ([name, value]) => `  ${name}: ${JSON.stringify(value)},`,
  );
  return [
    ...opening(state, comments),
    'import { loadAttention } from "dikkat";',
    "",
    "const core = await loadAttention();",
    `const { weights, output } = core.${source.kind === "projected" ? "selfAttention" : "attention"}({`,
    ...inputs,
    ...options,
    ...(attend ? [`  attend: ${jsRows(attend)},`] : []),
    ...(bias ? [`  bias: ${jsMatrix(bias as Matrix)},`] : []),
    "});",
    "",
    "for (const { shape, data } of [weights, output]) {",
    "  const [rows, columns] = shape;",
    "  for (let row = 0; row < rows; row++) {",
    "    const numbers = [...data.subarray(row * columns, (row + 1) * columns)];",
    '    console.log(numbers.map((number) => number.toFixed(3)).join(" "));',
    "  }",
    '  console.log("");',
    "}",
    "",
  ].join("\n");
}
