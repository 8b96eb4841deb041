// Latent attention: a case by hand, both forms against each other and against plain attention.

#include "attention/latent.h"

#include <cmath>
#include <sstream>

#include "attention/heads.h"
#include "support/brute_force.h"
#include "support/catch.h"
#include "support/compare.h"
#include "support/matrices.h"
#include "support/random_problem.h"

using namespace attention;
using namespace attention::testing;

namespace {

using Real = long double;

LatentTrace traced(const LatentProblem& problem) {
  const auto result = latent(problem);
  REQUIRE(std::holds_alternative<LatentTrace>(result));
  return std::get<LatentTrace>(result);
}

LatentTrace traced(LatentProblem problem, LatentForm form) {
  problem.form = form;
  return traced(problem);
}

/// Case L01: causal, interleaved rotary parts, two heads.
LatentProblem example() {
  LatentProblem p;
  p.x = matrix({{-1, 0, 1, -1.5}, {0.5, 1.5, -1, 0}, {-1.5, -0.5, 0.5, 1.5}});
  p.wq = {matrix({{-1, 0, 1, -0.5}, {-0.5, 0.5, -1, 0}, {0, 1, -0.5, 0.5}, {0.5, -1, 0, 1}}),
          matrix({{-1, 0, 1, -0.5}, {0, 1, -0.5, 0.5}, {1, -0.5, 0.5, -1}, {-0.5, 0.5, -1, 0}})};
  p.wDkv = matrix({{-0.5, 0, 0.5}, {0.5, 1, -1}, {-1, -0.5, 0}, {0, 0.5, 1}});
  p.wKr = matrix({{0, -1}, {0.5, -0.5}, {1, 0}, {-1, 0.5}});
  p.wUk = {matrix({{-0.5, 0.5}, {0, 1}, {0.5, -1}}), matrix({{-0.5, 0.5}, {0.5, -1}, {-1, 0}})};
  p.wUv = {matrix({{-1, -0.5}, {0, 0.5}, {1, -1}}), matrix({{-1, -0.5}, {0.5, 1}, {-0.5, 0}})};
  p.rotary = Rotary{};
  p.options.causal = Causal::topLeft;
  return p;
}

Heads<double> randomHeads(Dice& dice, Index heads, Index rows, Index columns) {
  Heads<double> result;
  for (Index h = 0; h < heads; ++h)
    result.push_back(randomNumbers<double>(dice, rows, columns) / 2);
  return result;
}

struct Sizes {
  Index tokens, model, heads, nope, rope, latents, c;
};

LatentProblem problemOf(Dice& dice, const Sizes& s) {
  LatentProblem p;
  p.x = randomNumbers<double>(dice, s.tokens, s.model) / 2;
  p.wq = randomHeads(dice, s.heads, s.model, s.nope + s.rope);
  p.wDkv = randomNumbers<double>(dice, s.model, s.latents) / 2;
  if (s.rope > 0) p.wKr = randomNumbers<double>(dice, s.model, s.rope) / 2;
  p.wUk = randomHeads(dice, s.heads, s.latents, s.nope);
  p.wUv = randomHeads(dice, s.heads, s.latents, s.c);
  return p;
}

LatentProblem randomLatent(Dice& dice) {
  constexpr Index sizes[] = {1, 2, 3, 5, 7};
  const auto below = [&](Index n) { return Index(dice() % std::uint32_t(n)); };
  const auto one = [&](Index in) { return below(in) == 0; };
  const auto pick = [&] { return sizes[below(5)]; };
  const Sizes s{pick(), pick(), 1 + below(3), pick(), 2 * below(3), pick(), pick()};
  auto p = problemOf(dice, s);
  if (p.wKr && !one(4)) {
    p.rotary = Rotary{100, one(2) ? Pairing::half : Pairing::interleaved, {}};
    if (one(2)) {
      p.positions.emplace();
      for (Index i = 0; i < s.tokens; ++i) p.positions->push_back(below(30));
    }
  }
  if (one(2)) p.wo = randomNumbers<double>(dice, s.heads * s.c, pick());
  if (one(2)) p.options.causal = Causal::topLeft;
  if (one(3)) p.options.window = 1 + below(3);
  if (one(3)) p.options.scale = 0.5;
  if (one(3)) p.options.bias = randomHeads(dice, one(2) ? 1 : s.heads, s.tokens, s.tokens);
  if (one(3)) {
    p.options.keyPadding.emplace();
    for (Index k = 0; k < s.tokens; ++k) p.options.keyPadding->push_back(one(3));
  }
  return p;
}

/// A row's pair (a, b) turned, in long double.
void turn(Matrix<Real>& m, Index first, const LatentProblem& p) {
  if (!p.rotary) return;
  const Index rope = p.wKr->cols();
  for (Index row = 0; row < m.rows(); ++row)
    for (Index pair = 0; pair < rope / 2; ++pair) {
      const bool half = p.rotary->pairing == Pairing::half;
      const Index a = first + (half ? pair : 2 * pair);
      const Index b = first + (half ? pair + rope / 2 : 2 * pair + 1);
      const Real position = p.positions ? Real((*p.positions)[std::size_t(row)]) : Real(row);
      const Real angle = position / std::pow(Real(p.rotary->theta), Real(2 * pair) / Real(rope));
      const Real xa = m(row, a), xb = m(row, b);
      m(row, a) = xa * std::cos(angle) - xb * std::sin(angle);
      m(row, b) = xa * std::sin(angle) + xb * std::cos(angle);
    }
}

/// The output of one head, pair by pair: every key and value is made from its latent where it is
/// needed, and no maximum is subtracted.
Matrix<Real> bruteHead(const LatentProblem& p, std::size_t h) {
  const Matrix<Real> x = p.x.cast<Real>(), c = x * p.wDkv.cast<Real>();
  const Index tokens = x.rows(), nope = p.wUk[h].cols(), rope = p.wKr ? p.wKr->cols() : 0;
  Matrix<Real> q = x * p.wq[h].cast<Real>(), k(tokens, nope + rope);
  k.leftCols(nope) = c * p.wUk[h].cast<Real>();
  if (p.wKr) k.rightCols(rope) = x * p.wKr->cast<Real>();
  turn(q, nope, p);
  turn(k, nope, p);
  const Heads<double> zeros(p.wq.size(), Matrix<double>::Zero(tokens, 1));
  const auto visible = bruteForce(Problem<double>{zeros, zeros, zeros, p.options}, h).visible;
  const Real scale = p.options.scale.value_or(1 / std::sqrt(double(nope + rope)));
  Matrix<Real> output = Matrix<Real>::Zero(tokens, p.wUv[h].cols());
  for (Index i = 0; i < tokens; ++i) {
    Real sum = 0;
    for (Index j = 0; j < tokens; ++j) {
      if (!visible(i, j)) continue;
      Real score = q.row(i).dot(k.row(j)) * scale;
      if (!p.options.bias.empty())
        score += p.options.bias[p.options.bias.size() == 1 ? 0 : h](i, j);
      sum += std::exp(score);
      output.row(i) += std::exp(score) * (c.row(j) * p.wUv[h].cast<Real>());
    }
    if (sum > 0) output.row(i) /= sum;
  }
  return output;
}

std::string refusal(const LatentProblem& problem) {
  const auto error = validate(problem);
  if (!error) return "accepted";
  std::ostringstream text;
  text << name(error->code) << ' ' << error->field;
  if (!error->other.empty()) text << " / " << error->other;
  for (const double value : error->values) text << ' ' << Index(value);
  return text.str();
}

}  // namespace

TEST_CASE("the scale of latent attention is that of the keys, in both forms", "[latent]") {
  // With 1/sqrt(3 + 2), the width of the absorbed products, row 2 would begin with -2.1631.
  const auto want =
      matrix({{-1.5, 1.625, 0.875, -1.0},
              {-2.167568420950328, 1.5582431579049674, 0.6640409145238936, -0.3671227435716806},
              {1.2494258033866925, -1.2495040105664734, 0.3187877055947512, 0.3058421662308605}});
  for (const LatentForm form : {LatentForm::naive, LatentForm::absorbed}) {
    const auto t = traced(example(), form);
    CHECK(difference(t.merged, want, 1e-11) == "");
    CHECK(t.output == t.merged);
  }
}

TEST_CASE("random latent attention agrees with the brute force, in both forms", "[latent]") {
  Dice dice(109);
  for (int i = 0; i < 400; ++i) {
    const auto p = randomLatent(dice);
    const auto naive = traced(p, LatentForm::naive), absorbed = traced(p, LatentForm::absorbed);
    INFO("problem " << i);
    for (std::size_t h = 0; h < p.wq.size(); ++h) {
      INFO("head " << h);
      // Scores reach about 100, and their rounding is the weights'.
      const auto want = bruteHead(p, h);
      REQUIRE(difference(naive.outputs_hqc.at(h), want, 1e-12) == "");
      REQUIRE(difference(absorbed.outputs_hqc.at(h), want, 1e-12) == "");
      REQUIRE(difference(naive.attention.weights_hqk.at(h), absorbed.attention.weights_hqk.at(h),
                         1e-12) == "");
      REQUIRE(difference(naive.attention.scaled_hqk.at(h), absorbed.attention.scaled_hqk.at(h),
                         1e-12) == "");
    }
    REQUIRE(difference(naive.output, absorbed.output, 1e-12) == "");
    if (p.wo) {
      const Matrix<double> mixed = naive.merged * *p.wo;
      REQUIRE(difference(naive.output, mixed, 1e-14) == "");
    }
  }
}

TEST_CASE("the absorbed form makes no keys and no values", "[latent]") {
  Dice dice(113);
  const auto p = problemOf(dice, {6, 7, 3, 4, 2, 5, 3});
  const auto t = traced(p, LatentForm::absorbed);
  REQUIRE(t.keys.size() == 1);
  REQUIRE(t.values.size() == 1);
  CHECK(t.values[0] == t.c);
  CHECK(shape(t.keys[0].rows(), t.keys[0].cols()) == "6 x 7");
  CHECK(t.queries.size() == 3);
  CHECK(shape(t.queries[0].rows(), t.queries[0].cols()) == "6 x 7");
  CHECK(shape(t.attention.output_hqc[0].rows(), t.attention.output_hqc[0].cols()) == "6 x 5");
  const auto n = traced(p, LatentForm::naive);
  CHECK(n.keys.size() == 3);
  CHECK(shape(n.keys[0].rows(), n.keys[0].cols()) == "6 x 6");
  CHECK(shape(n.values[0].rows(), n.values[0].cols()) == "6 x 3");
  CHECK(n.queries[1] == n.q_hqd[1]);
  CHECK(n.q_hqd[1] == t.q_hqd[1]);
}

TEST_CASE("latents as wide as the model are plain heads", "[latent]") {
  // With the identity on the way down, the way up is a head's own projection.
  Dice dice(127);
  auto p = problemOf(dice, {5, 4, 2, 3, 0, 4, 2});
  p.wDkv = Matrix<double>::Identity(4, 4);
  MultiHeadProblem<double> plain;
  plain.x = p.x;
  plain.wq = p.wq;
  plain.wk = p.wUk;
  plain.wv = p.wUv;
  const auto want = std::get<MultiHeadTrace>(multiHead(plain));
  for (const LatentForm form : {LatentForm::naive, LatentForm::absorbed})
    CHECK(difference(traced(p, form).output, want.output, 1e-13) == "");
}

TEST_CASE("the rotary part of the keys is turned, and shared by all heads", "[latent]") {
  LatentProblem p = example();
  p.positions = {0, 3, 4};
  const auto t = traced(p);
  const Matrix<double> unturned = p.x * *p.wKr;
  for (Index i = 0; i < 3; ++i) {
    const double angle = i == 0 ? 0 : double(i + 2);
    CHECK(std::abs(t.kRope(i, 0) -
                   (unturned(i, 0) * std::cos(angle) - unturned(i, 1) * std::sin(angle))) < 1e-14);
    CHECK(std::abs(t.kRope(i, 1) -
                   (unturned(i, 0) * std::sin(angle) + unturned(i, 1) * std::cos(angle))) < 1e-14);
  }
  for (const auto& keys : t.keys) CHECK(Matrix<double>(keys.rightCols(2)) == t.kRope);
  p.rotary.reset();
  p.positions.reset();
  CHECK(traced(p).kRope == unturned);
}

TEST_CASE("numbers that a latent cache keeps", "[latent]") {
  // DeepSeek-V2's own sizes: 128 heads of 128 + 64 and 128, latents of 512: 576 instead of 40960.
  LatentProblem p;
  p.wq = Heads<double>(128, Matrix<double>(1, 192));
  p.wDkv = Matrix<double>(1, 512);
  p.wKr = Matrix<double>(1, 64);
  p.wUk = Heads<double>(128, Matrix<double>(512, 128));
  p.wUv = Heads<double>(128, Matrix<double>(512, 128));
  const auto cache = latentCache(p);
  CHECK(cache.numbersPerToken == 576);
  CHECK(cache.fullNumbersPerToken == 40960);
}

TEST_CASE("what hides in a padded token's latent stays there", "[latent]") {
  for (const LatentForm form : {LatentForm::naive, LatentForm::absorbed}) {
    auto p = example();
    p.options.keyPadding = {false, true, false};
    p.x.row(1).setConstant(NaN);
    const auto t = traced(p, form);
    CHECK(!t.output.row(0).hasNaN());
    CHECK(t.output.row(1).hasNaN());
    CHECK(!t.output.row(2).hasNaN());
  }
}

TEST_CASE("what is wrong with latent attention is said", "[latent]") {
  Dice dice(131);
  const auto good = problemOf(dice, {3, 5, 2, 4, 2, 6, 3});
  const auto with = [&](auto change) {
    auto p = good;
    change(p);
    return refusal(p);
  };
  using P = LatentProblem;
  const auto shaped = [](Heads<double>& heads, Index rows, Index columns) {
    for (auto& head : heads) head.resize(rows, columns);
  };
  CHECK(refusal(good) == "accepted");
  CHECK(with([](P& p) { p.x.resize(3, 0); }) == "empty x 3 0");
  CHECK(with([](P& p) { p.wq.clear(); }) == "empty wq 0 0");
  CHECK(with([](P& p) { p.wUk[1].resize(6, 5); }) == "headShape wUk 2 6 5 6 4");
  CHECK(with([&](P& p) { shaped(p.wq, 4, 6); }) == "innerMismatch wq / x 4 5");
  CHECK(with([](P& p) { p.wDkv.resize(4, 6); }) == "innerMismatch wDkv / x 4 5");
  CHECK(with([](P& p) { p.wDkv.resize(5, 0); }) == "empty wDkv 5 0");
  CHECK(with([](P& p) { p.wKr->resize(4, 2); }) == "innerMismatch wKr / x 4 5");
  CHECK(with([](P& p) { p.wUk.pop_back(); }) == "headsMismatch wUk / wq 1 2");
  CHECK(with([](P& p) { p.wUv.pop_back(); }) == "headsMismatch wUv / wq 1 2");
  CHECK(with([&](P& p) { shaped(p.wUk, 5, 4); }) == "innerMismatch wUk / wDkv 5 6");
  CHECK(with([&](P& p) { shaped(p.wUv, 7, 3); }) == "innerMismatch wUv / wDkv 7 6");
  CHECK(with([&](P& p) { shaped(p.wUk, 6, 5); }) == "shape wq 5 6 5 7 2");
  CHECK(with([](P& p) { p.wKr.reset(); }) == "shape wq 5 6 5 4 2");
  CHECK(with([](P& p) { p.wo.emplace(5, 2); }) == "innerMismatch wo / merged 5 6");
  CHECK(with([](P& p) { p.wo.emplace(6, 0); }) == "empty wo 6 0");
  CHECK(with([](P& p) { p.positions = {0, 1, 2}; }) == "needs positions / rotary");
  CHECK(with([&](P& p) {
          p.wKr.reset();
          shaped(p.wq, 5, 4);
          p.rotary = Rotary{};
        }) == "needs rotary / wKr");
  CHECK(with([](P& p) {
          p.rotary = Rotary{};
          p.positions = {0, 1};
        }) == "entries positions 2 3");
  CHECK(with([&](P& p) {
          p.wKr->resize(5, 3);
          shaped(p.wq, 5, 7);
          p.rotary = Rotary{};
        }) == "odd rotary.dims / width 3");
  CHECK(with([](P& p) { p.options.window = 0; }) == "range window 0 1");
}

TEST_CASE("latent results that are too large are refused before the work", "[latent]") {
  const auto one = matrix({{1}});
  LatentProblem p;
  p.x = Matrix<double>::Zero(4097, 1);
  p.wq = p.wUk = p.wUv = {one};
  p.wDkv = one;
  CHECK(refusal(p) == "tooLarge scores 16785409 16777216");
  p.x = Matrix<double>::Zero(2, 1);
  p.wDkv = Matrix<double>::Zero(1, (1 << 23) + 1);
  p.wUk = p.wUv = {Matrix<double>::Zero((1 << 23) + 1, 1)};
  CHECK(refusal(p) == "tooLarge c 16777218 16777216");
  // Absorbed queries are as wide as the latents, once per head.
  p.wDkv = Matrix<double>::Zero(1, 1 << 22);
  p.wUk = p.wUv = {Matrix<double>::Zero(1 << 22, 1), Matrix<double>::Zero(1 << 22, 1),
                   Matrix<double>::Zero(1 << 22, 1)};
  p.wq.resize(3, one);
  CHECK(refusal(p) == "accepted");
  p.form = LatentForm::absorbed;
  CHECK(refusal(p) == "tooLarge queries 25165824 16777216");
}
