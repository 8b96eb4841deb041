#pragma once
// The block around attention: parts one after the other, each beside a path that leads past it, and
// a norm before or behind each. A stack is blocks one after the other.
// Sources: Vaswani et al., "Attention Is All You Need" (2017), section 3.1 (norms behind the parts);
// Xiong et al., "On Layer Normalization in the Transformer Architecture" (2020; norms before them).

#include <array>
#include <optional>
#include <vector>

#include "error.h"
#include "feed_forward.h"
#include "heads.h"
#include "norm.h"
#include "state_space.h"
#include "types.h"

namespace attention {

enum class NormPlace { pre, post };

/// nothing = ones and zeros
struct NormWeights {
  std::optional<std::vector<double>> gain = {}, bias = {};
};

/// A state-space layer between two projections: (x wIn) -> stateSpace -> wOut.
struct StateSpacePart {
  StateSpaceProblem layer;                  ///< of the channels that wIn gives; without its x
  std::optional<Matrix<double>> wIn = {};   ///< width x channels; nothing = as many channels as x
  std::optional<Matrix<double>> wOut = {};  ///< channels x width; nothing = they are the output
};

/// The parts of a block, in this order; each may be left out. What each of them gives must be as wide
/// as x. They are stored without x and context, which the block hands to them.
struct BlockWeights {
  std::optional<MultiHeadProblem<double>> attention = {};  ///< of x on itself
  std::optional<StateSpacePart> stateSpace = {};           ///< instead of attention, at linear cost
  std::optional<MultiHeadProblem<double>> cross = {};      ///< of x on the context, all of it
  std::optional<FeedForwardProblem> feedForward = {};
  NormPlace place = NormPlace::pre;
  Normalization normalization = Normalization::layer;
  double epsilon = 1e-5;
  /// norm1 is of the first part that there is, norm2 of the second, norm3 of the third.
  std::array<NormWeights, 3> norms = {};
};

/// pre: x + part(norm(x)); post: norm(x + part(x)); then the same with what comes out and the next.
struct BlockProblem {
  Matrix<double> x;                            ///< tokens x width
  std::optional<Matrix<double>> context = {};  ///< of the cross part
  BlockWeights weights = {};
};

/// One part: what it gave, its norm (pre: before it, and its input; post: behind the sum, and what
/// goes on), and the sum of what came in and what it gave.
template <class T>
struct PartTrace {
  NormTrace norm = {};
  T part = {};
  Matrix<double> residual = {};
};

struct StateSpacePartTrace {
  Matrix<double> input = {};  ///< tokens x channels: x wIn
  StateSpaceTrace layer = {};
  Matrix<double> output = {};  ///< tokens x width
};

/// Of the parts that there are.
struct BlockTrace {
  std::optional<PartTrace<MultiHeadTrace>> attention = {};
  std::optional<PartTrace<StateSpacePartTrace>> stateSpace = {};
  std::optional<PartTrace<MultiHeadTrace>> cross = {};
  std::optional<PartTrace<FeedForwardTrace>> feedForward = {};
  Matrix<double> output = {};  ///< tokens x width
};

/// Blocks one after the other, on one context, and a last norm where one is given (without its x): a
/// stack of pre-norm blocks needs it.
struct StackProblem {
  Matrix<double> x;
  std::optional<Matrix<double>> context = {};
  std::vector<BlockWeights> layers = {};
  std::optional<NormProblem> finalNorm = {};
};

struct StackTrace {
  std::vector<BlockTrace> layers = {};
  std::optional<NormTrace> finalNorm = {};
  Matrix<double> output = {};
};

/// Fields are told by their place: "attention.wq", "norm1.gain", "layers[2].feedForward.w1" (from 0).
std::optional<Error> validate(const BlockProblem& problem);
std::optional<Error> validate(const StackProblem& problem);

Result<BlockTrace> block(const BlockProblem& problem);

/// All layers together may hold as much as one matrix may: the largest matrix of each part counts.
Result<StackTrace> stack(const StackProblem& problem);

}  // namespace attention
