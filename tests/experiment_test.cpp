#include "attention/experiment.h"

#include "attention/attend.h"
#include "attention/jacobian.h"
#include "support/brute_force.h"
#include "support/catch.h"
#include "support/matrices.h"
#include "support/random_problem.h"

using namespace attention;
using namespace attention::testing;

namespace {

std::vector<ScaleRow> rowsOf(const ScaleProblem& problem) {
  return std::get<std::vector<ScaleRow>>(scaleExperiment(problem));
}

Error refused(const ScaleProblem& problem) { return std::get<Error>(scaleExperiment(problem)); }

PermutationTrace traceOf(const PermutationProblem& problem) {
  return std::get<PermutationTrace>(permutationExperiment(problem));
}

/// Tokens of deviation 1 or so, in the order 3, 0, 4, 1, 2.
PermutationProblem fiveTokens(Options<double> options = {}) {
  Dice dice(3);
  const auto numbers = [&](Index rows, Index columns) {
    return randomNumbers<double>(dice, rows, columns);
  };
  return {{numbers(5, 4), numbers(4, 3), numbers(4, 3), numbers(4, 2), std::move(options)},
          {3, 0, 4, 1, 2}};
}

}  // namespace

TEST_CASE("scale: the same bits everywhere", "[experiment]") {
  // SplitMix64, sums of twelve and plain dot products, done elsewhere in IEEE doubles; the means
  // from the definitions, the Jacobian entry by entry.
  struct Want {
    ScaleProblem problem;
    ScaleMeasures scaled, unscaled;
  };
  const Want wanted[] = {
      {{{1}, 3, 2, 7},
       {0x1.4ad8a6913e325p-1, 0.6163174221252541, 0.6919165400574535, 0.4252775792488364},
       {0x1.4ad8a6913e325p-1, 0.6163174221252541, 0.6919165400574535, 0.4252775792488364}},
      {{{64}, 5, 16, 7},
       {0x1.eebf2122b191dp-1, 2.4447642676616375, 0.18322052125881438, 0.29727083038547353},
       {0x1.eebf2122b191dp+2, 0.7550447624635177, 0.7413611920036837, 0.31042498185065504}},
      {{{5}, 4, 3, 123456789},
       {0x1.9cc4f10c9c0cbp-1, 0.8473385988644574, 0.6005062947998278, 0.38348286626436884},
       {0x1.cd7d77e00d8aap+0, 0.5262443703016421, 0.7361047886008386, 0.2716335110591628}}};
  for (const auto& [problem, scaled, unscaled] : wanted) {
    const auto row = rowsOf(problem).at(0);
    CHECK(row.dK == problem.dK[0]);
    for (const auto& [got, want] :
         {std::pair{row.scaled, scaled}, std::pair{row.unscaled, unscaled}}) {
      CHECK(got.spread == want.spread);
      CHECK(std::abs(got.entropy - want.entropy) <= 1e-12);
      CHECK(std::abs(got.largestWeight - want.largestWeight) <= 1e-12);
      CHECK(std::abs(got.gradient - want.gradient) <= 1e-12);
    }
  }
}

TEST_CASE("scale: the spread grows as the root of the width, and the softmax saturates",
          "[experiment]") {
  const auto rows = rowsOf({{1, 4, 16, 64, 256}, 400, 16, 1});
  REQUIRE(rows.size() == 5);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double width = double(rows[i].dK);
    INFO("width " << width);
    // The variance of q.k is the width. 6400 scores of 400 queries, whose lengths differ: a few
    // per cent.
    CHECK(std::abs(rows[i].unscaled.spread / std::sqrt(width) - 1) < 0.1);
    CHECK(std::abs(rows[i].scaled.spread - 1) < 0.1);
    CHECK(rows[i].scaled.entropy <= std::log(16) + 1e-12);
    CHECK(rows[i].scaled.largestWeight >= 1.0 / 16);
    if (i == 0) continue;
    CHECK(rows[i].unscaled.entropy < rows[i - 1].unscaled.entropy);
    CHECK(rows[i].unscaled.largestWeight > rows[i - 1].unscaled.largestWeight);
  }
  CHECK(rows[4].unscaled.gradient < rows[4].scaled.gradient / 2);
}

TEST_CASE("scale: a row is its seed's and its width's alone", "[experiment]") {
  const auto together = rowsOf({{8, 3, 8}, 20, 4, 5});
  const auto alone = rowsOf({{3}, 20, 4, 5});
  CHECK(together[1].unscaled.spread == alone[0].unscaled.spread);
  CHECK(together[1].scaled.entropy == alone[0].scaled.entropy);
  CHECK(together[0].scaled.gradient == together[2].scaled.gradient);
  CHECK(alone[0].scaled.spread != rowsOf({{3}, 20, 4, 6})[0].scaled.spread);
}

TEST_CASE("scale: one key has all the weight and no gradient", "[experiment]") {
  const auto row = rowsOf({{4}, 3, 1, 2})[0];
  for (const auto& measures : {row.scaled, row.unscaled}) {
    CHECK(measures.entropy == 0);
    CHECK(measures.largestWeight == 1);
    CHECK(measures.gradient == 0);
    CHECK(measures.spread > 0);
  }
  CHECK(rowsOf({{4}, 1, 1, 2})[0].unscaled.spread == 0);
}

TEST_CASE("scale: what cannot be drawn is refused", "[experiment]") {
  CHECK(refused({{}, 1, 1, 0}).code == ErrorCode::empty);
  for (const auto& [problem, field] : {std::pair{ScaleProblem{{4, 0}, 1, 1, 0}, "dK"},
                                       {{{1}, 0, 1, 0}, "samples"},
                                       {{{1}, 1, 0, 0}, "keys"}}) {
    const auto error = refused(problem);
    CHECK(error.code == ErrorCode::range);
    CHECK(error.field == field);
    CHECK(error.values[0] == 0);
    CHECK(error.values[1] == 1);
  }
  CHECK(refused({{4, 0}, 1, 1, 0}).values == std::vector<double>{0, 1, 2});
  // 2^20 samples: 16 rows of 4 numbers at 64 multiply-adds, and 15 weights at 32, twice.
  CHECK(!validate(ScaleProblem{{4}, 1 << 20, 15, 0}));
  const auto large = validate(ScaleProblem{{4, 4}, 1 << 20, 15, 0});
  REQUIRE(large);
  CHECK(large->code == ErrorCode::tooLarge);
  CHECK(large->field == "samples");
  CHECK(large->values == std::vector<double>{2 * 0x1p20 * (16 * 4 * 64 + 2 * 15 * 32), 6e9});
  const std::int64_t huge = std::int64_t{1} << 53;
  CHECK(refused({{huge}, huge, huge, 0}).code == ErrorCode::tooLarge);
  CHECK(refused({std::vector<std::int64_t>(1025, 1), 1, 1, 0}).field == "dK");
}

TEST_CASE("permutation: the output moves along with the tokens", "[experiment]") {
  Options<double> tables;
  tables.scale = 0.7;
  tables.attend = picture({"xx.xx", "xxxxx", "x.x.x", ".....", "xxxx."});
  tables.keyPadding = {false, true, false, false, false};
  Dice dice(5);
  tables.bias = {randomNumbers<double>(dice, 5, 5)};
  for (const auto& options : {Options<double>{}, tables}) {
    const auto problem = fiveTokens(options);
    const auto got = traceOf(problem);
    const auto& original = got.original.attention;
    const auto& permuted = got.permuted.attention;
    for (Index i = 0; i < 5; ++i) {
      const Index from = Index(problem.permutation[std::size_t(i)]);
      CHECK(got.output.row(i) == original.output_hqc[0].row(from));
      CHECK(got.permuted.q.row(i).isApprox(got.original.q.row(from), 1e-15));
      for (Index j = 0; j < 5; ++j) {
        const Index to = Index(problem.permutation[std::size_t(j)]);
        CHECK(got.weights(i, j) == original.weights_hqk[0](from, to));
      }
    }
    CHECK(difference(permuted.weights_hqk[0], got.weights, 1e-15) == "");
    CHECK(difference(permuted.output_hqc[0], got.output, 1e-14) == "");
    CHECK(got.difference <= 1e-14);
    CHECK(got.difference == (permuted.output_hqc[0] - got.output).cwiseAbs().maxCoeff());
  }
}

TEST_CASE("permutation: masks that go by position do not move along", "[experiment]") {
  Options<double> causal, window;
  causal.causal = Causal::topLeft;
  window.window = 2;
  for (const auto& options : {causal, window}) CHECK(traceOf(fiveTokens(options)).difference > 0.1);
  // Unless nothing moves.
  auto problem = fiveTokens(causal);
  problem.permutation = {0, 1, 2, 3, 4};
  CHECK(traceOf(problem).difference == 0);
}

TEST_CASE("permutation: the first token of three, by hand", "[experiment]") {
  // Scores of 0: every output is the mean of what is seen.
  const Matrix<double> zero = matrix({{0}}), one = matrix({{1}});
  PermutationProblem problem{{matrix({{3}, {6}, {9}}), zero, zero, one, {}}, {2, 0, 1}};
  problem.attention.options.causal = Causal::topLeft;
  const auto got = traceOf(problem);
  CHECK(difference(got.permuted.attention.output_hqc[0], matrix({{9}, {6}, {6}}), 1e-15) == "");
  CHECK(difference(got.output, matrix({{6}, {3}, {4.5}}), 1e-15) == "");
  CHECK(std::abs(got.difference - 3) <= 1e-14);
}

TEST_CASE("permutation: what is none is refused", "[experiment]") {
  const auto of = [](std::vector<std::int64_t> permutation) {
    auto problem = fiveTokens();
    problem.permutation = std::move(permutation);
    const auto error = std::get<Error>(permutationExperiment(problem));
    CHECK(error.field == "permutation");
    return error;
  };
  CHECK(of({0, 1}).code == ErrorCode::entries);
  CHECK(of({0, 1}).values == std::vector<double>{2, 5});
  CHECK(of({0, 1, 2, 3, -1}).code == ErrorCode::range);
  CHECK(of({0, 1, 2, 3, 5}).code == ErrorCode::atMost);
  CHECK(of({0, 1, 2, 3, 5}).values == std::vector<double>{5, 4, 5});
  CHECK(of({0, 1, 2, 1, 4}).code == ErrorCode::repeated);
  CHECK(of({0, 1, 2, 1, 4}).values == std::vector<double>{4, 1});
  auto problem = fiveTokens();
  problem.attention.wq.resize(3, 3);
  CHECK(std::get<Error>(permutationExperiment(problem)).field == "wq");
}

TEST_CASE("the largest difference knows infinities and NaN", "[experiment]") {
  CHECK(largestDifference(matrix({{1, 5}}), matrix({{2, 3}})) == 2);
  CHECK(largestDifference(matrix({{inf, NaN, 1}}), matrix({{inf, NaN, 1}})) == 0);
  CHECK(largestDifference(matrix({{inf}}), matrix({{-inf}})) == inf);
  CHECK(std::isnan(largestDifference(matrix({{NaN, 9}}), matrix({{1, 1}}))));
}
