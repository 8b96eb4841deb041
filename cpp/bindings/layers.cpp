// What stood before attention, the linear-cost layer, and the parts of a block, across the boundary.

#include "layers.h"

#include "attention/additive.h"
#include "attention/recurrent.h"

namespace {

using namespace attention;
using namespace attention::bindings;
using bindings::object;

RecurrentProblem recurrentProblemFrom(const val& from) {
  return {matrixFrom(from["x"]),
          matrixFrom(from["wIh"]),
          matrixFrom(from["wHh"]),
          optionalList<double>(from, "bIh"),
          optionalList<double>(from, "bHh"),
          optionalList<double>(from, "h0")};
}

val object(const RecurrentTrace& trace) {
  val result = val::object();
  result.set("states", tensor(trace.states));
  result.set("signal", tensor(trace.signal));
  result.set("gradient", tensor(trace.gradient));
  return result;
}

AdditiveProblem additiveProblemFrom(const val& from) {
  AdditiveProblem problem{matrixFrom(from["q"]),  matrixFrom(from["k"]),  optionalMatrix(from, "v"),
                          matrixFrom(from["wq"]), matrixFrom(from["wk"]), listFrom(from, "w")};
  if (has(from, "keyPadding"))
    problem.keyPadding = emscripten::vecFromJSArray<bool>(from["keyPadding"]);
  return problem;
}

val object(const AdditiveTrace& trace) {
  val result = val::object();
  if (!trace.hidden_qku.empty()) result.set("hidden", tensor(trace.hidden_qku, true));
  result.set("scores", tensor(trace.scores));
  result.set("masked", tensor(trace.masked));
  result.set("exponentials", tensor(trace.exponentials));
  result.set("weights", tensor(trace.weights));
  result.set("output", tensor(trace.output));
  return result;
}

/// A trace as it leaves.
constexpr auto asObject = [](const auto& trace) { return object(trace); };

val recurrentOf(const val& from) {
  return guarded([&] { return answer(recurrent(recurrentProblemFrom(from)), asObject); });
}

val additiveAttentionOf(const val& from) {
  return guarded([&] { return answer(additiveAttention(additiveProblemFrom(from)), asObject); });
}

val stateSpaceOf(const val& from) {
  return guarded([&] { return answer(stateSpace(stateSpaceProblemFrom(from)), asObject); });
}

val layerNormOf(const val& from) {
  return guarded(
      [&] { return answer(normalize(normProblemFrom(from, Normalization::layer)), asObject); });
}

val rmsNormOf(const val& from) {
  return guarded(
      [&] { return answer(normalize(normProblemFrom(from, Normalization::rms)), asObject); });
}

val feedForwardOf(const val& from) {
  return guarded([&] { return answer(feedForward(feedForwardProblemFrom(from)), asObject); });
}

}  // namespace

EMSCRIPTEN_BINDINGS(attention_layers) {
  emscripten::function("recurrent", &recurrentOf);
  emscripten::function("additiveAttention", &additiveAttentionOf);
  emscripten::function("stateSpace", &stateSpaceOf);
  emscripten::function("layerNorm", &layerNormOf);
  emscripten::function("rmsNorm", &rmsNormOf);
  emscripten::function("feedForward", &feedForwardOf);
}
