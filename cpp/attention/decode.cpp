#include "decode.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "judge.h"
#include "kv_cache.h"
#include "reference.h"
#include "validate.h"

namespace attention {
namespace {

using namespace judge;

/// The masks of causal attention over the whole text.
Options<double> textOptions(const DecodeProblem& p) {
  Options<double> options = p.options;
  options.causal = Causal::topLeft;
  // Without a window they are the cache's alone.
  if (p.capacity && !options.window) options.sinks = 0;
  return options;
}

Index tokensOf(const DecodeProblem& p) { return p.k_hkd.front().rows(); }

Check goodText(const DecodeProblem& p) {
  const Shape q = shapeOf(p.q_hqd), k = shapeOf(p.k_hkd);
  return first([&] { return notEmpty("q", q); }, [&] { return notEmpty("k", k); },
               [&] { return judge::shape("q", p.q_hqd.front(), k.rows, q.columns); },
               [&] { return validate(p.q_hqd, p.k_hkd, p.v_hkc, textOptions(p)); });
}

Check goodCapacity(const DecodeProblem& p) {
  if (!p.capacity) return {};
  if (auto error = validateCapacity(*p.capacity, p.options.sinks)) return error;
  const Index tokens = tokensOf(p);
  if (p.evict || tokens <= *p.capacity) return {};
  return Error{ErrorCode::capacity, "k", "", {double(tokens), double(*p.capacity)}};
}

Check goodSchedule(const DecodeProblem& p) {
  if (!p.schedule) return {};
  double sum = 0;
  for (std::size_t i = 0; i < p.schedule->size(); ++i) {
    const double count = double((*p.schedule)[i]);
    if (auto error = atEntry(i, atLeast("schedule", count, 1))) return error;
    sum += count;
  }
  if (sum == double(tokensOf(p))) return {};
  return Error{ErrorCode::sumMismatch, "schedule", "tokens", {sum, double(tokensOf(p))}};
}

Check goodPreviousHeads(const char* field, const Heads<double>& previous, const char* other,
                        const Heads<double>& now, Index rows) {
  return first([&] { return sameHeads(field, previous); },
               [&] { return notEmpty(field, shapeOf(previous)); },
               [&] {
                 return equal(ErrorCode::headsMismatch, field, Index(previous.size()), other,
                              Index(now.size()));
               },
               [&] { return judge::shape(field, previous.front(), rows, now.front().cols()); });
}

Check goodReuse(const DecodeProblem& p) {
  if (p.tokens)
    if (auto error = entries("tokens", *p.tokens, tokensOf(p))) return error;
  if (!p.previous) return {};
  if (!p.tokens) return Error{ErrorCode::needs, "previous", "tokens"};
  const auto& [tokens, k, v] = *p.previous;
  const Index rows = Index(tokens.size());
  if (auto error = goodPreviousHeads("previous.k", k, "k", p.k_hkd, rows)) return error;
  return goodPreviousHeads("previous.v", v, "v", p.v_hkc, rows);
}

/// How many of the first tokens need not be computed again.
Index reusable(const DecodeProblem& p) {
  if (!p.previous) return 0;
  const auto& before = p.previous->tokens;
  const auto end = std::mismatch(p.tokens->begin(), p.tokens->end(), before.begin(), before.end());
  return std::min<Index>(end.first - p.tokens->begin(), tokensOf(p) - 1);
}

/// [h][width] of one token.
Matrix<double> rowsOf(const Heads<double>& heads, Index token) {
  Matrix<double> rows(Index(heads.size()), heads.front().cols());
  for (Index h = 0; h < rows.rows(); ++h) rows.row(h) = heads[std::size_t(h)].row(token);
  return rows;
}

/// One row per position, zeros where no token stands.
Matrix<double> atPositions(Matrix<double> rows, const std::vector<Index>& positions) {
  if (positions.back() + 1 == rows.rows()) return rows;
  Matrix<double> spread = Matrix<double>::Zero(positions.back() + 1, rows.cols());
  for (std::size_t i = 0; i < positions.size(); ++i) spread.row(positions[i]) = rows.row(Index(i));
  return spread;
}

class Decoder {
 public:
  explicit Decoder(const DecodeProblem& p)
      : p_(p), reusable_(reusable(p)), byPosition_(p.options), cache_(sizes(p)) {
    // A token is the last of those it sees. What goes by tokens of the text is filled in for each.
    byPosition_.causal = Causal::bottomRight;
    byPosition_.attend.reset();
    byPosition_.keyPadding.reset();
    byPosition_.bias.clear();
    const auto& sizes = cache_.sizes();
    if (turnedAgain()) turns_.emplace(*p.rotary, sizes.width, sizes.capacity);
  }

  DecodeTrace run() {
    const Index tokens = tokensOf(p_);
    trace_.output_hqc.assign(p_.q_hqd.size(),
                             Matrix<double>::Zero(tokens, p_.v_hkc.front().cols()));
    DecodeFrame frame;
    for (; next_ < reusable_; ++next_) {
      frame.reused.push_back(next_);
      append(p_.previous->k_hkd, p_.previous->v_hkc, frame);
    }
    Index end = 0;
    for (const std::int64_t count : p_.schedule.value_or(std::vector<std::int64_t>{tokens})) {
      end += Index(count);
      if (end <= next_) continue;
      step(end, frame);
      trace_.frames.push_back(std::exchange(frame, {}));
    }
    return std::move(trace_);
  }

 private:
  static KvCacheSizes sizes(const DecodeProblem& p) {
    const Index tokens = tokensOf(p);
    const Room room = p.capacity ? roomFor(*p.capacity, p.options.sinks, tokens) : Room{tokens, 0};
    return {Index(p.k_hkd.size()), room.capacity, room.sinks, p.k_hkd.front().cols(),
            p.v_hkc.front().cols()};
  }

  /// Must keys be turned at every token? A place changes when a token is dropped; a position in the
  /// text does not, and is the place where nothing is dropped.
  bool turnedAgain() const {
    return p_.rotary && p_.positionsIn == PositionsIn::cache &&
           cache_.sizes().capacity < tokensOf(p_);
  }

  void append(const Heads<double>& k, const Heads<double>& v, DecodeFrame& frame) {
    Matrix<double> keys = rowsOf(k, next_);
    if (p_.rotary && !turns_)
      keys = rotate(keys, *p_.rotary, std::vector<std::int64_t>(k.size(), next_));
    const auto dropped = cache_.append(keys.data(), rowsOf(v, next_).data());
    if (dropped) frame.dropped.push_back(*dropped);
  }

  /// Tokens [next_, end).
  void step(Index end, DecodeFrame& frame) {
    const auto& sizes = cache_.sizes();
    const std::size_t heads = p_.q_hqd.size();
    const Index first = next_;
    const double perToken = double(sizes.width + sizes.valueWidth);
    frame.weights_hqk.assign(heads, Matrix<double>::Zero(end - first, end));
    for (; next_ < end; ++next_) {
      append(p_.k_hkd, p_.v_hkc, frame);
      frame.fed.push_back(next_);
      answer(next_ - first, frame);
      frame.operations += double(heads) * double(cache_.size()) * perToken;
    }
    for (const auto& output : trace_.output_hqc)
      frame.output_hqc.push_back(output.middleRows(first, end - first));
    frame.kept = cache_.kept();
    frame.bytes = double(sizes.kvHeads) * double(cache_.size()) * perToken * sizeof(float);
  }

  /// Attention of the newest token, into `row` of the frame.
  void answer(Index row, DecodeFrame& frame) {
    const auto kept = cache_.kept();
    const auto positions = positionsOf(kept);
    const Trace<double> trace = reference(problemOf(kept, positions));
    for (std::size_t h = 0; h < p_.q_hqd.size(); ++h) {
      for (std::size_t i = 0; i < kept.size(); ++i)
        frame.weights_hqk[h](row, kept[i]) = trace.weights_hqk[h](0, positions[i]);
      trace_.output_hqc[h].row(next_) = trace.output_hqc[h];
    }
    frame.positions.push_back(positions.back());
  }

  std::vector<Index> positionsOf(const std::vector<Index>& kept) const {
    if (p_.positionsIn == PositionsIn::text) return kept;
    std::vector<Index> places(kept.size());
    std::iota(places.begin(), places.end(), 0);
    return places;
  }

  /// One query, and the keys where their positions are: so the masks are those of any other problem.
  Problem<double> problemOf(const std::vector<Index>& kept,
                            const std::vector<Index>& positions) const {
    Problem<double> problem;
    for (const auto& q : p_.q_hqd) problem.q_hqd.push_back(q.row(next_));
    for (Index h = 0; h < cache_.sizes().kvHeads; ++h) {
      auto rows = cache_.gather(h);
      problem.k_hkd.push_back(atPositions(std::move(rows.k), positions));
      problem.v_hkc.push_back(atPositions(std::move(rows.v), positions));
    }
    if (p_.rotary)
      for (auto& q : problem.q_hqd) q = rotate(q, *p_.rotary, {positions.back()});
    if (turns_)
      for (auto& k : problem.k_hkd) turns_->turn(k);
    problem.options = optionsOf(kept, positions);
    return problem;
  }

  /// What the options say of the newest token and the keys at their positions.
  Options<double> optionsOf(const std::vector<Index>& kept,
                            const std::vector<Index>& positions) const {
    const auto& text = p_.options;
    const Index keys = positions.back() + 1;
    Options<double> options = byPosition_;
    options.attend = Matrix<bool>::Constant(1, keys, false);
    options.bias.assign(text.bias.size(), Matrix<double>::Zero(1, keys));
    for (std::size_t i = 0; i < kept.size(); ++i) {
      const Index key = kept[i], position = positions[i];
      const bool padding = text.keyPadding && (*text.keyPadding)[std::size_t(key)];
      (*options.attend)(0, position) = !padding && (!text.attend || (*text.attend)(next_, key));
      for (std::size_t h = 0; h < text.bias.size(); ++h)
        options.bias[h](0, position) = text.bias[h](next_, key);
    }
    return options;
  }

  const DecodeProblem& p_;
  const Index reusable_;
  Options<double> byPosition_;
  KvCache<double> cache_;       ///< its keys are turned already, unless there are turns_
  std::optional<Turns> turns_;  ///< of the places, for keys that are turned at every token
  Index next_ = 0;              ///< the first token that is not in the cache yet
  DecodeTrace trace_;
};

}  // namespace

std::optional<Error> validate(const DecodeProblem& p) {
  return first([&] { return goodText(p); }, [&] { return goodCapacity(p); },
               [&]() -> Check {
                 if (!p.rotary) return {};
                 return validatePart(*p.rotary, p.k_hkd.front().cols());
               },
               [&] { return goodSchedule(p); }, [&] { return goodReuse(p); });
}

Result<DecodeTrace> decode(const DecodeProblem& problem) {
  if (auto error = validate(problem)) return *error;
  return Decoder(problem).run();
}

}  // namespace attention
