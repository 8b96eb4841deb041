#include "attention/self_attention.h"

#include "attention/attend.h"
#include "support/brute_force.h"
#include "support/catch.h"
#include "support/matrices.h"
#include "support/random_problem.h"

using namespace attention;
using namespace attention::testing;

namespace {

/// "kedi mindere oturdu" from an X and three W that give the lesson's Q, K and V: the first three
/// columns of X pick a row of W, the fourth adds its last row.
struct Lesson {
  Matrix<double> x = matrix({{1, 0, 0, 0}, {0, 1, 0, 1}, {0, 0, 1, 1}});
  Matrix<double> wq = matrix({{3, 1, 3, 1}, {0, 1, 0, 3}, {2, 2, 2, -1}, {1, 0, 1, 2}});
  Matrix<double> wk = matrix({{1, 0, 1, 0}, {-1, 0, 1, 1}, {0, 0, 1, 0}, {1, 1, -1, 0}});
  Matrix<double> wv = matrix({{2, 0, 1, 0}, {0, 1, -2, 0}, {1, 0, 0, 1}, {0, 1, 2, 1}});
};

}  // namespace

TEST_CASE("the five lines: kedi mindere oturdu", "[self_attention]") {
  // In 60 digits from Q K V; the lesson rounds them to 0.665 0.090 0.245 and 1.575 0.425 1.155 0.579.
  const Lesson lesson;
  const auto [output, weights] = selfAttention(lesson.x, lesson.wq, lesson.wk, lesson.wv);
  CHECK(difference(weights,
                   matrix({{0.6652409557748219, 0.090030573170380462, 0.24472847105479764},
                           {0.10650697891920075, 0.78698604216159851, 0.10650697891920075},
                           {0.54654938726617963, 0.12195165230972886, 0.33149896042409149}}),
                   1e-15) == "");
  CHECK(
      difference(
          output,
          matrix(
              {{1.5752103826044415, 0.42478961739555859, 1.1546978978844171, 0.57948751527997577},
               {0.31952093675760224, 1.6804790632423978, 0.31952093675760224, 1},
               {1.4245977349564507, 0.57540226504354919, 1.2095473081143626, 0.78494957315791192}}),
          1e-15) == "");
}

TEST_CASE("attend from X: the trace of the same sentence", "[self_attention]") {
  const Lesson lesson;
  const auto result = attend(SelfProblem<double>{lesson.x, lesson.wq, lesson.wk, lesson.wv, {}});
  const auto& trace = std::get<SelfTrace<double>>(result);
  CHECK(trace.q == matrix({{3, 1, 3, 1}, {1, 1, 1, 5}, {3, 2, 3, 1}}));
  CHECK(trace.k == matrix({{1, 0, 1, 0}, {0, 1, 0, 1}, {1, 1, 0, 0}}));
  CHECK(trace.v == matrix({{2, 0, 1, 0}, {0, 2, 0, 1}, {1, 1, 2, 2}}));
  CHECK(trace.attention.scores_hqk.at(0) == matrix({{6, 2, 4}, {2, 6, 2}, {6, 3, 5}}));
  CHECK(trace.attention.scaled_hqk.at(0) == matrix({{3, 1, 2}, {1, 3, 1}, {3, 1.5, 2.5}}));
}

TEMPLATE_TEST_CASE("the five lines equal the reference", "[self_attention]", float, double) {
  using S = TestType;
  Dice dice(4);
  for (const Index tokens : sizes)
    for (const Index width : sizes)
      for (const Index d : sizes) {
        const auto x = randomNumbers<S>(dice, tokens, width);
        const auto wq = randomNumbers<S>(dice, width, d), wk = randomNumbers<S>(dice, width, d);
        const auto wv = randomNumbers<S>(dice, width, 3);
        INFO("x " << shape(tokens, width) << ", d " << d);
        const auto [output, weights] = selfAttention(x, wq, wk, wv);
        const auto result = attend(SelfProblem<S>{x, wq, wk, wv, {}});
        const auto& trace = std::get<SelfTrace<S>>(result);
        // Both are within the brute force's bound of the exact result of the same q, k and v.
        const auto exact = bruteForce(oneHead(trace.q, trace.k, trace.v), 0);
        REQUIRE(difference(weights, exact.weights) == "");
        REQUIRE(difference(output, exact.output) == "");
        REQUIRE(difference(trace.attention.weights_hqk.at(0), exact.weights) == "");
        REQUIRE(difference(trace.attention.output_hqc.at(0), exact.output) == "");
      }
}

TEST_CASE("the five lines do not overflow", "[self_attention]") {
  const auto one = matrix({{1}});
  const auto x = matrix({{1000}, {1000}, {999}});
  const auto [output, weights] = selfAttention<double>(x, one, one, one);
  // Scores of 1e6: only the two largest keep a weight, exactly one half each.
  CHECK(weights == matrix({{0.5, 0.5, 0}, {0.5, 0.5, 0}, {0.5, 0.5, 0}}));
  CHECK(output == matrix({{1000}, {1000}, {1000}}));
}
