// Blocks and stacks of them, across the boundary.

#include "heads.h"
#include "layers.h"

#include "attention/block.h"

namespace {

using namespace attention;
using namespace attention::bindings;
using bindings::object;

/// Nothing to read is no error.
template <class T>
using Optional = Result<std::optional<T>>;

Optional<MultiHeadProblem<double>> attentionPartFrom(const val& from, const char* field) {
  if (!has(from, field)) return std::nullopt;
  const auto shapes = multiHeadShapesFrom(from[field]);
  if (const auto* error = std::get_if<Error>(&shapes)) return *judge::within(field, *error);
  return multiHeadProblemFrom<double>(from[field], std::get<MultiHeadShapes>(shapes));
}

std::optional<StateSpacePart> stateSpacePartFrom(const val& from) {
  if (from.isUndefined()) return {};
  return StateSpacePart{stateSpaceProblemFrom(from), optionalMatrix(from, "wIn"),
                        optionalMatrix(from, "wOut")};
}

NormWeights normWeightsFrom(const val& from) {
  if (from.isUndefined()) return {};
  return {optionalList<double>(from, "gain"), optionalList<double>(from, "bias")};
}

Result<BlockWeights> blockWeightsFrom(const val& from) {
  auto attention = attentionPartFrom(from, "attention"), cross = attentionPartFrom(from, "cross");
  for (const auto* part : {&attention, &cross})
    if (const auto* error = std::get_if<Error>(part)) return *error;
  BlockWeights weights;
  weights.attention = std::get<0>(std::move(attention));
  weights.cross = std::get<0>(std::move(cross));
  weights.stateSpace = stateSpacePartFrom(from["stateSpace"]);
  if (has(from, "feedForward")) weights.feedForward = feedForwardProblemFrom(from["feedForward"]);
  if (wordOr(from, "norm", "pre") == "post") weights.place = NormPlace::post;
  weights.normalization = normalizationFrom(from);
  weights.epsilon = numberOr(from, "epsilon", weights.epsilon);
  weights.norms = {normWeightsFrom(from["norm1"]), normWeightsFrom(from["norm2"]),
                   normWeightsFrom(from["norm3"])};
  return weights;
}

/// Of all layers, before anything of them is copied. Where there are too many in one, that is told
/// of it.
double headsOf(const std::vector<val>& layers) {
  double heads = 0;
  for (const val& layer : layers)
    for (const char* field : {"attention", "cross"}) {
      if (!has(layer, field)) continue;
      const double own = layer[field]["heads"].as<double>();
      if (own <= double(judge::maxHeads)) heads += own;
    }
  return heads;
}

Result<StackProblem> stackProblemFrom(const val& from) {
  const auto layers = emscripten::vecFromJSArray<val>(from["layers"]);
  if (const auto error = judge::entryCount("layers", double(layers.size()))) return *error;
  if (const auto error = judge::stackHeadCount("layers", headsOf(layers))) return *error;
  StackProblem problem{matrixFrom(from["x"]), optionalMatrix(from, "context"), {}};
  for (std::size_t i = 0; i < layers.size(); ++i) {
    auto layer = blockWeightsFrom(layers[i]);
    if (const auto* error = std::get_if<Error>(&layer))
      return *judge::within("layers[" + std::to_string(i) + "]", *error);
    problem.layers.push_back(std::get<BlockWeights>(std::move(layer)));
  }
  if (has(from, "finalNorm"))
    problem.finalNorm = normProblemFrom(from["finalNorm"], normalizationFrom(from["finalNorm"]));
  return problem;
}

val object(const StateSpacePartTrace& trace) {
  val result = val::object();
  result.set("input", tensor(trace.input));
  result.set("states", tensor(trace.layer.states));
  result.set("mixed", tensor(trace.layer.output));
  result.set("output", tensor(trace.output));
  return result;
}

template <class Part>
void setPart(val& result, const char* field, const std::optional<PartTrace<Part>>& trace) {
  if (!trace) return;
  val part = object(trace->part);
  part.set("norm", object(trace->norm));
  part.set("residual", tensor(trace->residual));
  result.set(field, part);
}

val object(const BlockTrace& trace) {
  val result = val::object();
  setPart(result, "attention", trace.attention);
  setPart(result, "stateSpace", trace.stateSpace);
  setPart(result, "cross", trace.cross);
  setPart(result, "feedForward", trace.feedForward);
  result.set("output", tensor(trace.output));
  return result;
}

val object(const StackTrace& trace) {
  val result = val::object();
  result.set("layers", list(trace.layers, [](const BlockTrace& layer) { return object(layer); }));
  if (trace.finalNorm) result.set("finalNorm", object(*trace.finalNorm));
  result.set("output", tensor(trace.output));
  return result;
}

val blockOf(const val& from) {
  return guarded([&] {
    auto weights = blockWeightsFrom(from);
    if (const auto* error = std::get_if<Error>(&weights)) return refusal(*error);
    return answer(block({matrixFrom(from["x"]), optionalMatrix(from, "context"),
                         std::get<BlockWeights>(std::move(weights))}),
                  [](const BlockTrace& trace) { return object(trace); });
  });
}

val stackOf(const val& from) {
  return guarded([&] {
    const auto problem = stackProblemFrom(from);
    if (const auto* error = std::get_if<Error>(&problem)) return refusal(*error);
    return answer(stack(std::get<StackProblem>(problem)),
                  [](const StackTrace& trace) { return object(trace); });
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(attention_blocks) {
  emscripten::function("block", &blockOf);
  emscripten::function("stack", &stackOf);
}
