#pragma once
// How many numbers the projections of attention learn. Exact, or refused (tooLarge).

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "error.h"
#include "exact.h"

namespace attention {

/// Multi-head latent attention. queryRank: nothing = queries are projected in one step.
/// Source: DeepSeek-V2 (2024), section 2.1.
struct LatentSizes {
  std::int64_t dC = 0, dRope = 0, dNope = 0, dV = 0;
  std::optional<std::int64_t> queryRank;
};

/// `latent` in place of kvHeads, headDim, valueDim and bias.
struct ParametersProblem {
  std::int64_t layers = 0, modelWidth = 0, heads = 0;
  std::optional<std::int64_t> kvHeads, headDim, valueDim;  ///< nothing = heads, -, headDim
  std::optional<bool> bias;  ///< a bias on each of the four projections
  std::optional<LatentSizes> latent;
};

struct ParametersTrace {
  Exact perLayer, total;
  /// Of one layer: wq, wk, wv, wo, and bias where there are some; or wq (wDq, wUq), wDkv, wKr, wUk,
  /// wUv, wo. Norms are not attention's.
  std::vector<std::pair<const char*, Exact>> parts;
};

std::optional<Error> validate(const ParametersProblem& problem);
Result<ParametersTrace> attentionParameters(const ParametersProblem& problem);

}  // namespace attention
