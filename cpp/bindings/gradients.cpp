// Gradients, across the boundary.

#include "problem.h"

#include "attention/gradient.h"
#include "attention/jacobian.h"
#include "attention/tiled_gradient.h"

namespace {

using namespace attention;
using namespace attention::bindings;
using bindings::object;
using judge::Shape;

/// In the shape of what the caller gave, with an axis for heads where that has one.
val likeGiven(const Heads<double>& gradient, const val& given) {
  return tensor(gradient, axesOf(given).size() == 3);
}

val attentionGradientOf(const val& from) {
  return guarded([&] {
    if (const auto error = headCounts(from, {"q", "k", "v", "dOutput"})) return refusal(*error);
    return answer(
        gradient(GradientProblem<double>{problemFrom(from), headsFrom<double>(from["dOutput"])}),
        [&](const GradientTrace<double>& trace) {
          const bool headAxis = axesOf(from["q"]).size() == 3;
          val result = object(trace.attention, headAxis);
          result.set("dWeights", tensor(trace.dWeights_hqk, headAxis));
          result.set("dMasked", tensor(trace.dMasked_hqk, headAxis));
          result.set("dq", likeGiven(trace.dq_hqd, from["q"]));
          result.set("dk", likeGiven(trace.dk_hkd, from["k"]));
          result.set("dv", likeGiven(trace.dv_hkc, from["v"]));
          return result;
        });
  });
}

val selfAttentionGradientOf(const val& from) {
  return guarded([&] {
    return answer(
        gradient(SelfGradientProblem<double>{selfProblemFrom(from), matrixFrom(from["dOutput"])}),
        [](const SelfGradientTrace<double>& trace) {
          const auto& inner = trace.gradient;
          val result = object(inner.attention, false);
          for (const auto& [field, matrix] : {std::pair{"q", &trace.q},
                                              {"k", &trace.k},
                                              {"v", &trace.v},
                                              {"dx", &trace.dx},
                                              {"dwq", &trace.dwq},
                                              {"dwk", &trace.dwk},
                                              {"dwv", &trace.dwv},
                                              {"dq", &inner.dq_hqd.front()},
                                              {"dk", &inner.dk_hkd.front()},
                                              {"dv", &inner.dv_hkc.front()},
                                              {"dWeights", &inner.dWeights_hqk.front()},
                                              {"dMasked", &inner.dMasked_hqk.front()}})
            result.set(field, tensor(*matrix));
          return result;
        });
  });
}

/// dOutput is a tensor; the others as for `tiled`. Gives the numbers of dq, dk and dv.
val tiledGradientOf(val sizes, val q, val k, val v, val options, double bytes, val dOutput) {
  return guarded([&] {
    const TiledShapes shapes = tiledShapesFrom(sizes);
    const Shape shape = shapeOf(dOutput);
    if (const auto error = validateTiledGradient(shapes.q, shapes.k, shapes.v, shape, bytes))
      return refusal(*error);
    const auto read = tiledProblemFrom(sizes, q, k, v, options, bytes, &validateTiledGradientWork);
    if (const auto* error = std::get_if<Error>(&read)) return refusal(*error);
    const auto& problem = std::get<TiledProblem>(read);
    const auto& [heads, kvHeads, queries, keys, width, valueWidth] = problem.sizes;
    const Floats given = floatsFrom(dOutput["data"], shape);
    const Index counts[] = {heads * queries * width, kvHeads * keys * width,
                            kvHeads * keys * valueWidth};
    const Floats gradients[] = {room(counts[0]), room(counts[1]), room(counts[2])};
    tiledGradient({problem.input(), given.get()},
                  {gradients[0].get(), gradients[1].get(), gradients[2].get()});
    val result = val::object();
    const char* names[] = {"dq", "dk", "dv"};
    for (int i = 0; i < 3; ++i)
      result.set(names[i], array(gradients[i].get(), std::size_t(counts[i])));
    return result;
  });
}

val softmaxJacobianOf(const val& from) {
  return guarded([&] {
    return answer(softmaxJacobian(listFrom(from, "weights")), [](const Jacobian& jacobian) {
      val result = val::object();
      result.set("jacobian", tensor(jacobian.matrix));
      result.set("size", jacobian.size);
      result.set("largest", jacobian.largest);
      return result;
    });
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(attention_gradients) {
  emscripten::function("attentionGradient", &attentionGradientOf);
  emscripten::function("selfAttentionGradient", &selfAttentionGradientOf);
  emscripten::function("tiledGradient", &tiledGradientOf);
  emscripten::function("softmaxJacobian", &softmaxJacobianOf);
}
