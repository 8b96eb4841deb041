#include "validate.h"

#include "mask.h"

namespace attention {
namespace {

using namespace judge;

Check goodSize(const char* field, Index heads, Index rows, Index columns) {
  return judge::size(field, double(heads) * double(rows), double(columns));
}

/// Positions of keys, each more than the one before.
Check goodGlobals(const std::vector<std::int64_t>& globals, Index keys) {
  for (std::size_t i = 0; i < globals.size(); ++i) {
    const auto at = double(globals[i]);
    if (auto error = atEntry(i, atLeast("globals", at, 0))) return error;
    if (auto error = atEntry(i, atMost("globals", at, double(keys - 1)))) return error;
    if (i > 0 && globals[i] <= globals[i - 1])
      return Error{ErrorCode::order, "globals", "", {double(i + 1), at, double(globals[i - 1])}};
  }
  return {};
}

Check goodBlocks(const BlockPattern& blocks, std::int64_t positions, Index keys) {
  if (auto error = atLeast("blocks.size", double(blocks.size), 1)) return error;
  const auto count = [&](std::int64_t n) {
    return Index(n / blocks.size + (n % blocks.size != 0 ? 1 : 0));
  };
  return judge::shape("blocks.visible", blocks.visible, count(positions), count(keys));
}

/// What goes by position.
template <class S>
Check goodPattern(const Options<S>& options, Index queries, Index keys) {
  if (options.window)
    if (auto error = atLeast("window", double(*options.window), 1)) return error;
  if (auto error = atLeast("dilation", double(options.dilation), 1)) return error;
  if (auto error = atLeast("sinks", double(options.sinks), 0)) return error;
  if (auto error = goodGlobals(options.globals, keys)) return error;
  if (options.blocks)
    if (auto error =
            goodBlocks(*options.blocks, firstPosition(options, queries, keys) + queries, keys))
      return error;
  // Steps without a window, and exceptions to what is not there.
  const bool limited = options.window || options.blocks;
  if (options.dilation > 1 && !options.window) return Error{ErrorCode::needs, "dilation", "window"};
  if (options.sinks > 0 && !limited) return Error{ErrorCode::needs, "sinks", "window"};
  if (!options.globals.empty() && !limited) return Error{ErrorCode::needs, "globals", "window"};
  return {};
}

template <class S>
Check goodAlibi(const std::vector<S>& slopes, Index heads) {
  if (auto error = entries("alibi", slopes, heads)) return error;
  for (std::size_t h = 0; h < slopes.size(); ++h)
    if (auto error = atEntry(h, finite("alibi", slopes[h]))) return error;
  return {};
}

}  // namespace

std::optional<Error> validateShapes(const Shape& q, const Shape& k, const Shape& v) {
  if (auto error = notEmpty("q", q)) return error;
  if (auto error = notEmpty("k", k)) return error;
  if (auto error = notEmpty("v", v)) return error;
  if (auto error = equal(ErrorCode::widthMismatch, "k", k.columns, "q", q.columns)) return error;
  if (auto error = equal(ErrorCode::lengthMismatch, "v", v.rows, "k", k.rows)) return error;
  if (q.heads % k.heads != 0)
    return Error{ErrorCode::headsMismatch, "k", "q", {double(k.heads), double(q.heads)}};
  return equal(ErrorCode::headsMismatch, "v", v.heads, "k", k.heads);
}

template <class S>
std::optional<Error> validateOptions(const Options<S>& options, Index heads, Index queries,
                                     Index keys, const char* counted) {
  if (options.scale)
    if (auto error = finite("scale", *options.scale)) return error;
  if (auto error = goodPattern(options, queries, keys)) return error;
  if (options.alibi)
    if (auto error = goodAlibi(*options.alibi, heads)) return error;
  if (options.attend)
    if (auto error = judge::shape(ErrorCode::maskShape, "attend", *options.attend, queries, keys))
      return error;
  if (options.keyPadding && Index(options.keyPadding->size()) != keys)
    return Error{ErrorCode::paddingLength,
                 "keyPadding",
                 "",
                 {double(options.keyPadding->size()), double(keys)}};
  const Index biases = Index(options.bias.size());
  if (biases > 1)
    if (auto error = equal(ErrorCode::headsMismatch, "bias", biases, counted, heads)) return error;
  for (const auto& bias : options.bias)
    if (auto error = judge::shape(ErrorCode::maskShape, "bias", bias, queries, keys)) return error;
  return {};
}

std::optional<Error> validateTiled(const Shape& q, const Shape& k, const Shape& v,
                                   double inputBytes) {
  if (auto error = validateShapes(q, k, v)) return error;
  const double rows = double(q.heads) * double(q.rows);
  const double bytes =
      inputBytes + rows * double(v.columns + 1) * sizeof(float) +
      double(tiledScratchBytes({q.heads, k.heads, q.rows, k.rows, q.columns, v.columns}));
  if (bytes <= double(maxTiledBytes)) return {};
  return Error{ErrorCode::memoryLimit, "", "", {bytes, double(maxTiledBytes)}};
}

std::optional<Error> validateTiledWork(const TiledSizes& sizes, const Options<float>& options) {
  return validateWalk("output", options,
                      [&](const Options<float>& masks) { return tiledWork(sizes, masks); });
}

template <class S>
std::optional<Error> validate(const Heads<S>& q_hqd, const Heads<S>& k_hkd, const Heads<S>& v_hkc,
                              const Options<S>& options) {
  // Heads that differ in shape are told before anything that speaks of the shape of all.
  if (auto error = sameHeads("q", q_hqd)) return error;
  if (auto error = sameHeads("k", k_hkd)) return error;
  if (auto error = sameHeads("v", v_hkc)) return error;
  const Shape q = shapeOf(q_hqd), k = shapeOf(k_hkd), v = shapeOf(v_hkc);
  if (auto error = validateShapes(q, k, v)) return error;
  if (auto error = validateOptions(options, q.heads, q.rows, k.rows)) return error;
  if (auto error = headCount("q", double(q.heads))) return error;
  if (auto error = goodSize("scores", q.heads, q.rows, k.rows)) return error;
  if (auto error = goodSize("output", q.heads, q.rows, v.columns)) return error;
  return judge::work("output", attentionWork(q, k, v));
}

template <class S>
std::optional<Error> validate(const Problem<S>& p) {
  return validate(p.q_hqd, p.k_hkd, p.v_hkc, p.options);
}

template <class S>
std::optional<Error> validate(const SelfProblem<S>& p) {
  if (auto error = notEmpty("x", p.x.rows(), p.x.cols())) return error;
  const Index width = p.x.cols(), tokens = p.x.rows();
  for (const auto& [field, w] : {std::pair{"wq", &p.wq}, {"wk", &p.wk}, {"wv", &p.wv}}) {
    if (auto error = notEmpty(field, w->rows(), w->cols())) return error;
    if (auto error = equal(ErrorCode::innerMismatch, field, w->rows(), "x", width)) return error;
  }
  if (auto error = equal(ErrorCode::widthMismatch, "wk", p.wk.cols(), "wq", p.wq.cols()))
    return error;
  if (auto error = validateOptions(p.options, 1, tokens, tokens)) return error;
  if (auto error = goodSize("q", 1, tokens, p.wq.cols())) return error;
  if (auto error = goodSize("v", 1, tokens, p.wv.cols())) return error;
  if (auto error = goodSize("scores", 1, tokens, tokens)) return error;
  return judge::work("output", workOf(p));
}

double attentionWork(const Shape& q, const Shape& k, const Shape& v) {
  const double pairs = double(q.heads) * double(q.rows) * double(k.rows);
  return pairs * (double(q.columns) + double(v.columns) + pairWork);
}

template <class S>
double workOf(const SelfProblem<S>& p) {
  const Index tokens = p.x.rows();
  const double columns = double(p.wq.cols()) + double(p.wk.cols()) + double(p.wv.cols());
  return double(p.x.size()) * columns + attentionWork({1, tokens, p.wq.cols()},
                                                      {1, tokens, p.wk.cols()},
                                                      {1, tokens, p.wv.cols()});
}

template double workOf(const SelfProblem<float>&);
template double workOf(const SelfProblem<double>&);
template std::optional<Error> validateOptions(const Options<float>&, Index, Index, Index,
                                              const char*);
template std::optional<Error> validateOptions(const Options<double>&, Index, Index, Index,
                                              const char*);
template std::optional<Error> validate(const Heads<double>&, const Heads<double>&,
                                       const Heads<double>&, const Options<double>&);
template std::optional<Error> validate(const Problem<float>&);
template std::optional<Error> validate(const Problem<double>&);
template std::optional<Error> validate(const SelfProblem<float>&);
template std::optional<Error> validate(const SelfProblem<double>&);

}  // namespace attention
