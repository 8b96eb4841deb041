#include "attention/alternative.h"

#include <Eigen/LU>

#include "support/catch.h"
#include "support/compare.h"
#include "support/matrices.h"
#include "support/random_problem.h"

using namespace attention;
using namespace attention::testing;

namespace {

std::vector<Alternative> of(const Matrix<double>& weights, const Matrix<double>& v) {
  return std::get<std::vector<Alternative>>(alternativeWeights({weights, v}));
}

/// A row of softmax of numbers from -2 to 2.
Matrix<double> randomWeights(Dice& dice, Index keys) {
  Matrix<double> weights = randomNumbers<double>(dice, 1, keys).array().exp();
  return weights / weights.sum();
}

void checkValid(const Alternative& got, const Matrix<double>& given, const Matrix<double>& v) {
  const double size = 1 + v.cwiseAbs().maxCoeff();
  const Matrix<double> output = given * v;
  CHECK(difference(got.output, output, 1e-12 * size) == "");
  CHECK(difference(Matrix<double>(got.weights * v), output, 1e-12 * size) == "");
  CHECK(got.difference <= 1e-12 * size);
  CHECK(got.weights.minCoeff() >= 0);
  CHECK(std::abs(got.weights.sum() - given.sum()) <= 1e-12);
  CHECK(std::abs(got.distance - (got.weights - given).cwiseAbs().sum() / 2) <= 1e-15);
}

/// The corners of the set of all rows with this output and sum: for every choice of as many keys
/// as there are conditions, the one solution that has no others, where it is not negative.
std::vector<Matrix<double>> corners(const Matrix<double>& given, const Matrix<double>& v) {
  const Index keys = v.rows(), conditions = v.cols() + 1;
  Matrix<double> all(conditions, keys);
  all << v.transpose(), Matrix<double>::Ones(1, keys);
  const Eigen::VectorXd wanted = all * given.transpose();
  std::vector<Matrix<double>> found;
  for (unsigned chosen = 0; chosen < (1u << keys); ++chosen) {
    std::vector<Index> columns;
    for (Index k = 0; k < keys; ++k)
      if (chosen >> k & 1) columns.push_back(k);
    if (Index(columns.size()) != conditions) continue;
    Eigen::MatrixXd square(conditions, conditions);
    for (Index i = 0; i < conditions; ++i) square.col(i) = all.col(columns[std::size_t(i)]);
    const Eigen::FullPivLU<Eigen::MatrixXd> lu(square);
    if (!lu.isInvertible()) continue;
    const Eigen::VectorXd x = lu.solve(wanted);
    if (x.minCoeff() < -1e-12) continue;
    Matrix<double> row = Matrix<double>::Zero(1, keys);
    for (Index i = 0; i < conditions; ++i) row(0, columns[std::size_t(i)]) = x(i);
    found.push_back(row);
  }
  return found;
}

}  // namespace

TEST_CASE("three keys on a line, by hand", "[alternative]") {
  // (1, -2, 1) changes neither sum nor output; from 1/2, 1/4, 1/4 it can be added up to 1/8, where
  // the middle key has given all it has, or taken away up to 1/4.
  const auto got = of(matrix({{0.5, 0.25, 0.25}}), matrix({{0}, {1}, {2}})).at(0);
  CHECK(got.possible);
  CHECK(got.dimensions == 1);
  CHECK(difference(got.weights, matrix({{0.25, 0.75, 0}}), 1e-15) == "");
  CHECK(difference(got.output, matrix({{0.75}}), 1e-15) == "");
  CHECK(std::abs(got.distance - 0.5) <= 1e-15);
  CHECK(got.difference <= 1e-15);
}

TEST_CASE("equal values may be weighed in any way", "[alternative]") {
  // A corner has one key alone; the farthest is that of the smallest weight, 1 - 0.125 away. Of two
  // equally far, the earlier key's.
  const Matrix<double> v = Matrix<double>::Constant(4, 3, 5);
  const auto got = of(matrix({{0.5, 0.125, 0.125, 0.25}}), v).at(0);
  CHECK(got.dimensions == 3);
  CHECK(difference(got.weights, matrix({{0, 1, 0, 0}}), 1e-15) == "");
  CHECK(std::abs(got.distance - 0.875) <= 1e-15);
}

TEST_CASE("independent values leave no choice", "[alternative]") {
  for (const auto& v : {matrix({{1, 0}, {0, 1}, {0, 0}}), matrix({{1, 0}, {0, 1}, {3, 3}})}) {
    const auto weights = matrix({{0.5, 0.25, 0.25}});
    const auto got = of(weights, v).at(0);
    CHECK(!got.possible);
    CHECK(got.dimensions == 0);
    CHECK(got.weights == weights);
    CHECK(got.output == weights * v);
    CHECK(got.distance == 0);
    CHECK(got.difference == 0);
  }
  // One key, and none.
  CHECK(!of(matrix({{1}}), matrix({{4}})).at(0).possible);
  CHECK(!of(matrix({{0, 0}}), matrix({{4}, {4}})).at(0).possible);
}

TEST_CASE("a key without weight keeps out, whatever is in its value", "[alternative]") {
  const auto got = of(matrix({{0.5, 0.5, 0}, {0.25, 0.75, 0}}), matrix({{1}, {1}, {NaN}}));
  REQUIRE(got.size() == 2);
  CHECK(got[0].dimensions == 1);
  CHECK(got[0].weights == matrix({{1, 0, 0}}));
  CHECK(got[1].weights == matrix({{1, 0, 0}}));
  CHECK(got[1].output == matrix({{1}}));
  // Three points of a line, one of which weighs nothing: the other two are independent.
  CHECK(!of(matrix({{0.5, 0.5, 0}}), matrix({{0}, {1}, {2}})).at(0).possible);
}

TEST_CASE("of few keys, none of all corners is farther", "[alternative]") {
  Dice dice(7);
  for (int n = 0; n < 200; ++n) {
    const Index keys = 3 + n % 8, columns = 1 + n / 8 % (keys - 2);
    const auto given = randomWeights(dice, keys);
    const auto v = randomNumbers<double>(dice, keys, columns);
    double most = 0;
    for (const auto& corner : corners(given, v))
      most = std::max(most, (corner - given).cwiseAbs().sum() / 2);
    INFO("problem " << n);
    const auto got = of(given, v).at(0);
    checkValid(got, given, v);
    CHECK(got.possible);
    CHECK(got.dimensions == keys - columns - 1);
    CHECK(std::abs(got.distance - most) <= 1e-9);
  }
}

TEST_CASE("of more keys, the extremes of single keys are not farther", "[alternative]") {
  Dice dice(9);
  int farthest = 0;
  for (int n = 0; n < 40; ++n) {
    const Index keys = 11 + n % 3, columns = 1 + n % 7;
    const auto given = randomWeights(dice, keys);
    const auto v = randomNumbers<double>(dice, keys, columns);
    const auto all = corners(given, v);
    INFO("problem " << n);
    const auto got = of(given, v).at(0);
    checkValid(got, given, v);
    double most = 0;
    for (const auto& corner : all) most = std::max(most, (corner - given).cwiseAbs().sum() / 2);
    CHECK(got.distance <= most + 1e-9);
    farthest += got.distance >= most - 1e-9;
    for (Index k = 0; k < keys; ++k)
      for (const double sign : {1.0, -1.0}) {
        double extreme = -inf, nearest = inf;
        for (const auto& corner : all) extreme = std::max(extreme, sign * corner(0, k));
        // Of several corners at the extreme any may be the one that is gone to.
        for (const auto& corner : all)
          if (sign * corner(0, k) >= extreme - 1e-9)
            nearest = std::min(nearest, (corner - given).cwiseAbs().sum() / 2);
        CHECK(got.distance >= nearest - 1e-9);
      }
  }
  // And mostly there is nothing farther.
  CHECK(farthest > 20);
}

TEST_CASE("sizes from two keys to the most, and values of every size", "[alternative]") {
  Dice dice(11);
  for (const double size : {1e-14, 1.0, 1e14})
    for (const auto& [keys, columns] :
         {std::pair<Index, Index>{2, 1}, {5, 3}, {17, 4}, {33, 31}, {64, 16}, {64, 2}, {64, 62}}) {
      const auto given = randomWeights(dice, keys);
      const Matrix<double> v = randomNumbers<double>(dice, keys, columns) * size;
      const auto got = of(given, v).at(0);
      INFO(keys << " keys, " << columns << " columns, size " << size);
      if (keys == 2) continue;
      CHECK(got.possible);
      CHECK(got.dimensions == keys - columns - 1);
      CHECK(got.distance > 0);
      checkValid(got, given, v);
    }
}

TEST_CASE("columns that say the same leave more room", "[alternative]") {
  Dice dice(13);
  auto v = randomNumbers<double>(dice, 6, 4);
  v.col(1) = v.col(0) * 3;
  v.col(2) = v.col(0) * 1e-8 + v.col(3);
  const auto given = randomWeights(dice, 6);
  const auto got = of(given, v).at(0);
  CHECK(got.dimensions == 3);
  checkValid(got, given, v);
}

TEST_CASE("the tiniest weights can move too", "[alternative]") {
  const Matrix<double> given = matrix({{1 - 0x1p-50, 0x1p-51, 0x1p-51}});
  const auto got = of(given, matrix({{0}, {1}, {2}})).at(0);
  CHECK(got.possible);
  // The outer ones give 2^-52 each to the middle... of which the first has plenty.
  CHECK(got.distance > 0);
  checkValid(got, given, matrix({{0}, {1}, {2}}));
}

TEST_CASE("weights that have no alternative to look for are refused", "[alternative]") {
  const auto refused = [](const Matrix<double>& weights, const Matrix<double>& v) {
    return std::get<Error>(alternativeWeights({weights, v}));
  };
  const Matrix<double> half = matrix({{0.5, 0.5}}), v = matrix({{1}, {2}});
  CHECK(refused(Matrix<double>(0, 0), v).code == ErrorCode::empty);
  CHECK(refused(half, Matrix<double>(0, 0)).field == "v");
  CHECK(refused(half, matrix({{1}})).code == ErrorCode::innerMismatch);
  CHECK(refused(half, matrix({{1}})).values == std::vector<double>{1, 2});
  CHECK(refused(matrix({{0.5, NaN}}), v).code == ErrorCode::notFinite);
  CHECK(refused(matrix({{0.5, 0.5}, {1.5, -0.5}}), v).code == ErrorCode::atMost);
  CHECK(refused(matrix({{0.5, 0.5}, {1.5, -0.5}}), v).values == std::vector<double>{1.5, 1, 2, 1});
  CHECK(refused(matrix({{0.5, -0.5}}), v).code == ErrorCode::range);
  const auto value = refused(half, matrix({{1}, {inf}}));
  CHECK(value.code == ErrorCode::notFinite);
  CHECK(value.field == "v");
  CHECK(value.values == std::vector<double>{2, 1});
  const auto keys = refused(Matrix<double>::Zero(1, 65), Matrix<double>::Zero(65, 1));
  CHECK(keys.code == ErrorCode::atMost);
  CHECK(keys.field == "keys");
  CHECK(keys.values == std::vector<double>{65, 64});
  const auto rows = refused(Matrix<double>::Zero(17, 64), Matrix<double>::Zero(64, 1));
  CHECK(rows.code == ErrorCode::tooLarge);
  CHECK(rows.field == "alternatives");
  CHECK(rows.values == std::vector<double>{17 * 4096, 65536});
}

TEST_CASE("values so wide that the search would take minutes are refused", "[alternative]") {
  const auto refused = [](Index rows, Index columns) {
    const Matrix<double> weights = Matrix<double>::Constant(rows, 64, 1.0 / 64);
    return validate(AlternativeProblem{weights, Matrix<double>::Zero(64, columns)});
  };
  CHECK(!refused(16, 4096));
  CHECK(!refused(1, 100'000));
  const auto error = refused(16, 20'000);
  REQUIRE(error);
  CHECK(error->code == ErrorCode::tooLarge);
  CHECK(error->field == "alternatives");
  CHECK(error->other == "multiplyAdds");
  // 64 pivots in each of 16 rows, each of which looks at 20 001 conditions of 64 keys.
  CHECK(error->values == std::vector<double>{16 * 64.0 * 20'001 * 64 * 8, 6e9});
}
