#pragma once
// Problems of many heads and their traces, across the boundary.

#include "attention/heads.h"
#include "problem.h"
#include "rotary.h"

namespace attention::bindings {

/// Are the heads of this projection side by side in one matrix?
inline bool sideBySide(const val& projection) { return axesOf(projection).size() == 2; }

template <class S>
Heads<S> projectionFrom(const val& from, Index heads) {
  Heads<S> given = headsFrom<S>(from);
  if (!sideBySide(from)) return given;
  return splitHeads(given.front(), heads);
}

/// The projections of a call, each by its name and the field that says how many heads it has.
struct Counted {
  const char* field;
  const char* counted;
  double heads;
};

/// Their shapes per head, in the same order.
inline Result<std::vector<Shape>> shapesPerHead(const val& from,
                                                const std::vector<Counted>& projections) {
  std::vector<Shape> shapes;
  for (const auto& [field, counted, heads] : projections) {
    const val w = from[field];
    const auto shape = shapePerHead(field, shapeOf(w), sideBySide(w), heads, counted);
    if (const auto* error = std::get_if<Error>(&shape)) return *error;
    shapes.push_back(std::get<Shape>(shape));
  }
  return shapes;
}

inline std::optional<Shape> optionalShape(const val& from, const char* field) {
  if (!has(from, field)) return {};
  return shapeOf(from[field]);
}

inline Result<MultiHeadShapes> multiHeadShapesFrom(const val& from) {
  const double heads = from["heads"].as<double>(), kvHeads = numberOr(from, "kvHeads", heads);
  if (const auto error = validateHeadCounts(heads, kvHeads)) return *error;
  const char* counted = has(from, "kvHeads") ? "kvHeads" : "heads";
  const auto projections = shapesPerHead(
      from, {{"wq", "heads", heads}, {"wk", counted, kvHeads}, {"wv", counted, kvHeads}});
  if (const auto* error = std::get_if<Error>(&projections)) return *error;
  const auto& w = std::get<std::vector<Shape>>(projections);
  return MultiHeadShapes{shapeOf(from["x"]),       optionalShape(from, "context"), w[0], w[1], w[2],
                         optionalShape(from, "wo")};
}

template <class S>
MultiHeadProblem<S> multiHeadProblemFrom(const val& from, const MultiHeadShapes& shapes) {
  MultiHeadProblem<S> problem;
  problem.x = matrixFrom<S>(from["x"]);
  problem.context = optionalMatrix<S>(from, "context");
  problem.wq = projectionFrom<S>(from["wq"], shapes.wq.heads);
  problem.wk = projectionFrom<S>(from["wk"], shapes.wk.heads);
  problem.wv = projectionFrom<S>(from["wv"], shapes.wv.heads);
  problem.wo = optionalMatrix<S>(from, "wo");
  problem.bq = optionalList<S>(from, "bq");
  problem.bk = optionalList<S>(from, "bk");
  problem.bv = optionalList<S>(from, "bv");
  problem.bo = optionalList<S>(from, "bo");
  readRotary(from, problem);
  if (has(from, "active")) problem.active = emscripten::vecFromJSArray<bool>(from["active"]);
  problem.options = optionsFrom<S>(from["options"], shapes.wq.heads);
  return problem;
}

inline val object(const MultiHeadTrace& trace) {
  val result = object(trace.attention, true);
  result.set("headOutputs", result["output"]);
  result.set("q", tensor(trace.q_hqd, true));
  result.set("k", tensor(trace.k_hkd, true));
  result.set("v", tensor(trace.v_hkc, true));
  result.set("merged", tensor(trace.merged));
  result.set("output", tensor(trace.output));
  return result;
}

}  // namespace attention::bindings
