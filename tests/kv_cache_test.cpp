// The cache against a plain model of it: a list of tokens from which the first that is no sink is
// taken out.

#include "attention/kv_cache.h"

#include <algorithm>
#include <deque>
#include <iterator>

#include "attention/reference.h"
#include "attention/tiled.h"
#include "support/allocations.h"
#include "support/catch.h"
#include "support/compare.h"
#include "support/matrices.h"
#include "support/random_problem.h"

using namespace attention;
using namespace attention::testing;

namespace {

using Tokens = std::vector<Index>;

struct Model {
  Index capacity, sinks;
  std::deque<Index> kept = {};

  std::optional<Index> append(Index token) {
    kept.push_back(token);
    if (Index(kept.size()) <= capacity) return {};
    const auto oldest = std::next(kept.begin(), sinks);
    const Index dropped = *oldest;
    kept.erase(oldest);
    return dropped;
  }
  Tokens list() const { return {kept.begin(), kept.end()}; }
};

/// What a model of a cache keeps of the first `tokens` tokens.
Tokens keptOf(Index capacity, Index sinks, Index tokens) {
  Model model{capacity, sinks};
  for (Index token = 0; token < tokens; ++token) model.append(token);
  return model.list();
}

/// Keys or values of a text: [tokens] of [heads][width], as `append` takes them.
template <class S>
std::vector<Matrix<S>> randomText(Dice& dice, Index tokens, Index heads, Index width) {
  std::vector<Matrix<S>> text;
  for (Index t = 0; t < tokens; ++t) text.push_back(randomNumbers<S>(dice, heads, width));
  return text;
}

/// The rows of one head, of some tokens.
template <class S>
Matrix<S> rowsOf(const std::vector<Matrix<S>>& text, const Tokens& tokens, Index head) {
  Matrix<S> rows(Index(tokens.size()), text.front().cols());
  for (std::size_t i = 0; i < tokens.size(); ++i)
    rows.row(Index(i)) = text[std::size_t(tokens[i])].row(head);
  return rows;
}

/// The rows of a view, sorted: a ring has no first row.
template <class S>
std::vector<std::vector<S>> sortedRows(const S* rows, Index count, Index width) {
  std::vector<std::vector<S>> sorted;
  for (Index i = 0; i < count; ++i) sorted.emplace_back(rows + i * width, rows + (i + 1) * width);
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

template <class S>
void ringAgainstNaiveGather() {
  Dice dice(71);
  for (int round = 0; round < 200; ++round) {
    const Index sinks = Index(dice() % 4), capacity = sinks + 1 + Index(dice() % 5);
    const Index kvHeads = 1 + Index(dice() % 3), d = 1 + Index(dice() % 5),
                c = 1 + Index(dice() % 5);
    const Index tokens = 1 + Index(dice() % 20);
    const auto k = randomText<S>(dice, tokens, kvHeads, d);
    const auto v = randomText<S>(dice, tokens, kvHeads, c);
    KvCache<S> cache({kvHeads, capacity, sinks, d, c});
    Model model{capacity, sinks};
    for (Index t = 0; t < tokens; ++t) {
      REQUIRE(cache.append(k[std::size_t(t)].data(), v[std::size_t(t)].data()) == model.append(t));
      REQUIRE(cache.kept() == model.list());
      REQUIRE(cache.size() == Index(model.kept.size()));
      for (Index h = 0; h < kvHeads; ++h) {
        const auto gathered = cache.gather(h);
        const Matrix<S> keys = rowsOf(k, model.list(), h), values = rowsOf(v, model.list(), h);
        REQUIRE(difference(gathered.k, keys) == "");
        REQUIRE(difference(gathered.v, values) == "");
        REQUIRE(sortedRows(cache.keys(h), cache.size(), d) ==
                sortedRows(keys.data(), keys.rows(), d));
        REQUIRE(sortedRows(cache.values(h), cache.size(), c) ==
                sortedRows(values.data(), values.rows(), c));
      }
    }
  }
}

Error errorOf(const EvictionsProblem& problem) { return std::get<Error>(evictions(problem)); }

}  // namespace

TEST_CASE("A full cache drops its oldest token that is no sink", "[kv_cache]") {
  Dice dice(70);
  for (int round = 0; round < 500; ++round) {
    const Index sinks = Index(dice() % 5), capacity = sinks + 1 + Index(dice() % 7);
    Places places(capacity, sinks);
    Model model{capacity, sinks};
    for (Index token = 0; token < 40; ++token) {
      REQUIRE(places.append() == model.append(token));
      REQUIRE(places.kept() == model.list());
      REQUIRE(places.size() == Index(model.kept.size()));
    }
  }
}

TEST_CASE("A token stays in its slot, and no two share one", "[kv_cache]") {
  Places places(5, 2);
  std::vector<Index> slotOfToken(30, -1);
  for (int token = 0; token < 30; ++token) {
    places.append();
    std::vector<bool> taken(5, false);
    for (Index place = 0; place < places.size(); ++place) {
      const Index slot = places.slot(place);
      REQUIRE(slot >= 0);
      REQUIRE(slot < 5);
      REQUIRE_FALSE(taken[std::size_t(slot)]);
      taken[std::size_t(slot)] = true;
      Index& before = slotOfToken[std::size_t(places.token(place))];
      if (before >= 0) REQUIRE(slot == before);
      before = slot;
    }
  }
}

TEST_CASE("The ring holds what a naive cache would, by place and in its views", "[kv_cache]") {
  ringAgainstNaiveGather<float>();
  ringAgainstNaiveGather<double>();
}

TEST_CASE("A cache allocates when it is made, and never again", "[kv_cache]") {
  const std::size_t start = allocatedBytes();
  KvCache<float> cache({2, 4, 1, 3, 5});
  const std::size_t made = allocatedBytes();
  const float k[6] = {}, v[10] = {};
  for (int i = 0; i < 20; ++i) cache.append(k, v);
  cache.truncate(1);
  cache.clear();
  cache.append(k, v);
  const std::size_t used = allocatedBytes();
  // Checks allocate too.
  CHECK(made - start == 2 * 4 * (3 + 5) * sizeof(float));
  CHECK(used == made);
}

TEST_CASE("A cache goes back to a beginning of its text, unless what it needs is gone",
          "[kv_cache]") {
  for (Index sinks = 0; sinks < 3; ++sinks)
    for (Index capacity = sinks + 1; capacity < 7; ++capacity)
      for (Index appended = 0; appended < 12; ++appended)
        for (Index tokens = 0; tokens <= appended; ++tokens) {
          Places places(capacity, sinks);
          for (Index i = 0; i < appended; ++i) places.append();
          const Tokens now = keptOf(capacity, sinks, appended),
                       then = keptOf(capacity, sinks, tokens);
          const bool possible = std::includes(now.begin(), now.end(), then.begin(), then.end());
          INFO(sinks << " sinks of " << capacity << ", from " << appended << " to " << tokens);
          REQUIRE(places.truncate(tokens) == possible);
          REQUIRE(places.kept() == (possible ? then : now));
          REQUIRE(places.appended() == (possible ? tokens : appended));
        }
}

TEST_CASE("After going back, a cache holds the other text", "[kv_cache]") {
  Dice dice(72);
  const auto before = randomText<double>(dice, 5, 2, 3), after = randomText<double>(dice, 9, 2, 3);
  KvCache<double> cache({2, 6, 1, 3, 3});
  for (const auto& row : before) cache.append(row.data(), row.data());
  REQUIRE(cache.truncate(2));
  CHECK(cache.kept() == Tokens{0, 1});
  for (Index t = 2; t < 9; ++t)
    cache.append(after[std::size_t(t)].data(), after[std::size_t(t)].data());
  CHECK(cache.kept() == Tokens{0, 4, 5, 6, 7, 8});
  CHECK_FALSE(cache.truncate(2));
  for (Index h = 0; h < 2; ++h) {
    Matrix<double> want = rowsOf(after, cache.kept(), h);
    want.row(0) = before[0].row(h);
    CHECK(difference(cache.gather(h).k, want) == "");
  }
  cache.clear();
  CHECK(cache.size() == 0);
  CHECK(cache.gather(0).k.rows() == 0);
  CHECK_FALSE(cache.append(before[0].data(), before[0].data()));
  CHECK(cache.kept() == Tokens{0});
}

TEST_CASE("The tiled path answers from the views of a cache", "[kv_cache]") {
  Dice dice(73);
  const Index kvHeads = 2, group = 3, d = 5, c = 7, capacity = 300, sinks = 4, tokens = 700;
  const auto k = randomText<float>(dice, tokens, kvHeads, d);
  const auto v = randomText<float>(dice, tokens, kvHeads, c);
  const Options<float> options;
  KvCache<float> cache({kvHeads, capacity, sinks, d, c});
  for (Index t = 0; t < tokens; ++t) {
    cache.append(k[std::size_t(t)].data(), v[std::size_t(t)].data());
    if (t % 97 != 0 && t != tokens - 1) continue;
    const Tokens kept = keptOf(capacity, sinks, t + 1);
    for (Index h = 0; h < kvHeads; ++h) {
      const Matrix<float> q = randomNumbers<float>(dice, group, d);
      Matrix<float> output(group, c);
      tiled({{group, 1, 1, cache.size(), d, c}, q.data(), cache.keys(h), cache.values(h), options},
            {output.data(), nullptr}, {0, group, 0, 1});
      const Trace<double> want = reference(oneHead<double>(
          q.cast<double>(), rowsOf(k, kept, h).cast<double>(), rowsOf(v, kept, h).cast<double>()));
      CHECK(difference(output, want.output_hqc[0], 2e-6) == "");
    }
  }
}

TEST_CASE("Evictions tell what is kept after each token", "[kv_cache]") {
  const auto kept = std::get<0>(evictions({4, 1, 7}));
  CHECK(kept ==
        std::vector<Tokens>{
            {0}, {0, 1}, {0, 1, 2}, {0, 1, 2, 3}, {0, 2, 3, 4}, {0, 3, 4, 5}, {0, 4, 5, 6}});
  CHECK(std::get<0>(evictions({1, 0, 3})) == std::vector<Tokens>{{0}, {1}, {2}});
  const std::int64_t huge = std::int64_t{1} << 53;
  CHECK(std::get<0>(evictions({huge, huge - 1, 2})) == std::vector<Tokens>{{0}, {0, 1}});
  CHECK(std::get<0>(evictions({1, 0, maxKept})).size() == std::size_t(maxKept));
  // 1 + 2 + ... + 1447 is just below 2^20.
  CHECK(std::get<0>(evictions({huge, 0, 1447})).back().size() == 1447);
}

TEST_CASE("Evictions refuse a cache that cannot be", "[kv_cache]") {
  const auto check = [](const EvictionsProblem& problem, ErrorCode code, const char* field,
                        const std::vector<double>& values) {
    const Error error = errorOf(problem);
    CHECK(name(error.code) == std::string(name(code)));
    CHECK(error.field == field);
    CHECK(error.values == values);
  };
  check({0, 0, 3}, ErrorCode::range, "capacity", {0, 1});
  check({3, 3, 3}, ErrorCode::range, "capacity", {3, 4});
  check({3, -1, 3}, ErrorCode::range, "sinks", {-1, 0});
  check({3, 1, 0}, ErrorCode::range, "tokens", {0, 1});
  check({1 << 20, 0, 1448}, ErrorCode::tooLarge, "kept", {1448.0 * 1449 / 2, double(maxKept)});
  // 1 + 2 + ... + 1000, and then 1000 of each token.
  check({1000, 0, 2000}, ErrorCode::tooLarge, "kept", {500500.0 + 1000 * 1000, double(maxKept)});
  const std::int64_t huge = std::int64_t{1} << 53;
  check({huge, 0, huge}, ErrorCode::tooLarge, "kept",
        {double(huge) * double(huge) / 2, double(maxKept)});
}
