// Dilated windows, globals, block-sparse patterns and ALiBi: what the tiled path leaves out, and
// that what it takes is right, over lengths of several blocks.

#include <algorithm>
#include <cmath>

#include "attention/reference.h"
#include "attention/tiled.h"
#include "support/brute_force.h"
#include "support/catch.h"
#include "support/compare.h"
#include "support/matrices.h"
#include "support/random_problem.h"

using namespace attention;
using namespace attention::testing;

namespace {

constexpr double eps = std::numeric_limits<float>::epsilon();

struct Named {
  const char* name;
  Options<float> options;
};

Options<float> dilated(std::int64_t window, std::int64_t dilation, Causal causal = Causal::none) {
  Options<float> options;
  options.causal = causal;
  options.window = window;
  options.dilation = dilation;
  return options;
}

Options<float> blockSparse(Dice& dice, std::int64_t size, Index queries, Index keys,
                           Causal causal = Causal::none) {
  Options<float> options;
  options.causal = causal;
  const Index positions = causal == Causal::bottomRight ? keys : queries;
  const auto count = [&](Index n) { return (n + size - 1) / size; };
  options.blocks = {size, Matrix<bool>(count(positions), count(keys))};
  auto& visible = options.blocks->visible;
  for (Index i = 0; i < visible.size(); ++i) visible.data()[i] = dice() % 5 == 0;
  return options;
}

std::vector<Named> patterns(Dice& dice, Index queries, Index keys) {
  std::vector<Named> list{
      {"dilated by 2", dilated(9, 2)},
      {"dilated by 40, causal", dilated(6, 40, Causal::topLeft)},
      {"dilated by 300", dilated(3, 300, Causal::bottomRight)},
      {"blocks of 1", blockSparse(dice, 1, queries, keys)},
      {"blocks of 16", blockSparse(dice, 16, queries, keys)},
      {"blocks of 64, causal", blockSparse(dice, 64, queries, keys, Causal::bottomRight)},
      {"blocks of 300", blockSparse(dice, 300, queries, keys)}};
  Options<float> globals = dilated(20, 1, Causal::topLeft);
  for (const Index token : {Index(0), keys / 3, keys - 1}) globals.globals.push_back(token);
  list.push_back({"window and globals", globals});
  globals.causal = Causal::none;
  globals.sinks = 2;
  list.push_back({"window, sinks and globals", globals});
  auto all = blockSparse(dice, 32, queries, keys, Causal::bottomRight);
  all.window = 50;
  all.dilation = 3;
  all.sinks = 5;
  all.globals = {keys / 2};
  list.push_back({"all of them", all});
  return list;
}

struct Run {
  Matrix<float> output;
  std::vector<TiledStep> steps;
};

Run recorded(const Problem<float>& p, TiledBlock block) {
  const auto &q = p.q_hqd[0], &k = p.k_hkd[0], &v = p.v_hkc[0];
  Run run{Matrix<float>(q.rows(), v.cols()), {}};
  run.steps = tiledSteps(
      {{1, 1, q.rows(), k.rows(), q.cols(), v.cols()}, q.data(), k.data(), v.data(), p.options},
      {run.output.data(), nullptr}, block);
  return run;
}

Heads<float> tiledOutput(const Problem<float>& p) {
  const Index heads = Index(p.q_hqd.size()), kvHeads = Index(p.k_hkd.size());
  const Index queries = p.q_hqd[0].rows(), keys = p.k_hkd[0].rows();
  const Index width = p.q_hqd[0].cols(), valueWidth = p.v_hkc[0].cols();
  const auto dense = [](const Heads<float>& all) {
    std::vector<float> numbers;
    for (const auto& head : all)
      numbers.insert(numbers.end(), head.data(), head.data() + head.size());
    return numbers;
  };
  const auto q = dense(p.q_hqd), k = dense(p.k_hkd), v = dense(p.v_hkc);
  std::vector<float> output(std::size_t(heads * queries * valueWidth));
  tiled(
      {{heads, kvHeads, queries, keys, width, valueWidth}, q.data(), k.data(), v.data(), p.options},
      {output.data(), nullptr}, {0, heads, 0, queries});
  Heads<float> result;
  for (Index h = 0; h < heads; ++h)
    result.push_back(
        Eigen::Map<Matrix<float>>(output.data() + h * queries * valueWidth, queries, valueWidth));
  return result;
}

/// Scores stay below 16 here, values below 2.
void checkAgainstReference(const Problem<float>& problem) {
  const auto want = reference(cast<double>(problem)).output_hqc;
  const auto got = tiledOutput(problem);
  for (std::size_t h = 0; h < want.size(); ++h) {
    INFO("head " << h);
    const Matrix<long double> exact = want[h].cast<long double>();
    const Matrix<long double> bound =
        Matrix<long double>::Constant(exact.rows(), exact.cols(), 600 * eps);
    CHECK(difference(got[h], exact, bound) == "");
  }
}

Problem<float> problemOf(Dice& dice, Index queries, Index keys, Options<float> options) {
  return oneHead(randomNumbers<float>(dice, queries, 3), randomNumbers<float>(dice, keys, 3),
                 randomNumbers<float>(dice, keys, 2), std::move(options));
}

}  // namespace

TEST_CASE("patterns over several blocks agree with the reference", "[pattern]") {
  Dice dice(83);
  constexpr std::pair<Index, Index> lengths[] = {{300, 600}, {530, 525}, {1, 900}, {5, 900}};
  for (const auto& [queries, keys] : lengths)
    for (const auto& [name, options] : patterns(dice, queries, keys)) {
      INFO(name << ", " << queries << " queries, " << keys << " keys");
      auto problem = problemOf(dice, queries, keys, options);
      checkAgainstReference(problem);
      poisonHidden(problem);
      checkAgainstReference(problem);
    }
}

TEST_CASE("the steps are the blocks that a pattern leaves, and no others", "[pattern]") {
  Dice dice(89);
  constexpr Index queries = 70, keys = 90;
  for (const auto& [name, options] : patterns(dice, queries, keys))
    for (const auto& [rows, columns] : {std::pair<Index, Index>{8, 16}, {4, 4}, {3, 7}, {8, 90}}) {
      INFO(name << ", tiles of " << rows << " x " << columns);
      const auto problem = problemOf(dice, queries, keys, options);
      const auto visible = bruteForce(problem, 0).visible;
      const auto steps = recorded(problem, {rows, columns, columns}).steps;
      auto next = steps.begin();
      for (Index q0 = 0; q0 < queries; q0 += rows)
        for (Index k0 = 0; k0 < keys; k0 += columns) {
          const Index q1 = std::min(q0 + rows, queries), k1 = std::min(k0 + columns, keys);
          Index first = k1, last = k0;
          for (Index k = k0; k < k1; ++k)
            if (visible.block(q0, k, q1 - q0, 1).any()) {
              first = std::min(first, k);
              last = k + 1;
            }
          if (first >= last) continue;
          REQUIRE(next != steps.end());
          REQUIRE(next->firstQuery == q0);
          REQUIRE(next->lastQuery == q1);
          // Groups of five keys are packed together.
          REQUIRE(next->firstKey <= first);
          REQUIRE(next->firstKey > first - 5);
          REQUIRE(next->lastKey == last);
          ++next;
        }
      REQUIRE(next == steps.end());
    }
}

TEST_CASE("gaps inside a block are left out", "[pattern]") {
  Dice dice(97);
  constexpr Index queries = 300, keys = 600;
  constexpr TiledBlock block{};
  for (const auto& [name, options] : patterns(dice, queries, keys)) {
    INFO(name);
    const auto problem = problemOf(dice, queries, keys, options);
    const auto visible = bruteForce(problem, 0).visible;
    Matrix<int> taken = Matrix<int>::Zero(queries, keys);
    for (const TiledStep& step : recorded(problem, {8, block.keys, block.gap}).steps) {
      const Index count = step.lastQuery - step.firstQuery;
      Index unseen = 0;
      for (Index k = step.firstKey; k < step.lastKey; ++k) {
        unseen = visible.block(step.firstQuery, k, count, 1).any() ? 0 : unseen + 1;
        REQUIRE(unseen < block.gap);
      }
      REQUIRE(unseen == 0);
      taken.block(step.firstQuery, step.firstKey, count, step.lastKey - step.firstKey).array() += 1;
    }
    REQUIRE(taken.maxCoeff() == 1);
    for (Index q = 0; q < queries; ++q)
      for (Index k = 0; k < keys; ++k)
        if (visible(q, k)) REQUIRE(taken(q, k) == 1);
  }
}

TEST_CASE("a pattern costs what it leaves", "[pattern]") {
  Dice dice(101);
  constexpr Index tokens = 2048;
  const auto pairs = [&](Options<float> options) {
    auto problem = oneHead<float>(Matrix<float>::Zero(tokens, 1), Matrix<float>::Zero(tokens, 1),
                                  Matrix<float>::Zero(tokens, 1), std::move(options));
    Index sum = 0;
    for (const TiledStep& step : recorded(problem, {8, 260, 16}).steps)
      sum += (step.lastQuery - step.firstQuery) * (step.lastKey - step.firstKey);
    return double(sum);
  };
  // Blocks of 64 on the diagonal and the one before it.
  Options<float> banded;
  banded.blocks = {64, Matrix<bool>::Identity(32, 32)};
  banded.blocks->visible.diagonal(-1).setConstant(true);
  CHECK(pairs(banded) <= 1.05 * 63 * 64 * 64);
  // Eight tokens, 128 apart: with those of its neighbours in the panel, and what packing adds.
  CHECK(pairs(dilated(8, 128, Causal::topLeft)) <= tokens * 8 * (8 + 4));
  // A window of 16 and four globals: one panel each of queries that see all.
  auto globals = dilated(16, 1, Causal::topLeft);
  globals.globals = {0, 500, 1000, 1500};
  CHECK(pairs(globals) <= tokens * (16 + 7 + 4 * 5 + 16) + 4 * 8 * tokens);
}

TEST_CASE("ALiBi takes the distance from the score, by hand", "[pattern]") {
  // Two keys, equal scores: at position 1 the near one weighs 1, the far one exp(-slope).
  auto problem = oneHead<double>(matrix({{0}, {0}}), matrix({{0}, {0}}), matrix({{1}, {0}}));
  problem.options.alibi = {std::log(3)};
  const auto trace = reference(problem);
  CHECK(difference(trace.masked_hqk[0], matrix({{0, -std::log(3)}, {-std::log(3), 0}}), 1e-15) ==
        "");
  CHECK(difference(trace.weights_hqk[0], matrix({{0.75, 0.25}, {0.25, 0.75}}), 1e-15) == "");
  // The newest query of a cache stands at the last key.
  problem = oneHead<double>(matrix({{0}}), matrix({{0}, {0}}), matrix({{1}, {0}}));
  problem.options.alibi = {std::log(3)};
  CHECK(difference(reference(problem).weights_hqk[0], matrix({{0.75, 0.25}}), 1e-15) == "");
  problem.options.causal = Causal::bottomRight;
  CHECK(difference(reference(problem).weights_hqk[0], matrix({{0.25, 0.75}}), 1e-15) == "");
}

TEST_CASE("ALiBi over several blocks, a slope per head", "[pattern]") {
  Dice dice(103);
  for (const Index queries : {1, 5, 300}) {
    auto problem = problemOf(dice, queries, 700, {});
    for (int h = 1; h < 4; ++h) problem.q_hqd.push_back(randomNumbers<float>(dice, queries, 3));
    problem.k_hkd.push_back(randomNumbers<float>(dice, 700, 3));
    problem.v_hkc.push_back(randomNumbers<float>(dice, 700, 2));
    problem.options.alibi = {0.5f, 1.f / 256, 0.f, 0.03f};
    INFO(queries << " queries");
    checkAgainstReference(problem);
    problem.options.causal = Causal::bottomRight;
    checkAgainstReference(problem);
    problem.options.window = 40;
    problem.options.dilation = 3;
    problem.options.bias = {randomNumbers<float>(dice, queries, 700)};
    checkAgainstReference(problem);
  }
}

TEST_CASE("a slope beyond all bounds hides nothing and breaks nothing", "[pattern]") {
  for (const float slope : {2e38f, -2e38f, 3e38f})
    for (const Index queries : {1, 20}) {
      auto problem = oneHead<float>(Matrix<float>::Zero(queries, 1), Matrix<float>::Zero(300, 1),
                                    Matrix<float>(300, 1));
      for (Index k = 0; k < 300; ++k) problem.v_hkc[0](k, 0) = float(k);
      problem.options.alibi = {slope};
      problem.options.window = 3;
      const auto check = [&](Index q, float want) {
        CHECK(tiledOutput(problem)[0](q, 0) == want);
        CHECK(reference(problem).output_hqc[0](q, 0) == want);
      };
      // To the token itself, or to the farthest in reach: two steps away, on one side or on both.
      for (Index q = 0; q < queries; ++q) check(q, slope > 0 || q > 1 ? float(q) : float(q + 2));
      if (slope < 0) continue;
      // Distances 2 and 3 alone, both beyond the range: alike, and there.
      problem.options.window.reset();
      problem.options.attend = Matrix<bool>::Constant(queries, 300, false);
      for (const Index k : {2, 3}) (*problem.options.attend)(0, k) = true;
      check(0, 2.5f);
    }
}
