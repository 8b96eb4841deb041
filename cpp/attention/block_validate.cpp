// Judges blocks and stacks.

#include <algorithm>
#include <string>

#include "block.h"
#include "judge.h"

namespace attention {
namespace {

using namespace judge;
using Context = std::optional<Matrix<double>>;

Shape shapeOf(const Matrix<double>& m) { return {1, m.rows(), m.cols()}; }

/// Attention of x, or of x on the context. What it gives is added to x.
Check goodAttention(MultiHeadProblem<double> part, const Matrix<double>& x,
                    const Context& context) {
  part.x = x;
  part.context = context;
  if (auto error = validate(part)) return error;
  if (part.wo) return shape("wo", *part.wo, part.wo->rows(), x.cols());
  const Index merged = Index(part.wq.size()) * part.wv.front().cols();
  if (merged == x.cols()) return {};
  const double tokens = double(x.rows());
  return Error{ErrorCode::shape, "merged", "", {tokens, double(merged), tokens, double(x.cols())}};
}

Check goodStateSpace(const StateSpacePart& part, const Shape& x) {
  const Index channels = part.wIn ? part.wIn->cols() : x.columns;
  return first([&] { return part.wIn ? notEmpty("wIn", part.wIn->rows(), channels) : Check{}; },
               [&] {
                 if (!part.wIn) return Check{};
                 return equal(ErrorCode::innerMismatch, "wIn", part.wIn->rows(), "x", x.columns);
               },
               [&] {
                 return validate(part.layer, {1, x.rows, channels});
               },
               [&] { return part.wOut ? shape("wOut", *part.wOut, channels, x.columns) : Check{}; },
               [&] {
                 if (part.wOut || channels == x.columns) return Check{};
                 return Check{Error{ErrorCode::needs, "wIn", "wOut"}};
               });
}

Check goodFeedForward(const FeedForwardProblem& part, const Shape& x) {
  if (auto error = validate(part, x)) return error;
  return shape("w2", part.w2, part.w2.rows(), x.columns);
}

/// norm1, norm2 or norm3.
Check goodNorm(const NormWeights& norm, Normalization normalization, Index width) {
  return first([&] { return norm.gain ? entries("gain", *norm.gain, width) : Check{}; },
               [&] { return norm.bias ? entries("bias", *norm.bias, width) : Check{}; },
               [&] {
                 if (!norm.bias || normalization == Normalization::layer) return Check{};
                 return Check{Error{ErrorCode::excludes, "bias"}};
               });
}

/// The part that is missing where there are more norms than parts.
const char* missing(const BlockWeights& w) {
  if (!w.attention && !w.stateSpace) return "attention";
  return w.cross ? "feedForward" : "cross";
}

Check goodNorms(const BlockWeights& w, Index width) {
  if (auto error = finite("epsilon", w.epsilon)) return error;
  if (auto error = atLeast("epsilon", w.epsilon, 0)) return error;
  const std::size_t parts = std::size_t(w.attention || w.stateSpace) + std::size_t(bool(w.cross)) +
                            std::size_t(bool(w.feedForward));
  for (std::size_t i = 0; i < w.norms.size(); ++i) {
    const std::string name = "norm" + std::to_string(i + 1);
    const NormWeights& norm = w.norms[i];
    if (i >= parts && (norm.gain || norm.bias)) return Error{ErrorCode::needs, name, missing(w)};
    auto error = within(name, goodNorm(norm, w.normalization, width));
    // What it is at odds with is the block's, not the norm's.
    if (error && error->code == ErrorCode::excludes) error->other = "normalization: \"rms\"";
    if (error) return error;
  }
  return {};
}

/// For an x that is good itself.
Check goodBlock(const BlockWeights& w, const Matrix<double>& x, const Context& context) {
  return first(
      [&] {
        if (!w.attention || !w.stateSpace) return Check{};
        return Check{Error{ErrorCode::excludes, "stateSpace", "attention"}};
      },
      [&] {
        if (!w.cross || context) return Check{};
        return Check{Error{ErrorCode::needs, "cross", "context"}};
      },
      [&] { return goodNorms(w, x.cols()); },
      [&] {
        return w.attention ? within("attention", goodAttention(*w.attention, x, {})) : Check{};
      },
      [&] {
        return w.stateSpace ? within("stateSpace", goodStateSpace(*w.stateSpace, shapeOf(x)))
                            : Check{};
      },
      [&] { return w.cross ? within("cross", goodAttention(*w.cross, x, context)) : Check{}; },
      [&] {
        return w.feedForward ? within("feedForward", goodFeedForward(*w.feedForward, shapeOf(x)))
                             : Check{};
      });
}

Check goodInput(const Matrix<double>& x) {
  if (auto error = notEmpty("x", x.rows(), x.cols())) return error;
  return judge::size("output", double(x.rows()), double(x.cols()));
}

/// Numbers in the largest matrix of each part of a valid block.
double numbersOf(const BlockWeights& w, const Matrix<double>& x, const Context& context) {
  const double tokens = double(x.rows()), stream = double(x.size());
  const auto attention = [&](const MultiHeadProblem<double>& part, Index keys) {
    const Index widest = std::max({keys, part.wq.front().cols(), part.wv.front().cols()});
    return std::max(stream, tokens * double(part.wq.size()) * double(widest));
  };
  double numbers = 0;
  if (w.attention) numbers += attention(*w.attention, x.rows());
  if (w.cross) numbers += attention(*w.cross, context->rows());
  if (w.stateSpace) numbers += std::max(stream, tokens * double(w.stateSpace->layer.a.size()));
  if (w.feedForward) numbers += std::max(stream, tokens * double(w.feedForward->w1.cols()));
  return numbers;
}

/// The multiply-adds of a valid block: judge::work.
double workOf(const BlockWeights& w, const Matrix<double>& x, const Context& context) {
  const auto attention = [&](MultiHeadProblem<double> part, const Context& keys) {
    part.x = x;
    part.context = keys;
    return attention::workOf(part);
  };
  double work = 0;
  if (w.attention) work += attention(*w.attention, {});
  if (w.cross) work += attention(*w.cross, context);
  if (w.stateSpace) {
    const auto& [layer, wIn, wOut] = *w.stateSpace;
    work += attention::workOf(layer, {1, x.rows(), layer.a.rows()});
    for (const auto* matrix : {&wIn, &wOut})
      if (*matrix) work += double(x.rows()) * double((*matrix)->size());
  }
  if (w.feedForward) work += attention::workOf(*w.feedForward, shapeOf(x));
  return work;
}

double headsOf(const StackProblem& p) {
  double heads = 0;
  for (const BlockWeights& layer : p.layers)
    for (const auto* part : {&layer.attention, &layer.cross})
      if (*part) heads += double((*part)->wq.size());
  return heads;
}

}  // namespace

std::optional<Error> validate(const BlockProblem& p) {
  if (auto error = goodInput(p.x)) return error;
  if (p.context && !p.weights.cross) return Error{ErrorCode::needs, "context", "cross"};
  if (auto error = goodBlock(p.weights, p.x, p.context)) return error;
  return judge::work("output", workOf(p.weights, p.x, p.context));
}

std::optional<Error> validate(const StackProblem& p) {
  if (auto error = goodInput(p.x)) return error;
  if (p.layers.empty()) return Error{ErrorCode::empty, "layers", "", {0}};
  const auto crosses = [](const BlockWeights& layer) { return bool(layer.cross); };
  if (p.context && std::none_of(p.layers.begin(), p.layers.end(), crosses))
    return Error{ErrorCode::needs, "context", "cross"};
  if (auto error = entryCount("layers", double(p.layers.size()))) return error;
  if (auto error = stackHeadCount("layers", headsOf(p))) return error;
  double numbers = 0, work = 0;
  for (std::size_t i = 0; i < p.layers.size(); ++i) {
    const auto good = goodBlock(p.layers[i], p.x, p.context);
    if (auto error = within("layers[" + std::to_string(i) + "]", good)) return error;
    numbers += numbersOf(p.layers[i], p.x, p.context);
    work += workOf(p.layers[i], p.x, p.context);
  }
  if (auto error = judge::size("layers", numbers, 1)) return error;
  if (auto error = judge::work("layers", work)) return error;
  if (!p.finalNorm) return {};
  NormProblem norm = *p.finalNorm;
  norm.x = p.x;
  return within("finalNorm", validate(norm));
}

}  // namespace attention
