#include "attention/attend.h"

#include "support/catch.h"
#include "support/compare.h"
#include "support/matrices.h"
#include "support/random_problem.h"

using namespace attention;
using namespace attention::testing;

TEST_CASE("attend judges before it computes", "[attend]") {
  const auto result = attend(oneHead(matrix({{1, 2, 3}}), matrix({{1, 2}}), matrix({{1}})));
  REQUIRE(std::holds_alternative<Error>(result));
  const auto& error = std::get<Error>(result);
  CHECK(error.code == ErrorCode::widthMismatch);
  CHECK(error.field == "k");
  CHECK(error.other == "q");
  CHECK(error.values == std::vector<double>{2, 3});
}

TEST_CASE("attend from X judges before it multiplies", "[attend]") {
  const auto one = matrix({{1}}), two = matrix({{1}, {1}});
  const auto result = attend(SelfProblem<double>{one, one, two, one, {}});
  REQUIRE(std::holds_alternative<Error>(result));
  CHECK(std::get<Error>(result).code == ErrorCode::innerMismatch);
  CHECK(std::get<Error>(result).field == "wk");
}

TEST_CASE("a good problem after a bad one", "[attend]") {
  attend(oneHead(matrix({{1, 2, 3}}), matrix({{1, 2}}), matrix({{1}})));
  const auto result = attend(oneHead(matrix({{-7.5}}), matrix({{1234.5}}), matrix({{0.3125}})));
  CHECK(std::get<Trace<double>>(result).output_hqc.at(0)(0, 0) == 0.3125);
}

TEST_CASE("attend from X passes its options on", "[attend]") {
  const auto x = matrix({{1, 2}, {0, -1}, {3, 1}}), identity = matrix({{1, 0}, {0, 1}});
  Options<double> options;
  options.causal = Causal::topLeft;
  options.scale = 0;
  const auto result = attend(SelfProblem<double>{x, identity, identity, identity, options});
  // Scale 0 weighs all that is visible alike: running means of x.
  const auto& output = std::get<SelfTrace<double>>(result).attention.output_hqc.at(0);
  CHECK(difference(output, matrix({{1, 2}, {0.5, 0.5}, {4.0 / 3, 2.0 / 3}}), 1e-15) == "");
}

TEST_CASE("query head h reads the KV head of its group", "[attend]") {
  // Four heads on two: 0 and 1 read the first, 2 and 3 the second (not h mod 2).
  Problem<double> p{Heads<double>(4, matrix({{1}})),
                    Heads<double>(2, matrix({{1}})),
                    {matrix({{10}}), matrix({{20}})},
                    {}};
  const auto result = attend(p);
  const auto& output = std::get<Trace<double>>(result).output_hqc;
  REQUIRE(output.size() == 4);
  CHECK(output[0](0, 0) == 10);
  CHECK(output[1](0, 0) == 10);
  CHECK(output[2](0, 0) == 20);
  CHECK(output[3](0, 0) == 20);
}

TEST_CASE("attend does not depend on what was computed before", "[attend]") {
  Dice dice(6);
  const auto problem = randomProblem<double>(dice), other = randomProblem<double>(dice);
  const auto first = attend(problem);
  attend(other);
  const auto second = attend(problem);
  for (std::size_t h = 0; h < problem.q_hqd.size(); ++h)
    CHECK(difference(std::get<Trace<double>>(second).output_hqc.at(h),
                     std::get<Trace<double>>(first).output_hqc.at(h)) == "");
}
