#include "attention/feed_forward.h"

#include <cmath>
#include <limits>

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

FeedForwardTrace traceOf(const FeedForwardProblem& p) {
  return std::get<FeedForwardTrace>(feedForward(p));
}

/// The activation alone: weights of 1.
double activated(double x, Activation activation) {
  const auto one = matrix({{1}});
  return traceOf({matrix({{x}}), one, {}, one, {}, {}, activation}).activated(0, 0);
}

bool close(double got, double want) { return std::fabs(got - want) <= 1e-15 * std::fabs(want); }

}  // namespace

TEST_CASE("the activations, from 40 digits", "[feed_forward]") {
  CHECK(activated(-3, Activation::relu) == 0);
  CHECK(activated(3, Activation::relu) == 3);
  CHECK(close(activated(1, Activation::gelu), 0.84134474606854294859));
  CHECK(close(activated(-1, Activation::gelu), -0.15865525393145705142));
  CHECK(close(activated(3, Activation::gelu), 2.99595030590510971642));
  CHECK(std::fabs(activated(-10, Activation::gelu) / -7.6198530241605260660e-23 - 1) <= 1e-13);
  CHECK(close(activated(1, Activation::geluTanh), 0.84119199060827670478));
  CHECK(close(activated(0.5, Activation::geluTanh), 0.34571400982514392204));
  CHECK(close(activated(3, Activation::geluTanh), 2.99636260791822698116));
  CHECK(std::fabs(activated(-10, Activation::geluTanh) / -1.2040923482098059937e-37 - 1) <= 1e-13);
  for (const auto activation : {Activation::relu, Activation::gelu, Activation::geluTanh}) {
    CHECK(activated(0, activation) == 0);
    CHECK(activated(1e200, activation) == 1e200);
    CHECK(activated(-1e200, activation) == 0);
    CHECK(std::isnan(activated(NaN, activation)));
  }
}

TEST_CASE("gelu of the largest and of the smallest numbers", "[feed_forward]") {
  const auto gelu = [](double x) { return activated(x, Activation::gelu); };
  // The normal distribution is 1 there, to the last bit.
  for (const double x : {9.0, 9e307, 1e308, std::numeric_limits<double>::max()})
    CHECK(gelu(x) == x);
  CHECK(gelu(-1e308) == 0);
  CHECK(std::signbit(gelu(-1e308)));
  // Beside 0 it is 1/2: also of numbers that lose a digit when they are halved.
  CHECK(gelu(0x1p-1000) == 0x1p-1001);
  CHECK(gelu(3 * 0x1p-1074) == 2 * 0x1p-1074);
  // Subnormal: -38.4 Phi(-38.4) by mpmath, within what half a unit of Phi makes of it.
  CHECK(std::fabs(gelu(-38.4) + 2.535014344061479e-321) <= 20 * 0x1p-1074);
}

TEST_CASE("gelu is the default, and both biases are added", "[feed_forward]") {
  // x w1 + b1 = 1 and -1
  const auto t = traceOf({matrix({{1, 2}}), matrix({{3, 1}, {0, -2}}), List({-2, 2}),
                          matrix({{1, 0}, {1, 10}}), List({5, 6})});
  CHECK(t.hidden == matrix({{1, -1}}));
  CHECK(!t.gate);
  CHECK(difference(t.activated, matrix({{0.8413447460685429, -0.1586552539314571}}), 1e-15) == "");
  // gelu(1) + gelu(-1) = 2 Phi(1) - 1, the share within one deviation
  CHECK(difference(t.output, matrix({{5.6826894921370859, 4.4134474606854291}}), 1e-15) == "");
}

TEST_CASE("swiglu bends the gate and not what it lets through", "[feed_forward]") {
  const auto t = traceOf({matrix({{1}}), matrix({{2, 4}}), List({1, 0}), matrix({{1}, {10}}),
                          List({1}), matrix({{1, -1}}), Activation::swiglu});
  CHECK(t.hidden == matrix({{3, 4}}));
  CHECK(t.gate == matrix({{1, -1}}));
  // silu(1) = 0.7310585786300049, silu(-1) = that - 1
  CHECK(difference(t.activated, matrix({{2.1931757358900146, -1.0757656854799805}}), 1e-15) == "");
  CHECK(difference(t.output, matrix({{-7.5644811189097902}}), 1e-15) == "");
}

TEST_CASE("feed-forward against plain sums in long double", "[feed_forward]") {
  Dice dice(51);
  for (const Index tokens : sizes)
    for (const Index width : sizes)
      for (const Index hidden : {1, 4, 7}) {
        const FeedForwardProblem p{randomNumbers<double>(dice, tokens, width),
                                   randomNumbers<double>(dice, width, hidden),
                                   {},
                                   randomNumbers<double>(dice, hidden, 3),
                                   {},
                                   {},
                                   Activation::relu};
        Matrix<Real> want = Matrix<Real>::Zero(tokens, 3);
        for (Index t = 0; t < tokens; ++t)
          for (Index j = 0; j < hidden; ++j) {
            Real sum = 0;
            for (Index i = 0; i < width; ++i) sum += Real(p.x(t, i)) * p.w1(i, j);
            for (Index c = 0; c < 3; ++c)
              if (sum > 0) want(t, c) += sum * p.w2(j, c);
          }
        INFO(tokens << ' ' << width << ' ' << hidden);
        CHECK(difference(traceOf(p).output, want, 1e-13) == "");
      }
}

TEST_CASE("what a feed-forward part refuses", "[feed_forward]") {
  const FeedForwardProblem good{zeros(3, 2), zeros(2, 4), {}, zeros(4, 5)};
  CHECK(found(good) == "none");
  const auto with = [&](auto change) {
    return foundIn(good, change, [](const auto& p) { return feedForward(p); });
  };
  CHECK(with([](auto& p) { p.x = zeros(0, 2); }) == "empty: x 0 2");
  CHECK(with([](auto& p) { p.w1 = zeros(2, 0); }) == "empty: w1 2 0");
  CHECK(with([](auto& p) { p.w1 = zeros(3, 4); }) == "innerMismatch: w1 / x 3 2");
  CHECK(with([](auto& p) { p.b1 = List(5); }) == "entries: b1 5 4");
  CHECK(with([](auto& p) { p.w2 = zeros(4, 0); }) == "empty: w2 4 0");
  CHECK(with([](auto& p) { p.w2 = zeros(5, 5); }) == "innerMismatch: w2 / w1 5 4");
  CHECK(with([](auto& p) { p.b2 = List(4); }) == "entries: b2 4 5");
  CHECK(with([](auto& p) { p.wGate = zeros(2, 4); }) == "needs: wGate / activation: \"swiglu\"");
  CHECK(with([](auto& p) { p.activation = Activation::swiglu; }) == "needs: activation / wGate");
  CHECK(with([](auto& p) {
          p.activation = Activation::swiglu;
          p.wGate = zeros(2, 5);
        }) == "shape: wGate 2 5 2 4");
  CHECK(with([](auto& p) {
          p = {zeros(4097, 1), zeros(1, 4096), {}, zeros(4096, 1)};
        }) == "tooLarge: hidden 16781312 16777216");
  CHECK(with([](auto& p) {
          p = {zeros(4097, 1), zeros(1, 1), {}, zeros(1, 4096)};
        }) == "tooLarge: output 16781312 16777216");
}

TEST_CASE("a feed-forward part that would take minutes is refused", "[feed_forward]") {
  FeedForwardProblem p{zeros(2048, 1024), zeros(1024, 4096), {}, zeros(4096, 1024)};
  CHECK(found(p) == "tooLarge: output / multiplyAdds 17246978048 6000000000");
  p.x = zeros(512, 1024);
  CHECK(found(p) == "none");
}
