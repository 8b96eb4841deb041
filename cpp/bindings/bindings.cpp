// The whole boundary: a problem in, a trace or an error out. Values only, copied both ways; no
// arithmetic. The JavaScript side (web/src/core) hands in objects whose types it has checked.

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <new>
#include <utility>

#include "attention/attend.h"
#include "attention/random.h"
#include "attention/self_attention.h"
#include "attention/validate.h"

namespace {

using namespace attention;
using emscripten::val;

// JavaScript -> C++. A tensor is { shape: number[], data: Float64Array }, row-major.

std::vector<int> shapeOf(const val& tensor) {
  return emscripten::convertJSArrayToNumberVector<int>(tensor["shape"]);
}

Heads<double> headsFrom(const val& tensor) {
  const auto shape = shapeOf(tensor);
  const auto data = emscripten::convertJSArrayToNumberVector<double>(tensor["data"]);
  const bool many = shape.size() == 3;
  const Index heads = many ? shape[0] : 1, rows = shape[many], columns = shape[many + 1];
  Heads<double> result;
  for (Index h = 0; h < heads; ++h)
    result.emplace_back(
        Eigen::Map<const Matrix<double>>(data.data() + h * rows * columns, rows, columns));
  return result;
}

Matrix<double> matrixFrom(const val& tensor) { return headsFrom(tensor).front(); }

bool has(const val& object, const char* field) { return !object[field].isUndefined(); }

Options<double> optionsFrom(const val& from) {
  Options<double> options;
  if (has(from, "scale")) options.scale = from["scale"].as<double>();
  if (has(from, "causal"))
    options.causal =
        from["causal"].as<std::string>() == "bottom-right" ? Causal::bottomRight : Causal::topLeft;
  if (has(from, "window")) options.window = std::int64_t(from["window"].as<double>());
  if (has(from, "sinks")) options.sinks = std::int64_t(from["sinks"].as<double>());
  if (has(from, "attend")) options.attend = matrixFrom(from["attend"]).cast<bool>();
  if (has(from, "keyPadding")) {
    const auto padding = emscripten::convertJSArrayToNumberVector<std::uint8_t>(from["keyPadding"]);
    options.keyPadding.emplace(padding.begin(), padding.end());
  }
  if (has(from, "bias")) options.bias = headsFrom(from["bias"]);
  return options;
}

SelfProblem<double> selfProblemFrom(const val& from) {
  return {matrixFrom(from["x"]), matrixFrom(from["wq"]), matrixFrom(from["wk"]),
          matrixFrom(from["wv"]), optionsFrom(from["options"])};
}

// C++ -> JavaScript.

val array(const std::vector<double>& numbers) {
  return val::global("Float64Array")
      .new_(emscripten::typed_memory_view(numbers.size(), numbers.data()));
}

/// [h][rows][columns], or [rows][columns] where the caller gave one head without an axis for it.
val tensor(const Heads<double>& heads, bool headAxis) {
  const auto& first = heads.front();
  std::vector<double> data;
  data.reserve(heads.size() * std::size_t(first.size()));
  for (const auto& head : heads) data.insert(data.end(), head.data(), head.data() + head.size());
  val shape = val::array();
  if (headAxis) shape.call<void>("push", int(heads.size()));
  shape.call<void>("push", int(first.rows()));
  shape.call<void>("push", int(first.cols()));
  val result = val::object();
  result.set("shape", shape);
  result.set("data", array(data));
  return result;
}

val tensor(const Matrix<double>& m) { return tensor(Heads<double>{m}, false); }

val object(const Trace<double>& trace, bool headAxis) {
  val result = val::object();
  result.set("scores", tensor(trace.scores_hqk, headAxis));
  result.set("scaled", tensor(trace.scaled_hqk, headAxis));
  result.set("masked", tensor(trace.masked_hqk, headAxis));
  result.set("exponentials", tensor(trace.exponentials_hqk, headAxis));
  result.set("weights", tensor(trace.weights_hqk, headAxis));
  result.set("output", tensor(trace.output_hqc, headAxis));
  return result;
}

val object(const SelfTrace<double>& trace) {
  val result = object(trace.attention, false);
  result.set("q", tensor(trace.q));
  result.set("k", tensor(trace.k));
  result.set("v", tensor(trace.v));
  return result;
}

val object(const Error& error) {
  val values = val::array();
  for (const double value : error.values) values.call<void>("push", value);
  val inner = val::object();
  inner.set("code", std::string(name(error.code)));
  inner.set("field", error.field);
  inner.set("other", error.other);
  inner.set("values", values);
  val result = val::object();
  result.set("error", inner);
  return result;
}

/// Runs `body`; what it throws leaves as a JavaScript Error with a message, never as a bare number.
template <class Body>
val guarded(Body body) {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return object(Error{ErrorCode::memory, ""});
  } catch (const std::exception& e) {
    val::global("Error").new_(std::string(e.what())).throw_();
  }
  return val::undefined();
}

// What is exported.

val attentionOf(const val& from) {
  return guarded([&] {
    const Problem<double> problem{headsFrom(from["q"]), headsFrom(from["k"]), headsFrom(from["v"]),
                                  optionsFrom(from["options"])};
    const auto result = attend(problem);
    if (const auto* error = std::get_if<Error>(&result)) return object(*error);
    return object(std::get<Trace<double>>(result), shapeOf(from["q"]).size() == 3);
  });
}

val selfAttentionOf(const val& from) {
  return guarded([&] {
    const auto result = attend(selfProblemFrom(from));
    if (const auto* error = std::get_if<Error>(&result)) return object(*error);
    return object(std::get<SelfTrace<double>>(result));
  });
}

val fiveLinesOf(const val& from) {
  return guarded([&] {
    const auto problem = selfProblemFrom(from);
    if (const auto error = validate(problem)) return object(*error);
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
    if (const auto error = validateSize("random", rows, columns)) return object(*error);
    return tensor(randomMatrix(Index(rows), Index(columns), std::uint64_t(seed), deviation));
  });
}

val embedOf(const val& from, double width, double seed) {
  return guarded([&] {
    const auto tokens = emscripten::vecFromJSArray<std::string>(from);
    if (const auto error = validateSize("embed", double(tokens.size()), width))
      return object(*error);
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
