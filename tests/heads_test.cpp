// Attention of many heads: by hand, against the brute force, and what must not matter.

#include "attention/heads.h"

#include <cmath>
#include <sstream>

#include "attention/validate.h"
#include "support/allocations.h"
#include "support/brute_heads.h"
#include "support/catch.h"
#include "support/compare.h"
#include "support/matrices.h"
#include "support/random_problem.h"

using namespace attention;
using namespace attention::testing;

namespace {

MultiHeadTrace traced(const MultiHeadProblem<double>& problem) {
  const auto result = multiHead(problem);
  REQUIRE(std::holds_alternative<MultiHeadTrace>(result));
  return std::get<MultiHeadTrace>(result);
}

Matrix<float> tiledOutput(const MultiHeadProblem<float>& problem) {
  const auto result = tiledMultiHead(problem);
  REQUIRE(std::holds_alternative<Matrix<float>>(result));
  return std::get<Matrix<float>>(result);
}

/// The output alone, by either path.
template <class S>
Matrix<S> outputOf(const MultiHeadProblem<S>& problem) {
  if constexpr (std::is_same_v<S, float>)
    return tiledOutput(problem);
  else
    return traced(problem).output;
}

/// Rounding of S, and what its size here may make of it.
template <class S>
constexpr double little = std::is_same_v<S, float> ? 2e-6 : 1e-14;

template <class S>
Heads<S> randomHeads(Dice& dice, Index heads, Index rows, Index columns) {
  Heads<S> result;
  for (Index h = 0; h < heads; ++h) result.push_back(randomNumbers<S>(dice, rows, columns) / S(2));
  return result;
}

template <class S>
std::vector<S> randomList(Dice& dice, Index count) {
  const Matrix<S> m = randomNumbers<S>(dice, 1, count);
  return {m.data(), m.data() + count};
}

template <class S>
MultiHeadProblem<S> problemOf(Dice& dice, Index tokens, Index model, Index heads, Index kvHeads,
                              Index d, Index c) {
  MultiHeadProblem<S> p;
  p.x = randomNumbers<S>(dice, tokens, model) / S(2);
  p.wq = randomHeads<S>(dice, heads, model, d);
  p.wk = randomHeads<S>(dice, kvHeads, model, d);
  p.wv = randomHeads<S>(dice, kvHeads, model, c);
  return p;
}

/// Any sizes, mostly odd ones, and each option in a part of the problems.
template <class S>
MultiHeadProblem<S> randomHeadsProblem(Dice& dice) {
  constexpr std::pair<Index, Index> groups[] = {{1, 1}, {2, 2}, {3, 3}, {4, 2}, {3, 1}, {6, 3}};
  constexpr Index lengths[] = {1, 2, 3, 5, 7, 8, 9, 17}, widths[] = {1, 2, 3, 4, 5, 6, 7, 9};
  const auto below = [&](Index n) { return Index(dice() % std::uint32_t(n)); };
  const auto one = [&](Index in) { return below(in) == 0; };
  const auto [heads, kvHeads] = groups[below(6)];
  const Index tokens = lengths[below(8)], model = widths[below(8)], d = widths[below(8)];
  const Index c = widths[below(8)];
  auto p = problemOf<S>(dice, tokens, model, heads, kvHeads, d, c);
  Index keys = tokens, columns = heads * c;
  if (one(3)) {
    keys = lengths[below(8)];
    const Index width = widths[below(8)];
    p.context = randomNumbers<S>(dice, keys, width) / S(2);
    p.wk = randomHeads<S>(dice, kvHeads, width, d);
    p.wv = randomHeads<S>(dice, kvHeads, width, c);
  } else {
    if (one(2)) p.options.causal = one(2) ? Causal::topLeft : Causal::bottomRight;
    if (one(3)) p.options.window = 1 + below(6);
    if (p.options.window && one(2)) p.options.sinks = below(3);
    if (one(2)) {
      p.rotary =
          Rotary{one(2) ? 10000.0 : 100.0, one(2) ? Pairing::half : Pairing::interleaved, {}};
      if (d % 2 == 1 || one(3)) p.rotary->dims = d / 4 * 2;
      if (one(2)) {
        p.positions.emplace();
        for (Index i = 0; i < tokens; ++i) p.positions->push_back(below(40));
      }
    }
  }
  if (one(2)) {
    columns = widths[below(8)];
    p.wo = randomNumbers<S>(dice, heads * c, columns) / S(2);
  }
  if (one(2)) p.bq = randomList<S>(dice, heads * d);
  if (one(2)) p.bk = randomList<S>(dice, kvHeads * d);
  if (one(2)) p.bv = randomList<S>(dice, kvHeads * c);
  if (one(2)) p.bo = randomList<S>(dice, columns);
  if (one(3)) {
    p.active.emplace();
    for (Index h = 0; h < heads; ++h) p.active->push_back(one(2));
  }
  if (one(4)) p.options.scale = S(0.75);
  if (one(4)) {
    p.options.keyPadding.emplace();
    for (Index k = 0; k < keys; ++k) p.options.keyPadding->push_back(one(4));
  }
  if (one(4)) {
    p.options.attend = Matrix<bool>(tokens, keys);
    for (Index i = 0; i < tokens * keys; ++i) p.options.attend->data()[i] = !one(4);
  }
  if (one(4)) p.options.bias = randomHeads<S>(dice, one(2) ? 1 : heads, tokens, keys);
  return p;
}

template <class S>
std::string description(const MultiHeadProblem<S>& p) {
  return std::to_string(p.wq.size()) + " heads on " + std::to_string(p.wk.size()) + ", x " +
         shape(p.x.rows(), p.x.cols()) + ", wq " + shape(p.wq[0].rows(), p.wq[0].cols()) + ", wv " +
         shape(p.wv[0].rows(), p.wv[0].cols()) + (p.context ? ", context" : "") +
         (p.rotary ? ", rotary" : "") + (p.wo ? ", wo" : "") + (p.active ? ", active" : "");
}

Matrix<double> identity(Index n) { return Matrix<double>::Identity(n, n); }

/// Two heads of width 2 that project with the identity.
MultiHeadProblem<double> identities(const Matrix<double>& x) {
  MultiHeadProblem<double> p;
  p.x = x;
  p.wq = p.wk = p.wv = splitHeads(identity(4), 2);
  p.wo = identity(4);
  return p;
}

std::string refusal(const MultiHeadProblem<double>& problem) {
  const auto error = validate(problem);
  if (!error) return "accepted";
  std::ostringstream text;
  text << name(error->code) << ' ' << error->field;
  if (!error->other.empty()) text << " / " << error->other;
  for (const double value : error->values) text << ' ' << Index(value);
  return text.str();
}

}  // namespace

TEST_CASE("the scale of a head is that of its own width", "[heads]") {
  // Case M03. Scores divided by sqrt(4) instead of sqrt(2) would give 1.32 where 1.44 is right.
  const auto p = identities(matrix({{1, 0, 2, -1}, {0, 1, 1, 1}, {2, -1, 0, 0.5}}));
  const auto want =
      matrix({{1.4359461001719838, -0.4359461001719839, 1.9073392194703924, -0.8620677226663025},
              {0.564053899828016, 0.435946100171984, 1.0798357291927374, 0.36973110595579745},
              {1.868976522282429, -0.868976522282429, 0.8520407849668081, 0.3972117631066372}});
  CHECK(difference(traced(p).output, want, 1e-12) == "");
}

TEST_CASE("query heads share KV heads in groups, in order", "[heads]") {
  // Case H01: one token, so that the output is the value. Dealt out in turns it were 10 20 10 20.
  MultiHeadProblem<double> p;
  const auto one = matrix({{1}});
  p.x = one;
  p.wq = {one, one, one, one};
  p.wk = {one, one};
  p.wv = {matrix({{10}}), matrix({{20}})};
  CHECK(traced(p).output == matrix({{10, 10, 20, 20}}));
}

TEST_CASE("heads are cut out of columns and put back side by side", "[heads]") {
  // Case H03: each token attends to itself alone, so that the input must come back.
  auto p = identities(matrix({{1, 2, 3, 4}, {5, 6, 7, 8}}));
  p.options.attend = picture({"x.", ".x"});
  const auto t = traced(p);
  CHECK(t.v_hkc.at(0) == matrix({{1, 2}, {5, 6}}));
  CHECK(t.v_hkc.at(1) == matrix({{3, 4}, {7, 8}}));
  CHECK(t.merged == p.x);
  CHECK(t.output == p.x);
}

TEMPLATE_TEST_CASE("random problems of many heads agree with the brute force", "[heads]", float,
                   double) {
  using S = TestType;
  Dice dice(71);
  for (int i = 0; i < 600; ++i) {
    const auto p = randomHeadsProblem<S>(dice);
    INFO("problem " << i << ": " << description(p));
    const auto want = bruteHeads(p);
    if constexpr (std::is_same_v<S, double>) {
      const auto t = traced(p);
      for (std::size_t h = 0; h < p.wq.size(); ++h) {
        INFO("head " << h);
        REQUIRE(difference(t.q_hqd.at(h), want.q[h]) == "");
        REQUIRE(difference(t.attention.weights_hqk.at(h), want.weights[h]) == "");
        REQUIRE(difference(t.attention.output_hqc.at(h), want.headOutputs[h]) == "");
      }
      for (std::size_t h = 0; h < p.wk.size(); ++h) {
        REQUIRE(difference(t.k_hkd.at(h), want.k[h]) == "");
        REQUIRE(difference(t.v_hkc.at(h), want.v[h]) == "");
      }
      REQUIRE(difference(t.merged, want.merged) == "");
    }
    REQUIRE(difference(outputOf(p), want.output) == "");
  }
}

TEST_CASE("the tiled path over several blocks agrees with the brute force", "[heads]") {
  Dice dice(73);
  auto p = problemOf<float>(dice, 277, 530, 3, 1, 8, 6);
  // Small numbers, so that scores and with them errors do not grow with the width.
  for (auto* all : {&p.wq, &p.wk, &p.wv})
    for (auto& w : *all) w /= 16;
  p.wo = randomNumbers<float>(dice, 18, 165);
  p.bo = randomList<float>(dice, 165);
  p.rotary = Rotary{};
  p.options.causal = Causal::topLeft;
  CHECK(difference(tiledOutput(p), bruteHeads(p).output) == "");
}

TEMPLATE_TEST_CASE("a head switched off is one whose rows of wo are gone", "[heads]", float,
                   double) {
  using S = TestType;
  Dice dice(79);
  for (const Index tokens : {3, 20}) {
    auto p = problemOf<S>(dice, tokens, 5, 3, 3, 4, 2);
    p.wo = randomNumbers<S>(dice, 6, 7);
    for (std::size_t off = 0; off < 3; ++off) {
      auto without = p;
      for (auto* w : {&without.wq, &without.wk, &without.wv}) w->erase(w->begin() + long(off));
      without.wo = Matrix<S>(4, 7);
      for (Index row = 0; row < 4; ++row)
        without.wo->row(row) = p.wo->row(row < 2 * Index(off) ? row : row + 2);
      auto ablated = p;
      ablated.active = std::vector<bool>(3, true);
      (*ablated.active)[off] = false;
      INFO("head " << off << " of " << tokens << " tokens");
      CHECK(difference(outputOf(ablated), outputOf(without), little<S>) == "");
    }
    p.active = std::vector<bool>(3, false);
    p.bo = randomList<S>(dice, 7);
    const auto none = outputOf(p);
    for (Index i = 0; i < tokens; ++i)
      for (Index j = 0; j < 7; ++j) CHECK(none(i, j) == (*p.bo)[std::size_t(j)]);
  }
}

TEST_CASE("rotary turns the projected queries and keys, and no value", "[heads]") {
  // x is 1 and the weights rows of (1, 0) and (0, 1), so that token p has q = (cos p, sin p) and
  // k = (-sin p, cos p).
  MultiHeadProblem<double> p;
  p.x = matrix({{1}, {1}, {1}});
  p.wq = {matrix({{1, 0}})};
  p.wk = {matrix({{0, 1}})};
  p.wv = {matrix({{3, 4}})};
  p.rotary = Rotary{};
  p.positions = {0, 2, 7};
  const auto t = traced(p);
  CHECK(difference(t.q_hqd.at(0),
                   matrix({{1, 0}, {std::cos(2), std::sin(2)}, {std::cos(7), std::sin(7)}}),
                   1e-15) == "");
  CHECK(difference(t.k_hkd.at(0),
                   matrix({{0, 1}, {-std::sin(2), std::cos(2)}, {-std::sin(7), std::cos(7)}}),
                   1e-15) == "");
  CHECK(t.v_hkc.at(0) == matrix({{3, 4}, {3, 4}, {3, 4}}));
}

TEST_CASE("turning in place is turning, of all heads and to the bit", "[heads]") {
  Dice dice(83);
  constexpr Index rows = 150, width = 6;
  std::vector<std::int64_t> positions;
  for (Index i = 0; i < rows; ++i) positions.push_back(i * i * 7 % 1000003);
  for (const Pairing pairing : {Pairing::interleaved, Pairing::half})
    for (const auto dims : {std::optional<std::int64_t>(), std::optional<std::int64_t>(4)}) {
      const Rotary rotary{500, pairing, dims};
      std::vector<float> q, k;
      Heads<float> want;
      for (auto* all : {&q, &q, &q, &k}) {
        const auto head = randomNumbers<float>(dice, rows, width);
        all->insert(all->end(), head.data(), head.data() + head.size());
        want.push_back(rotate(head, rotary, positions));
      }
      rotateInPlace({{q.data(), 3}, {k.data(), 1}}, width, rotary, positions);
      for (std::size_t h = 0; h < 4; ++h) {
        const float* got = h < 3 ? q.data() + h * rows * width : k.data();
        CHECK(Matrix<float>(Eigen::Map<const Matrix<float>>(got, rows, width)) == want[h]);
      }
    }
}

TEMPLATE_TEST_CASE("cross-attention: the padding is the context's, and hides a NaN", "[heads]",
                   float, double) {
  using S = TestType;
  Dice dice(89);
  for (const Index tokens : {2, 9}) {
    auto p = problemOf<S>(dice, tokens, 3, 2, 2, 4, 2);
    p.context = randomNumbers<S>(dice, 5, 6);
    p.wk = randomHeads<S>(dice, 2, 6, 4);
    p.wv = randomHeads<S>(dice, 2, 6, 2);
    auto shorter = p;
    shorter.context = Matrix<S>(p.context->topRows(3));
    p.options.keyPadding = {false, false, false, true, true};
    p.context->row(3).setConstant(S(NaN));
    p.context->row(4).setConstant(S(inf));
    CHECK(difference(outputOf(p), outputOf(shorter), little<S>) == "");
  }
}

TEMPLATE_TEST_CASE("a NaN in one token reaches the tokens that see it, and no other", "[heads]",
                   float, double) {
  using S = TestType;
  Dice dice(97);
  auto p = problemOf<S>(dice, 11, 3, 2, 1, 4, 2);
  p.wo = randomNumbers<S>(dice, 4, 4);
  p.options.causal = Causal::topLeft;
  p.x(6, 1) = S(NaN);
  const auto output = outputOf(p);
  for (Index i = 0; i < 11; ++i) CHECK(output.row(i).hasNaN() == (i >= 6));
}

TEST_CASE("heads side by side are split by columns", "[heads]") {
  const auto heads = splitHeads(matrix({{1, 2, 3, 4}, {5, 6, 7, 8}}), 2);
  CHECK(heads.at(0) == matrix({{1, 2}, {5, 6}}));
  CHECK(heads.at(1) == matrix({{3, 4}, {7, 8}}));
  CHECK(mergeHeads(heads) == matrix({{1, 2, 3, 4}, {5, 6, 7, 8}}));
}

TEST_CASE("the shape per head of what a caller gave", "[heads]") {
  const auto told = [](judge::Shape given, bool sideBySide, double heads) -> std::string {
    const auto result = shapePerHead("wk", given, sideBySide, heads, "kvHeads");
    if (const auto* shape = std::get_if<judge::Shape>(&result))
      return std::to_string(shape->heads) + " " + std::to_string(shape->rows) + " " +
             std::to_string(shape->columns);
    const auto& error = std::get<Error>(result);
    return std::string(name(error.code)) + " " + error.field + " " + error.other;
  };
  CHECK(told({1, 5, 6}, true, 3) == "3 5 2");
  CHECK(told({3, 5, 6}, false, 3) == "3 5 6");
  CHECK(told({1, 5, 6}, true, 4) == "columns wk kvHeads");
  CHECK(told({1, 5, 6}, true, 9e15) == "atMost kvHeads ");
  CHECK(told({3, 5, 6}, false, 2) == "headsMismatch wk kvHeads");
  CHECK(told({1, 5, 6}, false, 3) == "headsMismatch wk kvHeads");
  CHECK(told({1, 5, 0}, true, 3) == "empty wk ");
  CHECK(told({1, 5, 6}, true, 0) == "range kvHeads ");
}

TEST_CASE("what is wrong with many heads is said", "[heads]") {
  Dice dice(101);
  const auto good = problemOf<double>(dice, 3, 5, 4, 2, 6, 3);
  const auto with = [&](auto change) {
    auto p = good;
    change(p);
    return refusal(p);
  };
  using P = MultiHeadProblem<double>;
  CHECK(refusal(good) == "accepted");
  CHECK(with([](P& p) { p.x.resize(0, 5); }) == "empty x 0 5");
  CHECK(with([](P& p) { p.wq.clear(); }) == "empty wq 0 0");
  CHECK(with([](P& p) { p.wq[2].resize(5, 5); }) == "headShape wq 3 5 5 5 6");
  CHECK(with([](P& p) { p.wv[1].resize(4, 3); }) == "headShape wv 2 4 3 5 3");
  CHECK(with([](P& p) {
          for (auto& w : p.wk) w.resize(4, 6);
        }) == "innerMismatch wk / x 4 5");
  CHECK(with([](P& p) { p.context.emplace(2, 7); }) == "innerMismatch wk / context 5 7");
  CHECK(with([](P& p) { p.context.emplace(0, 5); }) == "empty context 0 5");
  CHECK(with([](P& p) {
          for (auto& w : p.wk) w.resize(5, 7);
        }) == "widthMismatch wk / wq 7 6 2 4");
  CHECK(with([](P& p) { p.wv.pop_back(); }) == "headsMismatch wv / wk 1 2");
  CHECK(with([](P& p) { p.wq.pop_back(); }) == "notDivisible heads / kvHeads 3 2");
  CHECK(with([](P& p) { p.wo.emplace(11, 2); }) == "innerMismatch wo / merged 11 12");
  CHECK(with([](P& p) { p.wo.emplace(12, 0); }) == "empty wo 12 0");
  CHECK(with([](P& p) { p.bq.emplace(23); }) == "entries bq 23 24");
  CHECK(with([](P& p) { p.bk.emplace(24); }) == "entries bk 24 12");
  CHECK(with([](P& p) { p.bv.emplace(0); }) == "entries bv 0 6");
  CHECK(with([](P& p) { p.bo.emplace(3); }) == "entries bo 3 12");
  CHECK(with([](P& p) {
          p.wo = Matrix<double>::Zero(12, 2);
          p.bo.emplace(12);
        }) == "entries bo 12 2");
  CHECK(with([](P& p) { p.active.emplace(3); }) == "entries active 3 4");
  CHECK(with([](P& p) { p.positions = {0, 1, 2}; }) == "needs positions / rotary");
  CHECK(with([](P& p) {
          p.rotary = Rotary{};
          p.positions = {0, 1};
        }) == "entries positions 2 3");
  CHECK(with([](P& p) { p.rotary = Rotary{10000, Pairing::half, 5}; }) == "odd rotary.dims 5");
  CHECK(with([](P& p) {
          for (auto* all : {&p.wq, &p.wk})
            for (auto& w : *all) w.resize(5, 7);
          p.rotary = Rotary{};
        }) == "odd rotary.dims / width 7");
  CHECK(with([](P& p) { p.options.keyPadding.emplace(2); }) == "paddingLength keyPadding 2 3");
  CHECK(with([](P& p) { p.options.bias.resize(2, Matrix<double>::Zero(3, 3)); }) ==
        "headsMismatch bias / wq 2 4");
}

TEST_CASE("positions of one sequence mean nothing in another", "[heads]") {
  Dice dice(103);
  auto good = problemOf<double>(dice, 3, 5, 1, 1, 2, 3);
  good.context = randomNumbers<double>(dice, 4, 5);
  using P = MultiHeadProblem<double>;
  const auto with = [&](auto change) {
    auto p = good;
    change(p);
    return refusal(p);
  };
  CHECK(refusal(good) == "accepted");
  CHECK(with([](P& p) { p.options.causal = Causal::bottomRight; }) == "excludes causal / context");
  CHECK(with([](P& p) { p.options.window = 2; }) == "excludes window / context");
  CHECK(with([](P& p) { p.options.sinks = 1; }) == "excludes sinks / context");
  CHECK(with([](P& p) { p.rotary = Rotary{}; }) == "excludes rotary / context");
}

TEST_CASE("results that are too large are refused before the work", "[heads]") {
  // Rows and columns alone: the memory is not filled.
  MultiHeadProblem<double> p;
  p.x = Matrix<double>::Zero(4097, 1);
  p.wq = p.wk = p.wv = {matrix({{1}})};
  CHECK(refusal(p) == "tooLarge scores 16785409 16777216");
  p.x = Matrix<double>::Zero(2, 1);
  p.wq = p.wk = {Matrix<double>::Zero(1, (1 << 23) + 1)};
  CHECK(refusal(p) == "tooLarge q 16777218 16777216");
  p.wq = p.wk = {matrix({{1}})};
  p.wv = {Matrix<double>::Zero(1, (1 << 22) + 1)};
  p.wq.resize(4, matrix({{1}}));
  CHECK(refusal(p) == "tooLarge merged 33554440 16777216");
  p.wv = {matrix({{1}})};
  p.wo = Matrix<double>::Zero(4, (1 << 23) + 1);
  CHECK(refusal(p) == "tooLarge output 16777218 16777216");
}

TEST_CASE("the tiled path says what it would need, and takes no more", "[heads]") {
  const auto shapes = [](Index tokens) {
    return MultiHeadShapes{{1, tokens, 24}, {}, {4, 24, 6}, {2, 24, 6}, {2, 24, 5}, {{1, 20, 9}}};
  };
  Dice dice(107);
  const auto taken = [&](Index tokens) {
    auto p = problemOf<float>(dice, tokens, 24, 4, 2, 6, 5);
    p.wo = randomNumbers<float>(dice, 20, 9);
    const auto before = allocatedBytes();
    CHECK(std::holds_alternative<Matrix<float>>(tiledMultiHead(p)));
    return double(allocatedBytes() - before);
  };
  // A straight line from 512 tokens on: q, k, v and the heads' outputs, and no matrix of tokens x
  // keys. (The output is Eigen's, which asks elsewhere.)
  const double one = taken(512), two = taken(1024), three = taken(1536);
  CHECK(three - two == two - one);
  CHECK(two - one == 512 * 4.0 * (4 * 6 + 2 * 11 + 4 * 5));
  CHECK(tiledBytes(shapes(1024)) - tiledBytes(shapes(512)) == two - one + 512 * 4.0 * (24 + 9));

  CHECK(!validateTiled(shapes(1 << 20), 0));
  const auto error = validateTiled(shapes(1 << 23), 0);
  REQUIRE(error);
  CHECK(error->code == ErrorCode::memoryLimit);
  CHECK(error->values == std::vector<double>{tiledBytes(shapes(1 << 23)), double(maxTiledBytes)});
  CHECK(tiledBytes(shapes(1 << 23)) > 4.0 * (1 << 23) * (24 + 24 + 22 + 20 + 9));
  // Masks and bias count, and so does what no Index holds.
  CHECK(validateTiled(shapes(1 << 20), 2e9)->code == ErrorCode::memoryLimit);
  constexpr Index huge = Index(1) << 29;
  CHECK(validateTiled({{1, huge, 1}, {}, {1, 1, huge}, {1, 1, huge}, {1, 1, 1}, {}}, 0)->code ==
        ErrorCode::memoryLimit);
  CHECK(validateTiled({{1, 4, 3}, {}, {1, 4, 2}, {1, 3, 2}, {1, 3, 2}, {}}, 0)->code ==
        ErrorCode::innerMismatch);
}

TEST_CASE("many heads that would take minutes are refused by the tiled path", "[heads]") {
  Dice dice(109);
  auto p = problemOf<float>(dice, 1, 1, 64, 1, 1, 1);
  p.x = Matrix<float>::Zero(65536, 1);
  const auto error = validate(p);
  REQUIRE(error);
  CHECK(error->code == ErrorCode::tooLarge);
  CHECK(error->field == "output");
  CHECK(error->other == "multiplyAdds");
  // 66 columns are projected, 64 heads attend with 1 + 1 + 16 for each pair.
  CHECK(error->values ==
        std::vector<double>{65536.0 * 66 + 64 * (0x1p32 * 18 + 256 * 253 * 64.0), 1.25e12});
  p.options.causal = Causal::topLeft;
  p.options.window = 256;
  CHECK(!validate(p));
}

TEST_CASE("numbers of heads are judged before widths are divided by them", "[heads]") {
  const auto told = [](double heads, double kvHeads) -> std::string {
    const auto error = validateHeadCounts(heads, kvHeads);
    return error ? std::string(name(error->code)) + " " + error->field + " " + error->other : "";
  };
  CHECK(told(4, 2) == "");
  CHECK(told(2, 4) == "notDivisible heads kvHeads");
  CHECK(told(4, 3) == "notDivisible heads kvHeads");
  CHECK(told(4097, 1) == "atMost heads ");
  CHECK(told(1, 9e15) == "atMost kvHeads ");
  CHECK(told(4, 0) == "range kvHeads ");
  Dice dice(113);
  auto p = problemOf<double>(dice, 1, 2, 2, 4, 2, 1);
  for (auto& w : p.wk) w.resize(2, 1);
  CHECK(refusal(p) == "notDivisible heads / kvHeads 2 4");
}

TEST_CASE("heads are counted before anything is made of them", "[heads]") {
  const auto many = shapePerHead("wq", {1, 1, 1'000'000}, true, 1e6, "heads");
  CHECK(std::get<Error>(many).code == ErrorCode::atMost);
  CHECK(std::get<Error>(many).field == "heads");
  CHECK(std::get<Error>(many).values == std::vector<double>{1e6, 4096});
  const auto uneven = shapePerHead("wq", {1, 4, 1}, true, 2, "heads");
  CHECK(std::get<Error>(uneven).code == ErrorCode::columns);
  CHECK(std::get<Error>(uneven).values == std::vector<double>{1, 2});
}

TEST_CASE("the sizes that are spoken of are not too much work", "[heads]") {
  const auto zeros = [](Index rows, Index columns) {
    return Matrix<double>(Matrix<double>::Zero(rows, columns));
  };
  MultiHeadProblem<double> p;
  p.x = zeros(512, 512);
  p.wq = p.wk = p.wv = Heads<double>(8, zeros(512, 64));
  p.wo = zeros(512, 512);
  CHECK(refusal(p) == "accepted");
  // 2^12 rows of 2^12 numbers by as many columns: 2^36.
  p.x = zeros(4096, 4096);
  p.wq = p.wk = p.wv = Heads<double>(1, zeros(4096, 4096));
  p.wo.reset();
  CHECK(validate(p)->other == "multiplyAdds");
  CHECK(validate(p)->values == std::vector<double>{3 * 0x1p36 + 0x1p24 * (2 * 4096 + 32), 6e9});
}

TEST_CASE("parts and biases are told as the caller knows them", "[heads]") {
  MultiHeadProblem<double> p;
  p.x = Matrix<double>::Zero(3, 4);
  p.wq = p.wk = p.wv = Heads<double>(2, Matrix<double>::Zero(4, 2));
  p.rotary = Rotary{};
  p.rotary->theta = 0;
  CHECK(validate(p)->field == "rotary.theta");
  p.rotary = Rotary{};
  p.rotary->dims = 1;
  CHECK(validate(p)->field == "rotary.dims");
  p.rotary.reset();
  p.options.bias = Heads<double>(3, Matrix<double>::Zero(3, 3));
  CHECK(validate(p)->other == "wq");
}
