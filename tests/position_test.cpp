// Positions against sums in long double, against numbers worked out in 60 digits for far positions,
// and against what they are made for.

#include "attention/position.h"

#include <cmath>
#include <limits>
#include <numeric>
#include <sstream>

#include "support/catch.h"
#include "support/compare.h"
#include "support/matrices.h"
#include "support/random_problem.h"

using namespace attention;
using namespace attention::testing;

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

/// Column pairs in the order of their frequencies.
std::vector<std::pair<Index, Index>> pairsOf(Pairing pairing, Index dims) {
  std::vector<std::pair<Index, Index>> pairs;
  for (Index i = 0; i < dims / 2; ++i)
    pairs.push_back(pairing == Pairing::half ? std::pair{i, dims / 2 + i}
                                             : std::pair{i + i, i + i + 1});
  return pairs;
}

/// Each pair as a complex number times e^(i angle). Some hosts raise long double to a power with the
/// precision of double: that is what the bound allows for, times the position.
template <class S>
Expected turned(const Matrix<S>& x, Pairing pairing, Index dims, double theta,
                const std::vector<std::int64_t>& positions) {
  Expected want{x.template cast<long double>(), Matrix<long double>::Zero(x.rows(), x.cols())};
  const auto pairs = pairsOf(pairing, dims);
  for (Index row = 0; row < x.rows(); ++row)
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto [a, b] = pairs[i];
      const long double p = (long double)(positions[std::size_t(row)]);
      const long double exponent = -2.0L * (long double)(i) / (long double)(dims);
      const long double angle = p * std::pow((long double)(theta), exponent);
      const long double re = x(row, a), im = x(row, b);
      want.value(row, a) = re * std::cos(angle) - im * std::sin(angle);
      want.value(row, b) = re * std::sin(angle) + im * std::cos(angle);
      const long double size = std::fabs(re) + std::fabs(im);
      const auto rounding = (long double)(std::numeric_limits<S>::epsilon());
      want.bound(row, a) = want.bound(row, b) = size * (4 * rounding + angle * 16 * eps);
    }
  return want;
}

template <class M>
std::string found(const M& error) {
  if (!error) return "none";
  std::ostringstream line;
  line << name(error->code) << ": " << error->field;
  if (!error->other.empty()) line << " / " << error->other;
  for (const double value : error->values) line << ' ' << value;
  return line.str();
}

Rotary rotaryOf(double theta, Pairing pairing = Pairing::interleaved,
                std::optional<std::int64_t> dims = {}) {
  return {theta, pairing, dims};
}

}  // namespace

TEMPLATE_TEST_CASE("rotary agrees with complex numbers in long double", "[position]", float,
                   double) {
  Dice dice(71);
  for (const Index width : {2, 4, 6, 10, 64, 130})
    for (const Pairing pairing : {Pairing::interleaved, Pairing::half})
      for (const double theta : {10000.0, 500000.0, 1.0, 7.5})
        for (const Index dims : {width, width / 2 / 2 * 2, Index(0)}) {
          const auto x = randomNumbers<TestType>(dice, 5, width);
          const std::vector<std::int64_t> positions{0, 3, 1, 4095, 3};
          INFO("width " << width << ", dims " << dims << ", theta " << theta);
          const auto got = rotate(x, rotaryOf(theta, pairing, dims), positions);
          REQUIRE(difference(got, turned(x, pairing, dims, theta, positions)) == "");
        }
}

TEST_CASE("rotary by hand: a quarter turn, and half of one", "[position]") {
  // theta^(-2/4) = 1/4: at position 2 the pairs turn by 2 and by 1/2.
  const auto x = matrix({{1, 0, 0, 1}});
  const double c1 = std::cos(2.0), s1 = std::sin(2.0), c2 = std::cos(0.5), s2 = std::sin(0.5);
  CHECK(difference(rotate(x, rotaryOf(16), {2}), matrix({{c1, s1, -s2, c2}}), 4e-16) == "");
  // Halves: columns 0 and 2, 1 and 3.
  CHECK(difference(rotate(x, rotaryOf(16, Pairing::half), {2}), matrix({{c1, -s2, s1, c2}}),
                   4e-16) == "");
}

TEST_CASE("far positions are as precise as near ones", "[position]") {
  struct Case {
    double theta;
    Index dims, pair;
    std::int64_t position;
    double cos, sin;
  };
  // cos and sin of position * theta^(-2 pair / dims), worked out in 60 digits.
  const Case cases[] = {
      {10000, 128, 0, 131071, -0.81798349938794908, -0.57524168375478937},
      {10000, 128, 1, 131071, -0.97827091293645224, -0.20733070419617131},
      {10000, 128, 37, 131071, -0.86285952434609813, -0.50544380621907446},
      {10000, 64, 31, 131071, 0.19851170290724632, -0.98009851739958528},
      {500000, 128, 5, 1000000, -0.37776430924400786, -0.92590179104557174},
      {10000, 64, 1, 1000000, -0.68551407414563423, 0.72805937542775582},
      {10000, 128, 63, 1000000, -0.72433310226600257, 0.68945018453961462},
      {1000000, 80, 39, 1000000, 0.15759898822333862, 0.9875031943801397},
      {10000, 128, 0, std::int64_t{1} << 40, -0.914004071991557, -0.40570501153282872},
      {10000, 128, 1, std::int64_t{1} << 40, -0.10776173289258841, 0.99417674933785613},
      {500000, 6, 1, std::int64_t{1} << 40, 0.98275059630023841, -0.18493584150057508},
      {10000, 128, 63, std::int64_t{1} << 40, 0.96736972357139318, -0.25336893637027873},
      {10000, 128, 3, (std::int64_t{1} << 53) - 1, 0.91703589567775041, 0.39880467153545991},
      {7, 10, 4, (std::int64_t{1} << 53) - 1, -0.94114500257445241, 0.33800308301720262},
      {0.5, 8, 3, 12345, -0.49465808222377904, 0.86908767203930183}};
  for (const Case& c : cases) {
    INFO("theta " << c.theta << ", dims " << c.dims << ", pair " << c.pair << ", position "
                  << c.position);
    Matrix<double> x = Matrix<double>::Zero(1, c.dims);
    x(0, 2 * c.pair) = 1;
    const auto got = rotate(x, rotaryOf(c.theta), {c.position});
    // The frequency has about 31 digits.
    const double bound = 4e-16 + 2e-30 * double(c.position);
    CHECK(std::abs(got(0, 2 * c.pair) - c.cos) <= bound);
    CHECK(std::abs(got(0, 2 * c.pair + 1) - c.sin) <= bound);
    const auto inFloat = rotate(x.cast<float>().eval(), rotaryOf(c.theta), {c.position});
    CHECK(inFloat(0, 2 * c.pair) == float(got(0, 2 * c.pair)));
    CHECK(inFloat(0, 2 * c.pair + 1) == float(got(0, 2 * c.pair + 1)));
  }
}

TEST_CASE("the score of two turned rows depends on their distance alone", "[position]") {
  Dice dice(73);
  for (const Pairing pairing : {Pairing::interleaved, Pairing::half})
    for (const std::int64_t distance : {0, 1, 17, 4000}) {
      const auto q = randomNumbers<double>(dice, 1, 24), k = randomNumbers<double>(dice, 1, 24);
      const Rotary rotary = rotaryOf(10000, pairing, 20);
      const auto score = [&](std::int64_t at) {
        return rotate(q, rotary, {at + distance}).row(0).dot(rotate(k, rotary, {at}).row(0));
      };
      const double here = score(0), size = q.cwiseAbs().row(0).dot(k.cwiseAbs().row(0));
      for (const std::int64_t at : {1, 2, 1000, 131071, 1000000, 1 << 30})
        CHECK(std::abs(score(at) - here) <= 64 * eps * (size + 24));
    }
}

TEST_CASE("turning keeps the length of a row, and what is at position 0", "[position]") {
  Dice dice(79);
  const auto x = randomNumbers<double>(dice, 40, 32);
  const auto got = rotate(x, rotaryOf(10000), positionsFrom(0, 40));
  for (Index row = 0; row < 40; ++row)
    CHECK(std::abs(got.row(row).norm() - x.row(row).norm()) <= 8 * eps * x.row(row).norm());
  CHECK(got.row(0) == x.row(0));
}

TEST_CASE("columns from dims on stay as they are, to the bit", "[position]") {
  auto x = Matrix<double>(2, 7);
  x << 1, 2, 3, 4, NaN, -inf, 0.1, 1, 2, 3, 4, 5, -0.0, 0.3;
  const auto got = rotate(x, rotaryOf(10000, Pairing::half, 4), {5, 6});
  CHECK(difference(Matrix<double>(got.rightCols(3)), Matrix<double>(x.rightCols(3))) == "");
  CHECK(std::signbit(got(1, 5)));
  CHECK_FALSE(got.leftCols(4).hasNaN());
  CHECK(difference(rotate(x, rotaryOf(10000, Pairing::half, 0), {5, 6}), x) == "");
}

TEST_CASE("positionsFrom counts", "[position]") {
  CHECK(positionsFrom(3, 4) == std::vector<std::int64_t>{3, 4, 5, 6});
  CHECK(positionsFrom(3, 0).empty());
}

TEST_CASE("rotary positions that cannot be", "[position]") {
  CHECK(found(validate(rotaryOf(10000), 8)) == "none");
  CHECK(found(validate(rotaryOf(10000, Pairing::half, 0), 7)) == "none");
  CHECK(found(validate(rotaryOf(10000, Pairing::half, 6), 7)) == "none");
  CHECK(found(validate(rotaryOf(10000), 7)) == "odd: dims / width 7");
  CHECK(found(validate(rotaryOf(10000, Pairing::half, 3), 8)) == "odd: dims 3");
  CHECK(found(validate(rotaryOf(10000, Pairing::half, 10), 8)) == "atMost: dims 10 8");
  CHECK(found(validate(rotaryOf(10000, Pairing::half, -2), 8)) == "range: dims -2 0");
  CHECK(found(validate(rotaryOf(0), 8)) == "positive: theta 0");
  CHECK(found(validate(rotaryOf(-1), 8)) == "positive: theta -1");
  for (const double theta : {NaN, inf, -inf})
    CHECK(found(validate(rotaryOf(theta), 8)) == "notFinite: theta");
  CHECK(found(validate(rotaryOf(1e-300), 8)) == "range: theta 1e-300 1e-290");
  const auto far = std::numeric_limits<std::int64_t>::max();
  CHECK(found(validate(rotaryOf(10000, Pairing::half, far), 8)) == "atMost: dims 9.22337e+18 8");
}

TEST_CASE("positions that cannot be", "[position]") {
  CHECK(found(validatePositions({0, 9, 9}, 3)) == "none");
  CHECK(found(validatePositions({0, 1}, 3)) == "entries: positions 2 3");
  CHECK(found(validatePositions({}, 1)) == "entries: positions 0 1");
  CHECK(found(validatePositions({0, -1}, 2)) == "range: positions -1 0 2");
}

TEST_CASE("any base that is let through gives finite numbers", "[position]") {
  for (const double base : {leastBase, 1e-3, 1.0, 1e300, std::numeric_limits<double>::max()})
    for (const Index width : {1, 2, 9, 64, 4096}) {
      INFO("base " << base << ", width " << width);
      CHECK(sinusoidal<double>(3, width, base).allFinite());
      const auto x = Matrix<double>::Ones(2, width / 2 * 2).eval();
      CHECK(rotate(x, rotaryOf(base), {0, (std::int64_t{1} << 53) - 1}).allFinite());
    }
}

TEST_CASE("sinusoidal positions", "[position]") {
  struct Case {
    double base;
    Index width, position, column;
    double value;
  };
  // Worked out in 60 digits; odd widths end with a sine.
  const Case cases[] = {
      {10000, 5, 3, 0, 0.14112000805986722},        {10000, 5, 3, 1, -0.98999249660044546},
      {10000, 5, 3, 2, 0.075285292998888965},       {10000, 5, 3, 3, 0.99716203530723704},
      {10000, 5, 3, 4, 0.0018928709030918881},      {100, 7, 65535, 6, 0.70262705439839359},
      {10000, 512, 16383, 11, 0.56776524215987067}, {10000, 512, 16383, 510, 0.99188041313120751}};
  for (const Case& c : cases) {
    INFO("base " << c.base << ", width " << c.width << ", column " << c.column);
    const auto got = sinusoidal<double>(c.position + 1, c.width, c.base);
    CHECK(std::abs(got(c.position, c.column) - c.value) <= 4e-16);
    CHECK(sinusoidal<float>(c.position + 1, c.width, c.base)(c.position, c.column) ==
          float(got(c.position, c.column)));
  }
}

TEST_CASE("sinusoidal positions of every shape agree with long double", "[position]") {
  for (const Index width : {1, 2, 3, 8, 33})
    for (const double base : {10000.0, 1.0, 40.0}) {
      constexpr Index tokens = 50;
      const auto got = sinusoidal<double>(tokens, width, base);
      REQUIRE(got.rows() == tokens);
      REQUIRE(got.cols() == width);
      for (Index p = 0; p < tokens; ++p)
        for (Index i = 0; i < width; ++i) {
          const Index even = i - i % 2;
          const long double angle =
              (long double)(p) /
              std::pow((long double)(base), (long double)(even) / (long double)(width));
          const long double want = i == even ? std::sin(angle) : std::cos(angle);
          REQUIRE(std::abs(double(got(p, i) - want)) <= 4 * eps + 16 * eps * double(angle));
        }
    }
}

TEST_CASE("slopes of ALiBi: powers of two by hand", "[position]") {
  CHECK(alibiSlopes(1) == std::vector<double>{1.0 / 256});
  CHECK(alibiSlopes(2) == std::vector<double>{1.0 / 16, 1.0 / 256});
  CHECK(alibiSlopes(4) == std::vector<double>{1.0 / 4, 1.0 / 16, 1.0 / 64, 1.0 / 256});
  CHECK(alibiSlopes(8) == std::vector<double>{1.0 / 2, 1.0 / 4, 1.0 / 8, 1.0 / 16, 1.0 / 32,
                                              1.0 / 64, 1.0 / 128, 1.0 / 256});
}

TEST_CASE("slopes of ALiBi: every number of heads by the published rule", "[position]") {
  // A geometric series that starts at its own ratio; in between, every other slope of the next power.
  const auto ofPower = [](Index n) {
    const double ratio = std::pow(2.0, -std::pow(2.0, 3 - std::log2(double(n))));
    std::vector<double> slopes{ratio};
    while (Index(slopes.size()) < n) slopes.push_back(slopes.back() * ratio);
    return slopes;
  };
  for (Index heads = 1; heads <= 20; ++heads) {
    Index power = 32;
    while (power > heads) power /= 2;
    auto want = ofPower(power);
    const auto finer = ofPower(2 * power);
    for (std::size_t i = 0; Index(want.size()) < heads; i += 2) want.push_back(finer[i]);
    const auto got = alibiSlopes(heads);
    INFO(heads << " heads");
    REQUIRE(got.size() == want.size());
    for (std::size_t h = 0; h < got.size(); ++h)
      CHECK(std::abs(got[h] - want[h]) <= 32 * eps * want[h]);
  }
}
