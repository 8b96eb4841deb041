// What stands round each C++ line of the bug lab. LINE is the line; a program leaves `output` and,
// where there are any, `weights` (of the first head).

import { put } from "./python.mjs";

const matrix = (rows) =>
  `(Matrix<S>(${rows.length}, ${rows[0].length}) << ${rows.flat().join(", ")}).finished()`;

/** Names that every listing may use. */
const before = ({ x, wq, wk, wv, slope }) => `
#include <Eigen/Core>
#include <cmath>
#include <iostream>
#include <limits>
#include <vector>

using Eigen::Dynamic, Eigen::Index;
template <class S>
using Matrix = Eigen::Matrix<S, Dynamic, Dynamic, Eigen::RowMajor>;
using S = double;
using Mask = Eigen::Array<bool, Dynamic, Dynamic, Eigen::RowMajor>;

const S infinity = std::numeric_limits<S>::infinity();
const S slope = ${slope};
const Matrix<S> X = ${matrix(x)};
const Matrix<S> Wq = ${matrix(wq)};
const Matrix<S> Wk = ${matrix(wk)};
const Matrix<S> Wv = ${matrix(wv)};
const Index n = X.rows();

/// As the formula reads: a row of nothing but -inf becomes NaN.
Matrix<S> softmax(const Matrix<S>& scores) {
  Matrix<S> weights = (scores.colwise() - scores.rowwise().maxCoeff()).array().exp();
  return weights.array().colwise() / weights.rowwise().sum().eval().array();
}

/// RoPE of one row, with pairs (0, 1), (2, 3) and theta 10000.
void rotateRow(Matrix<S>& M, Index row, S position) {
  for (Index c = 0; c + 1 < M.cols(); c += 2) {
    const S angle = position * std::pow(S(10000), -S(c) / S(M.cols()));
    const S even = M(row, c), odd = M(row, c + 1);
    M(row, c) = even * std::cos(angle) - odd * std::sin(angle);
    M(row, c + 1) = even * std::sin(angle) + odd * std::cos(angle);
  }
}

void rotate(Matrix<S>& M, const std::vector<S>& position) {
  for (Index row = 0; row < M.rows(); ++row) rotateRow(M, row, position[size_t(row)]);
}

Mask laterThan(Index rows) {
  Mask later(rows, rows);
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < rows; ++j) later(i, j) = j > i;
  return later;
}

void print(const char* name, const Matrix<S>& rows) {
  std::cout.precision(17);
  std::cout << name;
  for (const S number : rows.reshaped<Eigen::RowMajor>()) std::cout << ' ' << number;
  std::cout << '\\n';
}
`;

const projected = "Matrix<S> Q = X * Wq, K = X * Wk, V = X * Wv;";
const scaled = "Matrix<S> scores = Q * K.transpose() / std::sqrt(S(Q.cols()));";
const attended = `
const Matrix<S> weights = softmax(scores);
const Matrix<S> output = weights * V;`;

const headScores = `
${projected}
Matrix<S> output(n, V.cols()), weights;
for (Index i = 0; i < h; ++i) {
  const Index d = Q.cols() / h, c = V.cols() / h;
  const Matrix<S> q = Q.middleCols(i * d, d), k = K.middleCols(i * d, d);
  Matrix<S> scores;
  LINE
  const Matrix<S> shares = softmax(scores);
  if (i == 0) weights = shares;
  output.middleCols(i * c, c) = shares * V.middleCols(i * c, c);
}`;

// The heads lie one after the other in one piece of memory.
const mergedHeads = `
${projected}
const Index d = V.cols() / h;
std::vector<S> memory(size_t(n * h * d));
std::vector<Eigen::Map<Matrix<S>>> heads;
Matrix<S> mean = Matrix<S>::Zero(n, d), merged(n, h * d);
for (Index i = 0; i < h; ++i) {
  const Matrix<S> q = Q.middleCols(i * d, d), k = K.middleCols(i * d, d);
  heads.emplace_back(memory.data() + i * n * d, n, d);
  heads.back() = softmax(q * k.transpose() / std::sqrt(S(d))) * V.middleCols(i * d, d);
  mean += heads.back() / S(h);
}
for (Index i = 0; i < h; ++i) {
  LINE
}
const Matrix<S>& output = merged;
const Matrix<S> weights;`;

const maskMade = `
${projected}
Mask later(n, n);
for (Index i = 0; i < n; ++i)
  for (Index j = 0; j < n; ++j) {
    LINE
  }
${scaled}
scores = later.select(-infinity, scores);${attended}`;

const weightsMade = (setting) => `
${projected}
${setting}
${scaled}
Matrix<S> weights(n, n);
LINE
const Matrix<S> output = weights * V;`;

const scoresMade = (setting) => `
${projected}
${setting}
${scaled}
LINE${attended}`;

const around = {
  "scale-model": headScores,
  "scale-heads": headScores,
  "scale-none": `
${projected}
Matrix<S> scores;
LINE${attended}`,
  columns: weightsMade(""),
  "mask-zero": scoresMade("const Mask later = laterThan(n);"),
  "mask-after": weightsMade("const Mask later = laterThan(n);"),
  "mask-transposed": maskMade,
  "mask-early": maskMade,
  "mask-empty": `
${projected}
const Mask seen = laterThan(n).transpose();
${scaled}
scores = seen.select(scores, -infinity);
Matrix<S> weights(n, n);
for (Index i = 0; i < n; ++i) {
  LINE
}
const Matrix<S> output = weights * V;`,
  // A row that sees nothing has zeros, as the core has it.
  "mask-inverted": `
${projected}
const Mask seen = !laterThan(n);
${scaled}
LINE
Matrix<S> weights = softmax(scores);
weights = weights.array().isNaN().select(S(0), weights);
const Matrix<S> output = weights * V;`,
  "query-is-key": `
const Matrix<S> Q = X * Wq, V = X * Wv;
Matrix<S> K;
LINE
${scaled}${attended}`,
  "heads-averaged": mergedHeads,
  "heads-reshaped": mergedHeads,
  "alibi-sign": scoresMade(`Matrix<S> distance(n, n);
for (Index i = 0; i < n; ++i)
  for (Index j = 0; j < n; ++j) distance(i, j) = S(std::abs(i - j));`),
  "rotary-values": `
${projected}
std::vector<S> position;
for (Index i = 0; i < n; ++i) position.push_back(S(i));
LINE
${scaled}${attended}`,
  // All but the last token are the prompt; the last comes alone.
  "cache-positions": `
${projected}
struct { Index length = 0; } cache;
for (const Index count : {n - 1, Index(1)}) {
  const Index first = cache.length;
  for (Index i = 0; i < count; ++i) {
    Index position;
    LINE
    rotateRow(Q, first + i, S(position));
    rotateRow(K, first + i, S(position));
  }
  cache.length += count;
}
${scaled}
scores = laterThan(n).select(-infinity, scores);${attended}`,
};

export const cppIds = Object.keys(around);

/** One program for all lines: `runs` are { id, line, heads }. */
export function cppProgram(runs, example, fiveLines) {
  const functions = runs.map(({ id, line, heads }, i) => {
    return `
void run${i}() {
[[maybe_unused]] const Index h = ${heads};${put(around[id], line)}
print("weights", weights);
print("output", output);
}`;
  });
  return `${before(example)}
${functions.join("\n")}

template <class S>
struct SelfAttention {
  Matrix<S> output, weights;
};
${fiveLines}

int main() {
${runs.map((_, i) => `  run${i}();`).join("\n")}
  const auto [output, weights] = selfAttention<S>(X, Wq, Wk, Wv);
  print("weights", weights);
  print("output", output);
}
`;
}
