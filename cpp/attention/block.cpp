#include "block.h"

#include <utility>

#include "multiply.h"

namespace attention {
namespace {

using Context = std::optional<Matrix<double>>;

MultiHeadTrace compute(MultiHeadProblem<double> part, const Matrix<double>& x,
                       const Context& context) {
  part.x = x;
  part.context = context;
  return std::get<MultiHeadTrace>(multiHead(part));
}

StateSpacePartTrace compute(const StateSpacePart& part, const Matrix<double>& x) {
  StateSpacePartTrace trace;
  trace.input = part.wIn ? multiply(x, *part.wIn) : x;
  StateSpaceProblem layer = part.layer;
  layer.x = trace.input;
  trace.layer = std::get<StateSpaceTrace>(stateSpace(layer));
  trace.output = part.wOut ? multiply(trace.layer.output, *part.wOut) : trace.layer.output;
  return trace;
}

FeedForwardTrace compute(FeedForwardProblem part, const Matrix<double>& x) {
  part.x = x;
  return std::get<FeedForwardTrace>(feedForward(part));
}

/// What goes from part to part of one block.
class Stream {
 public:
  Stream(const BlockWeights& weights, const Matrix<double>& x) : weights_(weights), x_(x) {}

  /// Past the part and through it, with the next of the norms.
  template <class Part>
  auto through(Part part) {
    PartTrace<decltype(part(x_))> trace;
    const NormWeights& norm = weights_.norms[next_++];
    if (weights_.place == NormPlace::pre) {
      trace.norm = normalized(x_, norm);
      trace.part = part(trace.norm.output);
      trace.residual = x_ + trace.part.output;
      x_ = trace.residual;
    } else {
      trace.part = part(x_);
      trace.residual = x_ + trace.part.output;
      trace.norm = normalized(trace.residual, norm);
      x_ = trace.norm.output;
    }
    return trace;
  }

  const Matrix<double>& x() const { return x_; }

 private:
  NormTrace normalized(const Matrix<double>& x, const NormWeights& norm) const {
    return std::get<NormTrace>(
        normalize({x, norm.gain, norm.bias, weights_.epsilon, weights_.normalization}));
  }

  const BlockWeights& weights_;
  Matrix<double> x_;
  std::size_t next_ = 0;
};

/// Of a valid block.
BlockTrace run(const BlockWeights& w, const Matrix<double>& x, const Context& context) {
  Stream stream(w, x);
  BlockTrace trace;
  using M = Matrix<double>;
  if (w.attention)
    trace.attention = stream.through([&](const M& in) { return compute(*w.attention, in, {}); });
  if (w.stateSpace)
    trace.stateSpace = stream.through([&](const M& in) { return compute(*w.stateSpace, in); });
  if (w.cross)
    trace.cross = stream.through([&](const M& in) { return compute(*w.cross, in, context); });
  if (w.feedForward)
    trace.feedForward = stream.through([&](const M& in) { return compute(*w.feedForward, in); });
  trace.output = stream.x();
  return trace;
}

}  // namespace

Result<BlockTrace> block(const BlockProblem& p) {
  if (auto error = validate(p)) return *error;
  return run(p.weights, p.x, p.context);
}

Result<StackTrace> stack(const StackProblem& p) {
  if (auto error = validate(p)) return *error;
  StackTrace trace;
  trace.output = p.x;
  for (const BlockWeights& layer : p.layers) {
    trace.layers.push_back(run(layer, trace.output, p.context));
    trace.output = trace.layers.back().output;
  }
  if (p.finalNorm) {
    NormProblem norm = *p.finalNorm;
    norm.x = std::move(trace.output);
    trace.finalNorm = std::get<NormTrace>(normalize(norm));
    trace.output = trace.finalNorm->output;
  }
  return trace;
}

}  // namespace attention
