#include "attention/random.h"

#include <cmath>

#include "support/catch.h"
#include "support/compare.h"
#include "support/matrices.h"

using namespace attention;
using namespace attention::testing;

TEST_CASE("SplitMix64 gives the published numbers", "[random]") {
  Random random(1234567);
  for (const std::uint64_t want :
       {6457827717110365317ULL, 3203168211198807973ULL, 9817491932198370423ULL,
        4593380528125082431ULL, 16408922859458223821ULL})
    CHECK(random.bits() == want);
}

TEST_CASE("uniform: the upper 53 bits over 2^53", "[random]") {
  // The published numbers above, shifted and divided in exact arithmetic.
  Random random(1234567);
  for (const double want : {0.35007954202140812, 0.17364409667091263, 0.53220730406241923})
    CHECK(random.uniform() == want);
}

TEST_CASE("normal: twelve uniforms minus six", "[random]") {
  // Sums of exact fractions, rounded once; here each addition may round.
  Random random(1234567);
  for (const double want :
       {-0.39226902703900257, -2.185548354825432, 2.1333857837489418, -1.3058726667490617})
    CHECK(std::abs(random.normal() - want) <= 12 * 6 * std::numeric_limits<double>::epsilon());
}

TEST_CASE("normal numbers have mean 0 and variance 1", "[random]") {
  const int n = 200'000;
  double sum = 0, squares = 0, largest = 0;
  Random random(5);
  for (int i = 0; i < n; ++i) {
    const double x = random.normal();
    sum += x;
    squares += x * x;
    largest = std::max(largest, std::abs(x));
  }
  // Four standard errors: 1/sqrt(n) for the mean, sqrt(1.9/n) for the variance, since the fourth
  // moment of this sum is 2.9.
  const double mean = sum / n;
  CHECK(std::abs(mean) <= 4 / std::sqrt(double(n)));
  CHECK(std::abs(squares / n - mean * mean - 1) <= 4 * std::sqrt(1.9 / n));
  CHECK(largest <= 6);
  CHECK(largest > 3);
}

TEST_CASE("randomMatrix fills row by row, times the deviation", "[random]") {
  Random random(1234567);
  Matrix<double> want(2, 3);
  for (const auto& [i, j] : {std::pair{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}})
    want(i, j) = random.normal() * 0.5;
  CHECK(difference(randomMatrix(2, 3, 1234567, 0.5), want) == "");
  CHECK(difference(randomMatrix(1, 2, 1234567),
                   matrix({{-0.39226902703900257, -2.185548354825432}}), 1e-14) == "");
}

TEST_CASE("one seed, one matrix; another seed, another", "[random]") {
  CHECK(randomMatrix(3, 4, 8) == randomMatrix(3, 4, 8));
  CHECK(randomMatrix(3, 4, 8) != randomMatrix(3, 4, 9));
  CHECK(randomMatrix(0, 4, 8).rows() == 0);
}

TEST_CASE("a word has the same embedding wherever it stands", "[random]") {
  const auto x = embed({"kedi", "fareyi", "kedi"}, 5, 7);
  REQUIRE(x.rows() == 3);
  REQUIRE(x.cols() == 5);
  CHECK(x.row(0) == x.row(2));
  CHECK(x.row(0) != x.row(1));
  CHECK(x.row(1) == embed({"fareyi"}, 5, 7).row(0));
  CHECK(x.row(0) != embed({"kedi"}, 5, 8).row(0));
}

TEST_CASE("embeddings are FNV-1a of the text, then normal numbers", "[random]") {
  // Worked out from the two published algorithms in integer arithmetic elsewhere.
  CHECK(difference(embed({"kedi", "", "İğne"}, 2, 7),
                   matrix({{0.49206570336155198, 0.36736647581091275},
                           {0.17744236646375733, -0.042951170727346555},
                           {0.82073950288362918, 1.0238873128073605}}),
                   1e-14) == "");
}

TEST_CASE("every letter counts, Turkish ones too", "[random]") {
  const auto x = embed({"ı", "i", "İ", "I", "ş", "s", "ğ", "g"}, 3, 1);
  for (Index i = 0; i < x.rows(); ++i)
    for (Index j = 0; j < i; ++j) CHECK(x.row(i) != x.row(j));
}

TEST_CASE("what cannot be drawn is refused", "[random]") {
  CHECK(!validateRandom(3, 2, 0));
  CHECK(validateRandom(3, 2, -1)->field == "deviation");
  CHECK(validateRandom(3, 2, -1)->code == ErrorCode::range);
  CHECK(validateRandom(3, 2, std::nan(""))->code == ErrorCode::notFinite);
  CHECK(validateRandom(1e9, 1e9, 1)->values == std::vector<double>{1e18, 16777216});
}
