#include "attention/additive.h"

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

AdditiveTrace traceOf(const AdditiveProblem& p) {
  return std::get<AdditiveTrace>(additiveAttention(p));
}

struct Brute {
  Matrix<Real> scores, weights, output;
};

/// The formula, one number after the other; no maximum is subtracted.
Brute brute(const AdditiveProblem& p) {
  const Index queries = p.q.rows(), keys = p.k.rows();
  const auto& v = p.v ? *p.v : p.k;
  Brute b{Matrix<Real>(queries, keys), Matrix<Real>::Zero(queries, keys),
          Matrix<Real>::Zero(queries, v.cols())};
  for (Index i = 0; i < queries; ++i) {
    Real total = 0;
    for (Index j = 0; j < keys; ++j) {
      Real score = 0;
      for (Index u = 0; u < p.wq.cols(); ++u) {
        Real sum = 0;
        for (Index a = 0; a < p.q.cols(); ++a) sum += Real(p.q(i, a)) * p.wq(a, u);
        for (Index a = 0; a < p.k.cols(); ++a) sum += Real(p.k(j, a)) * p.wk(a, u);
        score += Real(p.w[std::size_t(u)]) * std::tanh(sum);
      }
      b.scores(i, j) = score;
      if (!(p.keyPadding && (*p.keyPadding)[std::size_t(j)])) {
        b.weights(i, j) = std::exp(score);
        total += b.weights(i, j);
      }
    }
    if (total > 0) b.weights.row(i) /= total;
    for (Index j = 0; j < keys; ++j)
      for (Index c = 0; c < v.cols(); ++c) b.output(i, c) += b.weights(i, j) * v(j, c);
  }
  return b;
}

}  // namespace

TEST_CASE("additive attention by hand", "[additive]") {
  // tanh(0) = 0 and tanh(ln(3)/2) = 1/2; times 2 ln 2 they are 0 and ln 2: weights 1/3 and 2/3.
  const double x = std::log(3.0) / 2;
  AdditiveProblem p{matrix({{0, 5}}),   matrix({{0}, {x}}), matrix({{3, 0}, {6, -3}}),
                    matrix({{1}, {0}}), matrix({{1}}),      List({2 * std::log(2.0)})};
  auto t = traceOf(p);
  CHECK(difference(t.hidden_qku.at(0), matrix({{0}, {0.5}}), 1e-15) == "");
  CHECK(difference(t.scores, matrix({{0, std::log(2.0)}}), 1e-15) == "");
  CHECK(difference(t.exponentials, matrix({{0.5, 1}}), 1e-15) == "");
  CHECK(difference(t.weights, matrix({{1.0 / 3, 2.0 / 3}}), 1e-15) == "");
  CHECK(difference(t.output, matrix({{5, -2}}), 1e-15) == "");
  // The query moves the sum inside of tanh: q wq = -x puts the second key at 0 and the first at -1/2.
  p.q = matrix({{-x, 5}});
  CHECK(difference(traceOf(p).scores, matrix({{-std::log(2.0), 0}}), 1e-15) == "");
  // Without values of their own the keys are the values.
  p.v.reset();
  CHECK(difference(traceOf(p).output, matrix({{2 * x / 3}}), 1e-15) == "");
}

TEST_CASE("additive attention against long double", "[additive]") {
  Dice dice(21);
  for (const Index queries : sizes)
    for (const Index keys : sizes) {
      const Index a = 1 + Index(dice() % 4), b = 1 + Index(dice() % 4), u = 1 + Index(dice() % 5);
      AdditiveProblem p{randomNumbers<double>(dice, queries, a),
                        randomNumbers<double>(dice, keys, b),
                        {},
                        randomNumbers<double>(dice, a, u),
                        randomNumbers<double>(dice, b, u),
                        list(randomNumbers<double>(dice, 1, u))};
      if (dice() % 2 == 0) p.v = randomNumbers<double>(dice, keys, 3);
      if (dice() % 2 == 0) {
        p.keyPadding.emplace();
        for (Index k = 0; k < keys; ++k) p.keyPadding->push_back(dice() % 3 == 0);
      }
      const auto t = traceOf(p);
      const auto want = brute(p);
      INFO(queries << " queries, " << keys << " keys");
      CHECK(difference(t.scores, want.scores, 1e-14) == "");
      CHECK(difference(t.weights, want.weights, 1e-14) == "");
      CHECK(difference(t.output, want.output, 1e-13) == "");
      CHECK(t.hidden_qku.size() == std::size_t(queries));
      CHECK(t.hidden_qku.back().rows() == keys);
      CHECK(t.hidden_qku.back().cols() == u);
    }
}

TEST_CASE("padding hides a key, and what it holds", "[additive]") {
  AdditiveProblem p{matrix({{1}}), matrix({{1}, {NaN}}), matrix({{7}, {inf}}),
                    matrix({{1}}), matrix({{1}}),        List({1})};
  p.keyPadding = {false, true};
  auto t = traceOf(p);
  CHECK(t.masked(0, 1) == -inf);
  CHECK(t.weights == matrix({{1, 0}}));
  CHECK(t.output == matrix({{7}}));
  p.keyPadding = {true, true};
  t = traceOf(p);
  CHECK(t.weights == matrix({{0, 0}}));
  CHECK(t.output == matrix({{0}}));
}

TEST_CASE("a hidden layer beyond the cap is computed and not kept", "[additive]") {
  // 2 * 4096 * 2049 numbers are more than 2^24; all the same, so each key weighs 1/4096.
  AdditiveProblem p{zeros(2, 1),    zeros(4096, 1), Matrix<double>::Ones(4096, 1),
                    zeros(1, 2049), zeros(1, 2049), List(2049, 1)};
  const auto t = traceOf(p);
  CHECK(t.hidden_qku.empty());
  CHECK(t.weights == Matrix<double>::Constant(2, 4096, 1.0 / 4096));
  CHECK(t.output == matrix({{1}, {1}}));
  p.k = zeros(2048, 1);
  p.v = zeros(2048, 1);
  CHECK(traceOf(p).hidden_qku.size() == 2);
}

TEST_CASE("what additive attention refuses", "[additive]") {
  const AdditiveProblem good{zeros(3, 2), zeros(4, 5), zeros(4, 6),
                             zeros(2, 7), zeros(5, 7), List(7)};
  CHECK(found(good) == "none");
  const auto with = [&](auto change) {
    return foundIn(good, change, [](const auto& p) { return additiveAttention(p); });
  };
  CHECK(with([](auto& p) { p.q = zeros(0, 2); }) == "empty: q 0 2");
  CHECK(with([](auto& p) { p.k = zeros(4, 0); }) == "empty: k 4 0");
  CHECK(with([](auto& p) { p.v = zeros(0, 6); }) == "empty: v 0 6");
  CHECK(with([](auto& p) { p.v = zeros(3, 6); }) == "lengthMismatch: v / k 3 4");
  CHECK(with([](auto& p) { p.wq = zeros(2, 0); }) == "empty: wq 2 0");
  CHECK(with([](auto& p) { p.wq = zeros(3, 7); }) == "innerMismatch: wq / q 3 2");
  CHECK(with([](auto& p) { p.wk = zeros(5, 6); }) == "shape: wk 5 6 5 7");
  CHECK(with([](auto& p) { p.w = List(6); }) == "entries: w 6 7");
  CHECK(with([](auto& p) { p.keyPadding = {true}; }) == "paddingLength: keyPadding 1 4");
  CHECK(with([](auto& p) {
          p.q = zeros(4097, 2);
          p.k = zeros(4096, 5);
          p.v.reset();
        }) == "tooLarge: scores 16781312 16777216");
  CHECK(with([](auto& p) {
          p.q = zeros(4097, 2);
          p.v = zeros(4, 4096);
        }) == "tooLarge: output 16781312 16777216");
  CHECK(with([](auto& p) {
          p.q = zeros(4097, 2);
          p.wq = zeros(2, 4096);
          p.wk = zeros(5, 4096);
          p.w = List(4096);
        }) == "tooLarge: hidden 16781312 16777216");
}

TEST_CASE("additive attention that would take minutes is refused", "[additive]") {
  // Each of 4096 * 4096 pairs: 64 sums and hyperbolic tangents, and what a pair takes beside.
  const AdditiveProblem p{zeros(4096, 1), zeros(4096, 1), {}, zeros(1, 64), zeros(1, 64), List(64)};
  CHECK(found(p) == "tooLarge: scores / multiplyAdds 10217848832 6000000000");
}
