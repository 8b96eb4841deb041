#include "attention/reach.h"

#include <algorithm>
#include <sstream>

#include "support/brute_force.h"
#include "support/catch.h"
#include "support/compare.h"
#include "support/matrices.h"
#include "support/random_problem.h"

using namespace attention;
using namespace attention::testing;

namespace {

Options<double> causalWindow(std::int64_t window, std::int64_t dilation = 1) {
  Options<double> options;
  options.causal = Causal::topLeft;
  options.window = window;
  options.dilation = dilation;
  return options;
}

std::vector<Matrix<bool>> reached(const ReachProblem& problem) {
  const auto result = reach(problem);
  REQUIRE(std::holds_alternative<ReachTrace>(result));
  return std::get<ReachTrace>(result).reached_lqk;
}

template <class P>
std::string found(const P& problem) {
  const auto error = validate(problem);
  if (!error) return "none";
  std::ostringstream line;
  line << name(error->code) << ": " << error->field;
  if (!error->other.empty()) line << " / " << error->other;
  for (const double value : error->values) line << ' ' << value;
  return line.str();
}

/// The options of a problem whose queries and keys are as many, without what belongs to heads.
Options<double> randomMasks(Dice& dice, Index tokens) {
  for (;;) {
    const auto problem = randomProblem<double>(dice);
    if (problem.q_hqd[0].rows() != tokens || problem.k_hkd[0].rows() != tokens) continue;
    auto options = problem.options;
    options.alibi.reset();
    if (options.bias.size() > 1) options.bias.resize(1);
    return options;
  }
}

Matrix<bool> painted(const Options<double>& options, Index queries, Index keys) {
  const auto zeros = [](Index rows) { return Matrix<double>::Zero(rows, 1).eval(); };
  return bruteForce(oneHead(zeros(queries), zeros(keys), zeros(keys), options), 0).visible;
}

}  // namespace

TEST_CASE("visible is the mask, and counts it", "[reach]") {
  Dice dice(107);
  for (int i = 0; i < 300; ++i) {
    const auto problem = randomProblem<double>(dice);
    auto options = problem.options;
    options.alibi.reset();
    if (options.bias.size() > 1) options.bias.resize(1);
    const Index queries = problem.q_hqd[0].rows(), keys = problem.k_hkd[0].rows();
    const auto result = visible({queries, keys, options});
    REQUIRE(std::holds_alternative<VisibleTrace>(result));
    const auto want = painted(options, queries, keys);
    REQUIRE(std::get<VisibleTrace>(result).visible_qk == want);
    REQUIRE(std::get<VisibleTrace>(result).pairs == want.cast<int>().sum());
  }
}

TEST_CASE("what cannot be seen", "[reach]") {
  CHECK(found(VisibleProblem{4096, 4096, {}}) == "none");
  CHECK(found(VisibleProblem{0, 3, {}}) == "range: queries 0 1");
  CHECK(found(VisibleProblem{3, -1, {}}) == "range: keys -1 1");
  CHECK(found(VisibleProblem{std::int64_t{1} << 53, std::int64_t{1} << 53, {}}) ==
        "tooLarge: visible 8.11296e+31 1.67772e+07");
  CHECK(found(VisibleProblem{3, 3, causalWindow(0)}) == "range: window 0 1");
  CHECK(found(VisibleProblem{1 << 20, 16, {}}) == "none");
  CHECK(found(VisibleProblem{1, 1 << 24, {}}) == "none");
  CHECK(found(VisibleProblem{(1 << 20) + 1, 1, {}}) == "atMost: queries 1.04858e+06 1.04858e+06");
}

TEST_CASE("a window reaches one window further with each layer", "[reach]") {
  const auto layers = reached({40, {{causalWindow(4)}}, 5});
  REQUIRE(layers.size() == 5);
  for (Index l = 0; l < 5; ++l)
    for (Index q = 0; q < 40; ++q)
      for (Index k = 0; k < 40; ++k)
        REQUIRE(layers[std::size_t(l)](q, k) == (k <= q && q - k <= (l + 1) * 3));
}

TEST_CASE("dilations that double reach exponentially", "[reach]") {
  // Windows of two with steps 1, 2, 4, 8, as in WaveNet: 16 tokens in four layers, without a hole.
  std::vector<ReachLayer> layers;
  for (const std::int64_t dilation : {1, 2, 4, 8}) layers.push_back({causalWindow(2, dilation)});
  const auto last = reached({40, layers}).back();
  for (Index q = 0; q < 40; ++q)
    for (Index k = 0; k < 40; ++k) REQUIRE(last(q, k) == (k <= q && q - k < 16));
}

TEST_CASE("a linear layer takes in all that came before", "[reach]") {
  const auto layers = reached({5, {{causalWindow(2)}, {{}, true}}});
  const auto want = [](const std::vector<std::string>& rows) { return picture(rows); };
  CHECK(layers[0] == want({"x....", "xx...", ".xx..", "..xx.", "...xx"}));
  CHECK(layers[1] == want({"x....", "xx...", "xxx..", "xxxx.", "xxxxx"}));
}

TEST_CASE("a linear layer brings what its tokens know, also of later ones", "[reach]") {
  Options<double> ahead;
  ahead.attend = picture({"..x.", "....", "....", "...."});
  const auto layers = reached({4, {{ahead}, {{}, true}}});
  CHECK(layers[0] == picture({"x.x.", ".x..", "..x.", "...x"}));
  CHECK(layers[1] == picture({"x.x.", "xxx.", "xxx.", "xxxx"}));
}

TEST_CASE("a token that sees nothing keeps its own", "[reach]") {
  Options<double> hidden;
  hidden.keyPadding = std::vector<bool>(3, true);
  CHECK(reached({3, {{hidden}}, 2})[1] == Matrix<bool>::Identity(3, 3));
}

TEST_CASE("reach is a product of matrices of truth values", "[reach]") {
  Dice dice(109);
  for (int i = 0; i < 60; ++i) {
    const Index tokens = sizes[dice() % 6];
    ReachProblem problem{tokens, {}, 1 + std::int64_t(dice() % 2)};
    for (int l = 0; l < 3; ++l)
      problem.layers.push_back({randomMasks(dice, tokens), dice() % 4 == 0});
    const auto got = reached(problem);
    REQUIRE(got.size() == 3 * std::size_t(problem.times));
    // Paths are counted, in whole numbers, and asked whether there are any.
    Matrix<int> paths = Matrix<int>::Identity(tokens, tokens);
    for (std::size_t l = 0; l < got.size(); ++l) {
      const auto& layer = problem.layers[l % 3];
      Matrix<int> one =
          layer.linear
              ? Matrix<int>(Matrix<int>::Ones(tokens, tokens).triangularView<Eigen::Lower>())
              : painted(layer.options, tokens, tokens).cast<int>().eval();
      one += Matrix<int>::Identity(tokens, tokens);
      paths = (one * paths).cwiseMin(1).eval();
      REQUIRE(got[l].cast<int>() == paths);
    }
  }
}

TEST_CASE("more tokens than a word has bits", "[reach]") {
  for (const Index tokens : {63, 64, 65, 129}) {
    const auto last = reached({tokens, {{causalWindow(9)}}, 3}).back();
    Index count = 0;
    for (Index q = 0; q < tokens; ++q) count += std::min<Index>(q, 24) + 1;
    CHECK(last.cast<int>().sum() == count);
    CHECK(last(tokens - 1, tokens - 25));
    CHECK_FALSE(last(tokens - 1, tokens - 26));
  }
}

TEST_CASE("stacks that cannot be", "[reach]") {
  CHECK(found(ReachProblem{4, {{causalWindow(2)}}, 3}) == "none");
  CHECK(found(ReachProblem{0, {{}}, 1}) == "range: tokens 0 1");
  CHECK(found(ReachProblem{4, {}, 1}) == "empty: layers 0");
  CHECK(found(ReachProblem{4, {{}}, 0}) == "range: layers 0 1");
  CHECK(found(ReachProblem{2048, {{}}, 4}) == "none");
  CHECK(found(ReachProblem{2048, {{}}, 5}) == "tooLarge: reach 2.09715e+07 1.67772e+07");
  CHECK(found(ReachProblem{4, {{}}, std::int64_t{1} << 53}).substr(0, 16) == "tooLarge: layers");
  CHECK(found(ReachProblem{4, {{}, {causalWindow(0), false, "layers[1]."}}}) ==
        "range: layers[1].window 0 1");
  CHECK(found(ReachProblem{4, {{causalWindow(0), true}}}) == "none");
}

TEST_CASE("options of all layers are judged, and told as theirs", "[reach]") {
  const ReachLayer own{causalWindow(1), false, "layers[0]."}, linear{{}, true, "layers[1]."};
  CHECK(found(ReachProblem{3, {own, linear}, 1, causalWindow(0)}) == "range: window 0 1");
  CHECK(found(ReachProblem{3, {own, linear}, 1, causalWindow(3)}) == "none");
  Options<double> blocks;
  blocks.blocks = {2, Matrix<bool>::Constant(1, 2, true)};
  CHECK(found(ReachProblem{3, {own}, 1, blocks}).substr(0, 21) == "shape: blocks.visible");
  // What means nothing alone may be there for layers that complete it.
  Options<double> steps;
  steps.dilation = 2;
  ReachLayer both{causalWindow(2), false, "layers[0].", {"dilation"}};
  both.options.dilation = 2;
  CHECK(found(ReachProblem{3, {both}, 1, steps}) == "none");
  both.options.window.reset();
  CHECK(found(ReachProblem{3, {both}, 1, steps}) == "needs: dilation / window");
  both.shared.clear();
  CHECK(found(ReachProblem{3, {both}}) == "needs: layers[0].dilation / window");
}
