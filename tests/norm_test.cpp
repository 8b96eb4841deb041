#include "attention/norm.h"

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

NormTrace traceOf(const NormProblem& p) { return std::get<NormTrace>(normalize(p)); }

NormTrace layer(const Matrix<double>& x, double epsilon) { return traceOf({x, {}, {}, epsilon}); }

NormTrace rms(const Matrix<double>& x, double epsilon) {
  return traceOf({x, {}, {}, epsilon, Normalization::rms});
}

/// By the formulas, sums as plain loops.
Matrix<Real> brute(const NormProblem& p) {
  Matrix<Real> output(p.x.rows(), p.x.cols());
  for (Index t = 0; t < p.x.rows(); ++t) {
    Real mean = 0, square = 0;
    if (p.normalization == Normalization::layer)
      for (Index i = 0; i < p.x.cols(); ++i) mean += Real(p.x(t, i)) / Real(p.x.cols());
    for (Index i = 0; i < p.x.cols(); ++i)
      square += (p.x(t, i) - mean) * (p.x(t, i) - mean) / Real(p.x.cols());
    for (Index i = 0; i < p.x.cols(); ++i) {
      output(t, i) = (p.x(t, i) - mean) / std::sqrt(square + p.epsilon);
      if (p.gain) output(t, i) *= (*p.gain)[std::size_t(i)];
      if (p.bias) output(t, i) += (*p.bias)[std::size_t(i)];
    }
  }
  return output;
}

}  // namespace

TEST_CASE("layer norm by hand", "[norm]") {
  // Variance 1.25, not 5/3; with epsilon 0.3125 the root is 1.25.
  const auto t = traceOf(
      {matrix({{1, 2, 3, 4}, {0, 0, 0, 0}}), List({1, 2, 3, 4}), List({0, 0, 0, 10}), 0.3125});
  CHECK(t.mean == std::vector<double>{2.5, 0});
  CHECK(t.variance == std::vector<double>{1.25, 0});
  CHECK(t.rootMeanSquare.empty());
  CHECK(difference(t.output, matrix({{-1.2, -0.8, 1.2, 14.8}, {0, 0, 0, 10}}), 1e-15) == "");
}

TEST_CASE("RMS norm by hand", "[norm]") {
  const auto t = traceOf({matrix({{3, 4}, {0, 0}}), List({1, 10}), {}, 12.5, Normalization::rms});
  CHECK(difference(t.output, matrix({{0.6, 8}, {0, 0}}), 1e-15) == "");
  CHECK(std::fabs(t.rootMeanSquare.at(0) - 3.5355339059327378) <= 1e-15);
  CHECK(t.rootMeanSquare.at(1) == 0);
  CHECK(t.mean.empty());
  CHECK(t.variance.empty());
}

TEST_CASE("epsilon is 1e-5 unless another is given", "[norm]") {
  const auto t = traceOf({matrix({{0.001, -0.001}})});
  const double one = 0.001 / std::sqrt(1.1e-5);
  CHECK(difference(t.output, matrix({{one, -one}}), 1e-15) == "");
}

TEST_CASE("norms against long double", "[norm]") {
  Dice dice(41);
  for (const auto normalization : {Normalization::layer, Normalization::rms})
    for (const Index tokens : sizes)
      for (const Index width : sizes) {
        NormProblem p{randomNumbers<double>(dice, tokens, width)};
        p.normalization = normalization;
        if (dice() % 2 == 0) p.gain = list(randomNumbers<double>(dice, 1, width));
        if (dice() % 2 == 0 && normalization == Normalization::layer)
          p.bias = list(randomNumbers<double>(dice, 1, width));
        INFO(tokens << ' ' << width);
        CHECK(difference(traceOf(p).output, brute(p), 1e-14) == "");
      }
}

TEST_CASE("layer norm knows neither shift nor scale, RMS norm no scale", "[norm]") {
  Dice dice(42);
  const auto x = randomNumbers<double>(dice, 5, 17);
  const Matrix<double> moved = x.array() * 3 + 7;
  CHECK(difference(layer(moved, 0).output, layer(x, 0).output, 1e-14) == "");
  CHECK(difference(rms(x * 3, 0).output, rms(x, 0).output, 1e-15) == "");
  CHECK(difference(rms(moved, 0).output, rms(x, 0).output, 1e-3) != "");
  // What comes out has mean 0 and variance 1, or a mean square of 1.
  const auto normed = layer(moved, 0).output;
  for (Index t = 0; t < 5; ++t) {
    CHECK(std::fabs(normed.row(t).mean()) <= 1e-15);
    CHECK(std::fabs(normed.row(t).squaredNorm() / 17 - 1) <= 1e-14);
    CHECK(std::fabs(rms(x, 0).output.row(t).squaredNorm() / 17 - 1) <= 1e-14);
  }
}

TEST_CASE("numbers whose squares are no numbers are normalised all the same", "[norm]") {
  Dice dice(43);
  const auto x = randomNumbers<double>(dice, 3, 5);
  for (const double factor : {0x1p1000, 0x1p-1000, 0x1p-1040}) {
    const auto tolerance = factor < 0x1p-1030 ? 1e-5 : 0;  // below, x itself has few bits
    CHECK(difference(layer(x * factor, 0).output, layer(x, 0).output, tolerance) == "");
    CHECK(difference(rms(x * factor, 0).output, rms(x, 0).output, tolerance) == "");
  }
  // Much smaller than epsilon: divided by its root.
  const auto tiny = rms(matrix({{0x1p-1000, 0}}), 0x1p-20);
  CHECK(tiny.output == matrix({{0x1p-990, 0}}));
  CHECK(std::fabs(tiny.rootMeanSquare.at(0) / 0x1p-1000 - std::sqrt(0.5)) <= 1e-15);
  CHECK(layer(matrix({{0x1p1000, -0x1p1000}}), 0).variance.at(0) == inf);
}

TEST_CASE("a row of one number has no spread, whatever rounding says", "[norm]") {
  for (const double number : {0.1, 1e300, -7e-300, 0.0}) {
    const auto t = layer(Matrix<double>::Constant(1, 7, number), 0);
    CHECK(t.output == zeros(1, 7));
    CHECK(t.mean.at(0) == number);
    CHECK(t.variance.at(0) == 0);
  }
  CHECK(rms(zeros(1, 3), 0).output == zeros(1, 3));
}

TEST_CASE("a NaN or an infinity stays in its row", "[norm]") {
  const auto x = matrix({{1, 3}, {NaN, 1}, {inf, 1}});
  CHECK(difference(layer(x, 0).output, matrix({{-1, 1}, {NaN, NaN}, {NaN, NaN}}), 1e-15) == "");
  CHECK(difference(rms(x, 0).output.topRows(2).eval(),
                   matrix({{1 / std::sqrt(5), 3 / std::sqrt(5)}, {NaN, NaN}}), 1e-15) == "");
}

TEST_CASE("what a norm refuses", "[norm]") {
  const NormProblem good{zeros(3, 2), List(2), List(2), 0};
  CHECK(found(good) == "none");
  const auto with = [&](auto change) {
    return foundIn(good, change, [](const auto& p) { return normalize(p); });
  };
  CHECK(with([](auto& p) { p.x = zeros(0, 2); }) == "empty: x 0 2");
  CHECK(with([](auto& p) { p.gain = List(3); }) == "entries: gain 3 2");
  CHECK(with([](auto& p) { p.bias = List(1); }) == "entries: bias 1 2");
  CHECK(with([](auto& p) { p.normalization = Normalization::rms; }) ==
        "excludes: bias / normalization: \"rms\"");
  CHECK(with([](auto& p) { p.epsilon = -1; }) == "range: epsilon -1 0");
  CHECK(with([](auto& p) { p.epsilon = NaN; }) == "notFinite: epsilon");
  CHECK(with([](auto& p) { p.epsilon = inf; }) == "notFinite: epsilon");
  CHECK(with([](auto& p) { p = {zeros(4097, 4096)}; }) == "tooLarge: output 16781312 16777216");
}
