// Costs, across the boundary. Whole numbers leave as their digits: JavaScript's own numbers would
// round them.

#include "problem.h"

#include "attention/cost.h"
#include "attention/parameters.h"

namespace {

using namespace attention;
using namespace attention::bindings;
using bindings::object;

std::int64_t sizeFrom(const val& from, const char* field) {
  return std::int64_t(from[field].as<double>());
}

std::optional<std::int64_t> maybeSizeFrom(const val& from, const char* field) {
  if (!has(from, field)) return {};
  return sizeFrom(from, field);
}

CostKind costKindFrom(const val& from) {
  const auto kind = from["kind"].as<std::string>();
  if (kind == "causal") return CostKind::causal;
  if (kind == "window") return CostKind::window;
  return kind == "linear" ? CostKind::linear : CostKind::full;
}

val kvCacheBytesOf(const val& from) {
  return guarded([&] {
    const CacheBytesProblem problem{sizeFrom(from, "layers"),
                                    maybeSizeFrom(from, "kvHeads"),
                                    maybeSizeFrom(from, "headDim"),
                                    maybeSizeFrom(from, "valueDim"),
                                    maybeSizeFrom(from, "latent"),
                                    sizeFrom(from, "tokens"),
                                    from["bytesPerElement"].as<double>(),
                                    maybeSizeFrom(from, "batch").value_or(1),
                                    maybeSizeFrom(from, "window"),
                                    maybeSizeFrom(from, "windowLayers")};
    return answer(cacheBytes(problem), [](const CacheBytesTrace& trace) {
      val result = val::object();
      result.set("bytes", trace.bytes.decimal());
      result.set("bytesPerToken", trace.bytesPerToken.decimal());
      result.set("gib", trace.gib);
      result.set("gb", trace.gb);
      return result;
    });
  });
}

val attentionCostOf(const val& from) {
  return guarded([&] {
    const CostProblem problem{costKindFrom(from),
                              sizeFrom(from, "tokens"),
                              sizeFrom(from, "heads"),
                              sizeFrom(from, "headDim"),
                              maybeSizeFrom(from, "valueDim"),
                              maybeSizeFrom(from, "window"),
                              maybeSizeFrom(from, "state"),
                              numberOr(from, "bytesPerElement", 4)};
    return answer(attentionCost(problem), [](const CostTrace& trace) {
      val result = val::object();
      result.set("pairs", trace.pairs.decimal());
      result.set("operations", trace.operations.decimal());
      result.set("exponentials", trace.exponentials.decimal());
      result.set("scoreBytes", trace.scoreBytes.decimal());
      result.set("stateBytes", trace.stateBytes.decimal());
      result.set("tiledBytes", trace.tiledBytes.decimal());
      return result;
    });
  });
}

val layerComparisonOf(const val& from) {
  return guarded([&] {
    const LayerComparisonProblem problem{sizeFrom(from, "tokens"), sizeFrom(from, "width"),
                                         sizeFrom(from, "kernel"), sizeFrom(from, "window")};
    return answer(layerComparison(problem), [](const LayerComparisonTrace& trace) {
      val result = val::object();
      result.set("rows", list(trace, [](const LayerCost& cost) {
                   val row = val::object();
                   row.set("kind", std::string(cost.kind));
                   row.set("operations", cost.operations.decimal());
                   row.set("sequentialSteps", cost.sequentialSteps.decimal());
                   row.set("longestPath", cost.longestPath.decimal());
                   return row;
                 }));
      return result;
    });
  });
}

std::optional<LatentSizes> latentSizesFrom(const val& from) {
  if (!has(from, "latent")) return {};
  const val latent = from["latent"];
  return LatentSizes{sizeFrom(latent, "dC"), sizeFrom(latent, "dRope"), sizeFrom(latent, "dNope"),
                     sizeFrom(latent, "dV"), maybeSizeFrom(latent, "queryRank")};
}

val attentionParametersOf(const val& from) {
  return guarded([&] {
    ParametersProblem problem{sizeFrom(from, "layers"),
                              sizeFrom(from, "modelWidth"),
                              sizeFrom(from, "heads"),
                              maybeSizeFrom(from, "kvHeads"),
                              maybeSizeFrom(from, "headDim"),
                              maybeSizeFrom(from, "valueDim"),
                              std::nullopt,
                              latentSizesFrom(from)};
    if (has(from, "bias")) problem.bias = from["bias"].as<bool>();
    return answer(attentionParameters(problem), [](const ParametersTrace& trace) {
      val parts = val::object();
      for (const auto& [name, count] : trace.parts) parts.set(name, count.decimal());
      val result = val::object();
      result.set("perLayer", trace.perLayer.decimal());
      result.set("total", trace.total.decimal());
      result.set("parts", parts);
      return result;
    });
  });
}

val object(const StackCost& cost) {
  val result = val::object();
  result.set("pairs", cost.pairs.decimal());
  result.set("operations", cost.operations.decimal());
  result.set("exponentials", cost.exponentials.decimal());
  result.set("cacheBytes", cost.cacheBytes.decimal());
  return result;
}

val stackCostOf(const val& from) {
  return guarded([&] {
    const auto layers = emscripten::vecFromJSArray<val>(from["layers"]);
    if (const auto error = judge::entryCount("layers", double(layers.size())))
      return refusal(*error);
    StackCostProblem problem;
    for (const val& group : layers)
      problem.layers.push_back({costKindFrom(group), sizeFrom(group, "count"),
                                maybeSizeFrom(group, "window"), maybeSizeFrom(group, "state")});
    problem.tokens = sizeFrom(from, "tokens");
    problem.heads = sizeFrom(from, "heads");
    problem.headDim = sizeFrom(from, "headDim");
    problem.kvHeads = maybeSizeFrom(from, "kvHeads");
    problem.valueDim = maybeSizeFrom(from, "valueDim");
    problem.bytesPerElement = from["bytesPerElement"].as<double>();
    problem.batch = maybeSizeFrom(from, "batch").value_or(1);
    return answer(stackCost(problem), [](const StackCostTrace& trace) {
      val result = val::object();
      result.set("layers", list(trace.layers, [](const StackCost& cost) { return object(cost); }));
      result.set("total", object(trace.total));
      result.set("gib", trace.gib);
      result.set("gb", trace.gb);
      return result;
    });
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(attention_costs) {
  emscripten::function("kvCacheBytes", &kvCacheBytesOf);
  emscripten::function("attentionCost", &attentionCostOf);
  emscripten::function("layerComparison", &layerComparisonOf);
  emscripten::function("attentionParameters", &attentionParametersOf);
  emscripten::function("stackCost", &stackCostOf);
}
