// The boundary of attention itself: a problem in, a trace or an error out. Values only, copied both ways; no
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
    if (const auto error = headCounts(from, {"q", "k", "v"})) return refusal(*error);
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

/// What `tiled` would say of such a problem, which has no number yet. Nothing if it is good.
val judgeTiledOf(val sizes, val options, double bytes) {
  return guarded([&] {
    const auto read = tiledOptionsFrom(tiledShapesFrom(sizes), options, bytes, &validateTiledWork);
    const auto* error = std::get_if<Error>(&read);
    return error ? refusal(*error) : val::undefined();
  });
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
    if (const auto error = validateRandom(rows, columns, deviation)) return refusal(*error);
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

val errorCodes() {
  val codes = val::array();
  for (const char* code : errorCodeNames) codes.call<void>("push", std::string(code));
  return codes;
}

std::string compiler() { return __VERSION__; }

}  // namespace

EMSCRIPTEN_BINDINGS(attention) {
  emscripten::function("attention", &attentionOf);
  emscripten::function("judgeTiled", &judgeTiledOf);
  emscripten::function("tiled", &tiledOf);
  emscripten::function("tiledSteps", &tiledStepsOf);
  emscripten::function("selfAttention", &selfAttentionOf);
  emscripten::function("fiveLines", &fiveLinesOf);
  emscripten::function("random", &randomOf);
  emscripten::function("embed", &embedOf);
  emscripten::function("errorCodes", &errorCodes);
  emscripten::function("compiler", &compiler);
}
