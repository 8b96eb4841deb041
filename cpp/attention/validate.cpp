#include "validate.h"

#include <cmath>

namespace attention {
namespace {

using Check = std::optional<Error>;

template <class S>
Check notEmpty(const char* field, const Matrix<S>& m) {
  if (m.rows() > 0 && m.cols() > 0) return {};
  return Error{ErrorCode::empty, field, "", {double(m.rows()), double(m.cols())}};
}

/// At least one head, every head of the same shape and not empty.
template <class S>
Check goodHeads(const char* field, const Heads<S>& heads) {
  if (heads.empty()) return Error{ErrorCode::empty, field, "", {0, 0}};
  const Index rows = heads.front().rows(), columns = heads.front().cols();
  for (std::size_t h = 1; h < heads.size(); ++h)
    if (heads[h].rows() != rows || heads[h].cols() != columns)
      return Error{ErrorCode::headShape,
                   field,
                   "",
                   {double(h + 1), double(heads[h].rows()), double(heads[h].cols()), double(rows),
                    double(columns)}};
  return notEmpty(field, heads.front());
}

Check equal(ErrorCode code, const char* field, Index got, const char* other, Index want) {
  if (got == want) return {};
  return Error{code, field, other, {double(got), double(want)}};
}

template <class M>
Check maskShape(const char* field, const M& mask, Index queries, Index keys) {
  if (mask.rows() == queries && mask.cols() == keys) return {};
  return Error{ErrorCode::maskShape,
               field,
               "",
               {double(mask.rows()), double(mask.cols()), double(queries), double(keys)}};
}

template <class S>
Check goodOptions(const Options<S>& options, Index heads, Index queries, Index keys) {
  if (options.scale && !std::isfinite(*options.scale)) return Error{ErrorCode::notFinite, "scale"};
  if (options.window && *options.window < 1)
    return Error{ErrorCode::range, "window", "", {double(*options.window), 1}};
  if (options.sinks < 0) return Error{ErrorCode::range, "sinks", "", {double(options.sinks), 0}};
  if (options.sinks > 0 && !options.window) return Error{ErrorCode::needs, "sinks", "window"};
  if (options.attend)
    if (auto error = maskShape("attend", *options.attend, queries, keys)) return error;
  if (options.keyPadding && Index(options.keyPadding->size()) != keys)
    return Error{ErrorCode::paddingLength,
                 "keyPadding",
                 "",
                 {double(options.keyPadding->size()), double(keys)}};
  const Index biases = Index(options.bias.size());
  if (biases > 1)
    if (auto error = equal(ErrorCode::headsMismatch, "bias", biases, "q", heads)) return error;
  for (const auto& bias : options.bias)
    if (auto error = maskShape("bias", bias, queries, keys)) return error;
  return {};
}

Check goodSize(const char* field, Index heads, Index rows, Index columns) {
  return validateSize(field, double(heads) * double(rows), double(columns));
}

}  // namespace

std::optional<Error> validateSize(const char* field, double rows, double columns) {
  const double numbers = rows * columns;
  if (numbers <= double(maxTraceNumbers)) return {};
  return Error{ErrorCode::tooLarge, field, "", {numbers, double(maxTraceNumbers)}};
}

template <class S>
std::optional<Error> validate(const Problem<S>& p) {
  if (auto error = goodHeads("q", p.q_hqd)) return error;
  if (auto error = goodHeads("k", p.k_hkd)) return error;
  if (auto error = goodHeads("v", p.v_hkc)) return error;

  const Index heads = Index(p.q_hqd.size()), kvHeads = Index(p.k_hkd.size());
  const auto &q = p.q_hqd.front(), &k = p.k_hkd.front(), &v = p.v_hkc.front();
  if (auto error = equal(ErrorCode::widthMismatch, "k", k.cols(), "q", q.cols())) return error;
  if (auto error = equal(ErrorCode::lengthMismatch, "v", v.rows(), "k", k.rows())) return error;
  if (heads % kvHeads != 0)
    return Error{ErrorCode::headsMismatch, "k", "q", {double(kvHeads), double(heads)}};
  if (auto error = equal(ErrorCode::headsMismatch, "v", Index(p.v_hkc.size()), "k", kvHeads))
    return error;
  if (auto error = goodOptions(p.options, heads, q.rows(), k.rows())) return error;
  if (auto error = goodSize("scores", heads, q.rows(), k.rows())) return error;
  return goodSize("output", heads, q.rows(), v.cols());
}

template <class S>
std::optional<Error> validate(const SelfProblem<S>& p) {
  if (auto error = notEmpty("x", p.x)) return error;
  const Index width = p.x.cols(), tokens = p.x.rows();
  for (const auto& [field, w] : {std::pair{"wq", &p.wq}, {"wk", &p.wk}, {"wv", &p.wv}}) {
    if (auto error = notEmpty(field, *w)) return error;
    if (auto error = equal(ErrorCode::innerMismatch, field, w->rows(), "x", width)) return error;
  }
  if (auto error = equal(ErrorCode::widthMismatch, "wk", p.wk.cols(), "wq", p.wq.cols()))
    return error;
  if (auto error = goodOptions(p.options, 1, tokens, tokens)) return error;
  if (auto error = goodSize("scores", 1, tokens, tokens)) return error;
  return goodSize("output", 1, tokens, p.wv.cols());
}

template std::optional<Error> validate(const Problem<float>&);
template std::optional<Error> validate(const Problem<double>&);
template std::optional<Error> validate(const SelfProblem<float>&);
template std::optional<Error> validate(const SelfProblem<double>&);

}  // namespace attention
