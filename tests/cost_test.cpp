#include "attention/cost.h"

#include <sstream>
#include <string>

#include "attention/mask.h"
#include "attention/parameters.h"
#include "attention/tiled.h"
#include "support/catch.h"

using namespace attention;

namespace {

constexpr std::int64_t largest = (std::int64_t{1} << 53) - 1;

/// Llama 2 7B at 4096 tokens in 16 bits.
CacheBytesProblem cacheProblem() {
  CacheBytesProblem p;
  p.layers = 32;
  p.kvHeads = 32;
  p.headDim = 128;
  p.tokens = 4096;
  p.bytesPerElement = 2;
  return p;
}

CostProblem costProblem(CostKind kind) {
  CostProblem p;
  p.kind = kind;
  p.tokens = 7;
  p.heads = 3;
  p.headDim = 5;
  p.valueDim = 2;
  if (kind == CostKind::window) p.window = 3;
  return p;
}

ParametersProblem parametersProblem() {
  ParametersProblem p;
  p.layers = 32;
  p.modelWidth = 4096;
  p.heads = 32;
  p.kvHeads = 8;
  p.headDim = 128;
  return p;
}

StackCostProblem stackProblem() {
  StackCostProblem p;
  p.layers = {
      {CostKind::causal, 2, {}, {}}, {CostKind::window, 6, 3, {}}, {CostKind::linear, 4, {}, 16}};
  p.tokens = 7;
  p.heads = 4;
  p.kvHeads = 2;
  p.headDim = 8;
  p.bytesPerElement = 2;
  return p;
}

/// The error as one line, which a failing CHECK prints.
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

template <class T>
std::string refused(const Result<T>& result) {
  const auto* error = std::get_if<Error>(&result);
  if (!error) return "none";
  return std::string(name(error->code)) + ": " + error->field + " / " + error->other;
}

std::string bytes(const CacheBytesProblem& p) {
  return std::get<CacheBytesTrace>(cacheBytes(p)).bytes.decimal();
}

CostTrace cost(const CostProblem& p) { return std::get<CostTrace>(attentionCost(p)); }

}  // namespace

TEST_CASE("exact: digits of what leaves 64 bits", "[cost]") {
  CHECK(Exact().decimal() == "0");
  CHECK((Exact(largest) * largest).decimal() == "81129638414606663681390495662081");
  const Exact high = Exact(std::uint64_t{1} << 63) * 2;  // 2^64
  const Exact half = high * (std::uint64_t{1} << 63);    // 2^127
  const Exact most = half + half.half() + half.half().half();
  CHECK(most.fits());
  // 2^127 + 2^126 + 2^125
  CHECK(most.decimal() == "297747071055821155530452781502797185024");
  CHECK((half * 2).fits() == false);
  CHECK((half + half).fits() == false);
  CHECK((half * 2).approximate() == 0x1p128);
  CHECK((half * 2 + 1).fits() == false);
  CHECK(((half * 2) * 0).fits() == false);
  CHECK((half * 2).half().fits() == false);
}

TEST_CASE("exact: halves are rounded up, float64 to the nearest", "[cost]") {
  CHECK(Exact(0).half().decimal() == "0");
  CHECK(Exact(1).half().decimal() == "1");
  CHECK(Exact(7).half().decimal() == "4");
  CHECK(Exact(~std::uint64_t{0}).half().decimal() == "9223372036854775808");
  CHECK((Exact(std::uint64_t{1} << 53) * 2 + 1).approximate() == 0x1p54);
  CHECK((Exact(std::uint64_t{1} << 53) * 2 + 3).approximate() == 0x1p54 + 4);
}

TEST_CASE("cache: 2 layers heads width tokens bytes", "[cost]") {
  auto p = cacheProblem();
  const auto trace = std::get<CacheBytesTrace>(cacheBytes(p));
  CHECK(trace.bytes.decimal() == "2147483648");
  CHECK(trace.bytesPerToken.decimal() == "524288");
  CHECK(trace.gib == 2);
  CHECK(trace.gb == 2.147483648);
  p.batch = 3;
  CHECK(bytes(p) == "6442450944");
  p.valueDim = 64;
  CHECK(bytes(p) == "4831838208");
  p.tokens = 0;
  CHECK(bytes(p) == "0");
}

TEST_CASE("cache: half bytes are added up before they are rounded", "[cost]") {
  CacheBytesProblem p;
  p.layers = 3;
  p.latent = 5;
  p.tokens = 3;
  p.bytesPerElement = 0.5;
  const auto trace = std::get<CacheBytesTrace>(cacheBytes(p));
  CHECK(trace.bytes.decimal() == "23");         // 45 numbers
  CHECK(trace.bytesPerToken.decimal() == "8");  // 15 numbers
}

TEST_CASE("cache: a latent instead of heads", "[cost]") {
  CacheBytesProblem p;  // DeepSeek-V2: 512 + 64 numbers in each of 60 layers
  p.layers = 60;
  p.latent = 576;
  p.tokens = 1000;
  p.bytesPerElement = 2;
  CHECK(bytes(p) == "69120000");
}

TEST_CASE("cache: what a window keeps, in all layers or in some", "[cost]") {
  auto p = cacheProblem();
  p.kvHeads = 8;
  p.tokens = 32768;
  p.window = 4096;  // Mistral 7B: 8 times less than without
  CHECK(bytes(p) == "536870912");
  p.windowLayers = 24;  // 8 layers keep everything: 8 * 32768 + 24 * 4096 tokens of 4096 bytes
  CHECK(bytes(p) == "1476395008");
  p.windowLayers = 0;
  CHECK(bytes(p) == "4294967296");
  p.windowLayers = {};
  p.tokens = 100;
  CHECK(bytes(p) == "13107200");
}

TEST_CASE("cache: what is refused", "[cost]") {
  const auto with = [](auto change) {
    auto p = cacheProblem();
    change(p);
    return found(p);
  };
  using P = CacheBytesProblem;
  CHECK(with([](P&) {}) == "none");
  CHECK(with([](P& p) { p.layers = 0; }) == "range: layers 0 1");
  CHECK(with([](P& p) { p.kvHeads = {}; }) == "missing: kvHeads");
  CHECK(with([](P& p) { p.headDim = {}; }) == "missing: headDim");
  CHECK(with([](P& p) { p.kvHeads = 0; }) == "range: kvHeads 0 1");
  CHECK(with([](P& p) { p.headDim = -1; }) == "range: headDim -1 1");
  CHECK(with([](P& p) { p.valueDim = 0; }) == "range: valueDim 0 1");
  CHECK(with([](P& p) { p.tokens = -1; }) == "range: tokens -1 0");
  CHECK(with([](P& p) { p.batch = 0; }) == "range: batch 0 1");
  CHECK(with([](P& p) { p.bytesPerElement = 3; }) == "type: bytesPerElement / elementBytes");
  CHECK(with([](P& p) { p.bytesPerElement = 0; }) == "type: bytesPerElement / elementBytes");
  CHECK(with([](P& p) { p.latent = 576; }) == "excludes: kvHeads / latent");
  const auto latent = [](P& p) {
    p.latent = 576;
    p.kvHeads = {};
  };
  CHECK(with(latent) == "excludes: headDim / latent");
  CHECK(with([&](P& p) { latent(p), p.headDim = {}, p.valueDim = 2; }) ==
        "excludes: valueDim / latent");
  CHECK(with([&](P& p) { latent(p), p.headDim = {}; }) == "none");
  CHECK(with([&](P& p) { latent(p), p.headDim = {}, p.latent = 0; }) == "range: latent 0 1");
  CHECK(with([](P& p) { p.window = 0; }) == "range: window 0 1");
  CHECK(with([](P& p) { p.windowLayers = 1; }) == "needs: windowLayers / window");
  CHECK(with([](P& p) { p.window = 1, p.windowLayers = -1; }) == "range: windowLayers -1 0");
  CHECK(with([](P& p) { p.window = 1, p.windowLayers = 33; }) == "atMost: windowLayers 33 32");
}

TEST_CASE("cache: beyond 128 bits it is refused, before that exact", "[cost]") {
  CacheBytesProblem p;
  p.layers = p.tokens = largest;
  p.latent = std::int64_t{1} << 19;
  p.bytesPerElement = 8;  // just under 2^128
  CHECK(bytes(p) == "340282366920938387905510881517448986624");
  p.latent = std::int64_t{1} << 20;
  CHECK(refused(cacheBytes(p)) == "tooLarge: kvCacheBytes / bytes");
  p.bytesPerElement = 4;
  CHECK(bytes(p) == "340282366920938387905510881517448986624");
  p.tokens = 0;
  p.latent = largest;
  CHECK(bytes(p) == "0");
}

TEST_CASE("cost: pairs are those that the mask lets through", "[cost]") {
  for (Index n = 1; n <= 9; ++n)
    for (Index window = 0; window <= 10; ++window) {
      Options<double> options;
      options.causal = Causal::topLeft;
      if (window > 0) options.window = window;
      const Mask mask(options, n, n);
      std::uint64_t pairs = 0;
      for (Index q = 0; q < n; ++q)
        for (Index k = 0; k < n; ++k) pairs += mask.visible(0, q, k);
      auto p = costProblem(window > 0 ? CostKind::window : CostKind::causal);
      p.tokens = n;
      if (window > 0) p.window = window;
      INFO("n " << n << ", window " << window);
      CHECK(cost(p).pairs.decimal() == std::to_string(pairs));
    }
}

TEST_CASE("cost: operations, exponentials and bytes of each kind", "[cost]") {
  const auto full = cost(costProblem(CostKind::full));
  CHECK(full.pairs.decimal() == "49");
  CHECK(full.operations.decimal() == "2058");  // 2 * 3 heads * 49 * (5 + 2)
  CHECK(full.exponentials.decimal() == "147");
  CHECK(full.scoreBytes.decimal() == "588");
  CHECK(full.stateBytes.decimal() == "0");
  const auto causal = cost(costProblem(CostKind::causal));
  CHECK(causal.pairs.decimal() == "28");
  CHECK(causal.operations.decimal() == "1176");
  CHECK(causal.scoreBytes.decimal() == "588");
  const auto window = cost(costProblem(CostKind::window));
  CHECK(window.pairs.decimal() == "18");
  CHECK(window.operations.decimal() == "756");
  auto p = costProblem(CostKind::linear);
  p.bytesPerElement = 0.5;
  const auto linear = cost(p);
  CHECK(linear.pairs.decimal() == "0");
  CHECK(linear.operations.decimal() == "840");  // 4 * 7 tokens * 3 heads * 5 * 2
  CHECK(linear.exponentials.decimal() == "0");
  CHECK(linear.scoreBytes.decimal() == "0");
  CHECK(linear.stateBytes.decimal() == "15");
  CHECK(linear.tiledBytes.decimal() == "0");
  p.state = 16;
  CHECK(cost(p).operations.decimal() == "2688");
  CHECK(cost(p).stateBytes.decimal() == "48");
}

TEST_CASE("cost: the usual formula where keys and values are equally wide", "[cost]") {
  auto p = costProblem(CostKind::full);
  p.tokens = 1'000'000'000'000'000;
  p.heads = 64;
  p.headDim = 128;
  p.valueDim = {};
  const auto trace = cost(p);
  CHECK(trace.operations.decimal() == "32768000000000000000000000000000000");  // 4 H n n d
  CHECK(trace.scoreBytes.decimal() == "256000000000000000000000000000000");
  p.kind = CostKind::causal;
  CHECK(cost(p).pairs.decimal() == "500000000000000500000000000000");
  p.kind = CostKind::window;
  p.tokens = 1'000'000'000;
  p.window = 4096;
  CHECK(cost(p).pairs.decimal() == "4095991613440");
}

TEST_CASE("cost: what the tiled path works in does not grow with the tokens", "[cost]") {
  auto p = costProblem(CostKind::causal);
  p.heads = 8;
  p.headDim = 64;
  p.valueDim = {};
  const auto bytes = [&](std::int64_t tokens) {
    p.tokens = tokens;
    return cost(p).tiledBytes.decimal();
  };
  for (const Index n : {Index{1}, Index{5}, Index{100}, Index{4096}})
    CHECK(bytes(n) == std::to_string(tiledScratchBytes({8, 8, n, n, 64, 64})));
  CHECK(bytes(largest) == bytes(4096));
}

TEST_CASE("cost: what is refused", "[cost]") {
  const auto with = [](CostKind kind, auto change) {
    auto p = costProblem(kind);
    change(p);
    return found(p);
  };
  using P = CostProblem;
  const auto nothing = [](P&) {};
  for (const auto kind : {CostKind::full, CostKind::causal, CostKind::window, CostKind::linear})
    CHECK(with(kind, nothing) == "none");
  CHECK(with(CostKind::full, [](P& p) { p.tokens = 0; }) == "range: tokens 0 1");
  CHECK(with(CostKind::full, [](P& p) { p.heads = 0; }) == "range: heads 0 1");
  CHECK(with(CostKind::full, [](P& p) { p.headDim = 0; }) == "range: headDim 0 1");
  CHECK(with(CostKind::full, [](P& p) { p.headDim = 65537; }) == "atMost: headDim 65537 65536");
  CHECK(with(CostKind::full, [](P& p) { p.valueDim = 0; }) == "range: valueDim 0 1");
  CHECK(with(CostKind::full, [](P& p) { p.valueDim = 65537; }) == "atMost: valueDim 65537 65536");
  CHECK(with(CostKind::full, [](P& p) { p.bytesPerElement = 16; }) ==
        "type: bytesPerElement / elementBytes");
  CHECK(with(CostKind::full, [](P& p) { p.window = 3; }) == "needs: window / kind: \"window\"");
  CHECK(with(CostKind::linear, [](P& p) { p.window = 3; }) == "needs: window / kind: \"window\"");
  CHECK(with(CostKind::causal, [](P& p) { p.state = 3; }) == "needs: state / kind: \"linear\"");
  CHECK(with(CostKind::window, [](P& p) { p.state = 3; }) == "needs: state / kind: \"linear\"");
  CHECK(with(CostKind::window, [](P& p) { p.window = {}; }) == "missing: window");
  CHECK(with(CostKind::window, [](P& p) { p.window = 0; }) == "range: window 0 1");
  CHECK(with(CostKind::linear, [](P& p) { p.state = 0; }) == "range: state 0 1");
  auto p = costProblem(CostKind::full);
  p.tokens = p.heads = largest;
  CHECK(refused(attentionCost(p)) == "tooLarge: attentionCost / operations");
  p = costProblem(CostKind::linear);
  p.tokens = p.heads = p.state.emplace(largest);
  CHECK(refused(attentionCost(p)) == "tooLarge: attentionCost / operations");
}

TEST_CASE("comparison: the table of 2017", "[cost]") {
  const auto table = std::get<LayerComparisonTrace>(layerComparison({1000, 512, 3, 100}));
  REQUIRE(table.size() == 4);
  const auto row = [&](std::size_t i) {
    const LayerCost& cost = table[i];
    return std::string(cost.kind) + ' ' + cost.operations.decimal() + ' ' +
           cost.sequentialSteps.decimal() + ' ' + cost.longestPath.decimal();
  };
  CHECK(row(0) == "selfAttention 512000000 1 1");
  CHECK(row(1) == "recurrent 262144000 1000 1000");
  CHECK(row(2) == "convolution 786432000 1 7");  // 3^6 = 729 < 1000 <= 3^7
  CHECK(row(3) == "window 51200000 1 10");
}

TEST_CASE("comparison: powers of the kernel, windows that hold everything", "[cost]") {
  const auto path = [](std::int64_t tokens, std::int64_t kernel, std::int64_t window,
                       std::size_t row) {
    const auto table = std::get<LayerComparisonTrace>(layerComparison({tokens, 8, kernel, window}));
    return table[row].longestPath.decimal();
  };
  CHECK(path(729, 3, 1, 2) == "6");
  CHECK(path(730, 3, 1, 2) == "7");
  CHECK(path(728, 3, 1, 2) == "6");
  CHECK(path(1, 3, 1, 2) == "1");
  CHECK(path(largest, 2, 1, 2) == "53");
  CHECK(path(101, 2, 100, 3) == "2");
  CHECK(path(100, 2, 101, 3) == "1");
  const auto small = std::get<LayerComparisonTrace>(layerComparison({10, 8, 2, 1000}));
  CHECK(small[3].operations.decimal() == small[0].operations.decimal());
}

TEST_CASE("comparison: what is refused", "[cost]") {
  CHECK(found(LayerComparisonProblem{0, 1, 2, 1}) == "range: tokens 0 1");
  CHECK(found(LayerComparisonProblem{1, 0, 2, 1}) == "range: width 0 1");
  CHECK(found(LayerComparisonProblem{1, 1, 1, 1}) == "range: kernel 1 2");
  CHECK(found(LayerComparisonProblem{1, 1, 2, 0}) == "range: window 0 1");
  CHECK(refused(layerComparison({largest, largest, 2, 1})) ==
        "tooLarge: layerComparison / operations");
}

TEST_CASE("parameters: grouped queries, biases, widths of their own", "[cost]") {
  auto p = parametersProblem();
  const auto trace = std::get<ParametersTrace>(attentionParameters(p));
  CHECK(trace.total.decimal() == "1342177280");  // Llama 3 8B
  CHECK(trace.perLayer.decimal() == "41943040");
  REQUIRE(trace.parts.size() == 4);
  CHECK(trace.parts[0].second.decimal() == "16777216");
  CHECK(trace.parts[1].second.decimal() == "4194304");
  p = {};
  p.layers = 12;  // GPT-2: c_attn 768 x 2304 + 2304, c_proj 768 x 768 + 768
  p.modelWidth = 768;
  p.heads = 12;
  p.headDim = 64;
  p.bias = true;
  CHECK(std::get<ParametersTrace>(attentionParameters(p)).total.decimal() == "28348416");
  p = {};
  p.layers = 1;
  p.modelWidth = 10;
  p.heads = 4;
  p.kvHeads = 2;
  p.headDim = 3;
  p.valueDim = 5;
  p.bias = true;
  const auto odd = std::get<ParametersTrace>(attentionParameters(p));
  REQUIRE(odd.parts.size() == 5);
  const std::vector<std::string> want{"120", "60", "100", "200", "38"};
  for (std::size_t i = 0; i < 5; ++i) CHECK(odd.parts[i].second.decimal() == want[i]);
  CHECK(odd.total.decimal() == "518");
}

TEST_CASE("parameters: latent attention", "[cost]") {
  ParametersProblem p;  // DeepSeek-V2
  p.layers = 60;
  p.modelWidth = 5120;
  p.heads = 128;
  p.latent = {512, 64, 128, 128, 1536};
  const auto names = [](const ParametersTrace& trace) {
    std::string all;
    for (const auto& [name, count] : trace.parts)
      all += std::string(name) + ' ' + count.decimal() + ' ';
    return all;
  };
  const auto trace = std::get<ParametersTrace>(attentionParameters(p));
  CHECK(names(trace) ==
        "wDq 7864320 wUq 37748736 wDkv 2621440 wKr 327680 wUk 8388608 wUv 8388608 wo 83886080 ");
  CHECK(trace.total.decimal() == "8953528320");
  p.latent->queryRank = {};
  p.latent->dRope = 0;
  CHECK(names(std::get<ParametersTrace>(attentionParameters(p))) ==
        "wq 83886080 wDkv 2621440 wKr 0 wUk 8388608 wUv 8388608 wo 83886080 ");
}

TEST_CASE("parameters: what is refused", "[cost]") {
  using P = ParametersProblem;
  const auto with = [](auto change) {
    auto p = parametersProblem();
    change(p);
    return found(p);
  };
  CHECK(with([](P&) {}) == "none");
  CHECK(with([](P& p) { p.layers = 0; }) == "range: layers 0 1");
  CHECK(with([](P& p) { p.modelWidth = 0; }) == "range: modelWidth 0 1");
  CHECK(with([](P& p) { p.heads = 0; }) == "range: heads 0 1");
  CHECK(with([](P& p) { p.headDim = {}; }) == "missing: headDim");
  CHECK(with([](P& p) { p.headDim = 0; }) == "range: headDim 0 1");
  CHECK(with([](P& p) { p.valueDim = 0; }) == "range: valueDim 0 1");
  CHECK(with([](P& p) { p.kvHeads = 0; }) == "range: kvHeads 0 1");
  CHECK(with([](P& p) { p.kvHeads = 5; }) == "notDivisible: heads / kvHeads 32 5");
  CHECK(with([](P& p) { p.latent = LatentSizes{}; }) == "excludes: kvHeads / latent");
  const auto latent = [&](auto change) {
    return with([&](P& p) {
      p.kvHeads = p.headDim = {};
      p.latent = LatentSizes{4, 2, 3, 5, 6};
      change(p);
    });
  };
  CHECK(latent([](P&) {}) == "none");
  CHECK(latent([](P& p) { p.headDim = 1; }) == "excludes: headDim / latent");
  CHECK(latent([](P& p) { p.valueDim = 1; }) == "excludes: valueDim / latent");
  CHECK(latent([](P& p) { p.bias = false; }) == "excludes: bias / latent");
  CHECK(latent([](P& p) { p.latent->dC = 0; }) == "range: latent.dC 0 1");
  CHECK(latent([](P& p) { p.latent->dRope = -1; }) == "range: latent.dRope -1 0");
  CHECK(latent([](P& p) { p.latent->dNope = 0; }) == "range: latent.dNope 0 1");
  CHECK(latent([](P& p) { p.latent->dV = 0; }) == "range: latent.dV 0 1");
  CHECK(latent([](P& p) { p.latent->queryRank = 0; }) == "range: latent.queryRank 0 1");
  auto p = parametersProblem();
  p.kvHeads = {};
  p.modelWidth = p.heads = p.headDim.emplace(largest);
  CHECK(refused(attentionParameters(p)) == "tooLarge: attentionParameters / parameters");
}

TEST_CASE("stack: full, windowed and linear layers", "[cost]") {
  const auto trace = std::get<StackCostTrace>(stackCost(stackProblem()));
  REQUIRE(trace.layers.size() == 3);
  const auto line = [](const StackCost& cost) {
    return cost.pairs.decimal() + ' ' + cost.operations.decimal() + ' ' +
           cost.exponentials.decimal() + ' ' + cost.cacheBytes.decimal();
  };
  // 2 layers of 28 pairs; 2 * 4 heads * (8 + 8) operations a pair; 7 tokens of 2 * (8 + 8) * 2 bytes
  CHECK(line(trace.layers[0]) == "56 7168 224 896");
  // 6 layers of 1 + 2 + 5 * 3 pairs; 3 tokens are kept
  CHECK(line(trace.layers[1]) == "108 13824 432 1152");
  // 4 layers; 4 * 7 tokens * 4 heads * 16 * 8 operations; states of 4 * 16 * 8 * 2 bytes
  CHECK(line(trace.layers[2]) == "0 57344 0 4096");
  CHECK(line(trace.total) == "164 78336 656 6144");
  CHECK(trace.gib == 6144 / 0x1p30);
  CHECK(trace.gb == 6.144e-6);
}

TEST_CASE("stack: a batch, half bytes, and what one call says of one layer", "[cost]") {
  auto p = stackProblem();
  p.batch = 5;
  CHECK(std::get<StackCostTrace>(stackCost(p)).total.cacheBytes.decimal() == "30720");
  CHECK(std::get<StackCostTrace>(stackCost(p)).total.pairs.decimal() == "164");
  p = {};
  p.layers = {{CostKind::full, 1, {}, {}}};
  p.tokens = 3;
  p.heads = 1;
  p.headDim = 4;
  p.valueDim = 5;
  p.bytesPerElement = 0.5;
  const auto trace = std::get<StackCostTrace>(stackCost(p));
  CHECK(trace.total.cacheBytes.decimal() == "14");  // 27 halves
  CostProblem one;
  one.tokens = 3;
  one.heads = 1;
  one.headDim = 4;
  one.valueDim = 5;
  CHECK(trace.total.operations.decimal() == cost(one).operations.decimal());
}

TEST_CASE("stack: what is refused", "[cost]") {
  using P = StackCostProblem;
  const auto with = [](auto change) {
    auto p = stackProblem();
    change(p);
    return found(p);
  };
  CHECK(with([](P&) {}) == "none");
  CHECK(with([](P& p) { p.tokens = 0; }) == "range: tokens 0 1");
  CHECK(with([](P& p) { p.heads = 0; }) == "range: heads 0 1");
  CHECK(with([](P& p) { p.kvHeads = 0; }) == "range: kvHeads 0 1");
  CHECK(with([](P& p) { p.kvHeads = 3; }) == "notDivisible: heads / kvHeads 4 3");
  CHECK(with([](P& p) { p.headDim = 0; }) == "range: headDim 0 1");
  CHECK(with([](P& p) { p.valueDim = 0; }) == "range: valueDim 0 1");
  CHECK(with([](P& p) { p.bytesPerElement = 1.5; }) == "type: bytesPerElement / elementBytes");
  CHECK(with([](P& p) { p.batch = 0; }) == "range: batch 0 1");
  CHECK(with([](P& p) { p.layers = {}; }) == "empty: layers 0");
  CHECK(with([](P& p) { p.layers[1].count = 0; }) == "range: layers[1].count 0 1");
  CHECK(with([](P& p) { p.layers[1].window = {}; }) == "missing: layers[1].window");
  CHECK(with([](P& p) { p.layers[0].window = 2; }) == "needs: layers[0].window / kind: \"window\"");
  CHECK(with([](P& p) { p.layers[2].state = 0; }) == "range: layers[2].state 0 1");
  auto p = stackProblem();
  p.layers[0].count = p.tokens = p.batch = largest;
  CHECK(refused(stackCost(p)) == "tooLarge: stackCost / pairs");
}

TEST_CASE("stack: groups of layers are counted", "[cost]") {
  StackCostProblem p{{}, 1, 1, 1, {}, {}, 1, 1};
  p.layers.assign(100'000, LayerGroup{CostKind::full, 1, {}, {}});
  CHECK(refused(stackCost(p)) == "tooLarge: layers / entries");
}
