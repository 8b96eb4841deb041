// Judges problems of many heads.

#include <cmath>
#include <utility>

#include "heads.h"
#include "validate.h"

namespace attention {
namespace {

using namespace judge;

/// Of one matrix.
template <class S>
Shape shapeOf(const Matrix<S>& m) {
  return {1, m.rows(), m.cols()};
}

template <class S>
std::optional<Shape> shapeOf(const std::optional<Matrix<S>>& m) {
  if (!m) return {};
  return shapeOf(*m);
}

template <class S>
MultiHeadShapes shapesOf(const MultiHeadProblem<S>& p) {
  return {shapeOf(p.x),         shapeOf(p.context),   judge::shapeOf(p.wq),
          judge::shapeOf(p.wk), judge::shapeOf(p.wv), shapeOf(p.wo)};
}

const Shape& sourceOf(const MultiHeadShapes& s) { return s.context ? *s.context : s.x; }

/// Numbers as a double: the product of two sizes may be more than an Index holds.
double numbers(Index a, Index b) { return double(a) * double(b); }

Check goodOutput(const MultiHeadShapes& s) {
  if (!s.wo) return {};
  if (auto error = notEmpty("wo", *s.wo)) return error;
  const double merged = numbers(s.wq.heads, s.wv.columns);
  if (double(s.wo->rows) == merged) return {};
  return Error{ErrorCode::innerMismatch, "wo", "merged", {double(s.wo->rows), merged}};
}

/// Whoever gives all heads side by side knows the widths of all, and the heads that divide them.
Check sameWidth(const MultiHeadShapes& s) {
  auto error = equal(ErrorCode::widthMismatch, "wk", s.wk.columns, "wq", s.wq.columns);
  if (error) error->values.insert(error->values.end(), {double(s.wk.heads), double(s.wq.heads)});
  return error;
}

Check goodShapes(const MultiHeadShapes& s) {
  const char* source = s.context ? "context" : "x";
  const Index width = sourceOf(s).columns;
  const auto inner = [](const char* field, const Shape& w, const char* other, Index columns) {
    if (auto error = notEmpty(field, w)) return error;
    return equal(ErrorCode::innerMismatch, field, w.rows, other, columns);
  };
  return first([&] { return notEmpty("x", s.x); },
               [&] { return s.context ? notEmpty("context", *s.context) : Check{}; },
               [&] { return inner("wq", s.wq, "x", s.x.columns); },
               [&] { return inner("wk", s.wk, source, width); },
               [&] { return inner("wv", s.wv, source, width); },
               [&] { return divisible("heads", s.wq.heads, "kvHeads", s.wk.heads); },
               [&] { return sameWidth(s); },
               [&] { return equal(ErrorCode::headsMismatch, "wv", s.wv.heads, "wk", s.wk.heads); },
               [&] { return goodOutput(s); });
}

/// Of every matrix of the result.
Check goodSizes(const MultiHeadShapes& s) {
  const double tokens = double(s.x.rows), keys = double(sourceOf(s).rows);
  const double heads = double(s.wq.heads), kvHeads = double(s.wk.heads);
  const double d = double(s.wq.columns), c = double(s.wv.columns);
  return first(
      [&] { return judge::size("q", tokens * heads, d); },
      [&] { return judge::size("k", keys * kvHeads, d); },
      [&] { return judge::size("v", keys * kvHeads, c); },
      [&] { return judge::size("scores", tokens * heads, keys); },
      [&] { return judge::size("merged", tokens, heads * c); },
      [&] { return s.wo ? judge::size("output", tokens, double(s.wo->columns)) : Check{}; });
}

/// The one list of what speaks of positions in a single sequence, by the names of the API.
template <class S>
Check noPositions(const MultiHeadProblem<S>& p) {
  const Options<S>& o = p.options;
  const std::pair<const char*, bool> positional[] = {{"causal", o.causal != Causal::none},
                                                     {"window", o.window.has_value()},
                                                     {"sinks", o.sinks > 0},
                                                     {"dilation", o.dilation > 1},
                                                     {"globals", !o.globals.empty()},
                                                     {"blocks", o.blocks.has_value()},
                                                     {"alibi", o.alibi.has_value()},
                                                     {"rotary", p.rotary.has_value()}};
  for (const auto& [name, given] : positional)
    if (given) return Error{ErrorCode::excludes, name, "context"};
  return {};
}

template <class S>
Check goodBiases(const MultiHeadProblem<S>& p, const MultiHeadShapes& s) {
  const auto good = [](const char* field, const std::optional<std::vector<S>>& bias, Index want) {
    return bias ? entries(field, *bias, want) : Check{};
  };
  const Index merged = s.wq.heads * s.wv.columns;
  return first([&] { return good("bq", p.bq, s.wq.heads * s.wq.columns); },
               [&] { return good("bk", p.bk, s.wk.heads * s.wk.columns); },
               [&] { return good("bv", p.bv, s.wv.heads * s.wv.columns); },
               [&] { return good("bo", p.bo, s.wo ? s.wo->columns : merged); });
}

template <class S>
Check goodRotary(const MultiHeadProblem<S>& p) {
  if (p.positions && !p.rotary) return Error{ErrorCode::needs, "positions", "rotary"};
  if (!p.rotary) return {};
  if (auto error = validatePart(*p.rotary, p.wq.front().cols())) return error;
  return p.positions ? validatePositions(*p.positions, p.x.rows()) : Check{};
}

/// Beside the shapes and the sizes.
template <class S>
Check goodRest(const MultiHeadProblem<S>& p, const MultiHeadShapes& s) {
  return first(
      [&] { return p.context ? noPositions(p) : Check{}; }, [&] { return goodBiases(p, s); },
      [&] { return goodRotary(p); },
      [&] { return p.active ? entries("active", *p.active, s.wq.heads) : Check{}; },
      [&] { return validateOptions(p.options, s.wq.heads, s.x.rows, sourceOf(s).rows, "wq"); });
}

template <class S>
Check sameShapes(const MultiHeadProblem<S>& p) {
  return first([&] { return sameHeads("wq", p.wq); }, [&] { return sameHeads("wk", p.wk); },
               [&] { return sameHeads("wv", p.wv); });
}

double tableBytes(const Options<float>& o) {
  double bytes = o.attend ? double(o.attend->size()) : 0;
  if (o.keyPadding) bytes += double(o.keyPadding->size());
  for (const auto& bias : o.bias) bytes += double(bias.size()) * sizeof(float);
  return bytes;
}

}  // namespace

std::optional<Error> validate(const MultiHeadProblem<double>& p) {
  const MultiHeadShapes s = shapesOf(p);
  return first([&] { return sameShapes(p); }, [&] { return goodShapes(s); },
               [&] { return headCount("wq", double(s.wq.heads)); }, [&] { return goodSizes(s); },
               [&] { return goodRest(p, s); }, [&] { return judge::work("output", workOf(s)); });
}

double projectionWork(const MultiHeadShapes& s) {
  const Shape& source = sourceOf(s);
  const double merged = numbers(s.wq.heads, s.wv.columns);
  const double projections =
      numbers(s.x.rows, s.x.columns) * numbers(s.wq.heads, s.wq.columns) +
      numbers(source.rows, source.columns) *
          (numbers(s.wk.heads, s.wk.columns) + numbers(s.wv.heads, s.wv.columns));
  const double mixing = s.wo ? double(s.x.rows) * merged * double(s.wo->columns) : 0;
  return projections + mixing;
}

double workOf(const MultiHeadShapes& s) {
  const Shape& source = sourceOf(s);
  return projectionWork(s) + attentionWork({s.wq.heads, s.x.rows, s.wq.columns},
                                           {s.wk.heads, source.rows, s.wk.columns},
                                           {s.wv.heads, source.rows, s.wv.columns});
}

double workOf(const MultiHeadProblem<double>& p) { return workOf(shapesOf(p)); }

std::optional<Error> validate(const MultiHeadProblem<float>& p) {
  const MultiHeadShapes s = shapesOf(p);
  return first(
      [&] { return sameShapes(p); }, [&] { return validateTiled(s, tableBytes(p.options)); },
      [&] { return goodRest(p, s); },
      [&] {
        return validateWalk("output", p.options,
                            [&](const Options<float>& masks) { return tiledWork(s, masks); });
      });
}

std::optional<Error> validateTiled(const MultiHeadShapes& s, double tableBytes) {
  if (auto error = goodShapes(s)) return error;
  const double bytes = tableBytes + tiledBytes(s);
  if (bytes <= double(maxTiledBytes)) return {};
  return Error{ErrorCode::memoryLimit, "", "", {bytes, double(maxTiledBytes)}};
}

std::optional<Error> validateHeadCounts(double heads, double kvHeads) {
  for (const auto& [field, count] : {std::pair{"heads", heads}, {"kvHeads", kvHeads}}) {
    if (auto error = atLeast(field, count, 1)) return error;
    if (auto error = atMost(field, count, double(maxHeads))) return error;
  }
  return divisible("heads", Index(heads), "kvHeads", Index(kvHeads));
}

Result<Shape> shapePerHead(const char* field, const Shape& given, bool sideBySide, double heads,
                           const char* counted) {
  if (auto error = atLeast(counted, heads, 1)) return *error;
  if (auto error = atMost(counted, heads, double(maxHeads))) return *error;
  if (auto error = notEmpty(field, given)) return *error;
  if (!sideBySide) {
    if (double(given.heads) == heads) return given;
    return Error{ErrorCode::headsMismatch, field, counted, {double(given.heads), heads}};
  }
  const double columns = double(given.columns) / heads;
  if (columns == std::floor(columns)) return Shape{Index(heads), given.rows, Index(columns)};
  return Error{ErrorCode::columns, field, counted, {double(given.columns), heads}};
}

}  // namespace attention
