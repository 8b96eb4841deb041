#include "attention/block.h"

#include <cmath>

#include "support/brute_heads.h"
#include "support/catch.h"
#include "support/compare.h"
#include "support/found.h"
#include "support/matrices.h"
#include "support/random_problem.h"

using namespace attention;
using namespace attention::testing;

namespace {

using List = std::vector<double>;

Matrix<double> zeros(Index rows, Index columns) { return Matrix<double>::Zero(rows, columns); }

BlockTrace traceOf(const BlockProblem& p) { return std::get<BlockTrace>(block(p)); }

StackTrace traceOf(const StackProblem& p) { return std::get<StackTrace>(stack(p)); }

constexpr Index width = 6;

MultiHeadProblem<double> randomAttention(Dice& dice, Index source = width) {
  const auto w = [&](Index rows, Index columns) -> Matrix<double> {
    return randomNumbers<double>(dice, rows, columns) / 2;
  };
  MultiHeadProblem<double> p;
  p.wq = {w(width, 3), w(width, 3)};
  p.wk = {w(source, 3)};
  p.wv = {w(source, 2)};
  p.wo = w(4, width);
  return p;
}

FeedForwardProblem randomFeedForward(Dice& dice) {
  FeedForwardProblem p;
  p.w1 = randomNumbers<double>(dice, width, 7) / 2;
  p.b1 = list(randomNumbers<double>(dice, 1, 7));
  p.w2 = randomNumbers<double>(dice, 7, width) / 2;
  return p;
}

StateSpacePart randomStateSpace(Dice& dice) {
  StateSpacePart part;
  part.layer.a = randomNumbers<double>(dice, 3, 2) / 2;
  part.layer.b = randomNumbers<double>(dice, 3, 2);
  part.layer.c = randomNumbers<double>(dice, 3, 2);
  part.wIn = randomNumbers<double>(dice, width, 3);
  part.wOut = randomNumbers<double>(dice, 3, width) / 2;
  return part;
}

NormWeights randomNorm(Dice& dice) {
  return {list(randomNumbers<double>(dice, 1, width)), list(randomNumbers<double>(dice, 1, width))};
}

/// Attention and feed-forward, every weight drawn.
BlockWeights randomBlock(Dice& dice) {
  BlockWeights w;
  w.attention = randomAttention(dice);
  w.feedForward = randomFeedForward(dice);
  w.norms = {randomNorm(dice), randomNorm(dice)};
  return w;
}

/// A decoder's: all three parts, the cross part on a context of width 5.
BlockWeights randomDecoder(Dice& dice) {
  BlockWeights w = randomBlock(dice);
  w.attention->options.causal = Causal::topLeft;
  w.cross = randomAttention(dice, 5);
  w.norms[2] = randomNorm(dice);
  return w;
}

/// Each part by itself, called as anybody would.
Matrix<double> attend(MultiHeadProblem<double> part, const Matrix<double>& x,
                      const std::optional<Matrix<double>>& context = {}) {
  part.x = x;
  part.context = context;
  return std::get<MultiHeadTrace>(multiHead(part)).output;
}

Matrix<double> feed(FeedForwardProblem part, const Matrix<double>& x) {
  part.x = x;
  return std::get<FeedForwardTrace>(feedForward(part)).output;
}

Matrix<double> norm(const BlockWeights& w, std::size_t i, const Matrix<double>& x) {
  return std::get<NormTrace>(
             normalize({x, w.norms[i].gain, w.norms[i].bias, w.epsilon, w.normalization}))
      .output;
}

/// Rows in the order p: row i of the result is row p[i].
Matrix<double> permuted(const Matrix<double>& x, const std::vector<Index>& p) {
  Matrix<double> result(x.rows(), x.cols());
  for (std::size_t i = 0; i < p.size(); ++i) result.row(Index(i)) = x.row(p[i]);
  return result;
}

}  // namespace

TEST_CASE("a pre-norm block by hand", "[block]") {
  // Two numbers per token, normed to -1 and 1 (epsilon 0). One head that reads values only: scores
  // are 0, so that each token gets the mean of both normed rows, [0, 0], plus the bias of wo.
  BlockProblem p{matrix({{1, 3}, {8, 2}})};
  p.weights.epsilon = 0;
  auto& attention = p.weights.attention.emplace();
  attention.wq = attention.wk = {zeros(2, 1)};
  attention.wv = {Matrix<double>::Identity(2, 2)};
  attention.wo = Matrix<double>::Identity(2, 2);
  attention.bo = List{1, 0};
  // Of the normed sums [2, 3] -> [-1, 1] and [9, 2] -> [1, -1], relu keeps one number of two; gain
  // and bias of norm2 make it [-2, 3] and [2, 1].
  auto& feedForward = p.weights.feedForward.emplace();
  feedForward.w1 = Matrix<double>::Identity(2, 2);
  feedForward.w2 = matrix({{1, 0}, {0, 10}});
  feedForward.activation = Activation::relu;
  p.weights.norms[1] = {List{2, 1}, List{0, 2}};
  const auto t = traceOf(p);
  CHECK(t.attention->norm.output == matrix({{-1, 1}, {1, -1}}));
  CHECK(t.attention->norm.mean == List{2, 5});
  CHECK(t.attention->part.attention.weights_hqk.at(0) == matrix({{0.5, 0.5}, {0.5, 0.5}}));
  CHECK(t.attention->part.output == matrix({{1, 0}, {1, 0}}));
  CHECK(t.attention->residual == matrix({{2, 3}, {9, 2}}));
  CHECK(t.feedForward->norm.output == matrix({{-2, 3}, {2, 1}}));
  CHECK(t.feedForward->part.activated == matrix({{0, 3}, {2, 1}}));
  CHECK(t.feedForward->part.output == matrix({{0, 30}, {2, 10}}));
  CHECK(t.output == matrix({{2, 33}, {11, 12}}));
  CHECK(!t.cross);
  CHECK(!t.stateSpace);
}

TEST_CASE("the same in post-norm", "[block]") {
  BlockProblem p{matrix({{1, 3}, {8, 2}})};
  p.weights.place = NormPlace::post;
  p.weights.epsilon = 0;
  auto& attention = p.weights.attention.emplace();
  attention.wq = attention.wk = {zeros(2, 1)};
  attention.wv = {Matrix<double>::Identity(2, 2)};
  attention.wo = Matrix<double>::Identity(2, 2);
  p.weights.norms[0] = {List{2, 1}, List{0, 2}};
  const auto t = traceOf(p);
  // The mean of both rows, [4.5, 2.5], is added: [5.5, 5.5] has no spread, [12.5, 4.5] is [1, -1].
  CHECK(t.attention->part.output == matrix({{4.5, 2.5}, {4.5, 2.5}}));
  CHECK(t.attention->residual == matrix({{5.5, 5.5}, {12.5, 4.5}}));
  CHECK(t.attention->norm.output == matrix({{0, 2}, {2, 1}}));
  CHECK(t.output == matrix({{0, 2}, {2, 1}}));
}

TEST_CASE("a decoder block is its parts, one after the other", "[block]") {
  Dice dice(61);
  for (const auto normalization : {Normalization::layer, Normalization::rms}) {
    BlockWeights w = randomDecoder(dice);
    w.normalization = normalization;
    if (normalization == Normalization::rms)
      for (auto& n : w.norms) n.bias.reset();
    const auto x = randomNumbers<double>(dice, 4, width),
               context = randomNumbers<double>(dice, 3, 5);

    Matrix<double> h = x + attend(*w.attention, norm(w, 0, x));
    h += attend(*w.cross, norm(w, 1, h), context);
    h += feed(*w.feedForward, norm(w, 2, h));
    CHECK(difference(traceOf(BlockProblem{x, context, w}).output, h, 1e-14) == "");

    w.place = NormPlace::post;
    h = norm(w, 0, x + attend(*w.attention, x));
    h = norm(w, 1, h + attend(*w.cross, h, context));
    h = norm(w, 2, h + feed(*w.feedForward, h));
    const auto t = traceOf(BlockProblem{x, context, w});
    CHECK(difference(t.output, h, 1e-14) == "");
    CHECK(t.output == t.feedForward->norm.output);
    CHECK(t.cross->part.attention.weights_hqk.at(1).cols() == 3);
  }
}

TEST_CASE("the attention of a block against long double", "[block]") {
  Dice dice(62);
  BlockProblem p{randomNumbers<double>(dice, 5, width), {}, randomBlock(dice)};
  const auto t = traceOf(p);
  auto attention = *p.weights.attention;
  attention.x = t.attention->norm.output;
  const auto want = bruteHeads(attention);
  CHECK(difference(t.attention->part.output, want.output) == "");
  CHECK(difference(t.attention->part.attention.weights_hqk.at(1), want.weights.at(1)) == "");
}

TEST_CASE("a state-space layer takes the place of attention", "[block]") {
  Dice dice(63);
  BlockProblem p{randomNumbers<double>(dice, 5, width)};
  p.weights.stateSpace = randomStateSpace(dice);
  p.weights.feedForward = randomFeedForward(dice);
  const auto t = traceOf(p);
  StateSpaceProblem layer = p.weights.stateSpace->layer;
  layer.x = norm(p.weights, 0, p.x) * *p.weights.stateSpace->wIn;
  const auto want = std::get<StateSpaceTrace>(stateSpace(layer));
  CHECK(t.stateSpace->part.input == layer.x);
  CHECK(t.stateSpace->part.layer.states == want.states);
  CHECK(t.stateSpace->part.output == want.output * *p.weights.stateSpace->wOut);
  CHECK(t.stateSpace->residual == p.x + t.stateSpace->part.output);
  CHECK(t.output == t.stateSpace->residual + t.feedForward->part.output);

  // Without projections the channels are the columns of x.
  StateSpacePart plain;
  plain.layer.a = zeros(width, 1);
  plain.layer.b = plain.layer.c = Matrix<double>::Ones(width, 1);
  p.weights = {};
  p.weights.stateSpace = plain;
  CHECK(difference(traceOf(p).output, Matrix<double>(p.x + norm(p.weights, 0, p.x)), 1e-15) == "");
}

TEST_CASE("norms count the parts that there are", "[block]") {
  BlockProblem p{matrix({{1, 3}})};
  auto& feedForward = p.weights.feedForward.emplace();
  feedForward.w1 = feedForward.w2 = Matrix<double>::Identity(2, 2);
  p.weights.norms[0] = {List{0, 0}, List{5, 7}};
  CHECK(traceOf(p).feedForward->norm.output == matrix({{5, 7}}));
  // Without any part a block is the path past them.
  CHECK(traceOf(BlockProblem{p.x}).output == p.x);
}

TEST_CASE("parts that give nothing leave a pre-norm block without effect", "[block]") {
  Dice dice(64);
  BlockProblem p{randomNumbers<double>(dice, 4, width), {}, randomBlock(dice)};
  p.weights.attention->wo->setZero();
  p.weights.feedForward->w2.setZero();
  CHECK(traceOf(p).output == p.x);
  StackProblem deep{p.x, {}, {p.weights, p.weights, p.weights}};
  CHECK(traceOf(deep).output == p.x);
}

TEST_CASE("without positions, tokens in another order give the same in that order", "[block]") {
  Dice dice(65);
  const std::vector<Index> order = {3, 0, 4, 1, 2};
  for (const auto place : {NormPlace::pre, NormPlace::post}) {
    BlockProblem p{randomNumbers<double>(dice, 5, width), {}, randomBlock(dice)};
    p.weights.place = place;
    const auto want = permuted(traceOf(p).output, order);
    auto other = p;
    other.x = permuted(p.x, order);
    CHECK(difference(traceOf(other).output, want, 1e-13) == "");
    other.weights.attention->options.causal = Causal::topLeft;
    CHECK(difference(traceOf(other).output, want, 1e-3) != "");
  }
}

TEST_CASE("later tokens do not change earlier ones, whatever the depth", "[block]") {
  Dice dice(66);
  StackProblem p{randomNumbers<double>(dice, 6, width)};
  p.context = randomNumbers<double>(dice, 3, 5);
  p.layers = {randomDecoder(dice), randomDecoder(dice), randomDecoder(dice)};
  p.layers[1].place = NormPlace::post;
  p.layers[2].attention.reset();
  p.layers[2].stateSpace = randomStateSpace(dice);
  p.finalNorm.emplace();
  const auto before = traceOf(p);
  p.x.bottomRows(2).setConstant(NaN);
  const auto after = traceOf(p);
  CHECK(after.output.topRows(4) == before.output.topRows(4));
  CHECK(after.output.bottomRows(2).array().isNaN().all());
  // The context is seen whole by every token: its last row changes the first one.
  p.context->row(2) *= 2;
  CHECK(difference(traceOf(p).output.topRows(1).eval(), before.output.topRows(1).eval(), 1e-6) !=
        "");
}

TEST_CASE("a window reaches one window further with every layer", "[block]") {
  Dice dice(67);
  StackProblem p{randomNumbers<double>(dice, 8, width)};
  p.layers = {randomBlock(dice), randomBlock(dice)};
  for (auto& layer : p.layers) {
    layer.attention->options.causal = Causal::topLeft;
    layer.attention->options.window = 2;
  }
  const auto before = traceOf(p);
  p.x.row(3).setConstant(NaN);
  const auto after = traceOf(p);
  // After two layers of window 2, token 3 is in tokens 3, 4 and 5, and in no other.
  for (const Index t : {0, 1, 2, 6, 7}) CHECK(after.output.row(t) == before.output.row(t));
  for (const Index t : {3, 4, 5}) CHECK(after.output.row(t).array().isNaN().all());
}

TEST_CASE("a stack is its blocks, and a norm behind them", "[block]") {
  Dice dice(68);
  StackProblem p{randomNumbers<double>(dice, 4, width)};
  p.layers = {randomBlock(dice), randomBlock(dice)};
  const auto first = traceOf(BlockProblem{p.x, {}, p.layers[0]});
  const auto second = traceOf(BlockProblem{first.output, {}, p.layers[1]});
  auto t = traceOf(p);
  CHECK(t.layers.size() == 2);
  CHECK(t.layers[0].output == first.output);
  CHECK(t.layers[1].attention->residual == second.attention->residual);
  CHECK(t.output == second.output);
  CHECK(!t.finalNorm);
  p.finalNorm.emplace();
  p.finalNorm->normalization = Normalization::rms;
  p.finalNorm->gain = List(width, 2);
  t = traceOf(p);
  NormProblem last = *p.finalNorm;
  last.x = second.output;
  CHECK(t.output == std::get<NormTrace>(normalize(last)).output);
  CHECK(t.output == t.finalNorm->output);
}

TEST_CASE("what a block refuses, and where", "[block]") {
  Dice dice(69);
  BlockProblem good{zeros(3, width), zeros(4, 5), randomDecoder(dice)};
  CHECK(found(good) == "none");
  const auto with = [&](auto change) {
    BlockProblem p = good;
    change(p, p.weights);
    CHECK(std::holds_alternative<Error>(block(p)));
    return found(p);
  };
  CHECK(with([](auto& p, auto&) { p.x = zeros(0, width); }) == "empty: x 0 6");
  CHECK(with([](auto& p, auto&) { p.context = zeros(4, 0); }) == "empty: context 4 0");
  CHECK(with([](auto& p, auto&) { p.context = zeros(4, 3); }) ==
        "innerMismatch: cross.wk / context 5 3");
  CHECK(with([](auto& p, auto&) { p.context.reset(); }) == "needs: cross / context");
  CHECK(with([](auto&, auto& w) {
          w.cross.reset();
          w.norms[2] = {};
        }) == "needs: context / cross");
  CHECK(with([&](auto&, auto& w) { w.stateSpace = randomStateSpace(dice); }) ==
        "excludes: stateSpace / attention");
  CHECK(with([](auto&, auto& w) { w.epsilon = -1; }) == "range: epsilon -1 0");
  CHECK(with([](auto&, auto& w) { w.epsilon = NaN; }) == "notFinite: epsilon");
  // Of attention: fields of its own are told as its own, x is the block's.
  CHECK(with([](auto&, auto& w) {
          w.attention->wq = {zeros(5, 3), zeros(5, 3)};
        }) == "innerMismatch: attention.wq / x 5 6");
  CHECK(with([](auto&, auto& w) { w.attention->wk = {zeros(width, 4)}; }) ==
        "widthMismatch: attention.wk / attention.wq 4 3 1 2");
  CHECK(with([](auto&, auto& w) { w.attention->wo = zeros(4, 5); }) ==
        "shape: attention.wo 4 5 4 6");
  CHECK(with([](auto&, auto& w) { w.attention->wo.reset(); }) == "shape: attention.merged 3 4 3 6");
  CHECK(with([](auto&, auto& w) { w.attention->options.sinks = 1; }) ==
        "needs: attention.sinks / attention.window");
  CHECK(with([](auto&, auto& w) { w.cross->options.causal = Causal::topLeft; }) ==
        "excludes: cross.causal / context");
  CHECK(with([](auto&, auto& w) { w.cross->options.keyPadding = {true}; }) ==
        "paddingLength: cross.keyPadding 1 4");
  // Of the feed-forward part.
  CHECK(with([](auto&, auto& w) { w.feedForward->w1 = zeros(5, 7); }) ==
        "innerMismatch: feedForward.w1 / x 5 6");
  CHECK(with([](auto&, auto& w) { w.feedForward->w2 = zeros(7, 5); }) ==
        "shape: feedForward.w2 7 5 7 6");
  CHECK(with([](auto&, auto& w) { w.feedForward->activation = Activation::swiglu; }) ==
        "needs: feedForward.activation / feedForward.wGate");
  // Of the norms.
  CHECK(with([](auto&, auto& w) { w.norms[0].gain = List(5); }) == "entries: norm1.gain 5 6");
  CHECK(with([](auto&, auto& w) { w.norms[2].bias = List(7); }) == "entries: norm3.bias 7 6");
  CHECK(with([](auto&, auto& w) { w.normalization = Normalization::rms; }) ==
        "excludes: norm1.bias / normalization: \"rms\"");
  CHECK(with([](auto&, auto& w) { w.feedForward.reset(); }) == "needs: norm3 / feedForward");
  CHECK(with([](auto&, auto& w) { w.attention.reset(); }) == "needs: norm3 / attention");
  good.context.reset();
  good.weights.cross.reset();
  CHECK(found(good) == "needs: norm3 / cross");
}

TEST_CASE("what a block refuses of a state-space layer", "[block]") {
  Dice dice(70);
  BlockProblem good{zeros(3, width)};
  good.weights.stateSpace = randomStateSpace(dice);
  CHECK(found(good) == "none");
  const auto with = [&](auto change) {
    BlockProblem p = good;
    change(*p.weights.stateSpace);
    CHECK(std::holds_alternative<Error>(block(p)));
    return found(p);
  };
  CHECK(with([](auto& s) { s.wIn = zeros(width, 0); }) == "empty: stateSpace.wIn 6 0");
  CHECK(with([](auto& s) { s.wIn = zeros(5, 3); }) == "innerMismatch: stateSpace.wIn / x 5 6");
  CHECK(with([](auto& s) { s.wOut = zeros(3, 5); }) == "shape: stateSpace.wOut 3 5 3 6");
  CHECK(with([](auto& s) { s.wOut.reset(); }) == "needs: stateSpace.wIn / stateSpace.wOut");
  CHECK(with([](auto& s) { s.wIn.reset(); }) == "shape: stateSpace.a 3 2 6 2");
  CHECK(with([](auto& s) { s.layer.b = zeros(3, 1); }) == "shape: stateSpace.b 3 1 3 2");
}

TEST_CASE("what a stack refuses, and in which layer", "[block]") {
  Dice dice(71);
  StackProblem good{zeros(3, width)};
  good.layers = {randomBlock(dice), randomBlock(dice)};
  good.finalNorm.emplace();
  CHECK(found(good) == "none");
  const auto with = [&](auto change) {
    StackProblem p = good;
    change(p);
    CHECK(std::holds_alternative<Error>(stack(p)));
    return found(p);
  };
  CHECK(with([](auto& p) { p.x = zeros(3, 0); }) == "empty: x 3 0");
  CHECK(with([](auto& p) { p.layers.clear(); }) == "empty: layers 0");
  CHECK(with([](auto& p) { p.context = zeros(2, 2); }) == "needs: context / cross");
  CHECK(with([](auto& p) { p.layers[1].feedForward->w1 = zeros(5, 7); }) ==
        "innerMismatch: layers[1].feedForward.w1 / x 5 6");
  CHECK(with([](auto& p) { p.layers[0].attention->wk = {zeros(width, 4)}; }) ==
        "widthMismatch: layers[0].attention.wk / layers[0].attention.wq 4 3 1 2");
  CHECK(with([&](auto& p) { p.layers[1].cross = randomAttention(dice, 5); }) ==
        "needs: layers[1].cross / context");
  CHECK(with([](auto& p) { p.layers[1].normalization = Normalization::rms; }) ==
        "excludes: layers[1].norm1.bias / layers[1].normalization: \"rms\"");
  CHECK(with([](auto& p) { p.finalNorm->gain = List(5); }) == "entries: finalNorm.gain 5 6");
  CHECK(with([](auto& p) {
          p.finalNorm->normalization = Normalization::rms;
          p.finalNorm->bias = List(width);
        }) == "excludes: finalNorm.bias / finalNorm.normalization: \"rms\"");
}

TEST_CASE("sizes beyond the caps are refused before they are computed", "[block]") {
  Dice dice(72);
  BlockProblem p{zeros(4097, width), {}, randomBlock(dice)};
  CHECK(found(p) == "tooLarge: attention.scores 33570818 16777216");
  p.weights.attention.reset();
  p.weights.norms = {};
  p.weights.feedForward->w1 = zeros(width, 4096);
  p.weights.feedForward->b1.reset();
  p.weights.feedForward->w2 = zeros(4096, width);
  CHECK(found(p) == "tooLarge: feedForward.hidden 16781312 16777216");
  CHECK(found(BlockProblem{zeros(4097, 4096)}) == "tooLarge: output 16781312 16777216");
  // Two layers that fit one by one: 2 heads of 2048 x 2048 weights and 2048 x 7 hidden numbers each.
  StackProblem two{zeros(2048, width), {}, {randomBlock(dice), randomBlock(dice)}};
  CHECK(found(two) == "tooLarge: layers 16805888 16777216");
  two.layers.pop_back();
  CHECK(found(two) == "none");
}

TEST_CASE("layers are counted before any is computed", "[block]") {
  StackProblem p;
  p.x = Matrix<double>::Ones(1, 1);
  p.layers.resize(100'000);
  CHECK(validate(p)->field == "layers");
  CHECK(validate(p)->values == std::vector<double>{100'000, 1024});
}

TEST_CASE("heads of all layers are counted before any is computed", "[block]") {
  MultiHeadProblem<double> part;
  const Heads<double> ones(4096, Matrix<double>::Ones(1, 1));
  part.wq = part.wk = part.wv = ones;
  part.wo = Matrix<double>::Ones(4096, 1);
  StackProblem p;
  p.x = Matrix<double>::Ones(1, 1);
  p.layers.resize(16);
  for (auto& layer : p.layers) layer.attention = part;
  CHECK(found(p) == "none");
  p.layers.resize(17);
  p.layers[16].attention = part;
  CHECK(found(p) == "tooLarge: layers / heads 69632 65536");
}
