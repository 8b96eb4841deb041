#pragma once
// What every file of the core shares. Rows are tokens, y = x * W (row vectors).
// Axis letters, in names and comments: h head, q query token, k key token, d width of a
// query or key, c width of a value. weights_hqk is indexed head, query, key.

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <vector>

#ifdef ATTENTION_ALIGN_BYTES
static_assert(
    EIGEN_MAX_ALIGN_BYTES == ATTENTION_ALIGN_BYTES,
    "The attention library was compiled for another instruction set, and its matrices are "
    "others than these: use the same -m options for both.");
#endif

namespace attention {

using Index = Eigen::Index;

template <class S>
using Matrix = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// One matrix per head: a third axis that Eigen does not have.
template <class S>
using Heads = std::vector<Matrix<S>>;

/// Which triangle is meant when there are not as many queries as keys.
/// topLeft: query 0 sits on key 0. bottomRight: the last query sits on the last key, as the
/// newest tokens of a KV cache do.
enum class Causal { none, topLeft, bottomRight };

/// Which blocks of queries see which blocks of keys.
struct BlockPattern {
  /// Positions per block, from 1.
  std::int64_t size;
  /// The query at position p may see key k when visible(p / size, k / size): as many rows as the
  /// query positions have blocks, as many columns as the keys have.
  Matrix<bool> visible;
};

/// All masks are ANDed: a key is visible only if every one of them lets it through.
template <class S>
struct Options {
  /// Factor of the scores; nothing = 1/sqrt(d). 0 is legal and makes the weights uniform.
  std::optional<S> scale;
  Causal causal = Causal::none;
  /// Tokens in reach, counting the token itself: key k is in reach of position p when |p - k| < window.
  std::optional<std::int64_t> window;
  /// Steps of the window: key k is in reach of position p when dilation divides p - k and
  /// |p - k| < window * dilation, so that a window counts tokens in reach whatever its steps.
  std::int64_t dilation = 1;
  /// The first keys, which stay visible whatever the window and the blocks.
  std::int64_t sinks = 0;
  /// Positions, rising: keys that every query sees and queries that see every key, whatever the
  /// window and the blocks. Source: Beltagy et al., "Longformer" (2020), section 3.1.
  std::vector<std::int64_t> globals;
  std::optional<BlockPattern> blocks;
  /// [q][k], true = may attend; the same for all heads.
  std::optional<Matrix<bool>> attend;
  /// [k], true = padding, ignored.
  std::optional<std::vector<bool>> keyPadding;
  /// Added after scaling. Empty, one [q][k] for all heads, or one per head. -inf hides the pair.
  Heads<S> bias;
  /// Slopes of ALiBi, one per head: -slope * |p - k| is added after scaling, where p is the query's
  /// position among the keys (position.h).
  std::optional<std::vector<S>> alibi;
};

/// Any queries against any keys: self-attention or cross-attention.
template <class S>
struct Problem {
  Heads<S> q_hqd;
  Heads<S> k_hkd;  ///< as many heads as q, or a divisor of that number (grouped queries)
  Heads<S> v_hkc;
  Options<S> options;
};

/// Self-attention of one head, from the embeddings.
template <class S>
struct SelfProblem {
  Matrix<S> x;   ///< tokens x model width
  Matrix<S> wq;  ///< model width x d
  Matrix<S> wk;  ///< model width x d
  Matrix<S> wv;  ///< model width x c
  Options<S> options;
};

/// Every intermediate is a result.
template <class S>
struct Trace {
  Heads<S> scores_hqk;        ///< q . k
  Heads<S> scaled_hqk;        ///< scores * scale
  Heads<S> masked_hqk;        ///< scaled + bias; -inf where the key is not visible
  Heads<S> exponentials_hqk;  ///< exp(masked - the row's maximum); 0 where the key is not visible
  Heads<S> weights_hqk;       ///< exponentials / their sum; zeros where nothing is visible
  Heads<S> output_hqc;        ///< weights * v
};

template <class S>
struct SelfTrace {
  Matrix<S> q, k, v;
  Trace<S> attention;
};

/// A list of numbers to calculate with. Looks into the list, which must outlive it.
inline Eigen::Map<const Eigen::RowVectorXd> asRow(const std::vector<double>& list) {
  return {list.data(), Index(list.size())};
}

}  // namespace attention
