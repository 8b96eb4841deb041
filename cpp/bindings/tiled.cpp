// The boundary of the tiled path.

#include "problem.h"

#include <utility>

#include "attention/tiled.h"
#include "attention/validate.h"

namespace {

using namespace attention;
using namespace attention::bindings;
using bindings::object;

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

}  // namespace

EMSCRIPTEN_BINDINGS(attention_tiled) {
  emscripten::function("judgeTiled", &judgeTiledOf);
  emscripten::function("tiled", &tiledOf);
  emscripten::function("tiledSteps", &tiledStepsOf);
}
