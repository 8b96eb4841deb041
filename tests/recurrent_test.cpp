#include "attention/recurrent.h"

#include <cmath>

#include "support/catch.h"
#include "support/compare.h"
#include "support/found.h"
#include "support/matrices.h"
#include "support/random_problem.h"

using namespace attention;
using namespace attention::testing;

namespace {

using List = std::vector<double>;
using Real = long double;

Matrix<double> zeros(Index rows, Index columns) { return Matrix<double>::Zero(rows, columns); }

RecurrentTrace traceOf(const RecurrentProblem& p) { return std::get<RecurrentTrace>(recurrent(p)); }

/// One input, one hidden unit.
RecurrentProblem narrow(const std::vector<double>& x, double wHh) {
  RecurrentProblem p{zeros(Index(x.size()), 1), matrix({{1}}), matrix({{wHh}})};
  for (std::size_t t = 0; t < x.size(); ++t) p.x(Index(t), 0) = x[t];
  return p;
}

/// Every field given, numbers small enough that nothing saturates.
RecurrentProblem random(Dice& dice, Index tokens, Index width, Index hidden) {
  const auto numbers = [&](Index rows, Index columns) -> Matrix<double> {
    return randomNumbers<double>(dice, rows, columns) / 2;
  };
  RecurrentProblem p{numbers(tokens, width), numbers(width, hidden), numbers(hidden, hidden)};
  p.bIh = list(numbers(1, hidden));
  p.bHh = list(numbers(1, hidden));
  p.h0 = list(numbers(1, hidden));
  return p;
}

/// The recurrence as it is written, token `without` (if there is one) replaced by zeros.
Matrix<Real> bruteStates(const RecurrentProblem& p, Index without = -1) {
  const Index hidden = p.wHh.rows();
  Matrix<Real> states(p.x.rows(), hidden);
  for (Index t = 0; t < p.x.rows(); ++t)
    for (Index j = 0; j < hidden; ++j) {
      Real sum = (p.bIh ? Real((*p.bIh)[std::size_t(j)]) : 0) +
                 (p.bHh ? Real((*p.bHh)[std::size_t(j)]) : 0);
      for (Index i = 0; i < p.x.cols() && t != without; ++i) sum += Real(p.x(t, i)) * p.wIh(i, j);
      for (Index i = 0; i < hidden; ++i) {
        const Real before = t > 0 ? states(t - 1, i) : p.h0 ? Real((*p.h0)[std::size_t(i)]) : 0;
        sum += before * p.wHh(i, j);
      }
      states(t, j) = std::tanh(sum);
    }
  return states;
}

Matrix<Real> bruteSignal(const RecurrentProblem& p) {
  const Index tokens = p.x.rows();
  const auto with = bruteStates(p);
  Matrix<Real> signal = Matrix<Real>::Zero(tokens, tokens);
  for (Index i = 0; i < tokens; ++i) {
    const Matrix<Real> gap = with - bruteStates(p, i);
    for (Index t = i; t < tokens; ++t) signal(t, i) = gap.row(t).norm() / gap.row(i).norm();
  }
  return signal;
}

/// d h_t / d h_i by central differences: the tokens behind i, from a state that is moved a little.
double numericGradient(const RecurrentProblem& p, const Matrix<double>& states, Index t, Index i) {
  const Index hidden = p.wHh.rows();
  const double step = 1e-5;
  double squares = 0;
  for (Index j = 0; j < hidden; ++j) {
    Matrix<double> moved[2];
    for (const int side : {0, 1}) {
      RecurrentProblem tail = p;
      tail.x = p.x.bottomRows(p.x.rows() - i - 1);
      tail.h0 = list(states.row(i));
      (*tail.h0)[std::size_t(j)] += side == 0 ? step : -step;
      moved[side] = traceOf(tail).states;
    }
    squares += ((moved[0].row(t - i - 1) - moved[1].row(t - i - 1)) / (2 * step)).squaredNorm();
  }
  return std::sqrt(squares / double(hidden));
}

}  // namespace

TEST_CASE("every state is its own, not the last one", "[recurrent]") {
  // Case R01: PyTorch's W_ih and W_hh, transposed.
  const auto t = traceOf({matrix({{1, 0}, {0, 1}, {-1, 2}}), matrix({{0.5, 1}, {-1, 0.25}}),
                          matrix({{0.5, -0.5}, {0, 1}}), List({0, 0}), List({0, 0}), List({0, 0})});
  CHECK(difference(t.states,
                   matrix({{0.46211715726000974, 0.7615941559557649},
                           {-0.6463134841204403, 0.6530140059446494},
                           {-0.9929638250964309, 0.44317165579139345}}),
                   1e-15) == "");
}

TEST_CASE("one unit by hand: the gradient is the product of w (1 - h^2)", "[recurrent]") {
  const auto t = traceOf(narrow({1, 0, 0}, 0.5));
  // tanh(1), tanh(tanh(1) / 2), tanh(tanh(tanh(1) / 2) / 2)
  const double h0 = 0.76159415595576489, h1 = std::tanh(h0 / 2), h2 = std::tanh(h1 / 2);
  CHECK(difference(t.states, matrix({{h0}, {h1}, {h2}}), 1e-15) == "");
  // Without token 0 all states are 0: what is left of it is h_t / h_0. Tokens 1 and 2 are zeros,
  // which change nothing.
  CHECK(difference(t.signal, matrix({{1, 0, 0}, {h1 / h0, 0, 0}, {h2 / h0, 0, 0}}), 1e-15) == "");
  const double j1 = 0.5 * (1 - h1 * h1), j2 = 0.5 * (1 - h2 * h2);
  CHECK(difference(t.gradient, matrix({{1, 0, 0}, {j1, 1, 0}, {j1 * j2, j2, 1}}), 1e-15) == "");
}

TEST_CASE("an identity that nothing bends forgets nothing", "[recurrent]") {
  RecurrentProblem p{zeros(4, 3), zeros(3, 3), Matrix<double>::Identity(3, 3)};
  CHECK(traceOf(p).gradient.isApprox(
      Matrix<double>(Matrix<double>::Ones(4, 4).triangularView<Eigen::Lower>())));
}

TEST_CASE("the recurrence against long double", "[recurrent]") {
  Dice dice(11);
  for (const Index tokens : sizes)
    for (const Index width : {1, 3})
      for (const Index hidden : sizes) {
        const auto p = random(dice, tokens, width, hidden);
        const auto t = traceOf(p);
        INFO(tokens << ' ' << width << ' ' << hidden);
        CHECK(difference(t.states, bruteStates(p), 1e-13) == "");
        bool changes = true;
        for (Index i = 0; i < tokens; ++i) changes = changes && !(p.x.row(i) * p.wIh).isZero();
        if (changes) CHECK(difference(t.signal, bruteSignal(p), 1e-11) == "");
      }
}

TEST_CASE("the gradient against central differences", "[recurrent]") {
  Dice dice(12);
  for (const Index hidden : {1, 2, 5}) {
    const auto p = random(dice, 6, 3, hidden);
    const auto t = traceOf(p);
    for (Index i = 0; i < 6; ++i) {
      CHECK(t.gradient(i, i) == 1);
      for (Index later = i + 1; later < 6; ++later) {
        const double want = numericGradient(p, t.states, later, i);
        INFO(hidden << ' ' << later << ' ' << i);
        CHECK(std::fabs(t.gradient(later, i) - want) <= 1e-8);
        CHECK(t.gradient(i, later) == 0);
        CHECK(t.signal(i, later) == 0);
      }
    }
  }
}

TEST_CASE("a token is forgotten smoothly, far below the rounding of the states", "[recurrent]") {
  std::vector<double> x(300, 0.4);
  const auto t = traceOf(narrow(x, 0.7));
  // Once the difference is tiny, a step shrinks it by just the derivative there.
  for (Index later = 100; later < 299; ++later) {
    const double ratio = t.signal(later + 1, 0) / t.signal(later, 0);
    REQUIRE(std::fabs(ratio / t.gradient(later + 1, later) - 1) <= 1e-12);
  }
  CHECK(t.signal(299, 0) < 1e-60);
  CHECK(t.signal(299, 0) > 0);
}

TEST_CASE("saturated units lose no digits", "[recurrent]") {
  // The state is 1 to all digits; what token 0 did to it is e^-60 and the like.
  const auto t = traceOf(narrow({30, 30, 1}, 1));
  // h_0 - h'_0 = tanh(30) = 1. h_1 - h'_1 = tanh(31) - tanh(30), from 2e^-60 (1 - e^-2).
  const double want = 2 * std::exp(-60.0) * (1 - std::exp(-2.0));
  CHECK(std::fabs(t.signal(1, 0) / want - 1) <= 1e-13);
  // d h_1 / d h_0 = 1 / cosh(31)^2
  CHECK(std::fabs(t.gradient(1, 0) * std::pow(std::cosh(31.0), 2) - 1) <= 1e-13);
  // The same mirrored.
  const auto mirrored = traceOf(narrow({-30, -30, -1}, 1));
  CHECK(mirrored.signal == t.signal);
  CHECK(mirrored.gradient == t.gradient);
}

TEST_CASE("a product that leaves the range of the numbers comes back", "[recurrent]") {
  // Slopes 1, 1, 1 and 1/cosh(345)^2 with w = 1e160: 1e160, 1e320, 1e480 * 1.7e-299.
  const auto t = traceOf(narrow({0, 0, 0, 345}, 1e160));
  // 4 e^-690, computed with 50 digits: clang 19 crashes where it folds exp of a long double.
  const Real slope = 8.6869531255593080339284946872744118e-300L;
  CHECK(std::fabs(t.gradient(1, 0) / 1e160 - 1) <= 1e-15);
  CHECK(t.gradient(2, 0) == inf);
  CHECK(std::fabs(t.gradient(3, 0) / double(1e160L * 1e160L * 1e160L * slope) - 1) <= 1e-12);
}

TEST_CASE("a NaN stays behind the token that brought it", "[recurrent]") {
  const auto t = traceOf(narrow({1, NaN, 1}, 0.5));
  CHECK(difference(t.states, matrix({{std::tanh(1.0)}, {NaN}, {NaN}}), 1e-15) == "");
  CHECK(difference(t.signal, matrix({{1, 0, 0}, {NaN, NaN, 0}, {NaN, NaN, NaN}})) == "");
  CHECK(t.gradient(0, 0) == 1);
}

TEST_CASE("an infinite input saturates", "[recurrent]") {
  const auto t = traceOf(narrow({inf, 0.25, -inf}, 0.5));
  CHECK(difference(t.states, matrix({{1}, {std::tanh(0.75)}, {-1}}), 1e-15) == "");
  CHECK(difference(t.signal,
                   matrix({{1, 0, 0}, {std::tanh(0.75) - std::tanh(0.25), 1, 0}, {0, 0, 1}}),
                   1e-15) == "");
}

TEST_CASE("what a recurrent network refuses", "[recurrent]") {
  const RecurrentProblem good{zeros(3, 2), zeros(2, 4), zeros(4, 4)};
  CHECK(found(good) == "none");
  const auto with = [&](auto change) {
    return foundIn(good, change, [](const auto& p) { return recurrent(p); });
  };
  CHECK(with([](auto& p) { p.x = zeros(0, 2); }) == "empty: x 0 2");
  CHECK(with([](auto& p) { p.wIh = zeros(2, 0); }) == "empty: wIh 2 0");
  CHECK(with([](auto& p) { p.wIh = zeros(3, 4); }) == "innerMismatch: wIh / x 3 2");
  CHECK(with([](auto& p) { p.wHh = zeros(4, 3); }) == "shape: wHh 4 3 4 4");
  CHECK(with([](auto& p) { p.bIh = List(3); }) == "entries: bIh 3 4");
  CHECK(with([](auto& p) { p.bHh = List{}; }) == "entries: bHh 0 4");
  CHECK(with([](auto& p) { p.h0 = List(5); }) == "entries: h0 5 4");
  CHECK(with([](auto& p) { p.x = zeros(4097, 2); }) == "tooLarge: signal 16785409 16777216");
  CHECK(with([](auto& p) {
          p.x = zeros(16777217, 1);
          p.wIh = zeros(1, 1);
          p.wHh = zeros(1, 1);
        }) == "tooLarge: states 16777217 16777216");
}

TEST_CASE("a network whose gradient would take minutes is refused", "[recurrent]") {
  // 100 tokens have 5050 pairs; each takes 256^2 * 258 + 4 * 256 * 8 + 1024 multiply-adds.
  const auto network = [](Index tokens) {
    return RecurrentProblem{zeros(tokens, 1), zeros(1, 256), zeros(256, 256)};
  };
  CHECK(found(network(20)) == "none");
  CHECK(found(network(100)) == "tooLarge: gradient / multiplyAdds 85433420800 6000000000");
  CHECK(std::holds_alternative<Error>(recurrent(network(100))));
}
