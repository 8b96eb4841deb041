#include "attention/state_space.h"

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

StateSpaceTrace traceOf(StateSpaceProblem p, StateSpaceForm form) {
  p.form = form;
  return std::get<StateSpaceTrace>(stateSpace(p));
}

constexpr auto recurrentForm = StateSpaceForm::recurrent;
constexpr auto convolutionForm = StateSpaceForm::convolution;

/// Unrolled: y_t = sum over j <= t and s of c a^(t-j) b x_j, plus d x_t, with the error that a
/// calculation in double may make: a power of n errs by n roundings, the sum by one for each term.
Expected brute(const StateSpaceProblem& p) {
  const Index tokens = p.x.rows(), channels = p.x.cols(), state = p.a.cols();
  Expected want{Matrix<Real>::Zero(tokens, channels), Matrix<Real>::Zero(tokens, channels)};
  for (Index channel = 0; channel < channels; ++channel)
    for (Index t = 0; t < tokens; ++t) {
      Real &sum = want.value(t, channel), &bound = want.bound(t, channel);
      if (p.d) sum += Real((*p.d)[std::size_t(channel)]) * p.x(t, channel);
      Real magnitude = std::fabs(sum);
      for (Index s = 0; s < state; ++s) {
        Real term = Real(p.c(channel, s)) * p.b(channel, s);
        for (Index j = t; j >= 0; --j, term *= p.a(channel, s)) {
          sum += term * p.x(j, channel);
          magnitude += std::fabs(term * p.x(j, channel));
        }
      }
      bound = magnitude * Real(2 * t + state + 8) * std::numeric_limits<double>::epsilon();
    }
  return want;
}

}  // namespace

TEST_CASE("a state that halves, by hand", "[state_space]") {
  StateSpaceProblem p{matrix({{1}, {0}, {4}}), matrix({{0.5}}), matrix({{1}}), matrix({{2}})};
  auto t = traceOf(p, recurrentForm);
  CHECK(t.states == matrix({{1}, {0.5}, {4.25}}));
  CHECK(t.output == matrix({{2}, {1}, {8.5}}));
  CHECK(t.kernel.size() == 0);
  p.d = list(matrix({{3}}));
  t = traceOf(p, recurrentForm);
  CHECK(t.output == matrix({{5}, {1}, {20.5}}));
  t = traceOf(p, convolutionForm);
  CHECK(t.kernel == matrix({{2}, {1}, {0.5}}));
  CHECK(t.output == matrix({{5}, {1}, {20.5}}));
  CHECK(t.states.size() == 0);
}

TEST_CASE("channels have states of their own, side by side", "[state_space]") {
  // Channel 0 keeps everything and forgets everything; channel 1 alternates and is not read twice.
  const StateSpaceProblem p{matrix({{1, 1}, {2, 0}}), matrix({{1, 0}, {-1, 0.5}}),
                            matrix({{1, 10}, {1, 2}}), matrix({{1, 1}, {1, 0}})};
  auto t = traceOf(p, recurrentForm);
  CHECK(t.states == matrix({{1, 10, 1, 2}, {3, 20, -1, 1}}));
  CHECK(t.output == matrix({{11, 1}, {23, -1}}));
  // a = 0 still lets its own token through: 0^0 = 1.
  t = traceOf(p, convolutionForm);
  CHECK(t.kernel == matrix({{11, 1}, {1, -1}}));
  CHECK(t.output == matrix({{11, 1}, {23, -1}}));
}

TEST_CASE("both forms against the unrolled sum", "[state_space]") {
  Dice dice(31);
  for (const Index tokens : sizes)
    for (const Index channels : sizes)
      for (const Index state : {1, 3}) {
        StateSpaceProblem p{randomNumbers<double>(dice, tokens, channels),
                            randomNumbers<double>(dice, channels, state) / 2,
                            randomNumbers<double>(dice, channels, state),
                            randomNumbers<double>(dice, channels, state)};
        if (dice() % 2 == 0) p.d = list(randomNumbers<double>(dice, 1, channels));
        const auto want = brute(p);
        INFO(tokens << ' ' << channels << ' ' << state);
        CHECK(difference(traceOf(p, recurrentForm).output, want) == "");
        CHECK(difference(traceOf(p, convolutionForm).output, want) == "");
      }
}

TEST_CASE("both forms agree over a thousand tokens that are hardly forgotten", "[state_space]") {
  Dice dice(32);
  StateSpaceProblem p{randomNumbers<double>(dice, 1000, 2),
                      matrix({{0.999999, -0.9999, 1}, {1 - 1e-12, -1, 0.99}}),
                      randomNumbers<double>(dice, 2, 3), randomNumbers<double>(dice, 2, 3)};
  const auto want = brute(p);
  CHECK(difference(traceOf(p, recurrentForm).output, want) == "");
  CHECK(difference(traceOf(p, convolutionForm).output, want) == "");
}

TEST_CASE("later tokens do not reach back", "[state_space]") {
  Dice dice(33);
  StateSpaceProblem p{randomNumbers<double>(dice, 6, 3), randomNumbers<double>(dice, 3, 2),
                      randomNumbers<double>(dice, 3, 2), randomNumbers<double>(dice, 3, 2)};
  for (const auto form : {recurrentForm, convolutionForm}) {
    const auto before = traceOf(p, form).output;
    auto changed = p;
    changed.x.row(4).setConstant(NaN);
    const auto after = traceOf(changed, form).output;
    CHECK(after.topRows(4) == before.topRows(4));
    CHECK(after.row(4).array().isNaN().all());
  }
}

TEST_CASE("what a state-space layer refuses", "[state_space]") {
  const StateSpaceProblem good{zeros(5, 2), zeros(2, 3), zeros(2, 3), zeros(2, 3)};
  CHECK(found(good) == "none");
  const auto with = [&](auto change) {
    return foundIn(good, change, [](const auto& p) { return stateSpace(p); });
  };
  CHECK(with([](auto& p) { p.x = zeros(5, 0); }) == "empty: x 5 0");
  CHECK(with([](auto& p) { p.a = zeros(2, 0); }) == "empty: a 2 0");
  CHECK(with([](auto& p) { p.a = zeros(3, 3); }) == "shape: a 3 3 2 3");
  CHECK(with([](auto& p) { p.b = zeros(2, 4); }) == "shape: b 2 4 2 3");
  CHECK(with([](auto& p) { p.c = zeros(1, 3); }) == "shape: c 1 3 2 3");
  CHECK(with([](auto& p) { p.d = List(3); }) == "entries: d 3 2");
  const auto wide = [](StateSpaceForm form) {
    return [form](auto& p) {
      p.x = zeros(4097, 16);
      p.a = p.b = p.c = zeros(16, 256);
      p.form = form;
    };
  };
  CHECK(with(wide(recurrentForm)) == "tooLarge: states 16781312 16777216");
  // The convolution has no states to keep.
  StateSpaceProblem p = good;
  wide(convolutionForm)(p);
  CHECK(found(p) == "none");
  CHECK(with([](auto& p) {
          p.x = zeros(4097, 4096);
          p.a = p.b = p.c = zeros(4096, 1);
        }) == "tooLarge: output 16781312 16777216");
}

TEST_CASE("a convolution that would take minutes is refused", "[state_space]") {
  // 2^17 tokens have 2^16 * (2^17 + 1) pairs, each of which takes a row of 64 and 32 more.
  StateSpaceProblem p{zeros(1 << 17, 64), zeros(64, 1), zeros(64, 1), zeros(64, 1)};
  CHECK(found(p) == "none");
  p.form = convolutionForm;
  CHECK(found(p) == "tooLarge: output / multiplyAdds 825042665472 6000000000");
}
