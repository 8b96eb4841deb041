// Experiments, across the boundary.

#include "problem.h"

#include "attention/alternative.h"
#include "attention/experiment.h"

namespace {

using namespace attention;
using namespace attention::bindings;
using bindings::object;

val object(const ScaleMeasures& measures) {
  val result = val::object();
  result.set("spread", measures.spread);
  result.set("entropy", measures.entropy);
  result.set("largestWeight", measures.largestWeight);
  result.set("gradient", measures.gradient);
  return result;
}

val object(const ScaleRow& row) {
  val result = val::object();
  result.set("dK", double(row.dK));
  result.set("scaled", object(row.scaled));
  result.set("unscaled", object(row.unscaled));
  return result;
}

val scaleExperimentOf(const val& from) {
  return guarded([&] {
    ScaleProblem problem{wholes(from, "dK"), std::int64_t(from["samples"].as<double>())};
    problem.keys = std::int64_t(numberOr(from, "keys", double(problem.keys)));
    problem.seed = std::uint64_t(from["seed"].as<double>());
    return answer(scaleExperiment(problem), [](const std::vector<ScaleRow>& rows) {
      val result = val::object();
      result.set("rows", list(rows, [](const ScaleRow& row) { return object(row); }));
      return result;
    });
  });
}

val permutationExperimentOf(const val& from) {
  return guarded([&] {
    return answer(permutationExperiment({selfProblemFrom(from), wholes(from, "permutation")}),
                  [](const PermutationTrace& trace) {
                    val result = val::object();
                    result.set("original", object(trace.original));
                    result.set("permuted", object(trace.permuted));
                    result.set("weights", tensor(trace.weights));
                    result.set("output", tensor(trace.output));
                    result.set("difference", trace.difference);
                    return result;
                  });
  });
}

/// One row, without an axis for rows.
val rowTensor(const Matrix<double>& row) {
  val result = tensor(row);
  val shape = val::array();
  shape.call<void>("push", int(row.cols()));
  result.set("shape", shape);
  return result;
}

val object(const Alternative& row) {
  val result = val::object();
  result.set("possible", row.possible);
  result.set("dimensions", int(row.dimensions));
  result.set("weights", rowTensor(row.weights));
  result.set("output", rowTensor(row.output));
  result.set("distance", row.distance);
  result.set("difference", row.difference);
  return result;
}

val alternativeWeightsOf(const val& from) {
  return guarded([&] {
    return answer(alternativeWeights({matrixFrom(from["weights"]), matrixFrom(from["v"])}),
                  [](const std::vector<Alternative>& rows) {
                    return list(rows, [](const Alternative& row) { return object(row); });
                  });
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(attention_experiments) {
  emscripten::function("scaleExperiment", &scaleExperimentOf);
  emscripten::function("permutationExperiment", &permutationExperimentOf);
  emscripten::function("alternativeWeights", &alternativeWeightsOf);
}
