#include "reach.h"

#include "mask.h"
#include "validate.h"

namespace attention {
namespace {

/// A square matrix of truth values, 64 in a word.
class Bits {
 public:
  explicit Bits(Index size)
      : size_(size), words_((size + 63) / 64), bits_(std::size_t(size * words_)) {}

  bool at(Index row, Index column) const { return word(row, column) >> (column % 64) & 1; }
  void set(Index row, Index column) {
    bits_[std::size_t(row * words_ + column / 64)] |= std::uint64_t{1} << (column % 64);
  }
  /// Adds a row of `from` to one of this.
  void add(Index row, const Bits& from, Index fromRow) {
    const auto to = std::size_t(row * words_), first = std::size_t(fromRow * words_);
    for (std::size_t i = 0; i < std::size_t(words_); ++i) bits_[to + i] |= from.bits_[first + i];
  }

  Index size() const { return size_; }

  Matrix<bool> matrix() const {
    Matrix<bool> result(size_, size_);
    for (Index row = 0; row < size_; ++row)
      for (Index column = 0; column < size_; ++column) result(row, column) = at(row, column);
    return result;
  }

 private:
  std::uint64_t word(Index row, Index column) const {
    return bits_[std::size_t(row * words_ + column / 64)];
  }

  Index size_, words_;
  std::vector<std::uint64_t> bits_;
};

/// What each token sees in one layer.
Bits seen(const Options<double>& options, Index tokens) {
  const Mask<double> mask(options, tokens, tokens);
  Bits result(tokens);
  for (Index q = 0; q < tokens; ++q)
    for (Index k = 0; k < tokens; ++k)
      if (mask.visible(0, q, k)) result.set(q, k);
  return result;
}

Bits through(const Bits& seen, const Bits& before) {
  Bits after = before;
  for (Index q = 0; q < after.size(); ++q)
    for (Index k = 0; k < after.size(); ++k)
      if (seen.at(q, k)) after.add(q, before, k);
  return after;
}

Bits throughLinear(const Bits& before) {
  Bits after = before;
  for (Index q = 1; q < after.size(); ++q) after.add(q, after, q - 1);
  return after;
}

/// What an option needs beside it may be each layer's own: with a window of all tokens, that is not
/// asked for.
judge::Check goodCommon(Options<double> common, Index tokens) {
  if (!common.window && !common.blocks) common.window = tokens;
  return validateOptions(common, 1, tokens, tokens);
}

/// Is the field, or the option that it is a part of, one that all layers were given?
bool isShared(const ReachLayer& layer, const std::string& field) {
  const std::string option = field.substr(0, field.find('.'));
  return std::find(layer.shared.begin(), layer.shared.end(), option) != layer.shared.end();
}

}  // namespace

std::optional<Error> validate(const VisibleProblem& p) {
  using namespace judge;
  const auto queries = double(p.queries), keys = double(p.keys);
  if (auto error = atLeast("queries", queries, 1)) return error;
  if (auto error = atLeast("keys", keys, 1)) return error;
  if (auto error = judge::size("visible", queries, keys)) return error;
  if (auto error = atMost("queries", queries, double(maxVisibleQueries))) return error;
  return validateOptions(p.options, 1, Index(p.queries), Index(p.keys));
}

Result<VisibleTrace> visible(const VisibleProblem& p) {
  if (auto error = validate(p)) return *error;
  const Mask<double> mask(p.options, Index(p.queries), Index(p.keys));
  VisibleTrace trace{Matrix<bool>(p.queries, p.keys), 0};
  for (Index q = 0; q < trace.visible_qk.rows(); ++q)
    for (Index k = 0; k < trace.visible_qk.cols(); ++k) {
      trace.visible_qk(q, k) = mask.visible(0, q, k);
      trace.pairs += trace.visible_qk(q, k);
    }
  return trace;
}

std::optional<Error> validateReach(std::int64_t tokens, std::size_t layers, std::int64_t times) {
  using namespace judge;
  if (auto error = atLeast("tokens", double(tokens), 1)) return error;
  if (layers == 0) return Error{ErrorCode::empty, "layers", "", {0}};
  if (auto error = atLeast("layers", double(times), 1)) return error;
  if (auto error = entryCount("layers", double(layers) * double(times))) return error;
  return judge::size("reach", double(layers) * double(times) * double(tokens), double(tokens));
}

std::optional<Error> validate(const ReachProblem& p) {
  if (auto error = validateReach(p.tokens, p.layers.size(), p.times)) return error;
  if (auto error = goodCommon(p.common, Index(p.tokens))) return error;
  for (const ReachLayer& layer : p.layers) {
    if (layer.linear) continue;
    if (auto error = validateOptions(layer.options, 1, Index(p.tokens), Index(p.tokens))) {
      if (!isShared(layer, error->field)) error->field = layer.field + error->field;
      return error;
    }
  }
  return {};
}

Result<ReachTrace> reach(const ReachProblem& p) {
  if (auto error = validate(p)) return *error;
  const auto tokens = Index(p.tokens);
  std::vector<Bits> masks;
  for (const ReachLayer& layer : p.layers)
    masks.push_back(layer.linear ? Bits(0) : seen(layer.options, tokens));
  Bits reached(tokens);
  for (Index token = 0; token < tokens; ++token) reached.set(token, token);
  ReachTrace trace;
  for (std::int64_t time = 0; time < p.times; ++time)
    for (std::size_t l = 0; l < p.layers.size(); ++l) {
      reached = p.layers[l].linear ? throughLinear(reached) : through(masks[l], reached);
      trace.reached_lqk.push_back(reached.matrix());
    }
  return trace;
}

}  // namespace attention
