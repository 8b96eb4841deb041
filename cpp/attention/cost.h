#pragma once
// What attention costs: bytes of a KV cache, operations of a layer and of a stack of them. Exact
// whole numbers from the sizes alone. What does not fit into 128 bits is refused (tooLarge), never
// rounded.
//
// Sizes arrive as callers give them: any whole number that float64 holds. A stored number takes
// bytesPerElement = 0.5 (4 bits), 1, 2, 4 or 8 bytes; half bytes are added up and rounded up once.

#include <cstdint>
#include <optional>
#include <vector>

#include "error.h"
#include "exact.h"

namespace attention {

/// The cache of a model whose layers are alike. `latent` in place of kvHeads, headDim and valueDim:
/// numbers per token and layer of a latent cache, d_c + d_rope (DeepSeek-V2, 2024, section 2.1).
struct CacheBytesProblem {
  std::int64_t layers = 0;
  std::optional<std::int64_t> kvHeads, headDim, valueDim;  ///< valueDim: nothing = headDim
  std::optional<std::int64_t> latent;
  std::int64_t tokens = 0;  ///< of each sequence; may be 0
  double bytesPerElement = 0;
  std::int64_t batch = 1;
  std::optional<std::int64_t> window;        ///< the most tokens that a windowed layer keeps
  std::optional<std::int64_t> windowLayers;  ///< layers that keep no more; nothing = all
};

struct CacheBytesTrace {
  /// batch * bytesPerElement * numbers per token and layer * (layers * tokens, windowed layers
  /// min(tokens, window)), where a token of a layer is kvHeads * (headDim + valueDim) numbers.
  Exact bytes;
  Exact bytesPerToken;  ///< of one token that all layers keep
  double gib;           ///< bytes / 2^30
  double gb;            ///< bytes / 10^9
};

std::optional<Error> validate(const CacheBytesProblem& problem);
Result<CacheBytesTrace> cacheBytes(const CacheBytesProblem& problem);

/// full: every token sees every token. causal: itself and those before. window: causal, and of
/// these the last `window`, itself counted. linear: no pairs, but a state that every token updates
/// and reads: a recurrence of linear cost, as linear attention and state-space layers are.
enum class CostKind { full, causal, window, linear };

/// One layer, one sequence.
struct CostProblem {
  CostKind kind = CostKind::full;
  std::int64_t tokens = 0, heads = 0, headDim = 0;
  std::optional<std::int64_t> valueDim;  ///< nothing = headDim
  std::optional<std::int64_t> window;    ///< of kind window
  /// Of kind linear: rows of a head's state, each valueDim wide. Nothing = headDim (linear attention).
  std::optional<std::int64_t> state;
  double bytesPerElement = 4;
};

struct CostTrace {
  Exact pairs;  ///< visible pairs of query and key, of one head
  /// 2 per multiply-add, of scores and sums: 2 heads pairs (headDim + valueDim); of a state, its
  /// update and its reading: 4 heads tokens state valueDim. Projections are not counted.
  Exact operations;
  Exact exponentials;  ///< one per visible pair and head
  Exact scoreBytes;    ///< of [heads][tokens][tokens] scores, where all are written
  Exact stateBytes;    ///< of the states of a linear layer
  Exact tiledBytes;    ///< what the tiled path works in, in float32 (tiledScratchBytes)
};

std::optional<Error> validate(const CostProblem& problem);
Result<CostTrace> attentionCost(const CostProblem& problem);

struct LayerComparisonProblem {
  std::int64_t tokens = 0, width = 0;
  std::int64_t kernel = 0;  ///< width of a convolution, from 2
  std::int64_t window = 0;  ///< tokens that windowed attention sees
};

/// Leading terms, without constant factors.
struct LayerCost {
  const char* kind;
  Exact operations;
  Exact sequentialSteps;
  Exact longestPath;  ///< layers or steps between the two tokens that lie farthest apart
};

/// selfAttention n^2 d, 1, 1; recurrent n d^2, n, n; convolution k n d^2, 1, log_k n (rounded up);
/// window r n d, 1, n / r (rounded up), where a window r of more than n tokens is one of n.
/// Source: Vaswani et al. 2017, Table 1.
using LayerComparisonTrace = std::vector<LayerCost>;

std::optional<Error> validate(const LayerComparisonProblem& problem);
Result<LayerComparisonTrace> layerComparison(const LayerComparisonProblem& problem);

/// `count` layers of a kind.
struct LayerGroup {
  CostKind kind = CostKind::full;
  std::int64_t count = 0;
  std::optional<std::int64_t> window, state;  ///< as in CostProblem
};

/// A stack of layers that differ in what they see, and in nothing else.
struct StackCostProblem {
  std::vector<LayerGroup> layers;
  std::int64_t tokens = 0, heads = 0, headDim = 0;
  std::optional<std::int64_t> kvHeads, valueDim;  ///< nothing = heads, headDim
  double bytesPerElement = 0;
  std::int64_t batch = 1;
};

struct StackCost {
  Exact pairs;  ///< of one head, over the layers
  Exact operations, exponentials;
  /// Keys and values that are kept after the tokens, or the state where a layer is linear.
  Exact cacheBytes;
};

struct StackCostTrace {
  std::vector<StackCost> layers;  ///< per group, all its layers and the whole batch
  StackCost total;
  double gib;  ///< total.cacheBytes / 2^30
  double gb;   ///< total.cacheBytes / 10^9
};

std::optional<Error> validate(const StackCostProblem& problem);
Result<StackCostTrace> stackCost(const StackCostProblem& problem);

}  // namespace attention
