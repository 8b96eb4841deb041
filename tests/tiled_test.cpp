// The tiled path against the reference in float64, with bounds from eps and length.

#include "attention/tiled.h"

#include "attention/reference.h"
#include "attention/simd.h"
#include "support/catch.h"
#include "support/compare.h"
#include "support/matrices.h"
#include "support/random_problem.h"

using namespace attention;
using namespace attention::testing;

namespace {

constexpr double eps = std::numeric_limits<float>::epsilon();

std::vector<float> flat(const Heads<float>& heads) {
  std::vector<float> numbers;
  for (const auto& head : heads)
    numbers.insert(numbers.end(), head.data(), head.data() + head.size());
  return numbers;
}

struct Tiled {
  Heads<float> output;
  std::vector<float> logSumExp;
};

/// Runs in pieces of `piece` queries, into memory with guards before and behind it.
Tiled run(const Problem<float>& p, Index piece) {
  const auto q = flat(p.q_hqd), k = flat(p.k_hkd), v = flat(p.v_hkc);
  const auto heads = Index(p.q_hqd.size()), kvHeads = Index(p.k_hkd.size());
  const Index queries = p.q_hqd[0].rows(), columns = p.v_hkc[0].cols();
  constexpr std::size_t guard = 16;
  constexpr float untouched = 12345.5f;
  std::vector<float> output(std::size_t(heads * queries * columns) + 2 * guard, untouched);
  std::vector<float> sums(std::size_t(heads * queries) + 2 * guard, untouched);
  const TiledInput in{q.data(), k.data(),          v.data(),          heads,   kvHeads,
                      queries,  p.k_hkd[0].rows(), p.q_hqd[0].cols(), columns, p.options};
  for (Index first = 0; first < queries; first += piece)
    tiled(in, {output.data() + guard, sums.data() + guard},
          {0, heads, first, std::min(first + piece, queries)});
  for (std::size_t i = 0; i < guard; ++i) {
    CHECK(output[i] == untouched);
    CHECK(output[output.size() - 1 - i] == untouched);
    CHECK(sums[i] == untouched);
    CHECK(sums[sums.size() - 1 - i] == untouched);
  }
  Tiled result;
  for (Index h = 0; h < heads; ++h)
    result.output.push_back(Eigen::Map<const Matrix<float>>(
        output.data() + guard + std::size_t(h * queries * columns), queries, columns));
  result.logSumExp.assign(sums.begin() + guard, sums.end() - guard);
  return result;
}

Problem<double> widened(const Problem<float>& p) {
  Problem<double> wide;
  const auto cast = [](const Heads<float>& from, Heads<double>& to) {
    for (const auto& head : from) to.push_back(head.cast<double>());
  };
  cast(p.q_hqd, wide.q_hqd);
  cast(p.k_hkd, wide.k_hkd);
  cast(p.v_hkc, wide.v_hkc);
  cast(p.options.bias, wide.options.bias);
  // Both paths get the scale as float32 holds it.
  if (p.options.scale) wide.options.scale = *p.options.scale;
  wide.options.causal = p.options.causal;
  wide.options.window = p.options.window;
  wide.options.sinks = p.options.sinks;
  wide.options.attend = p.options.attend;
  wide.options.keyPadding = p.options.keyPadding;
  return wide;
}

/// A score is off by at most (d + 6) eps of the sum of its terms' sizes, a weight by twice that,
/// for its own score and the sum's, and by rounding in exp and over the keys.
Matrix<long double> bounds(const Problem<double>& p, const Trace<double>& t, std::size_t h) {
  const std::size_t kv = h / (p.q_hqd.size() / p.k_hkd.size());
  const Matrix<double>&q = p.q_hqd[h], &k = p.k_hkd[kv], &v = p.v_hkc[kv];
  const double scale = std::abs(p.options.scale.value_or(1 / std::sqrt(double(q.cols()))));
  const double d = double(q.cols()), keys = double(k.rows());
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
        size = std::max(size, terms * scale + bias);
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
  const auto wide = widened(problem);
  const auto want = reference(wide);
  const auto got = run(problem, tiledQueryBlock);
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
  constexpr Index lengths[] = {1, 3, 8, 9, 63, 65, 255, 256, 257, 519};
  Index n = 0;
  for (const Index queries : lengths)
    for (const Index keys : lengths) {
      const Index width = 1 + n * 7 % 19, valueWidth = 1 + n * 5 % 13;
      auto problem = randomOf(dice, queries, keys, width, valueWidth);
      if (n % 4 == 1) problem.options.causal = Causal::topLeft;
      if (n % 4 == 2) problem.options.causal = Causal::bottomRight;
      if (n % 3 == 1) problem.options.window = 1 + n * 11 % 300;
      if (n % 6 == 1) problem.options.sinks = n % 5;
      INFO("q " << queries << ", k " << keys << ", d " << width << ", c " << valueWidth);
      checkAgainstReference(problem);
      ++n;
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

TEST_CASE("how the work is cut does not change a bit", "[tiled]") {
  Dice dice(13);
  auto problem = randomOf(dice, 700, 600, 5, 3);
  problem.options.window = 290;
  const auto whole = run(problem, 1024), cut = run(problem, tiledQueryBlock);
  CHECK(difference(whole.output[0], cut.output[0]) == "");
  CHECK(whole.logSumExp == cut.logSumExp);
}

TEST_CASE("a row that sees one key is that key's value to the bit", "[tiled]") {
  Dice dice(17);
  auto problem = randomOf(dice, 40, 40, 6, 7);
  problem.v_hkc[0] *= 0.1f;
  problem.options.window = 1;
  CHECK(difference(run(problem, 256).output[0], problem.v_hkc[0]) == "");
}

TEST_CASE("a row that sees nothing is zero, and its log-sum-exp minus infinity", "[tiled]") {
  Dice dice(19);
  auto problem = randomOf(dice, 3, 5, 2, 2);
  problem.options.keyPadding = std::vector<bool>(5, true);
  const auto got = run(problem, 256);
  CHECK(got.output[0].isZero(0));
  for (const float sum : got.logSumExp) CHECK(sum == -std::numeric_limits<float>::infinity());
}

TEST_CASE("the log-sum-exp is that of the scores as softmax sees them", "[tiled]") {
  Dice dice(23);
  auto problem = randomOf(dice, 20, 300, 8, 2);
  problem.options.causal = Causal::bottomRight;
  problem.options.bias = {randomNumbers<float>(dice, 20, 300)};
  const auto want = reference(widened(problem));
  const auto got = run(problem, 256);
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

TEST_CASE("NaN and infinities reach their own row alone", "[tiled]") {
  Dice dice(31);
  auto problem = randomOf(dice, 12, 300, 4, 3);
  problem.q_hqd[0](5, 1) = std::numeric_limits<float>::quiet_NaN();
  problem.options.bias = {Matrix<float>::Zero(12, 300)};
  problem.options.bias[0](7, 299) = std::numeric_limits<float>::infinity();
  const auto got = run(problem, 256);
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
