#include "attention/mask.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/catch.h"
#include "support/matrices.h"
#include "support/random_problem.h"

using namespace attention;
using namespace attention::testing;

namespace {

/// One row of 'x' and '.' per query, as picture() reads it.
std::vector<std::string> drawn(const Options<double>& options, Index queries, Index keys,
                               Index head = 0) {
  const Mask<double> mask(options, queries, keys);
  std::vector<std::string> rows;
  for (Index q = 0; q < queries; ++q) {
    rows.emplace_back();
    for (Index k = 0; k < keys; ++k) rows.back() += mask.visible(head, q, k) ? 'x' : '.';
  }
  return rows;
}

using Rows = std::vector<std::string>;

Options<double> causal(Causal alignment) {
  Options<double> options;
  options.causal = alignment;
  return options;
}

Options<double> windowed(std::int64_t window, Causal alignment = Causal::none,
                         std::int64_t sinks = 0) {
  auto options = causal(alignment);
  options.window = window;
  options.sinks = sinks;
  return options;
}

}  // namespace

TEST_CASE("without a mask every query sees every key", "[mask]") {
  CHECK(drawn({}, 2, 3) == Rows{"xxx", "xxx"});
}

TEST_CASE("causal: a query sees itself and what came before", "[mask]") {
  const Rows triangle{"x..", "xx.", "xxx"};
  CHECK(drawn(causal(Causal::topLeft), 3, 3) == triangle);
  CHECK(drawn(causal(Causal::bottomRight), 3, 3) == triangle);
}

TEST_CASE("causal with fewer queries than keys: the alignment decides", "[mask]") {
  CHECK(drawn(causal(Causal::topLeft), 2, 5) == Rows{"x....", "xx..."});
  CHECK(drawn(causal(Causal::bottomRight), 2, 5) == Rows{"xxxx.", "xxxxx"});
  CHECK(drawn(causal(Causal::bottomRight), 1, 5) == Rows{"xxxxx"});
}

TEST_CASE("causal with more queries than keys: the alignment decides", "[mask]") {
  CHECK(drawn(causal(Causal::topLeft), 5, 2) == Rows{"x.", "xx", "xx", "xx", "xx"});
  CHECK(drawn(causal(Causal::bottomRight), 5, 2) == Rows{"..", "..", "..", "x.", "xx"});
}

TEST_CASE("a window counts the token itself and reaches to both sides", "[mask]") {
  CHECK(drawn(windowed(1), 3, 3) == Rows{"x..", ".x.", "..x"});
  CHECK(drawn(windowed(2), 4, 4) == Rows{"xx..", "xxx.", ".xxx", "..xx"});
  CHECK(drawn(windowed(100), 2, 3) == Rows{"xxx", "xxx"});
  CHECK(drawn(windowed(std::numeric_limits<std::int64_t>::max()), 2, 3) == Rows{"xxx", "xxx"});
}

TEST_CASE("a causal window looks back only", "[mask]") {
  CHECK(drawn(windowed(2, Causal::topLeft), 4, 4) == Rows{"x...", "xx..", ".xx.", "..xx"});
}

TEST_CASE("a window follows the alignment", "[mask]") {
  CHECK(drawn(windowed(2, Causal::topLeft), 2, 5) == Rows{"x....", "xx..."});
  CHECK(drawn(windowed(2, Causal::bottomRight), 2, 5) == Rows{"..xx.", "...xx"});
  CHECK(drawn(windowed(2, Causal::bottomRight), 4, 2) == Rows{"..", "..", "x.", "xx"});
  CHECK(drawn(windowed(2), 4, 2) == Rows{"xx", "xx", ".x", ".."});
}

TEST_CASE("sinks stay visible whatever the window, but not before their time", "[mask]") {
  CHECK(drawn(windowed(1, Causal::none, 2), 4, 4) == Rows{"xx..", "xx..", "xxx.", "xx.x"});
  CHECK(drawn(windowed(1, Causal::topLeft, 2), 4, 4) == Rows{"x...", "xx..", "xxx.", "xx.x"});
  CHECK(drawn(windowed(1, Causal::bottomRight, 1), 2, 5) == Rows{"x..x.", "x...x"});
  CHECK(drawn(windowed(1, Causal::none, 9), 2, 3) == Rows{"xxx", "xxx"});
}

TEST_CASE("attend: row is query, column is key, true may attend", "[mask]") {
  Options<double> options;
  options.attend = picture({"x..", ".xx"});
  CHECK(drawn(options, 2, 3) == Rows{"x..", ".xx"});
}

TEST_CASE("keyPadding: true is ignored by every query", "[mask]") {
  Options<double> options;
  options.keyPadding = {false, true, false};
  CHECK(drawn(options, 2, 3) == Rows{"x.x", "x.x"});
}

TEST_CASE("a bias of minus infinity hides, no other bias does", "[mask]") {
  Options<double> options;
  options.bias = {matrix({{0, -inf, -1e300}, {inf, NaN, -inf}})};
  CHECK(drawn(options, 2, 3) == Rows{"x.x", "xx."});
  const Mask<double> mask(options, 2, 3);
  CHECK(mask.bias(0, 0, 2) == -1e300);
  CHECK(mask.bias(7, 0, 2) == -1e300);  // one bias serves every head
}

TEST_CASE("a bias per head hides in its own head", "[mask]") {
  Options<double> options;
  options.bias = {matrix({{1, -inf}}), matrix({{-inf, 2}})};
  CHECK(drawn(options, 1, 2, 0) == Rows{"x."});
  CHECK(drawn(options, 1, 2, 1) == Rows{".x"});
  const Mask<double> mask(options, 1, 2);
  CHECK(mask.bias(0, 0, 0) == 1);
  CHECK(mask.bias(1, 0, 1) == 2);
}

TEST_CASE("no bias adds nothing", "[mask]") {
  const Options<double> options;
  CHECK(Mask<double>(options, 1, 1).bias(0, 0, 0) == 0);
}

TEST_CASE("all masks are ANDed", "[mask]") {
  // Each one alone hides what no other one hides.
  auto options = windowed(3, Causal::topLeft, 1);
  CHECK(drawn(options, 5, 5) == Rows{"x....", "xx...", "xxx..", "xxxx.", "x.xxx"});
  options.attend = picture({"xxxxx", "xxxxx", "x.xxx", "xxxxx", ".xxxx"});
  CHECK(drawn(options, 5, 5) == Rows{"x....", "xx...", "x.x..", "xxxx.", "..xxx"});
  options.keyPadding = {false, false, false, true, false};
  CHECK(drawn(options, 5, 5) == Rows{"x....", "xx...", "x.x..", "xxx..", "..x.x"});
  options.bias = {Matrix<double>::Zero(5, 5)};
  options.bias[0](3, 0) = -inf;
  CHECK(drawn(options, 5, 5) == Rows{"x....", "xx...", "x.x..", ".xx..", "..x.x"});
}

TEST_CASE("masks are the same in float", "[mask]") {
  Options<float> options;
  options.causal = Causal::topLeft;
  options.bias = {matrix<float>({{0, 0}, {-inf, 3}})};
  const Mask<float> mask(options, 2, 2);
  CHECK(mask.visible(0, 0, 0));
  CHECK_FALSE(mask.visible(0, 0, 1));
  CHECK_FALSE(mask.visible(0, 1, 0));
  CHECK(mask.visible(0, 1, 1));
  CHECK(mask.bias(0, 1, 1) == 3.0F);
}

namespace {

/// The options' positions alone.
template <class S>
Options<S> withoutTables(Options<S> options) {
  options.attend.reset();
  options.keyPadding.reset();
  options.bias.clear();
  return options;
}

/// Every run of a query, as a picture.
std::string drawnByRuns(const Mask<double>& mask, Index q, Index keys) {
  std::string row(std::size_t(keys), '.');
  for (Index k = 0; k < keys;) {
    const Run run = mask.run(q, k, keys);
    REQUIRE(run.first >= k);
    REQUIRE(run.last <= keys);
    if (run.first == run.last) break;
    REQUIRE((run.last - 1 - run.first) % run.step == 0);
    for (k = run.first; k < run.last; k += run.step) row[std::size_t(k)] = 'x';
    k = run.last;
  }
  return row;
}

}  // namespace

TEST_CASE("runs, stretches and glances say what each pair says", "[mask]") {
  Dice dice(3);
  Index apart = 0, open = 0, gaps = 0;
  for (int i = 0; i < 1500; ++i) {
    const auto problem = randomProblem<double>(dice);
    const Index queries = problem.q_hqd[0].rows(), keys = problem.k_hkd[0].rows();
    const auto options = withoutTables(problem.options);
    const Mask<double> mask(options, queries, keys);
    const auto picture = drawn(options, queries, keys);
    for (Index q = 0; q < queries; ++q)
      REQUIRE(drawnByRuns(mask, q, keys) == picture[std::size_t(q)]);

    const Index gap = 1 + Index(dice() % 6);
    for (Index q0 = 0; q0 < queries; q0 += 3) {
      const Index q1 = std::min(q0 + 1 + i % 4, queries);
      const auto seen = [&](Index k) {
        for (Index q = q0; q < q1; ++q)
          if (picture[std::size_t(q)][std::size_t(k)] == 'x') return true;
        return false;
      };
      for (Index k0 = 0; k0 < keys; k0 += 2)
        for (Index k1 = k0 + 1; k1 <= keys; k1 += 3) {
          bool none = true, all = true;
          for (Index q = q0; q < q1; ++q)
            for (Index k = k0; k < k1; ++k)
              (picture[std::size_t(q)][std::size_t(k)] == 'x' ? none : all) = false;
          if (mask.apart(q0, q1, k0, k1)) REQUIRE(none);
          if (mask.open(q0, q1, k0, k1)) REQUIRE(all);
          apart += mask.apart(q0, q1, k0, k1);
          open += mask.open(q0, q1, k0, k1);

          Index k = k0;
          for (Keys next; (next = mask.stretch(q0, q1, k, k1, gap)).first < next.last;
               k = next.last) {
            REQUIRE(seen(next.first));
            REQUIRE(seen(next.last - 1));
            REQUIRE((k == k0 || next.first - k >= gap));
            for (; k < next.first; ++k) REQUIRE_FALSE(seen(k));
            Index unseen = 0;
            for (; k < next.last; ++k) {
              unseen = seen(k) ? 0 : unseen + 1;
              REQUIRE(unseen < gap);
              gaps += unseen;
            }
          }
          for (; k < k1; ++k) REQUIRE_FALSE(seen(k));
        }
    }
  }
  // The dice must have hit what the test is for.
  CHECK(apart > 1000);
  CHECK(open > 1000);
  CHECK(gaps > 1000);
}

TEST_CASE("a walk is told to be no shorter than the pairs that its panels see", "[mask]") {
  Dice dice(11);
  Index shorter = 0;
  for (int i = 0; i < 1500; ++i) {
    const auto problem = randomProblem<double>(dice);
    const Index queries = problem.q_hqd[0].rows(), keys = problem.k_hkd[0].rows();
    const auto options = withoutTables(problem.options);
    const auto picture = drawn(options, queries, keys);
    const Index panel = 1 + Index(dice() % 4);
    // Every key that one query of a panel sees is taken for all of them.
    double least = 0;
    for (Index q0 = 0; q0 < queries; q0 += panel)
      for (Index k = 0; k < keys; ++k) {
        const Index q1 = std::min(q0 + panel, queries);
        bool seen = false;
        for (Index q = q0; q < q1; ++q) seen |= picture[std::size_t(q)][std::size_t(k)] == 'x';
        if (seen) least += double(q1 - q0);
      }
    const double told = Mask<double>(options, queries, keys).walked({panel * 2, panel, 3, 2});
    INFO(queries << " x " << keys << ", panels of " << panel);
    REQUIRE(told >= least);
    REQUIRE(told <= double(queries) * double(keys));
    shorter += told < double(queries) * double(keys);
  }
  CHECK(shorter > 200);
}

TEST_CASE("what masks by position skip is not in the walk", "[mask]") {
  const Walk walk{256, 8, 16, 5};
  const auto walked = [&](const Options<double>& options, Index queries, Index keys) {
    return Mask<double>(options, queries, keys).walked(walk);
  };
  constexpr Index n = 1'000'000;
  const double square = double(n) * double(n);
  CHECK(walked({}, n, n) == square);
  CHECK(walked({}, 3, n) == 3.0 * n);
  // Half, and half of the blocks on the diagonal.
  const double triangle = walked(causal(Causal::topLeft), n, n);
  CHECK(triangle >= square / 2);
  CHECK(triangle <= square / 2 + 256.0 * n);
  // A panel sees 255 keys before its first query and its own 8; to both sides 255 more.
  const double back = walked(windowed(256, Causal::topLeft), n, n);
  CHECK(back >= 0.999 * 263 * n);
  CHECK(back <= 272.0 * n);
  const double sides = walked(windowed(256), n, n);
  CHECK(sides >= 0.999 * 518 * n);
  CHECK(sides <= 527.0 * n);
  // One more group of 5 for a sink, and for the key of a global; whose panel sees all.
  CHECK(walked(windowed(256, Causal::topLeft, 1), n, n) <= back + 9.0 * n);
  auto global = windowed(256, Causal::topLeft);
  global.globals = {n / 2};
  const double one = walked(global, n, n);
  CHECK(one >= back + 8.0 * (n / 2));
  CHECK(one <= back + 8.0 * (n / 2 + 256) + 9.0 * n);
  // Keys at 100 distances that are multiples of 1000: 8 side by side, and the groups they are in.
  auto steps = windowed(100, Causal::topLeft);
  steps.dilation = 1000;
  const double dilated = walked(steps, n, n);
  CHECK(dilated >= 0.9 * 100 * 8 * n);
  CHECK(dilated <= 102.0 * 16 * n);
  // Every other block of keys, the same for all.
  Options<double> blocks;
  blocks.blocks = {1000, Matrix<bool>::Constant(16, 16, false)};
  for (Index k = 0; k < 16; k += 2) blocks.blocks->visible.col(k).setConstant(true);
  const double half = walked(blocks, 16'000, 16'000);
  CHECK(half >= 16'000.0 * 8'000);
  CHECK(half <= 16'100.0 * (8'000 + 8 * 8));
}

TEST_CASE("tables hide and add what each pair says", "[mask]") {
  Dice dice(5);
  for (int i = 0; i < 200; ++i) {
    const auto problem = randomProblem<double>(dice);
    auto options = problem.options;
    options.alibi.reset();
    const Index queries = problem.q_hqd[0].rows(), keys = problem.k_hkd[0].rows();
    const auto head = Index(problem.q_hqd.size()) - 1;
    const Mask<double> mask(options, queries, keys);
    const auto positions = withoutTables(options);
    const Mask<double> byPosition(positions, queries, keys);
    for (Index q = 0; q < queries; ++q)
      for (Index k = 0; k < keys; ++k) {
        if (!byPosition.visible(head, q, k)) continue;
        std::vector<double> score{0.25};
        mask.applyTables(head, q, k, k + 1, 2, score.data(), 1);
        const double bias = mask.bias(head, q, k);
        if (!mask.visible(head, q, k))
          REQUIRE(score[0] == -inf);
        else if (!std::isnan(bias))
          REQUIRE(score[0] == 0.25 + 2 * bias);
      }
  }
}

TEST_CASE("a block is told by its tables: nothing, some or everything", "[mask]") {
  Options<double> options;
  options.attend = picture({"xx..", "xx.x"});
  const Mask<double> mask(options, 2, 4);
  CHECK(mask.part(0, 0, 2, 0, 2) == Part::everything);
  CHECK(mask.part(0, 0, 2, 2, 3) == Part::nothing);
  CHECK(mask.part(0, 0, 2, 2, 4) == Part::some);
  CHECK(mask.part(0, 0, 1, 2, 4) == Part::nothing);
  options.bias = {matrix({{0, 0, 0, 0}, {-inf, -inf, 0, 0}})};
  CHECK(mask.part(0, 0, 1, 0, 2) == Part::some);
  CHECK(mask.part(0, 1, 2, 0, 3) == Part::nothing);
}
