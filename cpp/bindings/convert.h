#pragma once
// JavaScript values to C++ and back, by copying: what the functions of the boundary (bindings.cpp)
// are made of. The JavaScript side (web/src/core) hands in objects whose types it has checked.

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <initializer_list>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "attention/judge.h"
#include "attention/position.h"

namespace attention::bindings {

using emscripten::val;

// JavaScript -> C++. A tensor is { shape: number[], data: a typed array }, row-major.

inline std::vector<int> axesOf(const val& tensor) {
  return emscripten::convertJSArrayToNumberVector<int>(tensor["shape"]);
}

/// [heads][rows][columns]; without an axis for heads there is one.
inline judge::Shape shapeOf(const val& tensor) {
  const auto axes = axesOf(tensor);
  const bool many = axes.size() == 3;
  return {many ? axes[0] : 1, axes[many], axes[many + 1]};
}

template <class S>
void copyNumbers(const val& array, std::size_t count, S* to) {
  val(emscripten::typed_memory_view(count, to)).call<void>("set", array);
}

template <class S>
Heads<S> headsFrom(const val& tensor) {
  const auto [heads, rows, columns] = shapeOf(tensor);
  // Of nothing there may be any number of heads. One is enough to be refused.
  if (rows == 0 || columns == 0) return {Matrix<S>(rows, columns)};
  Heads<S> result;
  for (Index h = 0; h < heads; ++h) {
    Matrix<S>& matrix = result.emplace_back(rows, columns);
    const Index first = h * matrix.size();
    copyNumbers(tensor["data"].call<val>("subarray", int(first), int(first + matrix.size())),
                std::size_t(matrix.size()), matrix.data());
  }
  return result;
}

template <class S = double>
Matrix<S> matrixFrom(const val& tensor) {
  return std::move(headsFrom<S>(tensor).front());
}

inline bool has(const val& object, const char* field) { return !object[field].isUndefined(); }

/// A list of numbers: number[] or a typed array. Empty where the field is left out.
template <class S = double>
std::vector<S> listFrom(const val& object, const char* field) {
  if (!has(object, field)) return {};
  return emscripten::convertJSArrayToNumberVector<S>(object[field]);
}

template <class S>
std::optional<std::vector<S>> optionalList(const val& object, const char* field) {
  if (!has(object, field)) return {};
  return listFrom<S>(object, field);
}

/// Whole numbers, which float64 holds.
inline std::vector<std::int64_t> wholes(const val& from, const char* field) {
  const auto numbers = listFrom(from, field);
  return {numbers.begin(), numbers.end()};
}

/// Bytes of 0 and 1, which are what a bool is.
inline Matrix<bool> flagsFrom(const val& tensor) {
  const judge::Shape shape = shapeOf(tensor);
  Matrix<bool> flags(shape.rows, shape.columns);
  copyNumbers(tensor["data"], std::size_t(flags.size()),
              reinterpret_cast<std::uint8_t*>(flags.data()));
  return flags;
}

/// true stands for the slopes of so many heads.
template <class S>
std::vector<S> alibiFrom(const val& from, Index heads) {
  if (!from.isTrue()) return emscripten::convertJSArrayToNumberVector<S>(from);
  const auto slopes = alibiSlopes(heads);
  return {slopes.begin(), slopes.end()};
}

/// `heads`: of the queries.
template <class S>
Options<S> optionsFrom(const val& from, Index heads) {
  Options<S> options;
  if (has(from, "scale")) options.scale = S(from["scale"].as<double>());
  if (has(from, "causal"))
    options.causal =
        from["causal"].as<std::string>() == "bottom-right" ? Causal::bottomRight : Causal::topLeft;
  if (has(from, "window")) options.window = std::int64_t(from["window"].as<double>());
  if (has(from, "sinks")) options.sinks = std::int64_t(from["sinks"].as<double>());
  if (has(from, "dilation")) options.dilation = std::int64_t(from["dilation"].as<double>());
  const auto globals = listFrom(from, "globals");
  options.globals.assign(globals.begin(), globals.end());
  if (const val blocks = from["blocks"]; !blocks.isUndefined())
    options.blocks = {std::int64_t(blocks["size"].as<double>()), flagsFrom(blocks["visible"])};
  if (has(from, "attend")) options.attend = flagsFrom(from["attend"]);
  if (has(from, "keyPadding")) {
    const auto padding = emscripten::convertJSArrayToNumberVector<std::uint8_t>(from["keyPadding"]);
    options.keyPadding.emplace(padding.begin(), padding.end());
  }
  if (has(from, "bias")) options.bias = headsFrom<S>(from["bias"]);
  if (has(from, "alibi")) options.alibi = alibiFrom<S>(from["alibi"], heads);
  return options;
}

/// The matrix of a field that may be left out.
template <class S = double>
std::optional<Matrix<S>> optionalMatrix(const val& object, const char* field) {
  if (!has(object, field)) return {};
  return matrixFrom<S>(object[field]);
}

inline double numberOr(const val& object, const char* field, double otherwise) {
  return has(object, field) ? object[field].as<double>() : otherwise;
}

inline bool flagOr(const val& object, const char* field, bool otherwise) {
  return has(object, field) ? object[field].as<bool>() : otherwise;
}

inline std::string wordOr(const val& object, const char* field, const char* otherwise) {
  return has(object, field) ? object[field].as<std::string>() : std::string(otherwise);
}

// C++ -> JavaScript.

template <class S>
val array(const S* numbers, std::size_t count) {
  const char* name = sizeof(S) == sizeof(float) ? "Float32Array" : "Float64Array";
  return val::global(name).new_(emscripten::typed_memory_view(count, numbers));
}

template <class S>
val array(const std::vector<S>& numbers) {
  return array(numbers.data(), numbers.size());
}

inline val shaped(std::initializer_list<Index> axes, const val& data) {
  val shape = val::array();
  for (const Index axis : axes) shape.call<void>("push", int(axis));
  val result = val::object();
  result.set("shape", shape);
  result.set("data", data);
  return result;
}

template <class S>
val tensor(const Matrix<S>& m) {
  return shaped({m.rows(), m.cols()}, array(m.data(), std::size_t(m.size())));
}

/// [h][rows][columns], or [rows][columns] where the caller gave one head without an axis for it.
inline val tensor(const Heads<double>& heads, bool headAxis) {
  const auto& first = heads.front();
  if (!headAxis) return tensor(first);
  std::vector<double> data;
  data.reserve(heads.size() * std::size_t(first.size()));
  for (const auto& head : heads) data.insert(data.end(), head.data(), head.data() + head.size());
  return shaped({Index(heads.size()), first.rows(), first.cols()}, array(data));
}

/// A plain array of what `toValue` makes of each.
template <class T, class ToValue>
val list(const std::vector<T>& items, ToValue toValue) {
  val result = val::array();
  for (const T& item : items) result.call<void>("push", toValue(item));
  return result;
}

inline val refusal(const Error& error) {
  val values = val::array();
  for (const double value : error.values) values.call<void>("push", value);
  val inner = val::object();
  inner.set("code", std::string(name(error.code)));
  inner.set("field", error.field);
  inner.set("other", error.other);
  inner.set("values", values);
  val result = val::object();
  result.set("error", inner);
  return result;
}

/// Runs `body`; what it throws leaves as a JavaScript Error with a message, never as a bare number.
template <class Body>
val guarded(Body body) {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return refusal(Error{ErrorCode::memory, ""});
  } catch (const std::exception& e) {
    val::global("Error").new_(std::string(e.what())).throw_();
  }
  return val::undefined();
}

/// A result as `toObject` makes it a JavaScript value, or its error.
template <class T, class ToObject>
val answer(const Result<T>& result, ToObject toObject) {
  if (const auto* error = std::get_if<Error>(&result)) return refusal(*error);
  return toObject(std::get<T>(result));
}

}  // namespace attention::bindings
