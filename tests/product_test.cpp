// The matrix product of the tiled path against plain loops in long double.

#include "attention/product.h"

#include <new>
#include <random>
#include <vector>

#include "support/allocations.h"
#include "support/catch.h"
#include "support/compare.h"
#include "support/matrices.h"
#include "support/random_problem.h"

using namespace attention;
using namespace attention::testing;

namespace {

constexpr std::size_t guard = 16;
constexpr float untouched = 12345.5f;

/// Numbers with NaN before and behind them: what is read beside them shows.
std::vector<float> guarded(const Heads<float>& parts) {
  std::vector<float> numbers(guard, float(NaN));
  for (const auto& part : parts)
    numbers.insert(numbers.end(), part.data(), part.data() + part.size());
  numbers.insert(numbers.end(), guard, float(NaN));
  return numbers;
}

struct Right {
  Matrix<float> w;
  std::vector<float> bias;  // or empty
};

/// One product with all of the right sides, into memory with guards before and behind it.
Heads<float> run(const Heads<float>& parts, const std::vector<Right>& rights) {
  const Index rows = parts[0].rows();
  const auto a = guarded(parts);
  std::vector<std::vector<float>> ws, biases, results;
  for (const Right& right : rights) {
    ws.push_back(guarded({right.w}));
    biases.push_back(std::vector<float>(guard, float(NaN)));
    biases.back().insert(biases.back().end(), right.bias.begin(), right.bias.end());
    biases.back().insert(biases.back().end(), guard, float(NaN));
    results.emplace_back(std::size_t(rows * right.w.cols()) + 2 * guard, untouched);
  }
  std::vector<ProductRight> to;
  for (std::size_t i = 0; i < rights.size(); ++i)
    to.push_back({ws[i].data() + guard, rights[i].w.cols(),
                  rights[i].bias.empty() ? nullptr : biases[i].data() + guard,
                  results[i].data() + guard});
  product({a.data() + guard, rows, parts[0].cols(), Index(parts.size())}, to);
  Heads<float> found;
  for (std::size_t i = 0; i < rights.size(); ++i) {
    for (std::size_t g = 0; g < guard; ++g) {
      CHECK(results[i][g] == untouched);
      CHECK(results[i][results[i].size() - 1 - g] == untouched);
    }
    found.push_back(
        Eigen::Map<const Matrix<float>>(results[i].data() + guard, rows, rights[i].w.cols()));
  }
  return found;
}

/// The sum in long double, and what float32 may be off by: each of the n + 1 terms is rounded at
/// most n + 1 times, and eps / 2 is what one rounding errs by.
Expected exact(const Heads<float>& parts, const Right& right) {
  const Index rows = parts[0].rows(), width = parts[0].cols(), columns = right.w.cols();
  const long double n = (long double)(width * Index(parts.size())) + 1;
  const long double eps = std::numeric_limits<float>::epsilon();
  Expected want{Matrix<long double>(rows, columns), Matrix<long double>(rows, columns)};
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < columns; ++j) {
      long double sum = right.bias.empty() ? 0 : right.bias[std::size_t(j)];
      long double size = std::fabs(sum);
      for (std::size_t part = 0; part < parts.size(); ++part)
        for (Index k = 0; k < width; ++k) {
          const long double term =
              (long double)parts[part](i, k) * right.w(Index(part) * width + k, j);
          sum += term;
          size += std::fabs(term);
        }
      want.value(i, j) = sum;
      want.bound(i, j) = n * eps / 2 / (1 - n * eps / 2) * size;
    }
  return want;
}

/// Of every size, so that the order of the additions matters.
Matrix<float> uneven(Dice& dice, Index rows, Index columns) {
  Matrix<float> m(rows, columns);
  for (Index i = 0; i < m.size(); ++i) {
    const double size = std::ldexp(1.0, int(dice() % 12) - 6);
    m.data()[i] = float((double(dice() % 20001) - 10000) / 10000 * size);
  }
  return m;
}

Right rightOf(Dice& dice, Index inner, Index columns, bool biased) {
  Right right{uneven(dice, inner, columns), {}};
  const auto bias = uneven(dice, 1, columns);
  if (biased) right.bias.assign(bias.data(), bias.data() + columns);
  return right;
}

void check(const Heads<float>& parts, const std::vector<Right>& rights) {
  const auto found = run(parts, rights);
  for (std::size_t i = 0; i < rights.size(); ++i) {
    INFO("right side " << i);
    REQUIRE(difference(found[i], exact(parts, rights[i])) == "");
  }
}

}  // namespace

TEST_CASE("products of every size", "[product]") {
  Dice dice(3);
  // Panels of 8 rows, groups of 5 columns, blocks of 256 rows, 512 terms and 160 columns; up to 6
  // rows go one by one.
  constexpr Index rows[] = {1, 2, 6, 7, 8, 9, 16, 17, 255, 256, 257};
  constexpr Index inners[] = {1, 2, 3, 4, 5, 8, 31, 64, 511, 512, 513, 1030};
  constexpr Index columns[] = {1, 2, 3, 4, 5, 6, 8, 11, 64, 159, 160, 161, 325};
  Index n = 0;
  for (const Index r : rows)
    for (const Index k : inners) {
      // Wide ones for few rows alone: long double is slow in WebAssembly.
      const Index c = columns[n * 5 % (r < 20 ? 13 : 8)];
      INFO(r << " x " << k << " times " << k << " x " << c);
      check({uneven(dice, r, k)}, {rightOf(dice, k, c, n % 2 == 0)});
      ++n;
    }
  for (const Index c : columns) check({uneven(dice, 13, 21)}, {rightOf(dice, 21, c, c % 2 == 0)});
}

TEST_CASE("several right sides at once, each with its own width and bias", "[product]") {
  Dice dice(5);
  for (const Index rows : {3, 259}) {
    const Index inner = 515;
    check({uneven(dice, rows, inner)},
          {rightOf(dice, inner, 3, true), rightOf(dice, inner, 163, false),
           rightOf(dice, inner, 7, true), rightOf(dice, inner, 1, false)});
  }
}

TEST_CASE("parts of the left side stand side by side", "[product]") {
  Dice dice(7);
  for (const Index rows : {4, 9, 261})
    for (const Index width : {1, 3, 64, 200, 520}) {
      const Heads<float> parts = {uneven(dice, rows, width), uneven(dice, rows, width),
                                  uneven(dice, rows, width)};
      INFO(rows << " rows, parts of " << width);
      check(parts, {rightOf(dice, 3 * width, 12, true)});
    }
}

TEST_CASE("products of whole numbers are exact", "[product]") {
  // By hand: rows [1 2] and [3 4] times columns, in every one of 9 rows.
  Matrix<float> a(9, 2);
  for (Index i = 0; i < 9; ++i) a.row(i) << float(i), float(i + 1);
  const auto w = matrix<float>({{1, 0, 2}, {0, 1, -1}});
  const auto found = run({a}, {{w, {10, 20, 30}}});
  for (Index i = 0; i < 9; ++i) {
    CHECK(found[0](i, 0) == float(10 + i));
    CHECK(found[0](i, 1) == float(20 + i + 1));
    CHECK(found[0](i, 2) == float(30 + i - 1));
  }
}

TEST_CASE("NaN and infinities reach what they are multiplied with, as in a plain product",
          "[product]") {
  constexpr float bad = std::numeric_limits<float>::quiet_NaN();
  constexpr float infinite = std::numeric_limits<float>::infinity();
  for (const Index rows : {3, 12, 270}) {
    const Index inner = 600, columns = 9;
    Matrix<float> a = Matrix<float>::Ones(rows, inner);
    Right right{Matrix<float>::Ones(inner, columns), std::vector<float>(columns, 0.5f)};
    a(1, 550) = bad;
    a(2, 3) = infinite;
    right.w(3, 4) = 0;         // inf * 0 in row 2
    right.w(7, 6) = infinite;  // every row but those of NaN
    right.w(8, 8) = -infinite;
    right.bias[2] = bad;
    const auto found = run({a}, {right})[0];
    for (Index i = 0; i < rows; ++i)
      for (Index j = 0; j < columns; ++j) {
        INFO("row " << i << " of " << rows << ", column " << j);
        const bool nan = i == 1 || j == 2 || (i == 2 && (j == 4 || j == 8));
        const float want = nan                ? bad
                           : i == 2 || j == 6 ? infinite
                           : j == 8           ? -infinite
                           : j == 4           ? 599.5f
                                              : 600.5f;
        CHECK(samePattern(found(i, j), want));
        if (std::isfinite(want)) CHECK(found(i, j) == want);
      }
  }
}

TEST_CASE("a product's scratch is what it is said to be, and bounded", "[product]") {
  Dice dice(11);
  for (const Index rows : {6, 7, 300}) {
    const auto a = uneven(dice, rows, 40);
    const Right right = rightOf(dice, 40, 33, false);
    Matrix<float> to(rows, 33);
    const std::vector<ProductRight> rights = {{right.w.data(), 33, nullptr, to.data()}};
    const auto before = allocatedBytes();
    product({a.data(), rows, 40}, rights);
    CHECK(allocatedBytes() - before == productScratchBytes(rows, 40, 33));
  }
  CHECK(productScratchBytes(6, 1 << 20, 1 << 20) == 0);
  CHECK(productScratchBytes(1 << 20, 1 << 20, 1 << 20) == productScratchBytes(256, 512, 160));
  CHECK(productScratchBytes(1 << 20, 1 << 20, 1 << 20) <= 700000);
}

TEST_CASE("a product without memory for its scratch writes nothing", "[product]") {
  Dice dice(13);
  const auto a = uneven(dice, 20, 5);
  const Right right = rightOf(dice, 5, 3, false);
  std::vector<float> to(60, untouched);
  const std::vector<ProductRight> rights = {{right.w.data(), 3, nullptr, to.data()}};
  failNextAllocation();
  CHECK_THROWS_AS(product({a.data(), 20, 5}, rights), std::bad_alloc);
  CHECK(to == std::vector<float>(60, untouched));
}
