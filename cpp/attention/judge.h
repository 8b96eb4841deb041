#pragma once
// What the judgement of every input is made of. Each answers with what is wrong, or with nothing.

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

#include "error.h"
#include "types.h"

namespace attention::judge {

using Check = std::optional<Error>;

/// Of one matrix, or of the matrices of all heads.
struct Shape {
  Index heads, rows, columns;
};

template <class S>
Shape shapeOf(const Heads<S>& heads) {
  if (heads.empty()) return {0, 0, 0};
  return {Index(heads.size()), heads.front().rows(), heads.front().cols()};
}

inline Check notEmpty(const char* field, Index rows, Index columns) {
  if (rows > 0 && columns > 0) return {};
  return Error{ErrorCode::empty, field, "", {double(rows), double(columns)}};
}

inline Check notEmpty(const char* field, const Shape& shape) {
  return shape.heads == 0 ? notEmpty(field, 0, 0) : notEmpty(field, shape.rows, shape.columns);
}

/// Every head of the same shape.
template <class S>
Check sameHeads(const char* field, const Heads<S>& heads) {
  if (heads.empty()) return {};
  const Index rows = heads.front().rows(), columns = heads.front().cols();
  for (std::size_t h = 1; h < heads.size(); ++h)
    if (heads[h].rows() != rows || heads[h].cols() != columns)
      return Error{ErrorCode::headShape,
                   field,
                   "",
                   {double(h + 1), double(heads[h].rows()), double(heads[h].cols()), double(rows),
                    double(columns)}};
  return {};
}

/// A code whose values are two numbers that should be the same.
inline Check equal(ErrorCode code, const char* field, Index got, const char* other, Index want) {
  if (got == want) return {};
  return Error{code, field, other, {double(got), double(want)}};
}

template <class M>
Check shape(ErrorCode code, const char* field, const M& m, Index rows, Index columns) {
  if (m.rows() == rows && m.cols() == columns) return {};
  return Error{
      code, field, "", {double(m.rows()), double(m.cols()), double(rows), double(columns)}};
}

template <class M>
Check shape(const char* field, const M& m, Index rows, Index columns) {
  return shape(ErrorCode::shape, field, m, rows, columns);
}

/// A vector, or what else has a size.
template <class V>
Check entries(const char* field, const V& list, Index want) {
  return equal(ErrorCode::entries, field, Index(list.size()), "", want);
}

inline Check atLeast(const char* field, double got, double least) {
  if (got >= least) return {};
  return Error{ErrorCode::range, field, "", {got, least}};
}

inline Check atMost(const char* field, double got, double most) {
  if (got <= most) return {};
  return Error{ErrorCode::atMost, field, "", {got, most}};
}

inline Check finite(const char* field, double number) {
  if (std::isfinite(number)) return {};
  return Error{ErrorCode::notFinite, field};
}

/// Finite, and more than 0.
inline Check positive(const char* field, double number) {
  if (auto error = finite(field, number)) return error;
  if (number > 0) return {};
  return Error{ErrorCode::positive, field, "", {number}};
}

inline Check divisible(const char* field, Index got, const char* other, Index by) {
  if (by > 0 && got % by == 0) return {};
  return Error{ErrorCode::notDivisible, field, other, {double(got), double(by)}};
}

/// The most numbers one matrix of a result may hold (all heads together): 2^24 float64 are 128 MiB,
/// and a trace keeps five of that shape.
inline constexpr std::int64_t maxNumbers = std::int64_t{1} << 24;

/// rows and columns as a caller gave them, which may be more than an Index holds.
inline Check size(const char* field, double rows, double columns) {
  const double numbers = rows * columns;
  if (numbers <= double(maxNumbers)) return {};
  return Error{ErrorCode::tooLarge, field, "", {numbers, double(maxNumbers)}};
}

/// The most heads of a problem, all of whose results are kept: each costs much beside its numbers.
inline constexpr std::int64_t maxHeads = std::int64_t{1} << 12;

inline Check headCount(const char* field, double heads) {
  if (heads <= double(maxHeads)) return {};
  return Error{ErrorCode::tooLarge, field, "heads", {heads, double(maxHeads)}};
}

/// The most heads of all layers of a stack together: a layer may be as small as it likes, and its
/// heads cost the same.
inline constexpr std::int64_t maxStackHeads = std::int64_t{1} << 16;

inline Check stackHeadCount(const char* field, double heads) {
  if (heads <= double(maxStackHeads)) return {};
  return Error{ErrorCode::tooLarge, field, "heads", {heads, double(maxStackHeads)}};
}

/// The most entries of a list each of which is a problem of its own: layers, widths.
inline constexpr std::int64_t maxEntries = std::int64_t{1} << 10;

inline Check entryCount(const char* field, double count) {
  if (count <= double(maxEntries)) return {};
  return Error{ErrorCode::tooLarge, field, "entries", {count, double(maxEntries)}};
}

/// The most multiply-adds of one call. WebAssembly on one core of a server of 2024 makes 1.2 of them
/// in a nanosecond where they are matrix products, and 0.15 to 0.3 elsewhere: 5 to 40 seconds, and a
/// slow telephone takes minutes. Attention of 4096 tokens with heads 128 wide is 4.8e9.
inline constexpr double maxWork = 6e9;

// What else there is, in multiply-adds of about the same time, measured likewise.
inline constexpr double functionWork = 8;  ///< an exponential, a hyperbolic tangent
inline constexpr double powerWork = 48;    ///< a number to the power of another
inline constexpr double pairWork = 32;  ///< all that a pair of query and key needs but its products
inline constexpr double matrixWork = 1024;  ///< a step with matrices of its own, however small
inline constexpr double randomWork = 64;    ///< a random number and its product

/// The most multiply-adds of one call of the tiled path, of the pairs that it looks at. One core with
/// SIMD makes 20 to 26 of them in a nanosecond: three quarters of a minute; a scalar build takes four
/// to five times as long. Several threads may do no more than one. 8 heads of 32 768 tokens, 64 wide,
/// are 1.24e12; a head of a million tokens with a causal window of 256 is 4e10.
inline constexpr double maxTiledWork = 1.25e12;

// What else the tiled path does, in its multiply-adds, measured likewise.
inline constexpr double tiledPairWork = 16;      ///< all that a pair needs but its products
inline constexpr double tiledLookWork = 64;      ///< to find that a block of pairs is empty
inline constexpr double tiledBlockWork = 256;    ///< a block of queries that comes to one of keys
inline constexpr double tiledGlobalWork = 1024;  ///< a query that comes to a key that all see

/// field: the result that takes the work, or what it is to be asked less of.
inline Check work(const char* field, double multiplyAdds, double most = maxWork) {
  if (multiplyAdds <= most) return {};
  return Error{ErrorCode::tooLarge, field, "multiplyAdds", {multiplyAdds, most}};
}

/// What is wrong with an entry of a list, told with its place.
inline Check atEntry(std::size_t index, Check error) {
  if (error) error->values.push_back(double(index + 1));
  return error;
}

/// What is wrong with a part of a larger problem, told from there: "wq" of the part "attention" is
/// "attention.wq". x and context are those of the whole, wherever they are used, and a width is that
/// of no field.
inline Check within(const std::string& part, Check error) {
  if (!error) return {};
  for (std::string* name : {&error->field, &error->other})
    if (!name->empty() && *name != "x" && *name != "context" && *name != "width")
      *name = part + "." + *name;
  return error;
}

/// The first of several judgements that finds something. Each is a function, so that none is made
/// before those that it relies on.
template <class... Judgement>
Check first(Judgement... judgements) {
  Check found;
  static_cast<void>(((found = judgements()) || ...));
  return found;
}

}  // namespace attention::judge
