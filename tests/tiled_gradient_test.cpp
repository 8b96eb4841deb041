// The tiled backward pass against the reference's in float64, with bounds from eps and length.

#include "attention/tiled_gradient.h"

#include <new>

#include "attention/gradient.h"
#include "attention/mask.h"
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

struct Gradients {
  Heads<float> dq, dk, dv;
};

struct Bounds {
  Heads<long double> dq, dk, dv;
};

/// Numbers of one gradient with guards before and behind them.
class Room {
 public:
  explicit Room(const Heads<float>& like)
      : like_(like),
        numbers_(like.size() * std::size_t(like[0].size()) + 2 * Guarded::guard, untouched) {}

  float* data() { return numbers_.data() + Guarded::guard; }

  /// In the shape of what it is the gradient of.
  Heads<float> heads() const {
    for (std::size_t i = 0; i < Guarded::guard; ++i) {
      CHECK(numbers_[i] == untouched);
      CHECK(numbers_[numbers_.size() - 1 - i] == untouched);
    }
    Heads<float> result;
    const float* from = numbers_.data() + Guarded::guard;
    for (const auto& head : like_) {
      result.push_back(Eigen::Map<const Matrix<float>>(from, head.rows(), head.cols()));
      from += head.size();
    }
    return result;
  }

  bool isUntouched() const { return numbers_ == std::vector<float>(numbers_.size(), untouched); }

 private:
  static constexpr float untouched = 12345.5f;
  const Heads<float>& like_;
  std::vector<float> numbers_;
};

Gradients run(const Problem<float>& p, const Heads<float>& dOutput) {
  const Guarded guarded(p);
  const auto paddedOutput = Guarded::padded(dOutput);
  Room dq(p.q_hqd), dk(p.k_hkd), dv(p.v_hkc);
  tiledGradient({guarded.input(p), paddedOutput.data() + Guarded::guard},
                {dq.data(), dk.data(), dv.data()});
  return {dq.heads(), dk.heads(), dv.heads()};
}

/// A weight errs by a factor of `error`, as in the test of the forward pass; a dWeight by rounding
/// over the columns, and the row's mean by both. What is summed up over keys or queries errs by
/// rounding once more.
Bounds bounds(const Problem<double>& p, const Heads<double>& dOutput,
              const GradientTrace<double>& t) {
  const std::size_t group = p.q_hqd.size() / p.k_hkd.size();
  const double d = double(p.q_hqd[0].cols()), c = double(p.v_hkc[0].cols());
  const double keys = double(p.k_hkd[0].rows()), queries = double(p.q_hqd[0].rows() * Index(group));
  const double scale = std::abs(p.options.scale.value_or(1 / std::sqrt(d)));
  constexpr double tiny = std::numeric_limits<float>::min();
  const auto filled = [](const Heads<double>& like) {
    Heads<long double> result;
    for (const auto& head : like)
      result.push_back(Matrix<long double>::Constant(head.rows(), head.cols(), tiny));
    return result;
  };
  const Mask<double> mask(p.options, p.q_hqd[0].rows(), p.k_hkd[0].rows());
  Bounds b{filled(p.q_hqd), filled(p.k_hkd), filled(p.v_hkc)};
  for (std::size_t h = 0; h < p.q_hqd.size(); ++h) {
    const std::size_t kv = h / group;
    const Matrix<double> q = p.q_hqd[h].cwiseAbs(), k = p.k_hkd[kv].cwiseAbs();
    const Matrix<double> v = p.v_hkc[kv].cwiseAbs(), dOut = dOutput[h].cwiseAbs();
    const auto& weights = t.attention.weights_hqk[h];
    for (Index i = 0; i < q.rows(); ++i) {
      double size = 0, mean = 0;
      for (Index j = 0; j < k.rows(); ++j) {
        if (!(weights(i, j) > 0)) continue;
        const double bias = std::abs(mask.bias(Index(h), i, j));
        size = std::max(size, q.row(i).dot(k.row(j)) * scale + bias);
        mean += weights(i, j) * dOut.row(i).dot(v.row(j));
      }
      const double error = (2 * (d + 6) * size + c + 2 * keys + queries + 24) * eps;
      for (Index j = 0; j < k.rows(); ++j) {
        if (!(weights(i, j) > 0)) continue;
        const double weight = error * (weights(i, j) + tiny);
        const double score = scale * weight * (dOut.row(i).dot(v.row(j)) + mean);
        b.dq[h].row(i) += (score * k.row(j)).cast<long double>();
        b.dk[kv].row(j) += (score * q.row(i)).cast<long double>();
        b.dv[kv].row(j) += (weight * dOut.row(i)).cast<long double>();
      }
    }
  }
  return b;
}

void checkAgainstReference(const Problem<float>& problem, const Heads<float>& dOutput) {
  const auto wide = cast<double>(problem);
  const auto wideOutput = cast<double>(dOutput);
  const auto result = gradient(GradientProblem<double>{wide, wideOutput});
  const auto& want = std::get<GradientTrace<double>>(result);
  const Bounds bound = bounds(wide, wideOutput, want);
  const Gradients got = run(problem, dOutput);
  const auto check = [](const Heads<float>& got, const Heads<double>& want,
                        const Heads<long double>& bound) {
    for (std::size_t h = 0; h < got.size(); ++h) {
      INFO("head " << h);
      const Matrix<long double> exact = want[h].cast<long double>();
      REQUIRE(difference(got[h], exact, bound[h]) == "");
    }
  };
  {
    INFO("dq");
    check(got.dq, want.dq_hqd, bound.dq);
  }
  {
    INFO("dk");
    check(got.dk, want.dk_hkd, bound.dk);
  }
  {
    INFO("dv");
    check(got.dv, want.dv_hkc, bound.dv);
  }
}

Problem<float> randomOf(Dice& dice, Index queries, Index keys, Index width, Index valueWidth) {
  return oneHead<float>(randomNumbers<float>(dice, queries, width),
                        randomNumbers<float>(dice, keys, width),
                        randomNumbers<float>(dice, keys, valueWidth));
}

Heads<float> randomOutput(Dice& dice, const Problem<float>& p) {
  Heads<float> result;
  for (const auto& q : p.q_hqd)
    result.push_back(randomNumbers<float>(dice, q.rows(), p.v_hkc[0].cols()));
  return result;
}

}  // namespace

TEST_CASE("gradients of every size agree with the reference", "[tiled_gradient]") {
  Dice dice(7);
  // Groups of 5 keys, panels of 8 queries, blocks of 130 keys, one more and one less.
  constexpr Index lengths[] = {1, 2, 3, 4, 5, 7, 8, 9, 17, 63, 64, 65, 129, 130, 131, 257};
  constexpr Index widths[] = {1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 31, 33, 64, 65};
  Index n = 0;
  for (const Index queries : lengths)
    for (const Index keys : lengths) {
      const Index width = widths[n * 5 % 14], valueWidth = widths[(n * 3 + 4) % 14];
      auto problem = randomOf(dice, queries, keys, width, valueWidth);
      if (n % 4 == 1) problem.options.causal = Causal::topLeft;
      if (n % 4 == 2) problem.options.causal = Causal::bottomRight;
      if (n % 3 == 1) problem.options.window = 1 + n * 11 % 150;
      if (n % 6 == 1) problem.options.sinks = n % 9;
      INFO("q " << queries << ", k " << keys << ", d " << width << ", c " << valueWidth);
      checkAgainstReference(problem, randomOutput(dice, problem));
      ++n;
    }
}

TEST_CASE("gradients of every mixture of options, whatever hides in what is masked",
          "[tiled_gradient]") {
  Dice dice(11);
  for (int i = 0; i < 400; ++i) {
    auto problem = randomProblem<float>(dice);
    poisonHidden(problem);
    INFO("problem " << i);
    checkAgainstReference(problem, randomOutput(dice, problem));
  }
}

TEST_CASE("gradients of heads that share keys", "[tiled_gradient]") {
  Dice dice(13);
  Problem<float> problem;
  for (int h = 0; h < 6; ++h) problem.q_hqd.push_back(randomNumbers<float>(dice, 37, 12));
  for (int h = 0; h < 2; ++h) {
    problem.k_hkd.push_back(randomNumbers<float>(dice, 141, 12));
    problem.v_hkc.push_back(randomNumbers<float>(dice, 141, 10));
  }
  const auto dOutput = randomOutput(dice, problem);
  checkAgainstReference(problem, dOutput);
  problem.options.causal = Causal::bottomRight;
  problem.options.window = 20;
  problem.options.sinks = 3;
  for (int h = 0; h < 6; ++h) problem.options.bias.push_back(randomNumbers<float>(dice, 37, 141));
  checkAgainstReference(problem, dOutput);
}

TEST_CASE("gradients where tables empty blocks, or leave them whole", "[tiled_gradient]") {
  Dice dice(17);
  auto problem = randomOf(dice, 40, 300, 4, 4);
  const auto dOutput = randomOutput(dice, problem);
  problem.options.attend = Matrix<bool>::Constant(40, 300, true);
  problem.options.attend->block(8, 130, 8, 130).setZero();
  problem.options.attend->block(16, 0, 8, 300).setZero();
  problem.options.attend->block(0, 128, 40, 5).setZero();
  poisonHidden(problem);
  checkAgainstReference(problem, dOutput);
}

TEST_CASE("NaN and infinities of a row reach the gradients that it touches alone",
          "[tiled_gradient]") {
  // Under a causal mask, in the query, in dOutput, or in both, in a panel of its own or not.
  for (const float poison : {float(NaN), float(inf)})
    for (const Index row : {Index(2), Index(20), Index(31)}) {
      Dice dice(19);
      auto problem = randomOf(dice, 40, 40, 5, 6);
      problem.options.causal = Causal::topLeft;
      // Not all scores of the row -inf, which the tiled path takes for nothing visible.
      problem.k_hkd[0](0, 2) = 1;
      const auto clean = randomOutput(dice, problem);
      auto poisoned = clean;
      poisoned[0](row, 1) = poison;
      INFO(poison << " in row " << row);
      checkAgainstReference(problem, poisoned);
      problem.q_hqd[0](row, 2) = poison;
      checkAgainstReference(problem, clean);
      checkAgainstReference(problem, poisoned);
      // The same row when it sees nothing.
      problem.options.attend = Matrix<bool>::Constant(40, 40, true);
      problem.options.attend->row(row).setZero();
      checkAgainstReference(problem, poisoned);
    }
}

TEST_CASE("a row that sees nothing, and a key that none sees, have a gradient of 0",
          "[tiled_gradient]") {
  Dice dice(23);
  auto problem = randomOf(dice, 9, 7, 3, 2);
  problem.options.attend = Matrix<bool>::Constant(9, 7, true);
  problem.options.attend->row(8).setZero();
  problem.options.attend->col(6).setZero();
  const auto got = run(problem, randomOutput(dice, problem));
  CHECK(got.dq[0].row(8).isZero(0));
  CHECK(got.dk[0].row(6).isZero(0));
  CHECK(got.dv[0].row(6).isZero(0));
  CHECK(!got.dk[0].row(5).isZero(0));
}

TEST_CASE("a lone key's gradients, to the bit", "[tiled_gradient]") {
  Dice dice(29);
  auto problem = randomOf(dice, 40, 40, 6, 7);
  problem.v_hkc[0] *= 0.1f;
  problem.options.window = 1;
  auto dOutput = randomOutput(dice, problem);
  dOutput[0] *= 0.3f;
  const auto got = run(problem, dOutput);
  CHECK(got.dq[0].isZero(0));
  CHECK(got.dk[0].isZero(0));
  CHECK(difference(got.dv[0], dOutput[0]) == "");
}

TEST_CASE("scores so large that their rounding is, of few queries and of many",
          "[tiled_gradient]") {
  Dice dice(30);
  for (const Index queries : {1, 2, 6, 7, 9}) {
    auto problem = randomOf(dice, queries, queries, 61, 3);
    problem.q_hqd[0] *= 3e4f;
    problem.k_hkd[0] *= 7e4f;
    problem.options.window = 1;
    const auto dOutput = randomOutput(dice, problem);
    const auto got = run(problem, dOutput);
    CHECK(got.dq[0].isZero(0));
    CHECK(difference(got.dv[0], dOutput[0]) == "");
  }
}

TEST_CASE("a row of scores of -inf weighs nothing", "[tiled_gradient]") {
  for (const Index queries : {1, 9}) {
    auto problem =
        oneHead<float>(Matrix<float>::Constant(queries, 1, -3e38f),
                       Matrix<float>::Constant(7, 1, 3e38f), Matrix<float>::Constant(7, 1, 2));
    const auto got = run(problem, {Matrix<float>::Ones(queries, 1)});
    CHECK(got.dq[0].isZero(0));
    CHECK(got.dk[0].isZero(0));
    CHECK(got.dv[0].isZero(0));
  }
}

TEST_CASE("queries that are missing beside the last ones add nothing", "[tiled_gradient]") {
  // Every query's score with key 2 is -inf: it weighs 0, and its gradients are 0 but for what is
  // multiplied with it.
  Dice dice(33);
  auto problem = randomOf(dice, 3, 5, 2, 2);
  problem.q_hqd[0].col(0).setConstant(-1);
  problem.k_hkd[0](2, 0) = float(inf);
  checkAgainstReference(problem, randomOutput(dice, problem));
  const auto got = run(problem, randomOutput(dice, problem));
  CHECK(got.dv[0].row(2).isZero(0));
  CHECK(got.dq[0].col(0).array().isNaN().all());
}

TEST_CASE("rows whose every score is hugely negative have ordinary gradients", "[tiled_gradient]") {
  // Beside -1e9, float32 rounds the scores themselves away: the weights are equal, dMasked is
  // (dWeights - their mean) / keys.
  for (const Index queries : {2, 10}) {
    Dice dice(31);
    auto problem = randomOf(dice, queries, 20, 3, 4);
    problem.options.bias = {Matrix<float>::Constant(queries, 20, -1e9f)};
    const auto dOutput = randomOutput(dice, problem);
    const auto got = run(problem, dOutput);
    const Matrix<double> dOut = dOutput[0].cast<double>(), k = problem.k_hkd[0].cast<double>();
    Matrix<double> dMasked = dOut * problem.v_hkc[0].cast<double>().transpose();
    dMasked = (dMasked.colwise() - dMasked.rowwise().mean()).eval() / 20;
    const Matrix<double> dq = dMasked * k / std::sqrt(3.0);
    const Matrix<double> dv = Matrix<double>::Constant(20, queries, 0.05) * dOut;
    CHECK(difference(got.dq[0], dq, 1e-5) == "");
    CHECK(difference(got.dv[0], dv, 1e-6) == "");
  }
}

TEST_CASE("a gradient's memory is what it is said to be, and grows with the tokens alone",
          "[tiled_gradient]") {
  Dice dice(37);
  for (const Index queries : {1, 300}) {
    const auto problem = randomOf(dice, queries, 70, 5, 3);
    const auto dOutput = randomOutput(dice, problem);
    const Guarded guarded(problem);
    std::vector<float> dq(std::size_t(queries * 5)), dk(350), dv(210);
    const auto before = allocatedBytes();
    tiledGradient({guarded.input(problem), dOutput[0].data()}, {dq.data(), dk.data(), dv.data()});
    CHECK(double(allocatedBytes() - before) == tiledGradientBytes(Guarded::sizesOf(problem)));
  }
  const auto bytes = [](Index tokens) {
    return tiledGradientBytes({2, 1, tokens, tokens, 64, 64});
  };
  // An output, a reference, a sum and a mean per query of either head.
  CHECK(bytes(65536) - bytes(32768) == 32768.0 * 2 * (64 + 3) * sizeof(float));
  CHECK(bytes(1024) < 2 * (1 << 20));
}

TEST_CASE("memory for a gradient that cannot be had", "[tiled_gradient]") {
  Dice dice(41);
  const auto problem = randomOf(dice, 20, 20, 5, 3);
  const auto dOutput = randomOutput(dice, problem);
  const Guarded guarded(problem);
  Room dq(problem.q_hqd), dk(problem.k_hkd), dv(problem.v_hkc);
  failNextAllocation();
  CHECK_THROWS_AS(
      tiledGradient({guarded.input(problem), dOutput[0].data()}, {dq.data(), dk.data(), dv.data()}),
      std::bad_alloc);
  CHECK(dq.isUntouched());
  CHECK(dk.isUntouched());
  CHECK(dv.isUntouched());
  checkAgainstReference(problem, dOutput);
}

TEST_CASE("a gradient that would take minutes is refused", "[tiled_gradient]") {
  CHECK(!validateTiledGradientWork({1, 1, 32768, 32768, 64, 64}, {}));
  const TiledSizes half{1, 1, 65536, 65536, 128, 128};
  CHECK(!validateTiledWork({1, 1, 65536, 65536, 64, 64}, {}));
  const auto error = validateTiledGradientWork(half, {});
  REQUIRE(error);
  CHECK(error->code == ErrorCode::tooLarge);
  CHECK(error->field == "dOutput");
  CHECK(error->other == "multiplyAdds");
  // Two products there and five back, of 128 each, and twice what else a pair takes; blocks of 256
  // queries and 260 keys there, of 8 and 130 back.
  CHECK(error->values ==
        std::vector<double>{0x1p32 * (7 * 128 + 32) + 64.0 * (256 * 253 + 8192 * 505), 1.25e12});
  Options<float> options;
  options.causal = Causal::topLeft;
  options.window = 256;
  CHECK(!validateTiledGradientWork(half, options));
}

TEST_CASE("shapes and sizes are judged before anything is copied", "[tiled_gradient]") {
  const judge::Shape q{4, 10, 8}, k{2, 12, 8}, v{2, 12, 6}, dOutput{4, 10, 6};
  const auto judged = [&](const judge::Shape& q, const judge::Shape& dOutput, double bytes) {
    return validateTiledGradient(q, k, v, dOutput, bytes);
  };
  CHECK(!judged(q, dOutput, 1000));
  const auto heads = judged(q, {2, 10, 6}, 0);
  CHECK(heads->code == ErrorCode::headsMismatch);
  CHECK(heads->field == "dOutput");
  const auto shape = judged(q, {4, 10, 8}, 0);
  CHECK(shape->code == ErrorCode::shape);
  CHECK(shape->values == std::vector<double>{10, 8, 10, 6});
  CHECK(judged({4, 10, 7}, dOutput, 0)->code == ErrorCode::widthMismatch);
  CHECK(judged({3, 10, 8}, {3, 10, 6}, 0)->code == ErrorCode::headsMismatch);
  const double most = double((std::int64_t{1} << 31) - (std::int64_t{1} << 26));
  // dq, dk and dv in float32, and what is allocated.
  const double own = 4.0 * (320 + 192 + 144) + tiledGradientBytes({4, 2, 10, 12, 8, 6});
  CHECK(!judged(q, dOutput, most - own));
  const auto limit = judged(q, dOutput, most - own + 1);
  REQUIRE(limit);
  CHECK(limit->code == ErrorCode::memoryLimit);
  CHECK(limit->values == std::vector<double>{most + 1, most});
}
