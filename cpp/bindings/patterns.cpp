// Patterns of masks, and how far stacks of them reach, across the boundary.

#include "problem.h"

#include "attention/reach.h"

namespace {

using namespace attention;
using namespace attention::bindings;

val visibleOf(const val& from) {
  return guarded([&] {
    const VisibleProblem sizes{
        std::int64_t(from["queries"].as<double>()), std::int64_t(from["keys"].as<double>()), {}};
    // Before masks of any size are copied.
    if (const auto error = validate(sizes)) return refusal(*error);
    VisibleProblem problem = sizes;
    problem.options = optionsFrom<double>(from["options"], 1);
    return answer(visible(problem), [](const VisibleTrace& trace) {
      const auto* bytes = reinterpret_cast<const std::uint8_t*>(trace.visible_qk.data());
      const auto count = std::size_t(trace.visible_qk.size());
      val result = val::object();
      result.set("data",
                 val::global("Uint8Array").new_(emscripten::typed_memory_view(count, bytes)));
      result.set("pairs", double(trace.pairs));
      return result;
    });
  });
}

val reachOf(const val& from) {
  return guarded([&] {
    const auto layers = emscripten::vecFromJSArray<val>(from["layers"]);
    ReachProblem problem{
        std::int64_t(from["tokens"].as<double>()), {}, std::int64_t(from["times"].as<double>())};
    if (const auto error = validateReach(problem.tokens, layers.size(), problem.times))
      return refusal(*error);
    for (const val& layer : layers)
      problem.layers.push_back({optionsFrom<double>(layer["options"], 1),
                                layer["linear"].as<bool>(), layer["field"].as<std::string>(),
                                emscripten::vecFromJSArray<std::string>(layer["shared"])});
    problem.common = optionsFrom<double>(from["common"], 1);
    return answer(reach(problem), [](const ReachTrace& trace) {
      val result = val::object();
      result.set("layers", list(trace.reached_lqk, [](const Matrix<bool>& layer) {
                   return tensor(layer.cast<double>().eval());
                 }));
      return result;
    });
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(attention_patterns) {
  emscripten::function("visible", &visibleOf);
  emscripten::function("reach", &reachOf);
}
