// Positions, across the boundary.

#include "rotary.h"

#include "attention/judge.h"

namespace {

using namespace attention;
using namespace attention::bindings;
using judge::Shape;

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
    if (const auto error = judge::atMost("heads", heads, double(judge::maxHeads)))
      return refusal(*error);
    val result = val::object();
    result.set("slopes", array(alibiSlopes(Index(heads))));
    return result;
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(attention_positions) {
  emscripten::function("rotary", &rotaryOf);
  emscripten::function("sinusoidal", &sinusoidalOf);
  emscripten::function("alibiSlopes", &alibiSlopesOf);
}
