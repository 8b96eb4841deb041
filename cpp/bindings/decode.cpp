// The KV cache, across the boundary.

#include "rotary.h"

#include "attention/decode.h"
#include "attention/kv_cache.h"

namespace {

using namespace attention;
using namespace attention::bindings;
using bindings::object;

DecodeProblem decodeProblemFrom(const val& from) {
  DecodeProblem p;
  p.q_hqd = headsFrom<double>(from["q"]);
  p.k_hkd = headsFrom<double>(from["k"]);
  p.v_hkc = headsFrom<double>(from["v"]);
  p.options = optionsFrom<double>(from["options"], Index(p.q_hqd.size()));
  if (has(from, "capacity")) p.capacity = std::int64_t(from["capacity"].as<double>());
  p.evict = flagOr(from, "evict", p.evict);
  if (wordOr(from, "positions", "cache") == "text") p.positionsIn = PositionsIn::text;
  if (has(from, "rotary")) p.rotary = rotaryFrom(from["rotary"]);
  if (has(from, "schedule")) p.schedule = wholes(from, "schedule");
  if (has(from, "tokens")) p.tokens = wholes(from, "tokens");
  if (has(from, "previous")) {
    const val previous = from["previous"];
    p.previous = {wholes(previous, "tokens"), headsFrom<double>(previous["k"]),
                  headsFrom<double>(previous["v"])};
  }
  return p;
}

val indices(const std::vector<Index>& list) {
  return array(std::vector<double>(list.begin(), list.end()));
}

val object(const DecodeFrame& frame, bool headAxis) {
  val result = val::object();
  result.set("fed", indices(frame.fed));
  result.set("reused", indices(frame.reused));
  result.set("dropped", indices(frame.dropped));
  result.set("kept", indices(frame.kept));
  result.set("positions", indices(frame.positions));
  result.set("weights", tensor(frame.weights_hqk, headAxis));
  result.set("output", tensor(frame.output_hqc, headAxis));
  result.set("bytes", frame.bytes);
  result.set("operations", frame.operations);
  return result;
}

val decodeOf(const val& from) {
  return guarded([&] {
    if (const auto error = headCounts(from, {"q", "k", "v"})) return refusal(*error);
    const bool headAxis = axesOf(from["q"]).size() == 3;
    return answer(decode(decodeProblemFrom(from)), [&](const DecodeTrace& trace) {
      val result = val::object();
      result.set("frames",
                 list(trace.frames, [&](const auto& frame) { return object(frame, headAxis); }));
      result.set("output", tensor(trace.output_hqc, headAxis));
      return result;
    });
  });
}

val evictionsOf(double capacity, double sinks, double tokens) {
  return guarded([&] {
    const EvictionsProblem problem{std::int64_t(capacity), std::int64_t(sinks),
                                   std::int64_t(tokens)};
    return answer(evictions(problem), [](const std::vector<std::vector<Index>>& kept) {
      val result = val::object();
      result.set("kept", list(kept, indices));
      return result;
    });
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(attention_decode) {
  emscripten::function("decode", &decodeOf);
  emscripten::function("evictions", &evictionsOf);
}
