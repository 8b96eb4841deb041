#pragma once
// Multi-head latent attention: keys and values of all heads are made from one short vector per
// token, which is all that a cache has to keep, beside a rotary part that all heads share.
// Source: DeepSeek-AI, "DeepSeek-V2" (2024), section 2.1, without the compression of the queries.

#include <optional>
#include <vector>

#include "error.h"
#include "position.h"
#include "types.h"

namespace attention {

/// Two ways to the same numbers. naive: the keys and values of every head are made from the latents,
/// and attended to as ever. absorbed: they are never made; W_uk moves over to the queries and W_uv
/// behind the weighted sum, so that all heads attend to the latents themselves, as to one KV head.
enum class LatentForm { naive, absorbed };

/// The width of wq is nope + rope: its last `rope` columns are the rotary part of the queries.
struct LatentProblem {
  Matrix<double> x;                   ///< [tokens][model width]
  Heads<double> wq;                   ///< [heads][model width][nope + rope]
  Matrix<double> wDkv;                ///< [model width][latent width]: down to the latents
  std::optional<Matrix<double>> wKr;  ///< [model width][rope]; nothing = no rotary part, rope is 0
  Heads<double> wUk;                  ///< [heads][latent width][nope]: up to the keys
  Heads<double> wUv;                  ///< [heads][latent width][c]: up to the values
  std::optional<Matrix<double>> wo =
      {};  ///< [heads * c][output width]; nothing = heads side by side
  LatentForm form = LatentForm::naive;
  /// Of the rotary parts. Nothing = they stay unturned.
  std::optional<Rotary> rotary = {};
  /// One per token. Nothing = 0, 1, 2, ...
  std::optional<std::vector<std::int64_t>> positions = {};
  /// The scale is 1/sqrt(nope + rope) in both forms, though absorbed scores are sums of another width.
  Options<double> options = {};
};

struct LatentTrace {
  Matrix<double> c;      ///< [tokens][latent width] the latents
  Matrix<double> kRope;  ///< [tokens][rope], turned: the same for all heads
  Heads<double> q_hqd;   ///< [heads][tokens][nope + rope], the rotary part turned
  /// What is attended with. naive: q itself, keys [heads][tokens][nope + rope] and values
  /// [heads][tokens][c]. absorbed: queries [heads][tokens][latent width + rope], and of one KV head
  /// for all the keys [tokens][latent width + rope] and the values, which are the latents.
  Heads<double> queries, keys, values;
  Trace<double> attention;    ///< of these; its output in the absorbed form is of latents
  Heads<double> outputs_hqc;  ///< [heads][tokens][c]
  Matrix<double> merged;      ///< [tokens][heads * c]
  Matrix<double> output;      ///< [tokens][output width]
};

/// No result of more than judge::maxNumbers numbers.
Result<LatentTrace> latent(const LatentProblem& problem);

std::optional<Error> validate(const LatentProblem& problem);

/// Numbers that a cache keeps for a token: the latent and the shared rotary part; and what the keys
/// and values of all heads would be.
struct LatentCache {
  double numbersPerToken, fullNumbersPerToken;
};

LatentCache latentCache(const LatentProblem& problem);

}  // namespace attention
