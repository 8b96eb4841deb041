#pragma once
// Generation with a KV cache: a text goes through it in steps, and each of its tokens attends to what
// the cache holds at that moment. The queries, keys and values of the whole text are given, so that
// what comes out can be held against attention over all of it at once.

#include <optional>
#include <vector>

#include "error.h"
#include "position.h"
#include "types.h"

namespace attention {

/// Where positions are counted once tokens have been dropped; before that the two are the same.
/// cache: the place inside the cache, as attention sinks want it. text: the index in the text.
enum class PositionsIn { cache, text };

/// An earlier text, whose keys and values may be kept as far as the texts agree.
struct PreviousText {
  std::vector<std::int64_t> tokens;  ///< equal numbers mean equal tokens
  Heads<double> k_hkd, v_hkc;        ///< as the text's, one row per entry of `tokens`; not rotated
};

struct DecodeProblem {
  Heads<double> q_hqd;  ///< of the whole text, one row per token
  Heads<double> k_hkd;  ///< as many heads as q, or a divisor of that number; not rotated
  Heads<double> v_hkc;
  /// Decoding is causal whatever `causal` says. attend and bias are [tokens][tokens] of the text,
  /// keyPadding has one entry per token. scale, window and all else that goes by position is counted
  /// in `positionsIn`. sinks: with a capacity the first tokens are never dropped, and with a window
  /// they stay visible; with both, both.
  Options<double> options;
  /// Most tokens that are kept, at least sinks + 1. Nothing = all.
  std::optional<std::int64_t> capacity;
  /// false: a text that is longer than the capacity is refused.
  bool evict = true;
  PositionsIn positionsIn = PositionsIn::cache;
  /// Turns queries, and keys as they enter the cache. Where positions are places of a cache that drops
  /// tokens, keys are turned anew for every query, since a place changes when a token is dropped.
  std::optional<Rotary> rotary;
  /// Tokens of each step, adding up to those of the text. Nothing = one step.
  std::optional<std::vector<std::int64_t>> schedule;
  /// What the text says, one entry per token; needed by `previous` alone.
  std::optional<std::vector<std::int64_t>> tokens;
  std::optional<PreviousText> previous;
};

/// One step. Tokens are named by their index in the text.
struct DecodeFrame {
  std::vector<Index> fed;     ///< tokens whose queries were answered
  std::vector<Index> reused;  ///< tokens whose keys and values came from the previous text
  std::vector<Index> dropped;
  std::vector<Index> kept;       ///< after the step, by place
  std::vector<Index> positions;  ///< of each query
  Heads<double> weights_hqk;     ///< [h][fed][tokens so far]; 0 for what the cache did not hold
  Heads<double> output_hqc;      ///< [h][fed][c]
  /// Of the keys and values that are kept, in float32.
  double bytes = 0;
  /// Multiplications with an addition, for the scores and the weighted sums of the queries with
  /// every token that the cache held for them, all heads together. Masks do not make them fewer.
  double operations = 0;
};

struct DecodeTrace {
  std::vector<DecodeFrame> frames;
  Heads<double> output_hqc;  ///< [h][tokens][c]
};

std::optional<Error> validate(const DecodeProblem& problem);

/// For each token in turn: it is appended to the cache, which drops one if it was full, and attends to
/// what is kept. So the outputs do not depend on the schedule, and without a capacity they are those
/// of causal attention over the whole text with the same masks. What was dropped contributes nothing,
/// not even a NaN.
///
/// With a previous text, the longest common beginning of the two (without the last token, whose query
/// gives the answer) takes its keys and values from there. Its queries are not answered: zeros in
/// `output_hqc`, and not in any frame. A step that has nothing else has no frame.
Result<DecodeTrace> decode(const DecodeProblem& problem);

}  // namespace attention
