// The whole boundary: a problem in, a trace or an error out. Values only, copied both ways; no
// arithmetic.

#include "problem.h"

#include <memory>
#include <utility>

#include "attention/attend.h"
#include "attention/position.h"
#include "attention/random.h"
#include "attention/reach.h"
#include "attention/self_attention.h"
#include "attention/tiled.h"
#include "attention/validate.h"

namespace {

using namespace attention;
using namespace attention::bindings;
using bindings::object;
using judge::Shape;

/// Four numbers each; undefined means all.
std::vector<TiledShare> sharesFrom(const val& from, const TiledSizes& sizes) {
  if (from.isUndefined()) return {{0, sizes.heads, 0, sizes.queries}};
  const auto numbers = emscripten::convertJSArrayToNumberVector<int>(from);
  std::vector<TiledShare> shares;
  for (std::size_t i = 0; i < numbers.size(); i += 4)
    shares.push_back({numbers[i], numbers[i + 1], numbers[i + 2], numbers[i + 3]});
  return shares;
}

val object(const TiledStep& step) {
  val result = val::object();
  result.set("head", int(step.head));
  result.set("firstQuery", int(step.firstQuery));
  result.set("lastQuery", int(step.lastQuery));
  result.set("firstKey", int(step.firstKey));
  result.set("lastKey", int(step.lastKey));
  result.set("maximum", array(step.maximum));
  result.set("rescale", array(step.rescale));
  result.set("sum", array(step.sum));
  result.set("weights", array(step.weights.data(), std::size_t(step.weights.size())));
  result.set("output", array(step.output.data(), std::size_t(step.output.size())));
  return result;
}

// What is exported.

val attentionOf(const val& from) {
  return guarded([&] {
    const bool headAxis = axesOf(from["q"]).size() == 3;
    return answer(attend(problemFrom(from)),
                  [&](const Trace<double>& trace) { return object(trace, headAxis); });
  });
}

/// The rows of all shares, one share after the other and head by head, into `out`. In one piece
/// where they are.
void copyRows(const float* rows, Index queries, Index width, const std::vector<TiledShare>& shares,
              const val& out) {
  const auto& first = shares.front();
  if (first.firstQuery == 0 && first.lastQuery == queries && shares.size() == 1) {
    const auto count = std::size_t((first.lastHead - first.firstHead) * queries * width);
    const float* from = rows + first.firstHead * queries * width;
    out.call<void>("set", emscripten::typed_memory_view(count, from));
    return;
  }
  std::size_t next = 0;
  for (const TiledShare& s : shares)
    for (Index h = s.firstHead; h < s.lastHead; ++h) {
      const auto count = std::size_t((s.lastQuery - s.firstQuery) * width);
      const float* from = rows + (h * queries + s.firstQuery) * width;
      out.call<void>("set", emscripten::typed_memory_view(count, from), unsigned(next));
      next += count;
    }
}

/// `out` and `sums` are Float32Arrays with room for the shares' rows; `sums` may be undefined.
val tiledOf(val sizes, val q, val k, val v, val options, double bytes, val shareList, val out,
            val sums) {
  return guarded([&] {
    const auto read = tiledProblemFrom(sizes, q, k, v, options, bytes);
    if (const auto* error = std::get_if<Error>(&read)) return refusal(*error);
    const auto& problem = std::get<TiledProblem>(read);
    const auto& [heads, kvHeads, queries, keys, width, valueWidth] = problem.sizes;
    const auto shares = sharesFrom(shareList, problem.sizes);
    const Floats output = room(heads * queries * valueWidth);
    const Floats logSumExp = sums.isUndefined() ? nullptr : room(heads * queries);
    for (const TiledShare& share : shares)
      tiled(problem.input(), {output.get(), logSumExp.get()}, share);
    copyRows(output.get(), queries, valueWidth, shares, out);
    if (logSumExp) copyRows(logSumExp.get(), queries, 1, shares, sums);
    return val(double(tiledScratchBytes(problem.sizes)));
  });
}

/// The tiles of the whole problem, for the figure: sizes small, everything copied out.
val tiledStepsOf(val sizes, val q, val k, val v, val options, double bytes, int blockQueries,
                 int blockKeys) {
  return guarded([&] {
    const auto read = tiledProblemFrom(sizes, q, k, v, options, bytes);
    if (const auto* error = std::get_if<Error>(&read)) return refusal(*error);
    const auto& problem = std::get<TiledProblem>(read);
    const Index numbers = problem.sizes.heads * problem.sizes.queries * problem.sizes.valueWidth;
    const Floats output = room(numbers);
    const auto steps =
        tiledSteps(problem.input(), {output.get(), nullptr}, {blockQueries, blockKeys, blockKeys});
    val list = val::array();
    for (const auto& step : steps) list.call<void>("push", object(step));
    val result = val::object();
    result.set("output", array(output.get(), std::size_t(numbers)));
    result.set("steps", list);
    return result;
  });
}

val selfAttentionOf(const val& from) {
  return guarded([&] {
    return answer(attend(selfProblemFrom(from)),
                  [](const SelfTrace<double>& trace) { return object(trace); });
  });
}

val fiveLinesOf(const val& from) {
  return guarded([&] {
    const auto problem = selfProblemFrom(from);
    if (const auto error = validate(problem)) return refusal(*error);
    const auto [output, weights] = selfAttention(problem.x, problem.wq, problem.wk, problem.wv);
    val result = val::object();
    result.set("output", tensor(output));
    result.set("weights", tensor(weights));
    return result;
  });
}

// Sizes arrive as double: what does not fit into an int must be refused, not cut off.

val randomOf(double rows, double columns, double seed, double deviation) {
  return guarded([&] {
    if (const auto error = judge::size("random", rows, columns)) return refusal(*error);
    return tensor(randomMatrix(Index(rows), Index(columns), std::uint64_t(seed), deviation));
  });
}

val embedOf(const val& from, double width, double seed) {
  return guarded([&] {
    const auto tokens = emscripten::vecFromJSArray<std::string>(from);
    if (const auto error = judge::size("embed", double(tokens.size()), width))
      return refusal(*error);
    return tensor(embed(tokens, Index(width), std::uint64_t(seed)));
  });
}

// Positions.

Rotary rotaryFrom(const val& from) {
  Rotary rotary;
  rotary.theta = numberOr(from, "theta", rotary.theta);
  if (wordOr(from, "pairing", "interleaved") == "half") rotary.pairing = Pairing::half;
  if (has(from, "dims")) rotary.dims = std::int64_t(from["dims"].as<double>());
  return rotary;
}

val rotaryOf(const val& from) {
  return guarded([&] {
    const Shape shape = shapeOf(from["x"]);
    if (const auto error = judge::notEmpty("x", shape)) return refusal(*error);
    const Rotary rotary = rotaryFrom(from);
    if (const auto error = validate(rotary, shape.columns)) return refusal(*error);
    const auto given = listFrom(from, "positions");
    auto positions = positionsFrom(0, shape.rows);
    if (has(from, "positions")) positions.assign(given.begin(), given.end());
    if (const auto error = validatePositions(positions, shape.rows)) return refusal(*error);
    Heads<double> x = headsFrom<double>(from["x"]);
    for (auto& head : x) head = rotate(head, rotary, positions);
    return tensor(x, axesOf(from["x"]).size() == 3);
  });
}

val sinusoidalOf(double tokens, double width, double base) {
  return guarded([&] {
    if (const auto error = judge::size("sinusoidal", tokens, width)) return refusal(*error);
    if (const auto error = judge::positive("base", base)) return refusal(*error);
    return tensor(sinusoidal<double>(Index(tokens), Index(width), base));
  });
}

val alibiSlopesOf(double heads) {
  return guarded([&] {
    if (const auto error = judge::size("heads", heads, 1)) return refusal(*error);
    val result = val::object();
    result.set("slopes", array(alibiSlopes(Index(heads))));
    return result;
  });
}

// Gradients.

/// In the shape of what the caller gave, with an axis for heads where that has one.
val likeGiven(const Heads<double>& gradient, const val& given) {
  return tensor(gradient, axesOf(given).size() == 3);
}

val attentionGradientOf(const val& from) {
  return guarded([&] {
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

/// dOutput is a tensor; dq, dk and dv are Float32Arrays of the sizes of q, k and v. The others as for
/// `tiled`.
val tiledGradientOf(val sizes, val q, val k, val v, val options, double bytes, val dOutput, val dq,
                    val dk, val dv) {
  return guarded([&] {
    std::int32_t n[9];
    copyNumbers(sizes, 9, n);
    const Shape shape = shapeOf(dOutput);
    if (const auto error = validateTiledGradient({n[0], n[1], n[2]}, {n[3], n[4], n[5]},
                                                 {n[6], n[7], n[8]}, shape, bytes))
      return refusal(*error);
    const auto read = tiledProblemFrom(sizes, q, k, v, options, bytes);
    if (const auto* error = std::get_if<Error>(&read)) return refusal(*error);
    const auto& problem = std::get<TiledProblem>(read);
    const auto& [heads, kvHeads, queries, keys, width, valueWidth] = problem.sizes;
    const Floats given = floatsFrom(dOutput["data"], shape);
    const Index counts[] = {heads * queries * width, kvHeads * keys * width,
                            kvHeads * keys * valueWidth};
    const Floats gradients[] = {room(counts[0]), room(counts[1]), room(counts[2])};
    tiledGradient({problem.input(), given.get()},
                  {gradients[0].get(), gradients[1].get(), gradients[2].get()});
    const val* to[] = {&dq, &dk, &dv};
    for (int i = 0; i < 3; ++i)
      to[i]->call<void>("set",
                        emscripten::typed_memory_view(std::size_t(counts[i]), gradients[i].get()));
    return val::object();
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

// Experiments.

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

/// Whole numbers, which float64 holds.
std::vector<std::int64_t> wholesFrom(const val& from, const char* field) {
  const auto numbers = listFrom(from, field);
  return {numbers.begin(), numbers.end()};
}

val scaleExperimentOf(const val& from) {
  return guarded([&] {
    ScaleProblem problem{wholesFrom(from, "dK"), std::int64_t(from["samples"].as<double>())};
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
    return answer(permutationExperiment({selfProblemFrom(from), wholesFrom(from, "permutation")}),
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

val errorCodes() {
  val codes = val::array();
  for (const char* code : errorCodeNames) codes.call<void>("push", std::string(code));
  return codes;
}

std::string compiler() { return __VERSION__; }

}  // namespace

EMSCRIPTEN_BINDINGS(attention) {
  emscripten::function("attention", &attentionOf);
  emscripten::function("tiled", &tiledOf);
  emscripten::function("tiledSteps", &tiledStepsOf);
  emscripten::function("selfAttention", &selfAttentionOf);
  emscripten::function("fiveLines", &fiveLinesOf);
  emscripten::function("random", &randomOf);
  emscripten::function("embed", &embedOf);
  emscripten::function("errorCodes", &errorCodes);
  emscripten::function("compiler", &compiler);
}
