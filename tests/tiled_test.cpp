// The tiled path against the reference in float64, with bounds from eps and length.

#include "attention/tiled.h"

#include <new>
#include <random>

#include "attention/reference.h"
#include "attention/simd.h"
#include "attention/validate.h"
#include "support/allocations.h"
#include "support/catch.h"
#include "support/compare.h"
#include "support/guarded.h"
#include "support/matrices.h"
#include "support/random_problem.h"

using namespace attention;
using namespace attention::testing;

namespace {

constexpr double eps = std::numeric_limits<float>::epsilon();

struct Tiled {
  Heads<float> output;
  std::vector<float> logSumExp;
};

/// Runs in pieces of `piece` queries, into memory with guards before and behind it.
Tiled run(const Problem<float>& p, Index piece = 256) {
  const Guarded guarded(p);
  const TiledInput in = guarded.input(p);
  constexpr std::size_t guard = 16;
  constexpr float untouched = 12345.5f;
  std::vector<float> output(std::size_t(in.heads * in.queries * in.valueWidth) + 2 * guard,
                            untouched);
  std::vector<float> sums(std::size_t(in.heads * in.queries) + 2 * guard, untouched);
  for (Index first = 0; first < in.queries; first += piece)
    tiled(in, {output.data() + guard, sums.data() + guard},
          {0, in.heads, first, std::min(first + piece, in.queries)});
  for (std::size_t i = 0; i < guard; ++i) {
    CHECK(output[i] == untouched);
    CHECK(output[output.size() - 1 - i] == untouched);
    CHECK(sums[i] == untouched);
    CHECK(sums[sums.size() - 1 - i] == untouched);
  }
  Tiled result;
  for (Index h = 0; h < in.heads; ++h)
    result.output.push_back(Eigen::Map<const Matrix<float>>(
        output.data() + guard + std::size_t(h * in.queries * in.valueWidth), in.queries,
        in.valueWidth));
  result.logSumExp.assign(sums.begin() + guard, sums.end() - guard);
  return result;
}

/// A score is off by at most (d + 6) eps of the sum of its terms' sizes, a weight by twice that,
/// for its own score and the sum's, and by rounding in exp and over the keys.
Matrix<long double> bounds(const Problem<double>& p, const Trace<double>& t, std::size_t h) {
  const std::size_t kv = h / (p.q_hqd.size() / p.k_hkd.size());
  const Matrix<double>&q = p.q_hqd[h], &k = p.k_hkd[kv], &v = p.v_hkc[kv];
  const double scale = std::abs(p.options.scale.value_or(1 / std::sqrt(double(q.cols()))));
  const double d = double(q.cols()), keys = double(k.rows());
  const Index shift = p.options.causal == Causal::bottomRight ? k.rows() - q.rows() : 0;
  Matrix<long double> bound(q.rows(), v.cols());
  for (Index i = 0; i < q.rows(); ++i) {
    double size = 0;
    for (Index j = 0; j < k.rows(); ++j)
      if (t.weights_hqk[h](i, j) > 0) {
        const double terms = (q.row(i).cwiseAbs() * k.row(j).cwiseAbs().transpose()).value();
        const double bias =
            p.options.bias.empty()
                ? 0
                : std::abs(p.options.bias[p.options.bias.size() == 1 ? 0 : h](i, j));
        const double far =
            p.options.alibi ? std::abs((*p.options.alibi)[h]) * double(std::abs(i + shift - j)) : 0;
        size = std::max(size, terms * scale + bias + far);
      }
    const double error = (2 * (d + 6) * size + keys + 12) * eps;
    for (Index c = 0; c < v.cols(); ++c) {
      double mass = 0;
      for (Index j = 0; j < k.rows(); ++j)
        if (t.weights_hqk[h](i, j) > 0) mass += t.weights_hqk[h](i, j) * std::abs(v(j, c));
      bound(i, c) = error * mass + std::numeric_limits<float>::denorm_min();
    }
  }
  return bound;
}

void checkAgainstReference(const Problem<float>& problem) {
  const auto wide = cast<double>(problem);
  const auto want = reference(wide);
  const auto got = run(problem);
  for (std::size_t h = 0; h < got.output.size(); ++h) {
    INFO("head " << h);
    const Matrix<long double> exact = want.output_hqc[h].cast<long double>();
    REQUIRE(difference(got.output[h], exact, bounds(wide, want, h)) == "");
  }
}

Problem<float> randomOf(Dice& dice, Index queries, Index keys, Index width, Index valueWidth) {
  return oneHead<float>(randomNumbers<float>(dice, queries, width),
                        randomNumbers<float>(dice, keys, width),
                        randomNumbers<float>(dice, keys, valueWidth));
}

}  // namespace

TEST_CASE("tiles of every size agree with the reference", "[tiled]") {
  Dice dice(7);
  // Groups of 4 and 5, panels of 8, blocks of 256 queries and 260 keys, one more and one less.
  constexpr Index lengths[] = {1,  2,  3,  4,   5,   6,   7,   8,   9,   17,
                               63, 64, 65, 130, 255, 256, 257, 259, 260, 261};
  constexpr Index widths[] = {1, 2, 3, 4, 5, 16, 17, 31, 33, 36, 61, 64, 65, 80, 130};
  Index n = 0;
  for (const Index queries : lengths)
    for (const Index keys : lengths) {
      const Index width = widths[n * 7 % 15], valueWidth = widths[(n * 4 + 3) % 15];
      auto problem = randomOf(dice, queries, keys, width, valueWidth);
      if (n % 4 == 1) problem.options.causal = Causal::topLeft;
      if (n % 4 == 2) problem.options.causal = Causal::bottomRight;
      if (n % 3 == 1) problem.options.window = 1 + n * 11 % 300;
      if (n % 6 == 1) problem.options.sinks = n % 9;
      INFO("q " << queries << ", k " << keys << ", d " << width << ", c " << valueWidth);
      checkAgainstReference(problem);
      ++n;
    }
}

TEST_CASE("few queries over many keys, with heads that share them", "[tiled]") {
  Dice dice(41);
  for (const Index queries : {1, 2, 5, 6, 7}) {
    auto problem = randomOf(dice, queries, 1030, 33, 18);
    for (int h = 1; h < 6; ++h) problem.q_hqd.push_back(randomNumbers<float>(dice, queries, 33));
    problem.k_hkd.push_back(randomNumbers<float>(dice, 1030, 33));
    problem.v_hkc.push_back(randomNumbers<float>(dice, 1030, 18));
    INFO("q " << queries);
    checkAgainstReference(problem);
    problem.options.causal = Causal::bottomRight;
    problem.options.window = 700;
    problem.options.sinks = 3;
    problem.options.keyPadding = std::vector<bool>(1030, false);
    for (std::size_t k = 260; k < 520; ++k) (*problem.options.keyPadding)[k] = true;
    checkAgainstReference(problem);
  }
}

TEST_CASE("every mixture of options agrees, whatever hides in what is masked", "[tiled]") {
  Dice dice(11);
  for (int i = 0; i < 300; ++i) {
    auto problem = randomProblem<float>(dice);
    poisonHidden(problem);
    INFO("problem " << i);
    checkAgainstReference(problem);
  }
}

TEST_CASE("random problems, for as long as one likes", "[.long]") {
  Dice dice(std::random_device{}());
  for (int i = 0; i < 20000; ++i) {
    auto problem = randomProblem<float>(dice);
    poisonHidden(problem);
    INFO("problem " << i);
    checkAgainstReference(problem);
  }
}

TEST_CASE("how the work is cut does not change a bit", "[tiled]") {
  Dice dice(13);
  auto problem = randomOf(dice, 700, 600, 5, 3);
  problem.options.window = 290;
  const auto whole = run(problem, 1024);
  for (const Index piece : {tiledPanel, 11 * tiledPanel, Index(256)}) {
    const auto cut = run(problem, piece);
    CHECK(difference(whole.output[0], cut.output[0]) == "");
    CHECK(whole.logSumExp == cut.logSumExp);
  }
}

TEST_CASE("blocks that a table empties or leaves whole", "[tiled]") {
  Dice dice(43);
  auto problem = randomOf(dice, 40, 600, 4, 4);
  problem.options.attend = Matrix<bool>::Constant(40, 600, true);
  problem.options.attend->block(8, 260, 8, 260).setZero();
  problem.options.attend->block(16, 0, 8, 600).setZero();
  poisonHidden(problem);
  checkAgainstReference(problem);
  problem.options.attend.reset();
  problem.options.bias = {Matrix<float>::Zero(40, 600)};
  problem.options.bias[0].block(0, 260, 40, 300).setConstant(float(-inf));
  checkAgainstReference(problem);
}

TEST_CASE("scratch is what it is said to be, and does not grow with the tokens", "[tiled]") {
  Dice dice(47);
  for (const Index queries : {1, 300}) {
    const auto problem = randomOf(dice, queries, 70, 5, 3);
    const Guarded guarded(problem);
    std::vector<float> output(std::size_t(queries * 3));
    const auto before = allocatedBytes();
    tiled(guarded.input(problem), {output.data(), nullptr}, {0, 1, 0, queries});
    CHECK(std::int64_t(allocatedBytes() - before) == tiledScratchBytes(Guarded::sizesOf(problem)));
  }
  CHECK(tiledScratchBytes({1, 1, 32768, 32768, 64, 64}) ==
        tiledScratchBytes({8, 8, 256, 256, 64, 64}));
  CHECK(tiledScratchBytes({1, 1, 32768, 32768, 64, 64}) <= std::int64_t{1} << 20);
}

TEST_CASE("work that would take minutes is refused, what masks skip is not counted", "[tiled]") {
  const auto refused = [](const TiledSizes& sizes, const Options<float>& options = {}) {
    return validateTiledWork(sizes, options);
  };
  // 8 heads of 32768 tokens, 64 wide, are half a minute.
  const TiledSizes large{8, 8, 32768, 32768, 64, 64};
  CHECK(!refused(large));
  const auto error = refused({16, 16, 32768, 32768, 64, 64});
  REQUIRE(error);
  CHECK(error->code == ErrorCode::tooLarge);
  CHECK(error->field == "output");
  CHECK(error->other == "multiplyAdds");
  // Of each pair its 128 products and what 16 more would take; 64 for each pair of blocks.
  CHECK(error->values ==
        std::vector<double>{16 * (0x1p30 * (128 + 16) + 128 * 127 * 64.0), 1.25e12});

  const TiledSizes million{1, 1, 1'000'000, 1'000'000, 64, 64};
  Options<float> options;
  CHECK(refused(million));
  options.causal = Causal::topLeft;
  CHECK(refused(million, options));
  options.window = 256;
  CHECK(!refused(million, options));
  options.window = 1'000'000;
  CHECK(refused(million, options));
  // What a table hides is looked at all the same.
  options = {};
  options.keyPadding = std::vector<bool>(1'000'000, true);
  CHECK(refused(million, options));
  // One query of many heads, all of which read one KV head.
  CHECK(!refused({64, 1, 1, 1 << 20, 64, 64}));
  CHECK(refused({1 << 18, 1, 1, 1 << 20, 1, 1}));
}

TEST_CASE("memory that cannot be had", "[tiled]") {
  Dice dice(53);
  const auto problem = randomOf(dice, 20, 20, 5, 3);
  const Guarded guarded(problem);
  std::vector<float> output(60, 7.f);
  failNextAllocation();
  CHECK_THROWS_AS(tiled(guarded.input(problem), {output.data(), nullptr}, {0, 1, 0, 20}),
                  std::bad_alloc);
  CHECK(output == std::vector<float>(60, 7.f));
  checkAgainstReference(problem);
}

TEST_CASE("the recorded steps are the definition, tile by tile", "[tiled]") {
  Dice dice(59);
  for (const TiledBlock block : {TiledBlock{1, 1}, {2, 2}, {3, 5}, {8, 4}}) {
    auto problem = randomOf(dice, 7, 11, 3, 2);
    problem.options.causal = Causal::bottomRight;
    problem.options.window = 6;
    const auto want = reference(cast<double>(problem));
    const Guarded guarded(problem);
    Matrix<float> output(7, 2);
    const auto steps = tiledSteps(guarded.input(problem), {output.data(), nullptr}, block);
    CHECK(difference(output, run(problem).output[0], 1e-6) == "");
    Matrix<int> taken = Matrix<int>::Zero(7, 11);
    std::vector<float> maximum(7, float(-inf));
    for (const TiledStep& step : steps) {
      INFO("tile of query " << step.firstQuery << ", key " << step.firstKey);
      REQUIRE(step.lastQuery - step.firstQuery <= block.queries);
      REQUIRE(step.lastKey - step.firstKey <= block.keys);
      for (Index q = step.firstQuery; q < step.lastQuery; ++q) {
        const auto row = std::size_t(q - step.firstQuery);
        // Of all keys so far, since the blocks come in order.
        long double sum = 0;
        Eigen::Matrix<long double, 1, 2> out{0, 0};
        for (Index k = 0; k < step.lastKey; ++k) {
          const long double weight = std::exp(want.masked_hqk[0](q, k) - step.maximum[row]);
          if (!std::isfinite(step.maximum[row])) break;
          sum += weight;
          out += weight * problem.v_hkc[0].row(k).cast<long double>();
          if (k < step.firstKey) continue;
          taken(q, k) += 1;
          REQUIRE(std::abs(step.weights(Index(row), k - step.firstKey) - weight) <= 1e-5);
        }
        REQUIRE(std::abs(step.sum[row] - sum) <= 1e-5 * (1 + sum));
        for (Index c = 0; c < 2; ++c)
          REQUIRE(std::abs(step.output(Index(row), c) - out(c)) <= 1e-5 * (1 + sum));
        float& before = maximum[std::size_t(q)];
        const double rescale = std::isinf(before) ? 0
                               : before == step.maximum[row]
                                   ? 1
                                   : std::exp(double(before) - double(step.maximum[row]));
        REQUIRE(std::abs(step.rescale[row] - rescale) <= 1e-6);
        before = step.maximum[row];
      }
    }
    CHECK(taken.maxCoeff() == 1);
    for (Index q = 0; q < 7; ++q)
      for (Index k = 0; k < 11; ++k)
        if (want.weights_hqk[0](q, k) > 0) CHECK(taken(q, k) == 1);
  }
}

TEST_CASE("a row that sees one key is that key's value to the bit", "[tiled]") {
  Dice dice(17);
  auto problem = randomOf(dice, 40, 40, 6, 7);
  problem.v_hkc[0] *= 0.1f;
  problem.options.window = 1;
  CHECK(difference(run(problem).output[0], problem.v_hkc[0]) == "");
}

TEST_CASE("a row that sees nothing is zero, and its log-sum-exp minus infinity", "[tiled]") {
  Dice dice(19);
  auto problem = randomOf(dice, 3, 5, 2, 2);
  problem.options.keyPadding = std::vector<bool>(5, true);
  const auto got = run(problem);
  CHECK(got.output[0].isZero(0));
  for (const float sum : got.logSumExp) CHECK(sum == -std::numeric_limits<float>::infinity());
}

TEST_CASE("a row whose scores are all minus infinity is zero, whatever the values", "[tiled]") {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  for (const Index queries : {1, 3, 9, 20}) {
    Dice dice(20);
    auto problem = randomOf(dice, queries, 5, 2, 5);
    problem.q_hqd[0].setConstant(-infinity);
    problem.k_hkd[0].setOnes();
    problem.v_hkc[0].row(2).setConstant(infinity);
    problem.v_hkc[0](1, 3) = std::numeric_limits<float>::quiet_NaN();
    const auto got = run(problem);
    CHECK(got.output[0].isZero(0));
    for (const float sum : got.logSumExp) CHECK(sum == -infinity);
  }
}

TEST_CASE("the log-sum-exp is that of the scores as softmax sees them", "[tiled]") {
  Dice dice(23);
  auto problem = randomOf(dice, 20, 300, 8, 2);
  problem.options.causal = Causal::bottomRight;
  problem.options.bias = {randomNumbers<float>(dice, 20, 300)};
  const auto want = reference(cast<double>(problem));
  const auto got = run(problem);
  for (Index i = 0; i < 20; ++i) {
    long double sum = 0;
    for (Index j = 0; j < 300; ++j) sum += std::exp((long double)want.masked_hqk[0](i, j));
    // Scores reach about 10; their errors and the sum's carry over as they are.
    CHECK(std::abs(got.logSumExp[std::size_t(i)] - double(std::log(sum))) <= 2e-5);
  }
}

TEST_CASE("a dominant key that comes last, and values of every size", "[tiled]") {
  Dice dice(29);
  for (const float size : {1e-30f, 1.f, 1e30f}) {
    auto problem = randomOf(dice, 9, 600, 3, 5);
    problem.k_hkd[0].row(599).setConstant(200);
    problem.v_hkc[0] *= size;
    checkAgainstReference(problem);
  }
}

TEST_CASE("blocks whose scores lie far apart", "[tiled]") {
  for (const Index queries : {1, 8})
    for (const float low : {-1e9f, -3e9f, -1e10f, -1e20f, -1e30f, -2e38f})
      for (const float high : {-120.f, 0.f, 50.f, 253.f}) {
        auto problem = oneHead<float>(Matrix<float>::Ones(queries, 1), Matrix<float>(520, 1),
                                      Matrix<float>(520, 1));
        for (Index k = 0; k < 520; ++k) {
          problem.k_hkd[0](k, 0) = k < 515 ? 0 : high;
          problem.v_hkc[0](k, 0) = float(k % 7);
        }
        problem.options.bias = {Matrix<float>::Zero(queries, 520)};
        problem.options.bias[0].leftCols(515).setConstant(low);
        INFO("from " << low << " to " << high);
        const auto got = run(problem);
        // The last five keys, with values 4, 5, 6, 0 and 1, are all that weighs.
        for (Index q = 0; q < queries; ++q) {
          CHECK(std::abs(got.output[0](q, 0) - 3.2f) <= 1e-6f);
          CHECK(std::abs(got.logSumExp[std::size_t(q)] - (high + std::log(5.f))) <= 1e-4f);
        }
      }
}

TEST_CASE("the lowest number as a bias is a number, not a mask", "[tiled]") {
  auto problem = oneHead<float>(matrix<float>({{1}}), matrix<float>({{0.5}, {0.5}}),
                                matrix<float>({{1}, {2}}));
  problem.options.bias = {Matrix<float>::Constant(1, 2, std::numeric_limits<float>::lowest())};
  CHECK(run(problem).output[0](0, 0) == 1.5f);
}

TEST_CASE("NaN and infinities reach their own row alone", "[tiled]") {
  Dice dice(31);
  auto problem = randomOf(dice, 12, 300, 4, 3);
  problem.q_hqd[0](5, 1) = std::numeric_limits<float>::quiet_NaN();
  problem.options.bias = {Matrix<float>::Zero(12, 300)};
  problem.options.bias[0](7, 299) = std::numeric_limits<float>::infinity();
  const auto got = run(problem);
  for (Index i = 0; i < 12; ++i) CHECK(got.output[0].row(i).hasNaN() == (i == 5 || i == 7));
}

TEST_CASE("exp2 over its whole range", "[tiled]") {
  const auto at = [](float x) {
    float lanes[4];
    simd::store(lanes, simd::exp2(simd::splat(x)));
    return lanes[2];
  };
  double worst = 0;
  for (float x = 0; x > -126; x -= 0.000917f) {
    const double want = std::exp2(double(x));
    worst = std::max(worst, std::abs(at(x) - want) / want);
  }
  CHECK(worst < 2.5e-7);
  constexpr double smallest = std::numeric_limits<float>::denorm_min();
  // Subnormal results are rounded once more, to a multiple of the smallest number.
  for (float x = -126; x > -160; x -= 0.0137f) {
    const double want = std::exp2(double(x));
    REQUIRE(std::abs(at(x) - want) <= smallest + 2.5e-7 * want);
  }
  for (int n = -149; n <= 0; ++n) REQUIRE(double(at(float(n))) == std::exp2(double(n)));
  CHECK(at(-std::numeric_limits<float>::infinity()) == 0);
  CHECK(at(-191) == 0);
  CHECK(std::isnan(at(std::numeric_limits<float>::quiet_NaN())));
}
