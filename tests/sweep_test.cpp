// The whole trace against the brute force, over all shapes and over every mixture of options.

#include "attention/attend.h"
#include "support/brute_force.h"
#include "support/catch.h"
#include "support/matrices.h"
#include "support/random_problem.h"

using namespace attention;
using namespace attention::testing;

namespace {

template <class S>
std::string firstDifference(const Trace<S>& trace, std::size_t h, const BruteForce& want) {
  const std::pair<const char*, std::string> parts[] = {
      {"scores", difference(trace.scores_hqk.at(h), want.scores)},
      {"scaled", difference(trace.scaled_hqk.at(h), want.scaled)},
      {"masked", difference(trace.masked_hqk.at(h), want.masked)},
      {"exponentials", difference(trace.exponentials_hqk.at(h), want.exponentials)},
      {"weights", difference(trace.weights_hqk.at(h), want.weights)},
      {"output", difference(trace.output_hqc.at(h), want.output)}};
  for (const auto& [name, found] : parts)
    if (!found.empty()) return std::string(name) + ": " + found;
  return "";
}

template <class S>
std::string description(const Problem<S>& p) {
  const auto& o = p.options;
  return std::to_string(p.q_hqd.size()) + " heads on " + std::to_string(p.k_hkd.size()) + ", q " +
         shape(p.q_hqd[0].rows(), p.q_hqd[0].cols()) + ", v " +
         shape(p.v_hkc[0].rows(), p.v_hkc[0].cols()) + (o.scale ? ", scale" : "") +
         (o.causal == Causal::topLeft ? ", causal top-left" : "") +
         (o.causal == Causal::bottomRight ? ", causal bottom-right" : "") +
         (o.window ? ", window " + std::to_string(*o.window) : "") +
         (o.dilation > 1 ? ", dilation " + std::to_string(o.dilation) : "") +
         (o.sinks ? ", sinks " + std::to_string(o.sinks) : "") +
         (o.globals.empty() ? "" : ", globals") +
         (o.blocks ? ", blocks of " + std::to_string(o.blocks->size) : "") +
         (o.attend ? ", attend" : "") + (o.keyPadding ? ", padding" : "") +
         (o.bias.empty() ? "" : ", bias") + (o.alibi ? ", alibi" : "");
}

/// Every head of the problem.
template <class S>
void checkAgainstBruteForce(const Problem<S>& problem) {
  const auto result = attend(problem);
  REQUIRE(std::holds_alternative<Trace<S>>(result));
  const auto& trace = std::get<Trace<S>>(result);
  REQUIRE(trace.output_hqc.size() == problem.q_hqd.size());
  INFO(description(problem));
  for (std::size_t h = 0; h < problem.q_hqd.size(); ++h) {
    INFO("head " << h);
    REQUIRE(firstDifference(trace, h, bruteForce(problem, h)) == "");
  }
}

}  // namespace

TEMPLATE_TEST_CASE("every shape agrees with the brute force", "[sweep]", float, double) {
  Dice dice(1);
  for (const Index queries : sizes)
    for (const Index keys : sizes)
      for (const Index d : sizes)
        for (const Index c : sizes)
          checkAgainstBruteForce(oneHead(randomNumbers<TestType>(dice, queries, d),
                                         randomNumbers<TestType>(dice, keys, d),
                                         randomNumbers<TestType>(dice, keys, c)));
}

TEMPLATE_TEST_CASE("every mixture of options agrees with the brute force", "[sweep]", float,
                   double) {
  Dice dice(2);
  int poisoned = 0, emptyRows = 0, brokenRows = 0;
  for (int round = 0; round < 600; ++round) {
    auto problem = randomProblem<TestType>(dice);
    poisoned += poisonHidden(problem);
    checkAgainstBruteForce(problem);
    for (std::size_t h = 0; h < problem.q_hqd.size(); ++h) {
      const auto want = bruteForce(problem, h);
      for (Index q = 0; q < want.visible.rows(); ++q) {
        emptyRows += !want.visible.row(q).any();
        brokenRows += want.weights.value.row(q).hasNaN();
      }
    }
  }
  // The dice must have hit what the test is for.
  CHECK(poisoned > 100);
  CHECK(emptyRows > 100);
  CHECK(brokenRows > 20);
}

TEST_CASE("float follows double", "[sweep]") {
  Dice dice(3);
  for (int round = 0; round < 200; ++round) {
    const auto inDouble = randomProblem<double>(dice);
    const auto inFloat = cast<float>(inDouble);
    INFO(description(inDouble));
    const auto exact = attend(inDouble);
    const auto rounded = attend(inFloat);
    for (std::size_t h = 0; h < inDouble.q_hqd.size(); ++h) {
      const auto& got = std::get<Trace<float>>(rounded).output_hqc.at(h);
      const auto& want = std::get<Trace<double>>(exact).output_hqc.at(h);
      const Matrix<long double> bound = bruteForce(inFloat, h).output.bound;
      REQUIRE(difference(got, want.template cast<long double>().eval(), bound) == "");
    }
  }
}
