#include "heads.h"

#include <utility>

#include "multiply.h"
#include "reference.h"

namespace attention {
namespace {

void addBias(Matrix<double>& rows, const double* bias) {
  rows.rowwise() += Eigen::Map<const Eigen::RowVectorXd>(bias, rows.cols());
}

/// y = x w + b of each head; the bias has all heads side by side.
Heads<double> project(const Matrix<double>& x, const Heads<double>& w,
                      const std::optional<std::vector<double>>& bias) {
  Heads<double> result;
  for (std::size_t h = 0; h < w.size(); ++h) {
    Matrix<double>& y = result.emplace_back(multiply(x, w[h]));
    if (bias) addBias(y, bias->data() + Index(h) * y.cols());
  }
  return result;
}

void rotateAll(Heads<double>& heads, const Rotary& rotary,
               const std::vector<std::int64_t>& positions) {
  for (auto& head : heads) head = rotate(head, rotary, positions);
}

}  // namespace

Result<MultiHeadTrace> multiHead(const MultiHeadProblem<double>& p) {
  if (auto error = validate(p)) return *error;
  const Matrix<double>& source = p.context ? *p.context : p.x;

  // 1. q, k and v: what each head makes of the embeddings
  Problem<double> heads{project(p.x, p.wq, p.bq), project(source, p.wk, p.bk),
                        project(source, p.wv, p.bv), p.options};
  // 2. rotary: queries and keys are turned, values are not
  if (p.rotary) {
    const auto positions = p.positions ? *p.positions : positionsFrom(0, p.x.rows());
    rotateAll(heads.q_hqd, *p.rotary, positions);
    rotateAll(heads.k_hkd, *p.rotary, positions);
  }
  // 3. attention, head by head
  MultiHeadTrace trace;
  trace.attention = reference(heads);
  // 4. heads that are switched off say nothing
  for (std::size_t h = 0; h < heads.q_hqd.size(); ++h)
    if (p.active && !(*p.active)[h]) trace.attention.output_hqc[h].setZero();
  // 5. merged: side by side
  trace.merged = mergeHeads(trace.attention.output_hqc);
  // 6. output: mixed
  trace.output = p.wo ? multiply(trace.merged, *p.wo) : trace.merged;
  if (p.bo) addBias(trace.output, p.bo->data());

  trace.q_hqd = std::move(heads.q_hqd);
  trace.k_hkd = std::move(heads.k_hkd);
  trace.v_hkc = std::move(heads.v_hkc);
  return trace;
}

template <class S>
Heads<S> splitHeads(const Matrix<S>& sideBySide, Index heads) {
  const Index columns = sideBySide.cols() / heads;
  Heads<S> result;
  for (Index h = 0; h < heads; ++h) result.push_back(sideBySide.middleCols(h * columns, columns));
  return result;
}

Matrix<double> mergeHeads(const Heads<double>& heads) {
  const Index rows = heads.front().rows(), columns = heads.front().cols();
  Matrix<double> merged(rows, Index(heads.size()) * columns);
  for (std::size_t h = 0; h < heads.size(); ++h)
    merged.middleCols(Index(h) * columns, columns) = heads[h];
  return merged;
}

template Heads<float> splitHeads(const Matrix<float>&, Index);
template Heads<double> splitHeads(const Matrix<double>&, Index);

}  // namespace attention
