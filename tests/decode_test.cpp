// Decoding against the full pass, and against attention over what a list of kept tokens holds, from
// the definition and in long double.

#include "attention/decode.h"

#include <complex>
#include <deque>
#include <iterator>
#include <numeric>

#include "attention/attend.h"
#include "support/allocations.h"
#include "support/brute_force.h"
#include "support/catch.h"
#include "support/compare.h"
#include "support/matrices.h"
#include "support/random_problem.h"

using namespace attention;
using namespace attention::testing;

namespace {

using Tokens = std::vector<Index>;
using Number = long double;

constexpr double tolerance = 1e-12;

bool oneIn(Dice& dice, unsigned n) { return dice() % n == 0; }

DecodeTrace decoded(const DecodeProblem& problem) { return std::get<DecodeTrace>(decode(problem)); }

/// Any text, heads and masks.
DecodeProblem randomText(Dice& dice) {
  while (true) {
    auto p = randomProblem<double>(dice);
    if (p.q_hqd[0].rows() != p.k_hkd[0].rows()) continue;
    p.options.causal = Causal::none;
    DecodeProblem problem;
    problem.q_hqd = p.q_hqd;
    problem.k_hkd = p.k_hkd;
    problem.v_hkc = p.v_hkc;
    problem.options = p.options;
    return problem;
  }
}

Index tokensOf(const DecodeProblem& p) { return p.q_hqd[0].rows(); }

std::vector<std::int64_t> randomSchedule(Dice& dice, Index tokens) {
  std::vector<std::int64_t> schedule;
  for (Index left = tokens; left > 0; left -= Index(schedule.back()))
    schedule.push_back(1 + Index(dice() % std::uint32_t(left)));
  return schedule;
}

Rotary randomRotary(Dice& dice, Index width) {
  Rotary rotary;
  rotary.theta = oneIn(dice, 2) ? 10000 : 3;
  rotary.pairing = oneIn(dice, 2) ? Pairing::half : Pairing::interleaved;
  rotary.dims = Index(dice() % std::uint32_t(width / 2 + 1)) * 2;
  return rotary;
}

/// A capacity, sinks and rotary positions for a text, or not.
void addCache(Dice& dice, DecodeProblem& p) {
  if (!oneIn(dice, 3)) {
    p.options.sinks = Index(dice() % 4);
    p.capacity = p.options.sinks + 1 + Index(dice() % 6);
  }
  if (oneIn(dice, 2)) p.positionsIn = PositionsIn::text;
  if (oneIn(dice, 2)) p.rotary = randomRotary(dice, p.q_hqd[0].cols());
  if (!oneIn(dice, 4)) p.schedule = randomSchedule(dice, tokensOf(p));
}

/// The pair of columns as a complex number, turned by an angle.
std::vector<Number> rotated(const Matrix<double>& x, Index row, const std::optional<Rotary>& rotary,
                            Index position) {
  std::vector<Number> result(x.row(row).begin(), x.row(row).end());
  if (!rotary) return result;
  const auto dims = std::size_t(rotary->dims.value_or(x.cols()));
  for (std::size_t pair = 0; pair < dims / 2; ++pair) {
    const bool half = rotary->pairing == Pairing::half;
    const std::size_t a = half ? pair : 2 * pair, b = half ? pair + dims / 2 : a + 1;
    const Number angle =
        Number(position) / std::pow(Number(rotary->theta), Number(2 * pair) / Number(dims));
    const auto turned = std::complex<Number>(result[a], result[b]) * std::polar<Number>(1, angle);
    result[a] = turned.real();
    result[b] = turned.imag();
  }
  return result;
}

/// What each token finds in the cache, from a list out of which the oldest that is no sink is taken.
struct Model {
  std::vector<Tokens> kept;
  std::vector<std::optional<Index>> dropped;

  explicit Model(const DecodeProblem& p) {
    std::deque<Index> cache;
    for (Index t = 0; t < tokensOf(p); ++t) {
      cache.push_back(t);
      dropped.emplace_back();
      if (p.capacity && Index(cache.size()) > *p.capacity) {
        const auto oldest = std::next(cache.begin(), p.options.sinks);
        dropped.back() = *oldest;
        cache.erase(oldest);
      }
      kept.emplace_back(cache.begin(), cache.end());
    }
  }
};

/// What goes by position: who sees whom, and what is added, of queries and keys at the positions of
/// the text.
BruteForce byPosition(const DecodeProblem& p, std::size_t h) {
  const Matrix<double> zeros = Matrix<double>::Zero(tokensOf(p), 1);
  Problem<double> problem{Heads<double>(p.q_hqd.size(), zeros), {zeros}, {zeros}, p.options};
  problem.options.causal = Causal::topLeft;
  problem.options.attend.reset();
  problem.options.keyPadding.reset();
  problem.options.bias.clear();
  return bruteForce(problem, h);
}

/// Weights [tokens][tokens] and output [tokens][c] of head h, term by term.
struct Exact {
  Matrix<Number> weights, output;

  Exact(const DecodeProblem& p, const Model& model, std::size_t h) {
    const auto kv = h / (p.q_hqd.size() / p.k_hkd.size());
    const auto &q = p.q_hqd[h], &k = p.k_hkd[kv], &v = p.v_hkc[kv];
    const auto& o = p.options;
    const BruteForce positional = byPosition(p, h);
    const Index tokens = tokensOf(p);
    weights = Matrix<Number>::Zero(tokens, tokens);
    output = Matrix<Number>::Zero(tokens, v.cols());
    const Number scale = o.scale ? Number(*o.scale) : 1 / std::sqrt(Number(q.cols()));
    for (Index t = 0; t < tokens; ++t) {
      const auto& kept = model.kept[std::size_t(t)];
      const bool byPlace = p.positionsIn == PositionsIn::cache;
      const Index own = byPlace ? Index(kept.size()) - 1 : t;
      const auto query = rotated(q, t, p.rotary, own);
      Number sum = 0;
      Tokens seen;
      for (std::size_t i = 0; i < kept.size(); ++i) {
        const Index key = kept[i], position = byPlace ? Index(i) : key;
        const Number bias = o.bias.empty() ? 0 : o.bias[o.bias.size() == 1 ? 0 : h](t, key);
        if (!positional.visible(own, position)) continue;
        if (o.attend && !(*o.attend)(t, key)) continue;
        if (o.keyPadding && (*o.keyPadding)[std::size_t(key)]) continue;
        if (std::isinf(bias) && bias < 0) continue;
        const auto turned = rotated(k, key, p.rotary, position);
        const Number dot =
            std::inner_product(query.begin(), query.end(), turned.begin(), Number(0));
        const Number score = dot * scale + bias + positional.masked.value(own, position);
        // Numbers of this size need no maximum; +inf makes the row NaN.
        weights(t, key) = std::isinf(score) ? Number(NaN) : std::exp(score);
        sum += weights(t, key);
        seen.push_back(key);
      }
      for (const Index key : seen) {
        weights(t, key) /= sum;
        output.row(t) += weights(t, key) * v.row(key).cast<Number>();
      }
    }
  }
};

/// What `frames` say of head h, as one matrix [tokens][tokens].
Matrix<double> weightsOf(const DecodeTrace& trace, std::size_t h, Index tokens) {
  Matrix<double> weights = Matrix<double>::Zero(tokens, tokens);
  for (const auto& frame : trace.frames) {
    const auto& own = frame.weights_hqk[h];
    weights.block(frame.fed.front(), 0, own.rows(), own.cols()) = own;
  }
  return weights;
}

/// One head whose rows are given by one number each.
DecodeProblem oneColumn(const std::vector<double>& q, const std::vector<double>& k,
                        const std::vector<double>& v) {
  const auto column = [](const std::vector<double>& numbers) {
    return Heads<double>{
        Eigen::Map<const Matrix<double>>(numbers.data(), Index(numbers.size()), 1)};
  };
  DecodeProblem p;
  p.q_hqd = column(q);
  p.k_hkd = column(k);
  p.v_hkc = column(v);
  return p;
}

/// Five tokens that weigh all they see alike.
DecodeProblem plain() { return oneColumn({0, 0, 0, 0, 0}, {1, 2, 3, 4, 5}, {1, 2, 4, 8, 16}); }

}  // namespace

TEST_CASE("Without a capacity, decoding is causal attention over the whole text", "[decode]") {
  Dice dice(81);
  for (int round = 0; round < 300; ++round) {
    DecodeProblem p = randomText(dice);
    p.schedule = randomSchedule(dice, tokensOf(p));
    if (oneIn(dice, 2)) p.positionsIn = PositionsIn::text;
    if (oneIn(dice, 2)) p.capacity = p.options.sinks + tokensOf(p);
    Problem<double> whole{p.q_hqd, p.k_hkd, p.v_hkc, p.options};
    whole.options.causal = Causal::topLeft;
    if (oneIn(dice, 2)) {
      p.rotary = randomRotary(dice, p.q_hqd[0].cols());
      for (auto* heads : {&whole.q_hqd, &whole.k_hkd})
        for (auto& x : *heads) x = rotate(x, *p.rotary, positionsFrom(0, x.rows()));
    }
    const auto want = std::get<Trace<double>>(attend(whole));
    const auto got = decoded(p);
    INFO("round " << round);
    for (std::size_t h = 0; h < p.q_hqd.size(); ++h) {
      REQUIRE(difference(got.output_hqc[h], want.output_hqc[h], tolerance) == "");
      REQUIRE(difference(weightsOf(got, h, tokensOf(p)), want.weights_hqk[h], tolerance) == "");
    }
  }
}

TEST_CASE("Each token attends to what the cache holds, at the positions it has there", "[decode]") {
  Dice dice(82);
  int dropped = 0;
  for (int round = 0; round < 1000; ++round) {
    DecodeProblem p = randomText(dice);
    addCache(dice, p);
    const Model model(p);
    const auto got = decoded(p);
    INFO("round " << round);
    for (std::size_t h = 0; h < p.q_hqd.size(); ++h) {
      const Exact want(p, model, h);
      REQUIRE(difference(got.output_hqc[h], want.output, tolerance) == "");
      REQUIRE(difference(weightsOf(got, h, tokensOf(p)), want.weights, tolerance) == "");
    }
    for (const auto& drop : model.dropped) dropped += drop.has_value();
  }
  CHECK(dropped > 1000);
}

TEST_CASE("Frames tell what was fed, dropped and kept", "[decode]") {
  Dice dice(83);
  for (int round = 0; round < 300; ++round) {
    DecodeProblem p = randomText(dice);
    addCache(dice, p);
    const Model model(p);
    const auto [frames, output] = decoded(p);
    const auto schedule = p.schedule.value_or(std::vector<std::int64_t>{tokensOf(p)});
    REQUIRE(frames.size() == schedule.size());
    Index next = 0;
    for (std::size_t i = 0; i < frames.size(); ++i) {
      const auto& frame = frames[i];
      const Index first = next;
      Tokens fed, dropped, positions;
      double pairs = 0;
      for (; next < first + Index(schedule[i]); ++next) {
        fed.push_back(next);
        const auto& kept = model.kept[std::size_t(next)];
        if (const auto drop = model.dropped[std::size_t(next)]) dropped.push_back(*drop);
        positions.push_back(p.positionsIn == PositionsIn::text ? next : Index(kept.size()) - 1);
        pairs += double(kept.size());
      }
      const auto& kept = model.kept[std::size_t(next - 1)];
      REQUIRE(frame.fed == fed);
      REQUIRE(frame.dropped == dropped);
      REQUIRE(frame.kept == kept);
      REQUIRE(frame.positions == positions);
      REQUIRE(frame.reused.empty());
      const double numbers = double(p.k_hkd[0].cols() + p.v_hkc[0].cols());
      REQUIRE(frame.bytes == double(p.k_hkd.size() * kept.size()) * numbers * 4);
      REQUIRE(frame.operations == double(p.q_hqd.size()) * pairs * numbers);
      for (std::size_t h = 0; h < p.q_hqd.size(); ++h) {
        REQUIRE(frame.weights_hqk[h].rows() == next - first);
        REQUIRE(frame.weights_hqk[h].cols() == next);
        const Matrix<double> rows = output[h].middleRows(first, next - first);
        REQUIRE(difference(frame.output_hqc[h], rows) == "");
      }
    }
  }
}

TEST_CASE("The schedule does not change a bit of the output", "[decode]") {
  Dice dice(84);
  for (int round = 0; round < 100; ++round) {
    DecodeProblem p = randomText(dice);
    addCache(dice, p);
    p.schedule.reset();
    const auto once = decoded(p);
    p.schedule = randomSchedule(dice, tokensOf(p));
    const auto steps = decoded(p);
    for (std::size_t h = 0; h < p.q_hqd.size(); ++h)
      REQUIRE(difference(steps.output_hqc[h], once.output_hqc[h]) == "");
  }
}

TEST_CASE("Sinks protect in the cache, in the window, and in both", "[decode]") {
  const auto lastRow = [](const DecodeProblem& p) {
    return Matrix<double>(decoded(p).frames.back().weights_hqk[0].bottomRows(1));
  };
  const double third = 1.0 / 3;
  DecodeProblem p = plain();
  p.options.sinks = 1;
  SECTION("with a capacity alone they are not dropped") {
    p.capacity = 3;
    CHECK(difference(lastRow(p), matrix({{third, 0, 0, third, third}})) == "");
  }
  SECTION("with a window alone they stay visible") {
    p.options.window = 2;
    CHECK(difference(lastRow(p), matrix({{third, 0, 0, third, third}})) == "");
    CHECK(decoded(p).frames.back().kept.size() == 5);
  }
  SECTION("with both they do both") {
    p.capacity = 4;
    p.options.window = 2;
    CHECK(decoded(p).frames.back().kept == Tokens{0, 2, 3, 4});
    CHECK(difference(lastRow(p), matrix({{third, 0, 0, third, third}})) == "");
  }
  SECTION("and in a cache without them a window has its own length only") {
    p.options.sinks = 0;
    p.capacity = 4;
    p.options.window = 2;
    CHECK(difference(lastRow(p), matrix({{0, 0, 0, 0.5, 0.5}})) == "");
  }
}

TEST_CASE("Rotary positions of sinks: places in the cache, or the text", "[decode]") {
  // One pair of columns at frequency 1: the score of a query and a key is the cosine of their
  // distance. Kept of ten tokens: 0, 8, 9, in places 0, 1, 2.
  DecodeProblem p;
  Matrix<double> x = Matrix<double>::Zero(10, 2);
  x.col(0).setOnes();
  p.q_hqd = p.k_hkd = {x};
  p.v_hkc = {x};
  p.options.scale = 1;
  p.options.sinks = 1;
  p.capacity = 3;
  p.rotary = Rotary{};
  const auto check = [&](double distance) {
    const double sink = std::exp(std::cos(distance)), next = std::exp(std::cos(1.0)),
                 own = std::exp(1.0);
    Matrix<double> want = Matrix<double>::Zero(1, 10);
    want(0, 0) = sink / (sink + next + own);
    want(0, 8) = next / (sink + next + own);
    want(0, 9) = own / (sink + next + own);
    const Matrix<double> got = decoded(p).frames[0].weights_hqk[0].bottomRows(1);
    CHECK(difference(got, want, 1e-15) == "");
  };
  check(2);
  p.positionsIn = PositionsIn::text;
  check(9);
}

TEST_CASE("What was dropped leaves no trace, not even a NaN", "[decode]") {
  Dice dice(85);
  for (int round = 0; round < 100; ++round) {
    DecodeProblem p = randomText(dice);
    addCache(dice, p);
    const Model model(p);
    for (std::size_t t = 0; t < model.dropped.size(); ++t) {
      if (!model.dropped[t]) continue;
      const Index poisoned = *model.dropped[t];
      const auto clean = decoded(p);
      DecodeProblem dirty = p;
      for (auto* heads : {&dirty.k_hkd, &dirty.v_hkc})
        for (auto& head : *heads) head.row(poisoned).setConstant(oneIn(dice, 2) ? NaN : inf);
      for (auto& head : dirty.options.bias) head.col(poisoned).setConstant(NaN);
      const auto got = decoded(dirty);
      for (std::size_t h = 0; h < p.q_hqd.size(); ++h) {
        const Index rest = tokensOf(p) - Index(t);
        const Matrix<double> rows = got.output_hqc[h].bottomRows(rest);
        REQUIRE(difference(rows, Matrix<double>(clean.output_hqc[h].bottomRows(rest))) == "");
      }
      break;
    }
  }
}

TEST_CASE("A text that begins like the previous one is computed from where they part", "[decode]") {
  Dice dice(86);
  int reused = 0;
  for (int round = 0; round < 300; ++round) {
    DecodeProblem p = randomText(dice);
    addCache(dice, p);
    const Index tokens = tokensOf(p), alike = Index(dice() % std::uint32_t(tokens + 1));
    const auto want = decoded(p);

    p.tokens.emplace();
    for (Index t = 0; t < tokens; ++t) p.tokens->push_back(t);
    p.previous.emplace();
    p.previous->tokens = *p.tokens;
    p.previous->k_hkd = p.k_hkd;
    p.previous->v_hkc = p.v_hkc;
    for (Index t = alike; t < tokens; ++t) {
      p.previous->tokens[std::size_t(t)] = tokens + t;
      for (auto& head : p.previous->k_hkd) head.row(t).setConstant(9);
      for (auto& head : p.previous->v_hkc) head.row(t).setConstant(9);
    }
    // The last query gives the answer: it is always computed.
    const Index from = std::min(alike, tokens - 1);
    // What is taken from the previous text is not read from this one.
    for (auto* heads : {&p.q_hqd, &p.k_hkd, &p.v_hkc})
      for (auto& head : *heads) head.topRows(from).setConstant(NaN);
    const auto got = decoded(p);

    for (std::size_t h = 0; h < p.q_hqd.size(); ++h) {
      REQUIRE(difference(Matrix<double>(got.output_hqc[h].bottomRows(tokens - from)),
                         Matrix<double>(want.output_hqc[h].bottomRows(tokens - from))) == "");
      REQUIRE(got.output_hqc[h].topRows(from).isZero(0));
    }
    Tokens first(static_cast<std::size_t>(from));
    std::iota(first.begin(), first.end(), 0);
    REQUIRE(got.frames.front().reused == first);
    REQUIRE(got.frames.front().fed.front() == from);
    REQUIRE(got.frames.back().kept == want.frames.back().kept);
    Tokens fed, dropped, allDropped;
    for (const auto& frame : got.frames) {
      fed.insert(fed.end(), frame.fed.begin(), frame.fed.end());
      dropped.insert(dropped.end(), frame.dropped.begin(), frame.dropped.end());
    }
    for (const auto& frame : want.frames)
      allDropped.insert(allDropped.end(), frame.dropped.begin(), frame.dropped.end());
    Tokens rest(static_cast<std::size_t>(tokens - from));
    std::iota(rest.begin(), rest.end(), from);
    REQUIRE(fed == rest);
    REQUIRE(dropped == allDropped);
    reused += int(from);
  }
  CHECK(reused > 300);
}

TEST_CASE("Prompt reuse, by hand", "[decode]") {
  DecodeProblem p = plain();
  p.tokens = {7, 8, 9, 10, 11};
  p.schedule = {2, 2, 1};
  p.previous = {{7, 8, 9, 5}, {matrix({{0}, {0}, {0}, {0}})}, {matrix({{10}, {20}, {40}, {80}})}};
  const auto [frames, output] = decoded(p);
  // The first step is all reused; the second feeds token 3 alone.
  REQUIRE(frames.size() == 2);
  CHECK(frames[0].reused == Tokens{0, 1, 2});
  CHECK(frames[0].fed == Tokens{3});
  CHECK(frames[0].operations == 4 * 2);
  CHECK(frames[1].reused.empty());
  CHECK(frames[1].fed == Tokens{4});
  CHECK(difference(output[0], matrix({{0}, {0}, {0}, {78.0 / 4}, {94.0 / 5}}), 1e-15) == "");
  SECTION("nothing alike, nothing reused") {
    p.previous->tokens = {8, 8, 9, 10};
    CHECK(decoded(p).frames.size() == 3);
    CHECK(decoded(p).frames[0].reused.empty());
  }
  SECTION("a longer text that begins with all of this one leaves the last token to compute") {
    p.previous = {
        {7, 8, 9, 10, 11, 12}, {Matrix<double>::Zero(6, 1)}, {Matrix<double>::Constant(6, 1, 3)}};
    const auto again = decoded(p);
    REQUIRE(again.frames.size() == 1);
    CHECK(again.frames[0].fed == Tokens{4});
    CHECK(difference(again.output_hqc[0], matrix({{0}, {0}, {0}, {0}, {28.0 / 5}}), 1e-15) == "");
  }
}

TEST_CASE("keys are turned once, not once per token", "[decode]") {
  // The lists of the positions of all keys that are turned would be 3 to 4 MiB.
  const auto bytes = [](const DecodeProblem& p) {
    const auto before = allocatedBytes();
    CHECK(std::holds_alternative<DecodeTrace>(decode(p)));
    return double(allocatedBytes() - before);
  };
  DecodeProblem p;
  p.q_hqd = p.k_hkd = p.v_hkc = {Matrix<double>::Ones(1024, 2)};
  for (const auto capacity : {1024, 512}) {
    p.capacity = capacity;
    p.rotary.reset();
    const double without = bytes(p);
    p.rotary = Rotary{};
    CHECK(bytes(p) - without < 1 << 20);
  }
}
