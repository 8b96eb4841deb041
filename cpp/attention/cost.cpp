#include "cost.h"

#include <algorithm>
#include <cmath>

#include "sizes.h"
#include "tiled.h"

namespace attention {
namespace {

using namespace judge;

/// Wider heads are none that the tiled path could be asked for.
constexpr std::int64_t maxHeadWidth = std::int64_t{1} << 16;

// Judgements.

Check elementBytes(double bytes) {
  for (const double known : {0.5, 1., 2., 4., 8.})
    if (bytes == known) return {};
  return Error{ErrorCode::type, "bytesPerElement", "elementBytes"};
}

/// Of what a kind of layer needs and what others need.
Check kindSizes(CostKind kind, const MaybeSize& window, const MaybeSize& state) {
  if (kind == CostKind::window) {
    if (auto error = neededSize("window", window)) return error;
  } else if (window) {
    return Error{ErrorCode::needs, "window", "kind: \"window\""};
  }
  if (state && kind != CostKind::linear)
    return Error{ErrorCode::needs, "state", "kind: \"linear\""};
  return sizeAtLeast("state", state, 1);
}

// Arithmetic.

Exact bytesOf(const Exact& numbers, double bytesPerElement) {
  return bytesPerElement < 1 ? numbers.half() : numbers * std::uint64_t(bytesPerElement);
}

double gibOf(const Exact& bytes) { return std::ldexp(bytes.approximate(), -30); }
double gbOf(const Exact& bytes) { return bytes.approximate() / 1e9; }

/// 1 + 2 + ... + n.
Exact triangle(std::int64_t n) { return (exact(n) * (exact(n) + 1)).half(); }

std::int64_t divideUp(std::int64_t a, std::int64_t b) { return a / b + (a % b != 0); }

Exact visiblePairs(CostKind kind, std::int64_t tokens, const MaybeSize& window) {
  switch (kind) {
    case CostKind::full:
      return exact(tokens) * exact(tokens);
    case CostKind::causal:
      return triangle(tokens);
    case CostKind::window: {
      // The first tokens have fewer before them than the window holds.
      const std::int64_t reach = std::min(*window, tokens);
      return triangle(reach) + exact(tokens - reach) * exact(reach);
    }
    case CostKind::linear:
      break;
  }
  return {};
}

/// Numbers in the states of all heads.
Exact stateNumbers(const CostProblem& p) {
  if (p.kind != CostKind::linear) return {};
  return exact(p.heads) * exact(p.state.value_or(p.headDim)) *
         exact(p.valueDim.value_or(p.headDim));
}

/// Without bytes: what a layer of any width has.
CostTrace countsOf(const CostProblem& p) {
  CostTrace trace;
  trace.pairs = visiblePairs(p.kind, p.tokens, p.window);
  trace.exponentials = trace.pairs * exact(p.heads);
  const Exact width = exact(p.headDim) + exact(p.valueDim.value_or(p.headDim));
  trace.operations = 2 * trace.exponentials * width + 4 * exact(p.tokens) * stateNumbers(p);
  return trace;
}

/// The tiled path works head by head, in blocks: neither the heads nor, beyond a block, the tokens
/// change what it needs.
Exact tiledBytesOf(const CostProblem& p) {
  if (p.kind == CostKind::linear) return {};
  const Index tokens = Index(std::min(p.tokens, std::int64_t{1} << 16));
  return tiledScratchBytes(
      {1, 1, tokens, tokens, Index(p.headDim), Index(p.valueDim.value_or(p.headDim))});
}

}  // namespace

// The KV cache.

std::optional<Error> validate(const CacheBytesProblem& p) {
  const auto heads = [&]() -> Check {
    if (!p.latent) {
      return first([&] { return neededSize("kvHeads", p.kvHeads); },
                   [&] { return neededSize("headDim", p.headDim); },
                   [&] { return sizeAtLeast("valueDim", p.valueDim, 1); });
    }
    if (p.kvHeads) return Error{ErrorCode::excludes, "kvHeads", "latent"};
    if (p.headDim) return Error{ErrorCode::excludes, "headDim", "latent"};
    if (p.valueDim) return Error{ErrorCode::excludes, "valueDim", "latent"};
    return sizeAtLeast("latent", p.latent, 1);
  };
  const auto windowed = [&]() -> Check {
    if (!p.windowLayers) return sizeAtLeast("window", p.window, 1);
    if (!p.window) return Error{ErrorCode::needs, "windowLayers", "window"};
    if (auto error = sizeAtLeast("window", p.window, 1)) return error;
    if (auto error = sizeAtLeast("windowLayers", p.windowLayers, 0)) return error;
    return atMost("windowLayers", double(*p.windowLayers), double(p.layers));
  };
  return first([&] { return sizeAtLeast("layers", p.layers, 1); }, heads,
               [&] { return sizeAtLeast("tokens", p.tokens, 0); },
               [&] { return elementBytes(p.bytesPerElement); },
               [&] { return sizeAtLeast("batch", p.batch, 1); }, windowed);
}

Result<CacheBytesTrace> cacheBytes(const CacheBytesProblem& p) {
  if (auto error = validate(p)) return *error;
  const Exact perLayer =
      p.latent ? exact(*p.latent)
               : exact(*p.kvHeads) * (exact(*p.headDim) + exact(p.valueDim.value_or(*p.headDim)));
  const std::int64_t windowed = p.window ? p.windowLayers.value_or(p.layers) : 0;
  const std::int64_t kept = std::min(p.tokens, p.window.value_or(p.tokens));
  const Exact entries =
      exact(p.layers - windowed) * exact(p.tokens) + exact(windowed) * exact(kept);
  const Exact bytes = bytesOf(exact(p.batch) * entries * perLayer, p.bytesPerElement);
  const Exact perToken = bytesOf(exact(p.layers) * perLayer, p.bytesPerElement);
  return fitting("kvCacheBytes", {{"bytes", bytes}, {"bytes", perToken}},
                 CacheBytesTrace{bytes, perToken, gibOf(bytes), gbOf(bytes)});
}

// One layer.

std::optional<Error> validate(const CostProblem& p) {
  const auto widths = [&]() -> Check {
    for (const auto& [field, width] :
         {std::pair{"headDim", p.headDim}, {"valueDim", p.valueDim.value_or(1)}}) {
      if (auto error = sizeAtLeast(field, width, 1)) return error;
      if (auto error = atMost(field, double(width), double(maxHeadWidth))) return error;
    }
    return {};
  };
  return first([&] { return sizeAtLeast("tokens", p.tokens, 1); },
               [&] { return sizeAtLeast("heads", p.heads, 1); }, widths,
               [&] { return kindSizes(p.kind, p.window, p.state); },
               [&] { return elementBytes(p.bytesPerElement); });
}

Result<CostTrace> attentionCost(const CostProblem& p) {
  if (auto error = validate(p)) return *error;
  CostTrace trace = countsOf(p);
  if (p.kind != CostKind::linear)
    trace.scoreBytes =
        bytesOf(exact(p.heads) * exact(p.tokens) * exact(p.tokens), p.bytesPerElement);
  trace.stateBytes = bytesOf(stateNumbers(p), p.bytesPerElement);
  trace.tiledBytes = tiledBytesOf(p);
  return fitting("attentionCost",
                 {{"pairs", trace.pairs},
                  {"operations", trace.operations},
                  {"exponentials", trace.exponentials},
                  {"bytes", trace.scoreBytes},
                  {"bytes", trace.stateBytes}},
                 trace);
}

// Kinds of layers side by side.

std::optional<Error> validate(const LayerComparisonProblem& p) {
  return first([&] { return sizeAtLeast("tokens", p.tokens, 1); },
               [&] { return sizeAtLeast("width", p.width, 1); },
               [&] { return sizeAtLeast("kernel", p.kernel, 2); },
               [&] { return sizeAtLeast("window", p.window, 1); });
}

namespace {

/// The least depth, from 1, at which `kernel`^depth reaches `tokens`.
std::int64_t convolutionDepth(std::int64_t tokens, std::int64_t kernel) {
  std::int64_t depth = 1;
  for (std::int64_t left = divideUp(tokens, kernel); left > 1; left = divideUp(left, kernel))
    ++depth;
  return depth;
}

}  // namespace

Result<LayerComparisonTrace> layerComparison(const LayerComparisonProblem& p) {
  if (auto error = validate(p)) return *error;
  const Exact n = exact(p.tokens), d = exact(p.width);
  const std::int64_t window = std::min(p.window, p.tokens);
  const LayerCost attention{"selfAttention", n * n * d, 1, 1};
  const LayerCost recurrent{"recurrent", n * d * d, n, n};
  const LayerCost convolution{"convolution", exact(p.kernel) * n * d * d, 1,
                              exact(convolutionDepth(p.tokens, p.kernel))};
  const LayerCost windowed{"window", exact(window) * n * d, 1, exact(divideUp(p.tokens, window))};
  return fitting("layerComparison",
                 {{"operations", attention.operations},
                  {"operations", recurrent.operations},
                  {"operations", convolution.operations},
                  {"operations", windowed.operations}},
                 LayerComparisonTrace{attention, recurrent, convolution, windowed});
}

// A stack.

namespace {

CostProblem oneLayer(const StackCostProblem& p, const LayerGroup& group) {
  return {group.kind, p.tokens,     p.heads,     p.headDim,
          p.valueDim, group.window, group.state, p.bytesPerElement};
}

Exact keptBytes(const StackCostProblem& p, const LayerGroup& group) {
  const Exact copies = exact(p.batch) * exact(group.count);
  if (group.kind == CostKind::linear)
    return bytesOf(copies * stateNumbers(oneLayer(p, group)), p.bytesPerElement);
  const Exact perToken = exact(p.kvHeads.value_or(p.heads)) *
                         (exact(p.headDim) + exact(p.valueDim.value_or(p.headDim)));
  const std::int64_t kept = std::min(p.tokens, group.window.value_or(p.tokens));
  return bytesOf(copies * exact(kept) * perToken, p.bytesPerElement);
}

StackCost costOf(const StackCostProblem& p, const LayerGroup& group) {
  const CostTrace layer = countsOf(oneLayer(p, group));
  const Exact copies = exact(p.batch) * exact(group.count);
  return {layer.pairs * exact(group.count), layer.operations * copies, layer.exponentials * copies,
          keptBytes(p, group)};
}

}  // namespace

std::optional<Error> validate(const StackCostProblem& p) {
  const auto groups = [&]() -> Check {
    if (p.layers.empty()) return Error{ErrorCode::empty, "layers", "", {0}};
    if (auto error = entryCount("layers", double(p.layers.size()))) return error;
    for (std::size_t i = 0; i < p.layers.size(); ++i) {
      const LayerGroup& group = p.layers[i];
      auto error = first([&] { return sizeAtLeast("count", group.count, 1); },
                         [&] { return kindSizes(group.kind, group.window, group.state); });
      if (!error) continue;
      error->field = "layers[" + std::to_string(i) + "]." + error->field;
      return error;
    }
    return {};
  };
  return first([&] { return sizeAtLeast("tokens", p.tokens, 1); },
               [&] { return sizeAtLeast("heads", p.heads, 1); },
               [&] { return sizeAtLeast("kvHeads", p.kvHeads, 1); },
               [&] { return kvHeadsDivide(p.heads, p.kvHeads.value_or(p.heads)); },
               [&] { return sizeAtLeast("headDim", p.headDim, 1); },
               [&] { return sizeAtLeast("valueDim", p.valueDim, 1); },
               [&] { return elementBytes(p.bytesPerElement); },
               [&] { return sizeAtLeast("batch", p.batch, 1); }, groups);
}

Result<StackCostTrace> stackCost(const StackCostProblem& p) {
  if (auto error = validate(p)) return *error;
  StackCostTrace trace{};
  StackCost& total = trace.total;
  for (const LayerGroup& group : p.layers) {
    const StackCost& cost = trace.layers.emplace_back(costOf(p, group));
    total = {total.pairs + cost.pairs, total.operations + cost.operations,
             total.exponentials + cost.exponentials, total.cacheBytes + cost.cacheBytes};
  }
  trace.gib = gibOf(total.cacheBytes);
  trace.gb = gbOf(total.cacheBytes);
  return fitting("stackCost",
                 {{"pairs", total.pairs},
                  {"operations", total.operations},
                  {"exponentials", total.exponentials},
                  {"bytes", total.cacheBytes}},
                 trace);
}

}  // namespace attention
