#include "attention/validate.h"

#include <limits>
#include <set>
#include <string>

#include "attention/tiled.h"
#include "support/catch.h"
#include "support/found.h"
#include "support/matrices.h"

using namespace attention;
using namespace attention::testing;

namespace {

Matrix<double> zeros(Index rows, Index columns) { return Matrix<double>::Zero(rows, columns); }

/// 3 queries on 4 keys, d = 2, c = 5.
Problem<double> good() { return oneHead(zeros(3, 2), zeros(4, 2), zeros(4, 5)); }

SelfProblem<double> goodSelf() { return {zeros(3, 4), zeros(4, 2), zeros(4, 2), zeros(4, 5), {}}; }

}  // namespace

TEST_CASE("good problems pass", "[validate]") {
  CHECK(found(good()) == "none");
  CHECK(found(goodSelf()) == "none");
  CHECK(found(oneHead(zeros(1, 1), zeros(1, 1), zeros(1, 1))) == "none");
  auto p = good();
  p.options.scale = 0;
  p.options.window = 1;
  p.options.sinks = 9;
  p.options.causal = Causal::bottomRight;
  p.options.attend = Matrix<bool>::Constant(3, 4, false);
  p.options.keyPadding = std::vector<bool>(4, true);
  p.options.bias = {Matrix<double>::Constant(3, 4, NaN)};
  CHECK(found(p) == "none");
}

TEST_CASE("empty: a matrix without rows or columns", "[validate]") {
  CHECK(found(oneHead(zeros(0, 2), zeros(4, 2), zeros(4, 5))) == "empty: q 0 2");
  CHECK(found(oneHead(zeros(3, 2), zeros(0, 2), zeros(0, 5))) == "empty: k 0 2");
  CHECK(found(oneHead(zeros(3, 2), zeros(4, 2), zeros(4, 0))) == "empty: v 4 0");
  CHECK(found(oneHead(zeros(3, 0), zeros(4, 0), zeros(4, 5))) == "empty: q 3 0");
  auto p = goodSelf();
  p.x = zeros(0, 4);
  CHECK(found(p) == "empty: x 0 4");
  p = goodSelf();
  p.wv = zeros(4, 0);
  CHECK(found(p) == "empty: wv 4 0");
}

TEST_CASE("empty: no heads at all", "[validate]") {
  auto p = good();
  p.q_hqd.clear();
  CHECK(found(p) == "empty: q 0 0");
  p = good();
  p.v_hkc.clear();
  CHECK(found(p) == "empty: v 0 0");
}

TEST_CASE("widthMismatch: queries and keys of different width", "[validate]") {
  CHECK(found(oneHead(zeros(3, 2), zeros(4, 3), zeros(4, 5))) == "widthMismatch: k / q 3 2");
  auto p = goodSelf();
  p.wk = zeros(4, 7);
  CHECK(found(p) == "widthMismatch: wk / wq 7 2");
}

TEST_CASE("lengthMismatch: keys and values of different number", "[validate]") {
  CHECK(found(oneHead(zeros(3, 8), zeros(5, 8), zeros(6, 8))) == "lengthMismatch: v / k 6 5");
  CHECK(found(oneHead(zeros(3, 8), zeros(5, 8), zeros(4, 8))) == "lengthMismatch: v / k 4 5");
}

TEST_CASE("headsMismatch: KV heads that do not divide the heads", "[validate]") {
  auto p = good();
  p.q_hqd.assign(3, zeros(3, 2));
  CHECK(found(p) == "none");
  p.k_hkd.assign(2, zeros(4, 2));
  p.v_hkc.assign(2, zeros(4, 5));
  CHECK(found(p) == "headsMismatch: k / q 2 3");
  p.q_hqd.assign(4, zeros(3, 2));
  CHECK(found(p) == "none");
  p.q_hqd.assign(1, zeros(3, 2));
  CHECK(found(p) == "headsMismatch: k / q 2 1");
  p.q_hqd.assign(4, zeros(3, 2));
  p.v_hkc.assign(4, zeros(4, 5));
  CHECK(found(p) == "headsMismatch: v / k 4 2");
}

TEST_CASE("headShape: a head of another shape than the first", "[validate]") {
  auto p = good();
  p.q_hqd = {zeros(3, 2), zeros(3, 2), zeros(2, 3)};
  CHECK(found(p) == "headShape: q 3 2 3 3 2");
  p = good();
  p.q_hqd.assign(2, zeros(3, 2));
  p.k_hkd = {zeros(4, 2), zeros(5, 2)};
  p.v_hkc.assign(2, zeros(4, 5));
  CHECK(found(p) == "headShape: k 2 5 2 4 2");
  p.k_hkd.assign(2, zeros(4, 2));
  p.v_hkc = {zeros(4, 5), zeros(4, 0)};
  CHECK(found(p) == "headShape: v 2 4 0 4 5");
}

TEST_CASE("headsMismatch: one bias, or one per head", "[validate]") {
  auto p = good();
  p.q_hqd.assign(3, zeros(3, 2));
  p.options.bias.assign(1, zeros(3, 4));
  CHECK(found(p) == "none");
  p.options.bias.assign(3, zeros(3, 4));
  CHECK(found(p) == "none");
  p.options.bias.assign(2, zeros(3, 4));
  CHECK(found(p) == "headsMismatch: bias / q 2 3");
}

TEST_CASE("innerMismatch: a projection that does not fit x", "[validate]") {
  auto p = goodSelf();
  p.wq = zeros(3, 2);
  CHECK(found(p) == "innerMismatch: wq / x 3 4");
  p = goodSelf();
  p.wk = zeros(5, 2);
  CHECK(found(p) == "innerMismatch: wk / x 5 4");
  p = goodSelf();
  p.wv = zeros(1, 5);
  CHECK(found(p) == "innerMismatch: wv / x 1 4");
}

TEST_CASE("maskShape: attend and bias are queries by keys", "[validate]") {
  auto p = good();
  p.options.attend = Matrix<bool>::Constant(4, 3, true);
  CHECK(found(p) == "maskShape: attend 4 3 3 4");
  p = good();
  p.options.bias = {zeros(3, 5)};
  CHECK(found(p) == "maskShape: bias 3 5 3 4");
  p.q_hqd.assign(2, zeros(3, 2));
  p.options.bias = {zeros(3, 4), zeros(2, 4)};
  CHECK(found(p) == "maskShape: bias 2 4 3 4");
  auto self = goodSelf();
  self.options.attend = Matrix<bool>::Constant(3, 4, true);
  CHECK(found(self) == "maskShape: attend 3 4 3 3");
}

TEST_CASE("paddingLength: one entry per key", "[validate]") {
  auto p = good();
  p.options.keyPadding = std::vector<bool>(3, false);
  CHECK(found(p) == "paddingLength: keyPadding 3 4");
  p.options.keyPadding = std::vector<bool>{};
  CHECK(found(p) == "paddingLength: keyPadding 0 4");
}

TEST_CASE("range: a window sees at least the token itself, sinks are not negative", "[validate]") {
  auto p = good();
  p.options.window = 0;
  CHECK(found(p) == "range: window 0 1");
  p.options.window = -1;
  CHECK(found(p) == "range: window -1 1");
  p.options.window = 1;
  p.options.sinks = -2;
  CHECK(found(p) == "range: sinks -2 0");
}

TEST_CASE("dilation: steps of a window, from 1", "[validate]") {
  auto p = good();
  p.options.window = 2;
  p.options.dilation = std::numeric_limits<std::int64_t>::max();
  CHECK(found(p) == "none");
  p.options.dilation = 0;
  CHECK(found(p) == "range: dilation 0 1");
  p.options.dilation = 2;
  p.options.window.reset();
  CHECK(found(p) == "needs: dilation / window");
  p.options.blocks = {3, Matrix<bool>::Constant(1, 2, true)};
  CHECK(found(p) == "needs: dilation / window");
  p.options.dilation = 1;
  CHECK(found(p) == "none");
}

TEST_CASE("globals: keys that rise, as exceptions to something", "[validate]") {
  const auto globals = [](std::vector<std::int64_t> list) {
    auto p = good();
    p.options.window = 1;
    p.options.globals = std::move(list);
    return p;
  };
  CHECK(found(globals({})) == "none");
  CHECK(found(globals({0, 1, 2, 3})) == "none");
  CHECK(found(globals({4})) == "atMost: globals 4 3 1");
  CHECK(found(globals({-1, 2})) == "range: globals -1 0 1");
  CHECK(found(globals({0, 2, 2})) == "order: globals 3 2 2");
  CHECK(found(globals({3, 1})) == "order: globals 2 1 3");
  auto p = globals({1});
  p.options.window.reset();
  CHECK(found(p) == "needs: globals / window");
  p.options.blocks = {3, Matrix<bool>::Constant(1, 2, true)};
  CHECK(found(p) == "none");
}

TEST_CASE("blocks: as many as positions and keys have", "[validate]") {
  const auto blocks = [](std::int64_t size, Index rows, Index columns) {
    auto p = good();
    p.options.blocks = {size, Matrix<bool>::Constant(rows, columns, true)};
    return p;
  };
  CHECK(found(blocks(2, 2, 2)) == "none");
  CHECK(found(blocks(1, 3, 4)) == "none");
  CHECK(found(blocks(std::numeric_limits<std::int64_t>::max(), 1, 1)) == "none");
  CHECK(found(blocks(2, 2, 1)) == "shape: blocks.visible 2 1 2 2");
  CHECK(found(blocks(3, 2, 2)) == "shape: blocks.visible 2 2 1 2");
  CHECK(found(blocks(2, 0, 0)) == "shape: blocks.visible 0 0 2 2");
  CHECK(found(blocks(0, 2, 2)) == "range: blocks.size 0 1");
  CHECK(found(blocks(-3, 2, 2)) == "range: blocks.size -3 1");
  // Query positions are counted among the keys: up to 4 of them here, and as few as 1 there.
  auto p = blocks(2, 2, 2);
  p.options.causal = Causal::bottomRight;
  CHECK(found(p) == "none");
  p = blocks(1, 3, 4);
  p.options.causal = Causal::bottomRight;
  CHECK(found(p) == "shape: blocks.visible 3 4 4 4");
  p.k_hkd = {zeros(1, 2)};
  p.v_hkc = {zeros(1, 5)};
  p.options.blocks = {1, Matrix<bool>::Constant(1, 1, true)};
  CHECK(found(p) == "none");
}

TEST_CASE("alibi: a finite slope for every head", "[validate]") {
  auto p = good();
  p.q_hqd.assign(3, zeros(3, 2));
  p.options.alibi = {0.5, 0, -1};
  CHECK(found(p) == "none");
  p.options.alibi = {0.5, 0.25};
  CHECK(found(p) == "entries: alibi 2 3");
  p.options.alibi.emplace();
  CHECK(found(p) == "entries: alibi 0 3");
  for (const double slope : {NaN, inf, -inf}) {
    p.options.alibi = {0.5, slope, 1};
    CHECK(found(p) == "notFinite: alibi 2");
  }
}

TEST_CASE("notFinite: a scale that is no number", "[validate]") {
  for (const double scale : {NaN, inf, -inf}) {
    auto p = good();
    p.options.scale = scale;
    CHECK(found(p) == "notFinite: scale");
    auto self = goodSelf();
    self.options.scale = scale;
    CHECK(found(self) == "notFinite: scale");
  }
}

TEST_CASE("needs: sinks mean nothing without a window or blocks", "[validate]") {
  auto p = good();
  p.options.sinks = 1;
  CHECK(found(p) == "needs: sinks / window");
  p.options.blocks = {3, Matrix<bool>::Constant(1, 2, true)};
  CHECK(found(p) == "none");
}

TEST_CASE("tooLarge: what a trace would hold is limited", "[validate]") {
  const std::string most = std::to_string(judge::maxNumbers);
  CHECK(judge::maxNumbers == 4096 * 4096);
  CHECK(found(oneHead(zeros(4096, 1), zeros(4096, 1), zeros(4096, 1))) == "none");
  CHECK(found(oneHead(zeros(4097, 1), zeros(4096, 1), zeros(4096, 1))) ==
        "tooLarge: scores " + std::to_string(4097 * 4096) + " " + most);
  // Two heads share the limit; the output counts as well as the scores.
  auto p = oneHead(zeros(4096, 1), zeros(4096, 1), zeros(4096, 1));
  p.q_hqd.push_back(p.q_hqd[0]);
  CHECK(found(p) == "tooLarge: scores " + std::to_string(2 * 4096 * 4096) + " " + most);
  CHECK(found(oneHead(zeros(8192, 1), zeros(1, 1), zeros(1, 2049))) ==
        "tooLarge: output " + std::to_string(8192 * 2049) + " " + most);
  CHECK(found(SelfProblem<double>{zeros(4097, 1), zeros(1, 1), zeros(1, 1), zeros(1, 1), {}}) ==
        "tooLarge: scores " + std::to_string(4097 * 4097) + " " + most);
}

TEST_CASE("size: sizes of any number", "[validate]") {
  CHECK_FALSE(judge::size("random", 4096, 4096));
  for (const double rows : {4097.0, 4294967297.0, 1e300}) {
    const auto error = judge::size("random", rows, 4096);
    REQUIRE(error);
    CHECK(error->code == ErrorCode::tooLarge);
    CHECK(error->field == "random");
    CHECK(error->values == std::vector<double>{rows * 4096, double(judge::maxNumbers)});
  }
}

TEST_CASE("the same in float", "[validate]") {
  CHECK(found(cast<float>(good())) == "none");
  auto p = cast<float>(good());
  p.options.window = 0;
  CHECK(found(p) == "range: window 0 1");
}

TEST_CASE("every code has its own name", "[validate]") {
  CHECK(name(ErrorCode::type) == std::string("type"));
  CHECK(name(ErrorCode::maskShape) == std::string("maskShape"));
  CHECK(name(ErrorCode::memory) == std::string("memory"));
  const std::set<std::string> names(errorCodeNames.begin(), errorCodeNames.end());
  CHECK(names.size() == errorCodeNames.size());
}

TEST_CASE("the tiled path is told its memory before anything is copied", "[validate]") {
  const judge::Shape q{1, 8, 4}, k{1, 8, 4}, v{1, 8, 4};
  CHECK(!validateTiled(q, k, v, 0));
  // Output and log-sum-exp: 8 rows of 5 numbers.
  const double own = 8 * 5 * 4 + double(tiledScratchBytes({1, 1, 8, 8, 4, 4}));
  CHECK(!validateTiled(q, k, v, double(maxTiledBytes) - own));
  const auto error = validateTiled(q, k, v, double(maxTiledBytes) - own + 1);
  REQUIRE(error);
  CHECK(error->code == ErrorCode::memoryLimit);
  CHECK(error->values == std::vector<double>{double(maxTiledBytes) + 1, double(maxTiledBytes)});
  CHECK(validateTiled(q, {1, 8, 3}, v, 0)->code == ErrorCode::widthMismatch);
  CHECK(validateTiled(q, k, {1, 7, 4}, 0)->code == ErrorCode::lengthMismatch);
  CHECK(validateTiled({3, 8, 4}, {2, 8, 4}, {2, 8, 4}, 0)->code == ErrorCode::headsMismatch);
  CHECK(validateTiled({1, 0, 4}, k, v, 0)->code == ErrorCode::empty);
}

TEST_CASE("scratch beyond the addresses of WebAssembly is counted, and refused", "[validate]") {
  // One panel of 8: (2 width + 2) * 8 floats, and 260 keys of width + 8.
  const std::int64_t width = std::int64_t{1} << 23;
  CHECK(tiledScratchBytes({1, 1, 8, 8, Index(width), Index(width)}) ==
        4 * ((2 * width + 2) * 8 + 260 * (width + 8)));
  const judge::Shape q{1, 8, Index(width)};
  const auto error = validateTiled(q, q, q, 0);
  REQUIRE(error);
  CHECK(error->code == ErrorCode::memoryLimit);
}

TEST_CASE("attention that would take minutes is refused", "[validate]") {
  const auto zeros = [](Index rows, Index columns) {
    return Matrix<double>(Matrix<double>::Zero(rows, columns));
  };
  const auto wide = [&](Index d) {
    return oneHead(zeros(4096, d), zeros(4096, d), zeros(4096, d));
  };
  CHECK(!validate(wide(128)));
  CHECK(validate(wide(256))->field == "output");
  CHECK(validate(wide(256))->values == std::vector<double>{0x1p24 * (512 + 32), 6e9});
}

TEST_CASE("a single head's queries and values are held to the cap of every matrix", "[validate]") {
  const auto zeros = [](Index rows, Index columns) {
    return Matrix<double>(Matrix<double>::Zero(rows, columns));
  };
  SelfProblem<double> p{zeros(1025, 1), zeros(1, 16384), zeros(1, 16384), zeros(1, 1), {}};
  CHECK(validate(p)->field == "q");
  CHECK(validate(p)->values == std::vector<double>{1025 * 16384, 16777216});
  p = {zeros(1025, 1), zeros(1, 1), zeros(1, 1), zeros(1, 16384), {}};
  CHECK(validate(p)->field == "v");
}

TEST_CASE("an entry of a list is told by its place", "[validate]") {
  const Matrix<double> three = Matrix<double>::Zero(3, 1);
  auto p = oneHead(three, three, three);
  p.options.window = 2;
  p.options.globals = {0, 3};
  CHECK(validate(p)->values == std::vector<double>{3, 2, 2});
  p.options.globals.clear();
  p.options.alibi = std::vector<double>{NaN};
  CHECK(validate(p)->values == std::vector<double>{1});
  p.options.alibi.reset();
  p.options.blocks = {2, Matrix<bool>::Constant(1, 2, true)};
  CHECK(validate(p)->field == "blocks.visible");
}
