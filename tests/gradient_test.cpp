// The backward pass against central finite differences of the brute force, in long double.

#include "attention/gradient.h"

#include <Eigen/Eigenvalues>
#include <functional>

#include "attention/jacobian.h"
#include "support/brute_force.h"
#include "support/catch.h"
#include "support/matrices.h"
#include "support/random_problem.h"

using namespace attention;
using namespace attention::testing;

namespace {

using Real = long double;

template <class S>
GradientTrace<S> gradientOf(const Problem<S>& problem, const Heads<S>& dOutput) {
  const auto result = gradient(GradientProblem<S>{problem, dOutput});
  REQUIRE(std::holds_alternative<GradientTrace<S>>(result));
  return std::get<GradientTrace<S>>(result);
}

template <class Trace, class P>
void checkRefused(const P& problem, ErrorCode code, const std::string& field,
                  const std::vector<double>& values) {
  const auto result = gradient(problem);
  REQUIRE(std::holds_alternative<Error>(result));
  const auto& error = std::get<Error>(result);
  CHECK(name(error.code) == std::string(name(code)));
  CHECK(error.field == field);
  CHECK(error.values == values);
}

/// sum of dOutput * output over heads [first, last).
Real loss(const Problem<double>& problem, const Heads<double>& dOutput, std::size_t first,
          std::size_t last) {
  Real sum = 0;
  for (std::size_t h = first; h < last; ++h)
    sum += dOutput[h].cast<Real>().cwiseProduct(bruteForce(problem, h).output.value).sum();
  return sum;
}

/// d f / d number, by central differences and one step of Richardson's extrapolation. The steps are
/// powers of two: a multiple of 1/8 is moved exactly.
Real slope(double& number, const std::function<Real()>& f) {
  const double here = number;
  const auto difference = [&](double step) {
    number = here + step;
    const Real above = f();
    number = here - step;
    const Real below = f();
    number = here;
    return (above - below) / (2 * Real(step));
  };
  constexpr double step = 0x1p-13;
  return (4 * difference(step / 2) - difference(step)) / 3;
}

/// Of every number of m.
Matrix<Real> slopes(Matrix<double>& m, const std::function<Real()>& f) {
  Matrix<Real> result(m.rows(), m.cols());
  for (Index i = 0; i < m.size(); ++i) result.data()[i] = slope(m.data()[i], f);
  return result;
}

/// The differences are good to about 1e-11 of what was subtracted.
std::string against(const Matrix<double>& got, const Matrix<Real>& want) {
  return difference(got, want, 1e-8);
}

Heads<double> randomLike(Dice& dice, const Heads<double>& q, const Heads<double>& v) {
  Heads<double> result;
  for (std::size_t h = 0; h < q.size(); ++h)
    result.push_back(randomNumbers<double>(dice, q[0].rows(), v[0].cols()));
  return result;
}

bool finiteEverywhere(const Heads<double>& heads) {
  for (const auto& head : heads)
    if (!head.allFinite()) return false;
  return true;
}

void checkBias(Problem<double>& problem, const Heads<double>& dOutput,
               const GradientTrace<double>& got) {
  auto& biases = problem.options.bias;
  const std::size_t heads = problem.q_hqd.size();
  for (std::size_t b = 0; b < biases.size(); ++b) {
    const bool shared = biases.size() == 1;
    const std::size_t first = shared ? 0 : b, last = shared ? heads : b + 1;
    for (Index i = 0; i < biases[b].size(); ++i) {
      double sum = 0;
      for (std::size_t h = first; h < last; ++h) sum += got.dMasked_hqk[h].data()[i];
      if (std::isinf(biases[b].data()[i])) {
        CHECK(sum == 0);
        continue;
      }
      const Real want =
          slope(biases[b].data()[i], [&] { return loss(problem, dOutput, first, last); });
      CHECK(std::abs(sum - want) <= 1e-8 * (1 + std::abs(want)));
    }
  }
}

/// How many numbers of how many pairs: what the finite differences take.
Index effort(const Problem<double>& p) {
  const Index heads = Index(p.q_hqd.size());
  const Index pairs = p.q_hqd[0].rows() * p.k_hkd[0].rows();
  return heads * pairs * (p.q_hqd[0].size() + p.k_hkd[0].size() + p.v_hkc[0].size());
}

}  // namespace

TEST_CASE("two keys, by hand", "[gradient]") {
  // q = 0: weights 1/2 and 1/2. dWeights = v = 2 and 4, of mean 3; dMasked = 1/2 (2 - 3, 4 - 3).
  auto problem = oneHead(matrix({{0}}), matrix({{1}, {-1}}), matrix({{2}, {4}}));
  const auto got = gradientOf<double>(problem, {matrix({{1}})});
  CHECK(got.attention.weights_hqk[0] == matrix({{0.5, 0.5}}));
  CHECK(got.dWeights_hqk[0] == matrix({{2, 4}}));
  CHECK(got.dMasked_hqk[0] == matrix({{-0.5, 0.5}}));
  CHECK(got.dq_hqd[0] == matrix({{-1}}));
  CHECK(got.dk_hkd[0] == matrix({{0}, {0}}));
  CHECK(got.dv_hkc[0] == matrix({{0.5}, {0.5}}));
}

TEST_CASE("every gradient is the slope of the loss, under every mixture of options", "[gradient]") {
  Dice dice(3);
  int taken = 0, biased = 0, grouped = 0;
  for (int n = 0; taken < 60; ++n) {
    auto problem = randomProblem<double>(dice);
    const auto dOutput = randomLike(dice, problem.q_hqd, problem.v_hkc);
    if (effort(problem) > 4000) continue;
    const auto got = gradientOf(problem, dOutput);
    if (!finiteEverywhere(got.attention.output_hqc)) continue;
    ++taken;
    INFO("problem " << n);
    const std::size_t heads = problem.q_hqd.size(), group = heads / problem.k_hkd.size();
    for (std::size_t h = 0; h < heads; ++h)
      CHECK(against(got.dq_hqd[h], slopes(problem.q_hqd[h],
                                          [&] { return loss(problem, dOutput, h, h + 1); })) == "");
    for (std::size_t kv = 0; kv < problem.k_hkd.size(); ++kv) {
      const auto f = [&] { return loss(problem, dOutput, kv * group, (kv + 1) * group); };
      CHECK(against(got.dk_hkd[kv], slopes(problem.k_hkd[kv], f)) == "");
      CHECK(against(got.dv_hkc[kv], slopes(problem.v_hkc[kv], f)) == "");
    }
    checkBias(problem, dOutput, got);
    biased += !problem.options.bias.empty();
    grouped += group > 1;
  }
  CHECK(biased > 5);
  CHECK(grouped > 5);
}

TEST_CASE("dMasked is the Jacobian of the row times dWeights, and adds up to 0", "[gradient]") {
  Dice dice(5);
  for (int n = 0; n < 40; ++n) {
    auto problem = randomProblem<double>(dice);
    const auto got = gradientOf(problem, randomLike(dice, problem.q_hqd, problem.v_hkc));
    for (std::size_t h = 0; h < problem.q_hqd.size(); ++h)
      for (Index q = 0; q < got.dWeights_hqk[h].rows(); ++q) {
        const Eigen::RowVectorXd weights = got.attention.weights_hqk[h].row(q);
        if (!weights.allFinite()) continue;
        const auto result = softmaxJacobian({weights.data(), weights.data() + weights.size()});
        const Matrix<double> want = got.dWeights_hqk[h].row(q) * std::get<Jacobian>(result).matrix;
        const Matrix<double> row = got.dMasked_hqk[h].row(q);
        REQUIRE(difference(row, want, 1e-13) == "");
        REQUIRE(std::abs(row.sum()) <= 1e-13);
      }
  }
}

TEST_CASE("float32 as float64, up to rounding", "[gradient]") {
  Dice dice(7);
  for (int n = 0; n < 40; ++n) {
    const auto narrow = randomProblem<float>(dice);
    auto problem = cast<double>(narrow);
    // The default scale is not the same number in both.
    if (!narrow.options.scale)
      problem.options.scale = double(1 / std::sqrt(float(narrow.q_hqd[0].cols())));
    const auto dOutput = randomLike(dice, problem.q_hqd, problem.v_hkc);
    const auto want = gradientOf(problem, dOutput);
    const auto got = gradientOf(narrow, cast<float>(dOutput));
    for (std::size_t h = 0; h < want.dq_hqd.size(); ++h)
      CHECK(difference(got.dq_hqd[h], want.dq_hqd[h], 3e-4) == "");
    for (std::size_t kv = 0; kv < want.dk_hkd.size(); ++kv) {
      CHECK(difference(got.dk_hkd[kv], want.dk_hkd[kv], 3e-4) == "");
      CHECK(difference(got.dv_hkc[kv], want.dv_hkc[kv], 3e-4) == "");
    }
  }
}

TEST_CASE("what hides in a hidden key changes no bit", "[gradient]") {
  Dice dice(11);
  int poisoned = 0;
  for (int n = 0; n < 60; ++n) {
    auto problem = randomProblem<double>(dice);
    const auto dOutput = randomLike(dice, problem.q_hqd, problem.v_hkc);
    const auto want = gradientOf(problem, dOutput);
    poisoned += poisonHidden(problem);
    const auto got = gradientOf(problem, dOutput);
    for (std::size_t h = 0; h < want.dq_hqd.size(); ++h) {
      CHECK(difference(got.dq_hqd[h], want.dq_hqd[h]) == "");
      CHECK(difference(got.dMasked_hqk[h], want.dMasked_hqk[h]) == "");
      CHECK(difference(got.dWeights_hqk[h], want.dWeights_hqk[h]) == "");
    }
    for (std::size_t kv = 0; kv < want.dk_hkd.size(); ++kv) {
      CHECK(difference(got.dk_hkd[kv], want.dk_hkd[kv]) == "");
      CHECK(difference(got.dv_hkc[kv], want.dv_hkc[kv]) == "");
    }
  }
  CHECK(poisoned > 20);
}

TEST_CASE("a row that sees nothing has and gives no gradient, whatever is in it", "[gradient]") {
  Dice dice(13);
  auto problem = oneHead(randomNumbers<double>(dice, 3, 2), randomNumbers<double>(dice, 4, 2),
                         randomNumbers<double>(dice, 4, 2));
  problem.options.attend = picture({"xxxx", "....", "xx.x"});
  auto dOutput = randomNumbers<double>(dice, 3, 2);
  const auto want = gradientOf<double>(problem, {dOutput});
  problem.q_hqd[0].row(1).setConstant(NaN);
  dOutput.row(1).setConstant(inf);
  const auto got = gradientOf<double>(problem, {dOutput});
  CHECK(got.dq_hqd[0].row(1).isZero(0));
  CHECK(got.dMasked_hqk[0].row(1).isZero(0));
  CHECK(difference(got.dq_hqd[0], want.dq_hqd[0]) == "");
  CHECK(difference(got.dk_hkd[0], want.dk_hkd[0]) == "");
  CHECK(difference(got.dv_hkc[0], want.dv_hkc[0]) == "");
}

TEST_CASE("NaN in a visible key reaches whom it touches, and no one else", "[gradient]") {
  Dice dice(17);
  auto problem = oneHead(randomNumbers<double>(dice, 3, 2), randomNumbers<double>(dice, 3, 2),
                         randomNumbers<double>(dice, 3, 2));
  problem.options.causal = Causal::topLeft;
  problem.k_hkd[0](2, 0) = NaN;
  const auto got = gradientOf<double>(problem, {randomNumbers<double>(dice, 3, 2)});
  // Query 2 alone sees key 2; all keys are seen by query 2.
  for (Index i = 0; i < 3; ++i) {
    CHECK(got.dq_hqd[0].row(i).hasNaN() == (i == 2));
    CHECK(got.dk_hkd[0].row(i).hasNaN());
  }
}

TEST_CASE("a lone key and a scale of 0 leave the scores nothing to say", "[gradient]") {
  Dice dice(19);
  auto problem = oneHead(randomNumbers<double>(dice, 5, 3), randomNumbers<double>(dice, 5, 3),
                         randomNumbers<double>(dice, 5, 7));
  const auto dOutput = randomNumbers<double>(dice, 5, 7);
  problem.options.window = 1;
  auto got = gradientOf<double>(problem, {dOutput});
  CHECK(got.dq_hqd[0].isZero(0));
  CHECK(got.dk_hkd[0].isZero(0));
  CHECK(got.dv_hkc[0] == dOutput);

  problem.options.window.reset();
  problem.options.scale = 0;
  got = gradientOf<double>(problem, {dOutput});
  CHECK(got.dq_hqd[0].isZero(0));
  CHECK(got.dk_hkd[0].isZero(0));
  const Matrix<double> mean = dOutput.colwise().sum() / 5;
  for (Index k = 0; k < 5; ++k)
    CHECK(difference(Matrix<double>(got.dv_hkc[0].row(k)), mean, 1e-15) == "");
}

TEST_CASE("through the projections: slopes of x and of every weight", "[gradient]") {
  Dice dice(23);
  for (int n = 0; n < 8; ++n) {
    const Index tokens = 1 + n % 4, width = 1 + n % 3, d = 1 + (n + 1) % 3, c = 1 + (n + 2) % 3;
    SelfProblem<double> self{randomNumbers<double>(dice, tokens, width),
                             randomNumbers<double>(dice, width, d),
                             randomNumbers<double>(dice, width, d),
                             randomNumbers<double>(dice, width, c),
                             {}};
    if (n % 2) self.options.causal = Causal::topLeft;
    // Token 1 sees none, but is seen; token 3 is seen by none, but sees.
    if (n % 4 == 3) self.options.attend = picture({"xx..", "....", "xxx.", "x.x."});
    if (n % 3 == 2) self.options.bias = {randomNumbers<double>(dice, tokens, tokens)};
    const Heads<double> dOutput = {randomNumbers<double>(dice, tokens, c)};
    const auto result = gradient(SelfGradientProblem<double>{self, dOutput[0]});
    const auto& got = std::get<SelfGradientTrace<double>>(result);
    // All products are exact: small multiples of 1/8 and of the step.
    const auto f = [&] {
      return loss(
          oneHead<double>(self.x * self.wq, self.x * self.wk, self.x * self.wv, self.options),
          dOutput, 0, 1);
    };
    INFO("problem " << n);
    CHECK(against(got.dx, slopes(self.x, f)) == "");
    CHECK(against(got.dwq, slopes(self.wq, f)) == "");
    CHECK(against(got.dwk, slopes(self.wk, f)) == "");
    CHECK(against(got.dwv, slopes(self.wv, f)) == "");
    CHECK(got.q == self.x * self.wq);
    CHECK(got.k == self.x * self.wk);
    CHECK(got.v == self.x * self.wv);
  }
}

TEST_CASE("a token that sees none and is seen by none may hold anything", "[gradient]") {
  Dice dice(29);
  SelfGradientProblem<double> problem{{randomNumbers<double>(dice, 3, 2),
                                       randomNumbers<double>(dice, 2, 2),
                                       randomNumbers<double>(dice, 2, 2),
                                       randomNumbers<double>(dice, 2, 2),
                                       {}},
                                      randomNumbers<double>(dice, 3, 2)};
  problem.attention.options.attend = picture({"x.x", "...", "x.x"});
  const auto wanted = gradient(problem);
  problem.attention.x.row(1).setConstant(NaN);
  const auto result = gradient(problem);
  const auto &got = std::get<SelfGradientTrace<double>>(result),
             &want = std::get<SelfGradientTrace<double>>(wanted);
  CHECK(got.dx.row(1).isZero(0));
  CHECK(difference(got.dx, want.dx) == "");
  CHECK(difference(got.dwq, want.dwq) == "");
  CHECK(difference(got.dwk, want.dwk) == "");
  CHECK(difference(got.dwv, want.dwv) == "");
}

TEST_CASE("gradients of what does not fit are refused", "[gradient]") {
  const Matrix<double> one = matrix({{1}}), two = matrix({{1, 2}});
  const auto good = oneHead(one, one, one);
  using G = GradientProblem<double>;
  using Trace = GradientTrace<double>;
  checkRefused<Trace>(G{good, {}}, ErrorCode::headsMismatch, "dOutput", {0, 1});
  checkRefused<Trace>(G{good, {one, one}}, ErrorCode::headsMismatch, "dOutput", {2, 1});
  checkRefused<Trace>(G{good, {two}}, ErrorCode::shape, "dOutput", {1, 2, 1, 1});
  checkRefused<Trace>(G{oneHead(one, two, one), {one}}, ErrorCode::widthMismatch, "k", {2, 1});
  Problem<double> heads{{one, one}, {one}, {one}, {}};
  checkRefused<Trace>(G{heads, {one, matrix({{1}, {2}})}}, ErrorCode::shape, "dOutput",
                      {2, 1, 1, 1});
  auto options = good;
  options.options.scale = NaN;
  checkRefused<Trace>(G{options, {one}}, ErrorCode::notFinite, "scale", {});

  using Self = SelfGradientProblem<double>;
  const SelfProblem<double> self{one, one, one, one, {}};
  checkRefused<SelfGradientTrace<double>>(Self{self, two}, ErrorCode::shape, "dOutput",
                                          {1, 2, 1, 1});
  checkRefused<SelfGradientTrace<double>>(Self{{two, one, one, one, {}}, one},
                                          ErrorCode::innerMismatch, "wq", {1, 2});
}

TEST_CASE("the Jacobian of softmax, in closed form", "[gradient]") {
  const auto of = [](const std::vector<double>& weights) {
    return std::get<Jacobian>(softmaxJacobian(weights));
  };
  // I / n - 1 / n^2: n - 1 eigenvalues of 1 / n, and 0.
  for (const int n : {1, 2, 3, 10, 64}) {
    const auto got = of(std::vector<double>(std::size_t(n), 1.0 / n));
    CHECK(std::abs(got.size - std::sqrt(n - 1.0) / n) <= 1e-15);
    CHECK(std::abs(got.largest - (n == 1 ? 0 : 1.0 / n)) <= 1e-15);
    CHECK(difference(got.matrix,
                     Matrix<double>(Matrix<double>::Identity(n, n) / n -
                                    Matrix<double>::Constant(n, n, 1.0 / n / n)),
                     1e-16) == "");
  }
  // p (1 - p) times a matrix of ones and minus ones, also where p is nearly 1.
  for (const double p : {0.5, 0.25, 0x1p-30, 1 - 0x1p-40, 0x1p-52}) {
    const double want = 2 * p * (1 - p);
    const auto got = of({p, 1 - p});
    CHECK(std::abs(got.size - want) <= 1e-15 * want);
    CHECK(std::abs(got.largest - want) <= 1e-15);
    CHECK(got.matrix(0, 1) == -p * (1 - p));
  }
  // Eigenvectors (0, 1, -1) and (1, 1, 1) have 1/4 and 0; the trace, 5/8, leaves 3/8.
  const auto three = of({0.5, 0.25, 0.25});
  CHECK(std::abs(three.largest - 0.375) <= 1e-15);
  CHECK(std::abs(three.size - std::sqrt(0.375 * 0.375 + 0.0625)) <= 1e-15);
  // Of weights that add up to more than 1, as rounded ones may: -1 and 1.
  CHECK(std::abs(of({1, 1}).largest - 1) <= 1e-15);
  // Nothing to choose: one key, or none.
  for (const auto& weights : {std::vector<double>{0, 1, 0}, {0, 0}}) {
    CHECK(of(weights).matrix.isZero(0));
    CHECK(of(weights).size == 0);
    CHECK(of(weights).largest == 0);
  }
}

TEST_CASE("the spectral norm is the largest eigenvalue", "[gradient]") {
  Dice dice(31);
  for (int n = 0; n < 200; ++n) {
    // Equal weights, zeros and sums beside 1 among them.
    Eigen::VectorXd p = randomNumbers<double>(dice, 1 + n % 9, 1).array().exp();
    for (Index i = 0; i < p.size(); ++i)
      if (dice() % 4 == 0) p(i) = 0;
    if (p.sum() > 0) p /= p.sum() * (n % 3 == 0 ? 0.75 : 1);
    p = p.cwiseMin(1);
    const auto got = std::get<Jacobian>(softmaxJacobian({p.data(), p.data() + p.size()}));
    const Eigen::MatrixXd want = Eigen::MatrixXd(p.asDiagonal()) - p * p.transpose();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(want, Eigen::EigenvaluesOnly);
    INFO(p.transpose());
    CHECK(std::abs(got.largest - solver.eigenvalues().cwiseAbs().maxCoeff()) <= 1e-14);
    CHECK(std::abs(got.size - want.norm()) <= 1e-14);
  }
}

TEST_CASE("weights that no Jacobian is made of", "[gradient]") {
  const auto refused = [](const std::vector<double>& weights) {
    const auto result = softmaxJacobian(weights);
    const auto* error = std::get_if<Error>(&result);
    REQUIRE(error);
    CHECK(error->field == (error->code == ErrorCode::tooLarge ? "jacobian" : "weights"));
    return *error;
  };
  CHECK(refused({}).code == ErrorCode::empty);
  CHECK(refused({1, NaN}).code == ErrorCode::notFinite);
  CHECK(refused({0.5, inf}).code == ErrorCode::notFinite);
  CHECK(refused({1.25, -0.25}).code == ErrorCode::atMost);
  CHECK(refused({0.25, -0.25}).code == ErrorCode::range);
  CHECK(refused({0.25, -0.25}).values == std::vector<double>{-0.25, 0, 2});
  CHECK(refused({0.5, inf}).values == std::vector<double>{2});
  CHECK(refused({1.5}).values == std::vector<double>{1.5, 1, 1});
  CHECK(refused(std::vector<double>(4097, 0)).values ==
        std::vector<double>{4097.0 * 4097, 4096.0 * 4096});
  CHECK(std::holds_alternative<Jacobian>(softmaxJacobian({float(1.0000001), 0})));
}

TEST_CASE("gradients that would take minutes are refused", "[gradient]") {
  const Matrix<double> rows = Matrix<double>::Zero(4096, 64);
  const GradientProblem<double> p{{{rows}, {rows}, {rows}, {}}, {rows}};
  CHECK(validate(p)->field == "dOutput");
  CHECK(validate(p)->values == std::vector<double>{3 * 0x1p24 * (128 + 32), 6e9});
}
