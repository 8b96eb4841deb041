#include "validate.h"

#include "tiled.h"

namespace attention {
namespace {

using namespace judge;

Check goodSize(const char* field, Index heads, Index rows, Index columns) {
  return judge::size(field, double(heads) * double(rows), double(columns));
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
                                     Index keys) {
  if (options.scale)
    if (auto error = finite("scale", *options.scale)) return error;
  if (options.window)
    if (auto error = atLeast("window", double(*options.window), 1)) return error;
  if (auto error = atLeast("sinks", double(options.sinks), 0)) return error;
  if (options.sinks > 0 && !options.window) return Error{ErrorCode::needs, "sinks", "window"};
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
    if (auto error = equal(ErrorCode::headsMismatch, "bias", biases, "q", heads)) return error;
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

template <class S>
std::optional<Error> validate(const Problem<S>& p) {
  // Heads that differ in shape are told before anything that speaks of the shape of all.
  if (auto error = sameHeads("q", p.q_hqd)) return error;
  if (auto error = sameHeads("k", p.k_hkd)) return error;
  if (auto error = sameHeads("v", p.v_hkc)) return error;
  const Shape q = shapeOf(p.q_hqd), k = shapeOf(p.k_hkd), v = shapeOf(p.v_hkc);
  if (auto error = validateShapes(q, k, v)) return error;
  if (auto error = validateOptions(p.options, q.heads, q.rows, k.rows)) return error;
  if (auto error = goodSize("scores", q.heads, q.rows, k.rows)) return error;
  return goodSize("output", q.heads, q.rows, v.columns);
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
  if (auto error = goodSize("scores", 1, tokens, tokens)) return error;
  return goodSize("output", 1, tokens, p.wv.cols());
}

template std::optional<Error> validateOptions(const Options<float>&, Index, Index, Index);
template std::optional<Error> validateOptions(const Options<double>&, Index, Index, Index);
template std::optional<Error> validate(const Problem<float>&);
template std::optional<Error> validate(const Problem<double>&);
template std::optional<Error> validate(const SelfProblem<float>&);
template std::optional<Error> validate(const SelfProblem<double>&);

}  // namespace attention
