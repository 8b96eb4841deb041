// Attention of many heads, and of latents, across the boundary.

#include "heads.h"
#include "rotary.h"

#include "attention/latent.h"

namespace {

using namespace attention;
using namespace attention::bindings;
using bindings::object;
using judge::Shape;

val multiHeadAttentionOf(const val& from) {
  return guarded([&] {
    const auto shapes = multiHeadShapesFrom(from);
    if (const auto* error = std::get_if<Error>(&shapes)) return refusal(*error);
    return answer(multiHead(multiHeadProblemFrom<double>(from, std::get<MultiHeadShapes>(shapes))),
                  [](const MultiHeadTrace& trace) { return object(trace); });
  });
}

/// tableBytes: of masks and bias.
val tiledMultiHeadAttentionOf(const val& from, double tableBytes) {
  return guarded([&] {
    const auto read = multiHeadShapesFrom(from);
    if (const auto* error = std::get_if<Error>(&read)) return refusal(*error);
    const auto& shapes = std::get<MultiHeadShapes>(read);
    if (const auto error = validateTiled(shapes, tableBytes)) return refusal(*error);
    return answer(tiledMultiHead(multiHeadProblemFrom<float>(from, shapes)),
                  [](const Matrix<float>& output) {
                    val result = val::object();
                    result.set("output", tensor(output));
                    return result;
                  });
  });
}

val object(const LatentTrace& trace, const LatentCache& cache) {
  val result = object(trace.attention, true);
  result.set("c", tensor(trace.c));
  result.set("kRope", tensor(trace.kRope));
  result.set("q", tensor(trace.q_hqd, true));
  result.set("queries", tensor(trace.queries, true));
  result.set("keys", tensor(trace.keys, true));
  result.set("values", tensor(trace.values, true));
  result.set("sums", result["output"]);
  result.set("headOutputs", tensor(trace.outputs_hqc, true));
  result.set("merged", tensor(trace.merged));
  result.set("output", tensor(trace.output));
  val numbers = val::object();
  numbers.set("numbersPerToken", cache.numbersPerToken);
  numbers.set("fullNumbersPerToken", cache.fullNumbersPerToken);
  result.set("cache", numbers);
  return result;
}

val latentAttentionOf(const val& from) {
  return guarded([&] {
    const double heads = from["heads"].as<double>();
    const auto shapes = shapesPerHead(
        from, {{"wq", "heads", heads}, {"wUk", "heads", heads}, {"wUv", "heads", heads}});
    if (const auto* error = std::get_if<Error>(&shapes)) return refusal(*error);
    const Index count = std::get<std::vector<Shape>>(shapes)[0].heads;
    LatentProblem problem;
    problem.x = matrixFrom(from["x"]);
    problem.wq = projectionFrom<double>(from["wq"], count);
    problem.wDkv = matrixFrom(from["wDkv"]);
    problem.wKr = optionalMatrix(from, "wKr");
    problem.wUk = projectionFrom<double>(from["wUk"], count);
    problem.wUv = projectionFrom<double>(from["wUv"], count);
    problem.wo = optionalMatrix(from, "wo");
    if (wordOr(from, "form", "naive") == "absorbed") problem.form = LatentForm::absorbed;
    readRotary(from, problem);
    problem.options = optionsFrom<double>(from["options"], count);
    return answer(latent(problem),
                  [&](const LatentTrace& trace) { return object(trace, latentCache(problem)); });
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(attention_heads) {
  emscripten::function("multiHeadAttention", &multiHeadAttentionOf);
  emscripten::function("tiledMultiHeadAttention", &tiledMultiHeadAttentionOf);
  emscripten::function("latentAttention", &latentAttentionOf);
}
