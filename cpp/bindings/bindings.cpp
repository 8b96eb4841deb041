// The boundary of attention itself: a problem in, a trace or an error out. Values only, copied both ways; no
// arithmetic. It makes a program of its own, which pages download first.

#include "problem.h"

#include "attention/attend.h"
#include "attention/random.h"
#include "attention/self_attention.h"
#include "attention/validate.h"

namespace {

using namespace attention;
using namespace attention::bindings;
using bindings::object;

val attentionOf(const val& from) {
  return guarded([&] {
    if (const auto error = headCounts(from, {"q", "k", "v"})) return refusal(*error);
    const bool headAxis = axesOf(from["q"]).size() == 3;
    return answer(attend(problemFrom(from)),
                  [&](const Trace<double>& trace) { return object(trace, headAxis); });
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
  emscripten::function("selfAttention", &selfAttentionOf);
  emscripten::function("fiveLines", &fiveLinesOf);
  emscripten::function("random", &randomOf);
  emscripten::function("embed", &embedOf);
  emscripten::function("errorCodes", &errorCodes);
  emscripten::function("compiler", &compiler);
}
