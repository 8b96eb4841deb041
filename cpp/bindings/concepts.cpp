// What the core computes beside attention itself, across the boundary.

#include "problem.h"

#include "attention/additive.h"
#include "attention/alternative.h"
#include "attention/block.h"
#include "attention/cost.h"
#include "attention/decode.h"
#include "attention/experiment.h"
#include "attention/feed_forward.h"
#include "attention/gradient.h"
#include "attention/heads.h"
#include "attention/jacobian.h"
#include "attention/kv_cache.h"
#include "attention/latent.h"
#include "attention/norm.h"
#include "attention/parameters.h"
#include "attention/position.h"
#include "attention/reach.h"
#include "attention/recurrent.h"
#include "attention/state_space.h"
#include "attention/tiled_gradient.h"
#include "attention/validate.h"

namespace {

using namespace attention;
using namespace attention::bindings;
using bindings::object;
using judge::Shape;

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
    const double rows = double(shape.heads) * double(shape.rows);
    if (const auto error = judge::size("rotary", rows, double(shape.columns)))
      return refusal(*error);
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
    if (const auto error = validateBase("base", base)) return refusal(*error);
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

// Patterns.

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
                                layer["linear"].as<bool>(), layer["field"].as<std::string>()});
    return answer(reach(problem), [](const ReachTrace& trace) {
      val result = val::object();
      result.set("layers", list(trace.reached_lqk, [](const Matrix<bool>& layer) {
                   return tensor(layer.cast<double>().eval());
                 }));
      return result;
    });
  });
}

// Heads.

template <class S>
std::optional<std::vector<S>> optionalList(const val& object, const char* field) {
  if (!has(object, field)) return {};
  return listFrom<S>(object, field);
}

/// Are the heads of this projection side by side in one matrix?
bool sideBySide(const val& projection) { return axesOf(projection).size() == 2; }

template <class S>
Heads<S> projectionFrom(const val& from, Index heads) {
  Heads<S> given = headsFrom<S>(from);
  return sideBySide(from) ? splitHeads(given.front(), heads) : given;
}

/// The projections of a call, each by its name and the field that says how many heads it has.
struct Counted {
  const char* field;
  const char* counted;
  double heads;
};

/// Their shapes per head, in the same order.
Result<std::vector<Shape>> shapesPerHead(const val& from, const std::vector<Counted>& projections) {
  std::vector<Shape> shapes;
  for (const auto& [field, counted, heads] : projections) {
    const val w = from[field];
    const auto shape = shapePerHead(field, shapeOf(w), sideBySide(w), heads, counted);
    if (const auto* error = std::get_if<Error>(&shape)) return *error;
    shapes.push_back(std::get<Shape>(shape));
  }
  return shapes;
}

std::optional<Shape> optionalShape(const val& from, const char* field) {
  if (!has(from, field)) return {};
  return shapeOf(from[field]);
}

Result<MultiHeadShapes> multiHeadShapesFrom(const val& from) {
  const double heads = from["heads"].as<double>(), kvHeads = numberOr(from, "kvHeads", heads);
  const char* counted = has(from, "kvHeads") ? "kvHeads" : "heads";
  const auto projections = shapesPerHead(
      from, {{"wq", "heads", heads}, {"wk", counted, kvHeads}, {"wv", counted, kvHeads}});
  if (const auto* error = std::get_if<Error>(&projections)) return *error;
  const auto& w = std::get<std::vector<Shape>>(projections);
  return MultiHeadShapes{shapeOf(from["x"]),       optionalShape(from, "context"), w[0], w[1], w[2],
                         optionalShape(from, "wo")};
}

/// rotary and positions, of a problem that has both.
template <class Problem>
void readRotary(const val& from, Problem& problem) {
  if (has(from, "rotary")) problem.rotary = rotaryFrom(from["rotary"]);
  if (!has(from, "positions")) return;
  const auto positions = listFrom(from, "positions");
  problem.positions.emplace(positions.begin(), positions.end());
}

template <class S>
MultiHeadProblem<S> multiHeadProblemFrom(const val& from, const MultiHeadShapes& shapes) {
  MultiHeadProblem<S> problem;
  problem.x = headsFrom<S>(from["x"]).front();
  problem.context = optionalMatrix<S>(from, "context");
  problem.wq = projectionFrom<S>(from["wq"], shapes.wq.heads);
  problem.wk = projectionFrom<S>(from["wk"], shapes.wk.heads);
  problem.wv = projectionFrom<S>(from["wv"], shapes.wv.heads);
  problem.wo = optionalMatrix<S>(from, "wo");
  problem.bq = optionalList<S>(from, "bq");
  problem.bk = optionalList<S>(from, "bk");
  problem.bv = optionalList<S>(from, "bv");
  problem.bo = optionalList<S>(from, "bo");
  readRotary(from, problem);
  if (has(from, "active")) problem.active = emscripten::vecFromJSArray<bool>(from["active"]);
  problem.options = optionsFrom<S>(from["options"], shapes.wq.heads);
  return problem;
}

val object(const MultiHeadTrace& trace) {
  val result = object(trace.attention, true);
  result.set("headOutputs", result["output"]);
  result.set("q", tensor(trace.q_hqd, true));
  result.set("k", tensor(trace.k_hkd, true));
  result.set("v", tensor(trace.v_hkc, true));
  result.set("merged", tensor(trace.merged));
  result.set("output", tensor(trace.output));
  return result;
}

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

// The KV cache.

std::vector<std::int64_t> wholes(const val& from, const char* field) {
  const auto numbers = listFrom(from, field);
  return {numbers.begin(), numbers.end()};
}

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

// What stood before attention, the linear-cost layer, and the parts of a block.

RecurrentProblem recurrentProblemFrom(const val& from) {
  return {matrixFrom(from["x"]),
          matrixFrom(from["wIh"]),
          matrixFrom(from["wHh"]),
          optionalList<double>(from, "bIh"),
          optionalList<double>(from, "bHh"),
          optionalList<double>(from, "h0")};
}

val object(const RecurrentTrace& trace) {
  val result = val::object();
  result.set("states", tensor(trace.states));
  result.set("signal", tensor(trace.signal));
  result.set("gradient", tensor(trace.gradient));
  return result;
}

AdditiveProblem additiveProblemFrom(const val& from) {
  AdditiveProblem problem{matrixFrom(from["q"]),  matrixFrom(from["k"]),  optionalMatrix(from, "v"),
                          matrixFrom(from["wq"]), matrixFrom(from["wk"]), listFrom(from, "w")};
  if (has(from, "keyPadding"))
    problem.keyPadding = emscripten::vecFromJSArray<bool>(from["keyPadding"]);
  return problem;
}

val object(const AdditiveTrace& trace) {
  val result = val::object();
  if (!trace.hidden_qku.empty()) result.set("hidden", tensor(trace.hidden_qku, true));
  result.set("scores", tensor(trace.scores));
  result.set("masked", tensor(trace.masked));
  result.set("exponentials", tensor(trace.exponentials));
  result.set("weights", tensor(trace.weights));
  result.set("output", tensor(trace.output));
  return result;
}

StateSpaceProblem stateSpaceProblemFrom(const val& from) {
  const bool convolution = wordOr(from, "form", "recurrent") == "convolution";
  return {matrixFrom(from["x"]),
          matrixFrom(from["a"]),
          matrixFrom(from["b"]),
          matrixFrom(from["c"]),
          optionalList<double>(from, "d"),
          convolution ? StateSpaceForm::convolution : StateSpaceForm::recurrent};
}

val object(const StateSpaceTrace& trace) {
  val result = val::object();
  result.set("output", tensor(trace.output));
  if (trace.states.size() > 0) result.set("states", tensor(trace.states));
  if (trace.kernel.size() > 0) result.set("kernel", tensor(trace.kernel));
  return result;
}

Normalization normalizationFrom(const val& from) {
  return wordOr(from, "normalization", "layer") == "rms" ? Normalization::rms
                                                         : Normalization::layer;
}

NormProblem normProblemFrom(const val& from, Normalization normalization) {
  NormProblem problem{matrixFrom(from["x"]), optionalList<double>(from, "gain"),
                      optionalList<double>(from, "bias")};
  problem.epsilon = numberOr(from, "epsilon", problem.epsilon);
  problem.normalization = normalization;
  return problem;
}

val object(const NormTrace& trace) {
  val result = val::object();
  result.set("output", tensor(trace.output));
  if (!trace.mean.empty()) result.set("mean", array(trace.mean));
  if (!trace.variance.empty()) result.set("variance", array(trace.variance));
  if (!trace.rootMeanSquare.empty()) result.set("rootMeanSquare", array(trace.rootMeanSquare));
  return result;
}

Activation activationFrom(const std::string& word) {
  if (word == "relu") return Activation::relu;
  if (word == "gelu-tanh") return Activation::geluTanh;
  return word == "swiglu" ? Activation::swiglu : Activation::gelu;
}

FeedForwardProblem feedForwardProblemFrom(const val& from) {
  return {matrixFrom(from["x"]),
          matrixFrom(from["w1"]),
          optionalList<double>(from, "b1"),
          matrixFrom(from["w2"]),
          optionalList<double>(from, "b2"),
          optionalMatrix(from, "wGate"),
          activationFrom(wordOr(from, "activation", "gelu"))};
}

val object(const FeedForwardTrace& trace) {
  val result = val::object();
  result.set("hidden", tensor(trace.hidden));
  if (trace.gate) result.set("gate", tensor(*trace.gate));
  result.set("activated", tensor(trace.activated));
  result.set("output", tensor(trace.output));
  return result;
}

// Blocks.

/// Nothing to read is no error.
template <class T>
using Optional = Result<std::optional<T>>;

Optional<MultiHeadProblem<double>> attentionPartFrom(const val& from, const char* field) {
  if (!has(from, field)) return std::nullopt;
  const auto shapes = multiHeadShapesFrom(from[field]);
  if (const auto* error = std::get_if<Error>(&shapes)) return *judge::within(field, *error);
  return multiHeadProblemFrom<double>(from[field], std::get<MultiHeadShapes>(shapes));
}

std::optional<StateSpacePart> stateSpacePartFrom(const val& from) {
  if (from.isUndefined()) return {};
  return StateSpacePart{stateSpaceProblemFrom(from), optionalMatrix(from, "wIn"),
                        optionalMatrix(from, "wOut")};
}

NormWeights normWeightsFrom(const val& from) {
  if (from.isUndefined()) return {};
  return {optionalList<double>(from, "gain"), optionalList<double>(from, "bias")};
}

Result<BlockWeights> blockWeightsFrom(const val& from) {
  auto attention = attentionPartFrom(from, "attention"), cross = attentionPartFrom(from, "cross");
  for (const auto* part : {&attention, &cross})
    if (const auto* error = std::get_if<Error>(part)) return *error;
  BlockWeights weights;
  weights.attention = std::get<0>(std::move(attention));
  weights.cross = std::get<0>(std::move(cross));
  weights.stateSpace = stateSpacePartFrom(from["stateSpace"]);
  if (has(from, "feedForward")) weights.feedForward = feedForwardProblemFrom(from["feedForward"]);
  if (wordOr(from, "norm", "pre") == "post") weights.place = NormPlace::post;
  weights.normalization = normalizationFrom(from);
  weights.epsilon = numberOr(from, "epsilon", weights.epsilon);
  weights.norms = {normWeightsFrom(from["norm1"]), normWeightsFrom(from["norm2"]),
                   normWeightsFrom(from["norm3"])};
  return weights;
}

Result<StackProblem> stackProblemFrom(const val& from) {
  StackProblem problem{matrixFrom(from["x"]), optionalMatrix(from, "context"), {}};
  const auto layers = emscripten::vecFromJSArray<val>(from["layers"]);
  for (std::size_t i = 0; i < layers.size(); ++i) {
    auto layer = blockWeightsFrom(layers[i]);
    if (const auto* error = std::get_if<Error>(&layer))
      return *judge::within("layers[" + std::to_string(i) + "]", *error);
    problem.layers.push_back(std::get<BlockWeights>(std::move(layer)));
  }
  if (has(from, "finalNorm"))
    problem.finalNorm = normProblemFrom(from["finalNorm"], normalizationFrom(from["finalNorm"]));
  return problem;
}

val object(const StateSpacePartTrace& trace) {
  val result = val::object();
  result.set("input", tensor(trace.input));
  result.set("states", tensor(trace.layer.states));
  result.set("mixed", tensor(trace.layer.output));
  result.set("output", tensor(trace.output));
  return result;
}

template <class Part>
void setPart(val& result, const char* field, const std::optional<PartTrace<Part>>& trace) {
  if (!trace) return;
  val part = object(trace->part);
  part.set("norm", object(trace->norm));
  part.set("residual", tensor(trace->residual));
  result.set(field, part);
}

val object(const BlockTrace& trace) {
  val result = val::object();
  setPart(result, "attention", trace.attention);
  setPart(result, "stateSpace", trace.stateSpace);
  setPart(result, "cross", trace.cross);
  setPart(result, "feedForward", trace.feedForward);
  result.set("output", tensor(trace.output));
  return result;
}

val object(const StackTrace& trace) {
  val result = val::object();
  result.set("layers", list(trace.layers, [](const BlockTrace& layer) { return object(layer); }));
  if (trace.finalNorm) result.set("finalNorm", object(*trace.finalNorm));
  result.set("output", tensor(trace.output));
  return result;
}

/// A trace as it leaves.
constexpr auto asObject = [](const auto& trace) { return object(trace); };

val recurrentOf(const val& from) {
  return guarded([&] { return answer(recurrent(recurrentProblemFrom(from)), asObject); });
}

val additiveAttentionOf(const val& from) {
  return guarded([&] { return answer(additiveAttention(additiveProblemFrom(from)), asObject); });
}

val stateSpaceOf(const val& from) {
  return guarded([&] { return answer(stateSpace(stateSpaceProblemFrom(from)), asObject); });
}

val layerNormOf(const val& from) {
  return guarded(
      [&] { return answer(normalize(normProblemFrom(from, Normalization::layer)), asObject); });
}

val rmsNormOf(const val& from) {
  return guarded(
      [&] { return answer(normalize(normProblemFrom(from, Normalization::rms)), asObject); });
}

val feedForwardOf(const val& from) {
  return guarded([&] { return answer(feedForward(feedForwardProblemFrom(from)), asObject); });
}

val blockOf(const val& from) {
  return guarded([&] {
    auto weights = blockWeightsFrom(from);
    if (const auto* error = std::get_if<Error>(&weights)) return refusal(*error);
    return answer(block({matrixFrom(from["x"]), optionalMatrix(from, "context"),
                         std::get<BlockWeights>(std::move(weights))}),
                  asObject);
  });
}

val stackOf(const val& from) {
  return guarded([&] {
    const auto problem = stackProblemFrom(from);
    if (const auto* error = std::get_if<Error>(&problem)) return refusal(*error);
    return answer(stack(std::get<StackProblem>(problem)), asObject);
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

// Costs. Whole numbers leave as their digits: JavaScript's own numbers would round them.

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
    StackCostProblem problem;
    for (const val& group : emscripten::vecFromJSArray<val>(from["layers"]))
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

EMSCRIPTEN_BINDINGS(attention_concepts) {
  emscripten::function("rotary", &rotaryOf);
  emscripten::function("sinusoidal", &sinusoidalOf);
  emscripten::function("alibiSlopes", &alibiSlopesOf);
  emscripten::function("visible", &visibleOf);
  emscripten::function("reach", &reachOf);
  emscripten::function("multiHeadAttention", &multiHeadAttentionOf);
  emscripten::function("tiledMultiHeadAttention", &tiledMultiHeadAttentionOf);
  emscripten::function("latentAttention", &latentAttentionOf);
  emscripten::function("decode", &decodeOf);
  emscripten::function("evictions", &evictionsOf);
  emscripten::function("recurrent", &recurrentOf);
  emscripten::function("additiveAttention", &additiveAttentionOf);
  emscripten::function("stateSpace", &stateSpaceOf);
  emscripten::function("layerNorm", &layerNormOf);
  emscripten::function("rmsNorm", &rmsNormOf);
  emscripten::function("feedForward", &feedForwardOf);
  emscripten::function("block", &blockOf);
  emscripten::function("stack", &stackOf);
  emscripten::function("attentionGradient", &attentionGradientOf);
  emscripten::function("selfAttentionGradient", &selfAttentionGradientOf);
  emscripten::function("tiledGradient", &tiledGradientOf);
  emscripten::function("softmaxJacobian", &softmaxJacobianOf);
  emscripten::function("scaleExperiment", &scaleExperimentOf);
  emscripten::function("permutationExperiment", &permutationExperimentOf);
  emscripten::function("alternativeWeights", &alternativeWeightsOf);
  emscripten::function("kvCacheBytes", &kvCacheBytesOf);
  emscripten::function("attentionCost", &attentionCostOf);
  emscripten::function("layerComparison", &layerComparisonOf);
  emscripten::function("attentionParameters", &attentionParametersOf);
  emscripten::function("stackCost", &stackCostOf);
}
