#include "additive.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "multiply.h"
#include "reference.h"
#include "validate.h"

namespace attention {
namespace {

Options<double> optionsOf(const AdditiveProblem& p) {
  Options<double> options;
  options.keyPadding = p.keyPadding;
  return options;
}

const Matrix<double>& valuesOf(const AdditiveProblem& p) { return p.v ? *p.v : p.k; }

/// tanh(q_i wq + k_j wk) of one query with all keys: [keys][u]
Matrix<double> hiddenOf(const Eigen::RowVectorXd& query, const Matrix<double>& keys) {
  return (keys.rowwise() + query).unaryExpr([](double sum) { return std::tanh(sum); });
}

}  // namespace

std::optional<Error> validate(const AdditiveProblem& p) {
  using namespace judge;
  const Index queries = p.q.rows(), keys = p.k.rows(), width = p.wq.cols();
  const auto& v = valuesOf(p);
  return first(
      [&] { return notEmpty("q", queries, p.q.cols()); },
      [&] { return notEmpty("k", keys, p.k.cols()); },
      [&] { return notEmpty("v", v.rows(), v.cols()); },
      [&] { return equal(ErrorCode::lengthMismatch, "v", v.rows(), "k", keys); },
      [&] { return notEmpty("wq", p.wq.rows(), width); },
      [&] { return equal(ErrorCode::innerMismatch, "wq", p.wq.rows(), "q", p.q.cols()); },
      [&] { return shape("wk", p.wk, p.k.cols(), width); },
      [&] { return entries("w", p.w, width); },
      [&] { return validateOptions(optionsOf(p), 1, queries, keys); },
      [&] { return judge::size("scores", double(queries), double(keys)); },
      [&] { return judge::size("output", double(queries), double(v.cols())); },
      // One query's hidden layer at a time is needed, however many are kept.
      [&] { return judge::size("hidden", double(std::max(queries, keys)), double(width)); },
      [&] {
        const double pairs = double(queries) * double(keys);
        return judge::work("scores", (double(p.q.size()) + double(p.k.size())) * double(width) +
                                         pairs * double(width) * (1 + functionWork) +
                                         pairs * (double(v.cols()) + pairWork));
      });
}

Result<AdditiveTrace> additiveAttention(const AdditiveProblem& p) {
  if (auto error = validate(p)) return *error;
  const Index queries = p.q.rows(), keys = p.k.rows();
  const bool keep = !judge::size("hidden", double(queries) * double(keys), double(p.w.size()));
  const Matrix<double> projectedQ = multiply(p.q, p.wq), projectedK = multiply(p.k, p.wk);
  AdditiveTrace trace;
  trace.scores.resize(queries, keys);
  for (Index i = 0; i < queries; ++i) {
    Matrix<double> hidden = hiddenOf(projectedQ.row(i), projectedK);
    trace.scores.row(i) = asRow(p.w) * hidden.transpose();
    if (keep) trace.hidden_qku.push_back(std::move(hidden));
  }

  const auto options = optionsOf(p);
  Trace<double> rest;
  weigh(trace.scores, valuesOf(p), Mask<double>(options, queries, keys), 0, rest);
  trace.masked = std::move(rest.masked_hqk.front());
  trace.exponentials = std::move(rest.exponentials_hqk.front());
  trace.weights = std::move(rest.weights_hqk.front());
  trace.output = std::move(rest.output_hqc.front());
  return trace;
}

}  // namespace attention
