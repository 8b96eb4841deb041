#pragma once
// Problems of attention and their traces, across the boundary.

#include <memory>
#include <utility>

#include "attention/tiled.h"
#include "attention/validate.h"
#include "convert.h"

namespace attention::bindings {

using judge::Shape;

/// Of tensors that are copied head by head, before that is done. Of nothing none is copied.
inline judge::Check headCounts(const val& from, std::initializer_list<const char*> fields) {
  for (const char* field : fields) {
    const Shape shape = shapeOf(from[field]);
    if (shape.rows == 0 || shape.columns == 0) continue;
    if (auto error = judge::headCount(field, double(shape.heads))) return error;
  }
  return {};
}

inline Problem<double> problemFrom(const val& from) {
  auto q = headsFrom<double>(from["q"]);
  auto options = optionsFrom<double>(from["options"], Index(q.size()));
  return {std::move(q), headsFrom<double>(from["k"]), headsFrom<double>(from["v"]),
          std::move(options)};
}

inline SelfProblem<double> selfProblemFrom(const val& from) {
  return {matrixFrom(from["x"]), matrixFrom(from["wq"]), matrixFrom(from["wk"]),
          matrixFrom(from["wv"]), optionsFrom<double>(from["options"], 1)};
}

/// Memory that is not filled with zeros first, as a vector's is: everything in it is written.
using Floats = std::unique_ptr<float[]>;

inline Floats room(Index count) { return Floats(new float[std::size_t(count)]); }

inline Floats floatsFrom(const val& array, const Shape& shape) {
  const Index count = shape.heads * shape.rows * shape.columns;
  Floats floats = room(count);
  copyNumbers(array, std::size_t(count), floats.get());
  return floats;
}

/// Heads, rows and columns of q, k and v.
struct TiledShapes {
  Shape q, k, v;

  TiledSizes sizes() const { return {q.heads, k.heads, q.rows, k.rows, q.columns, v.columns}; }
};

inline TiledShapes tiledShapesFrom(const val& sizes) {
  std::int32_t n[9];
  copyNumbers(sizes, 9, n);
  return {{n[0], n[1], n[2]}, {n[3], n[4], n[5]}, {n[6], n[7], n[8]}};
}

/// What the work of a path may be.
using WorkJudge = std::optional<Error>(const TiledSizes&, const Options<float>&);

/// All that is told without a number of q, k and v: `bytes`, of all that will be copied; options,
/// undefined if there are none.
inline Result<Options<float>> tiledOptionsFrom(const TiledShapes& shapes, const val& optional,
                                               double bytes, WorkJudge* judgeWork) {
  const auto& [q, k, v] = shapes;
  if (const auto error = validateTiled(q, k, v, bytes)) return *error;
  auto options = optional.isUndefined() ? Options<float>{} : optionsFrom<float>(optional, q.heads);
  if (const auto error = validateOptions(options, q.heads, q.rows, k.rows)) return *error;
  if (const auto error = judgeWork(shapes.sizes(), options)) return *error;
  return options;
}

struct TiledProblem {
  TiledSizes sizes;
  Floats q, k, v;
  Options<float> options;

  TiledInput input() const { return {sizes, q.get(), k.get(), v.get(), options}; }
};

/// The tiled path is called with sizes for which every look into a JavaScript object counts: few of
/// them, and only into what is there.
inline Result<TiledProblem> tiledProblemFrom(const val& sizes, const val& q, const val& k,
                                             const val& v, const val& optional, double bytes,
                                             WorkJudge* judgeWork = &validateTiledWork) {
  const TiledShapes shapes = tiledShapesFrom(sizes);
  auto options = tiledOptionsFrom(shapes, optional, bytes, judgeWork);
  if (const auto* error = std::get_if<Error>(&options)) return *error;
  return TiledProblem{shapes.sizes(), floatsFrom(q, shapes.q), floatsFrom(k, shapes.k),
                      floatsFrom(v, shapes.v),
                      // Masks and biases are counted once, and so they are held once.
                      std::get<Options<float>>(std::move(options))};
}

inline val object(const Trace<double>& trace, bool headAxis) {
  val result = val::object();
  result.set("scores", tensor(trace.scores_hqk, headAxis));
  result.set("scaled", tensor(trace.scaled_hqk, headAxis));
  result.set("masked", tensor(trace.masked_hqk, headAxis));
  result.set("exponentials", tensor(trace.exponentials_hqk, headAxis));
  result.set("weights", tensor(trace.weights_hqk, headAxis));
  result.set("output", tensor(trace.output_hqc, headAxis));
  return result;
}

inline val object(const SelfTrace<double>& trace) {
  val result = object(trace.attention, false);
  result.set("q", tensor(trace.q));
  result.set("k", tensor(trace.k));
  result.set("v", tensor(trace.v));
  return result;
}

}  // namespace attention::bindings
