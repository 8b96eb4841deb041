#include "support/random_problem.h"

#include <limits>
#include <utility>

#include "support/brute_force.h"
#include "support/matrices.h"

namespace attention::testing {
namespace {

Index below(Dice& dice, Index n) { return Index(dice() % std::uint32_t(n)); }

bool oneIn(Dice& dice, Index n) { return below(dice, n) == 0; }

template <class T, std::size_t n>
T pick(Dice& dice, const T (&from)[n]) {
  return from[below(dice, Index(n))];
}

template <class S>
Heads<S> randomHeads(Dice& dice, Index heads, Index rows, Index columns) {
  Heads<S> result;
  for (Index h = 0; h < heads; ++h) result.push_back(randomNumbers<S>(dice, rows, columns));
  return result;
}

template <class S>
Heads<S> randomBias(Dice& dice, Index heads, Index queries, Index keys) {
  auto bias = randomHeads<S>(dice, oneIn(dice, 2) ? 1 : heads, queries, keys);
  for (auto& head : bias)
    for (Index i = 0; i < head.size(); ++i) {
      if (oneIn(dice, 6)) head.data()[i] = S(-inf);
      if (oneIn(dice, 200)) head.data()[i] = S(inf);
      if (oneIn(dice, 200)) head.data()[i] = S(NaN);
    }
  return bias;
}

BlockPattern randomBlocks(Dice& dice, Index positions, Index keys) {
  constexpr std::int64_t blockSizes[] = {1, 2, 3, 5, 16, 1000};
  const std::int64_t size = pick(dice, blockSizes);
  Matrix<bool> visible((positions + size - 1) / size, (keys + size - 1) / size);
  for (Index i = 0; i < visible.size(); ++i) visible.data()[i] = oneIn(dice, 2);
  return {size, std::move(visible)};
}

template <class S>
void randomPattern(Dice& dice, Options<S>& options, Index queries, Index keys) {
  constexpr std::int64_t windows[] = {1, 2, 3, 4, 16, 17, 1000};
  constexpr std::int64_t dilations[] = {2, 3, 5, 16, 1000};
  if (oneIn(dice, 3)) options.causal = oneIn(dice, 2) ? Causal::topLeft : Causal::bottomRight;
  if (oneIn(dice, 3)) {
    options.window = pick(dice, windows);
    if (oneIn(dice, 2)) options.dilation = pick(dice, dilations);
  }
  if (oneIn(dice, 3)) {
    const bool shifted = options.causal == Causal::bottomRight;
    options.blocks = randomBlocks(dice, shifted ? keys : queries, keys);
  }
  if (!options.window && !options.blocks) return;
  options.sinks = below(dice, 4);
  for (Index token = 0; token < keys; ++token)
    if (oneIn(dice, 8)) options.globals.push_back(token);
}

template <class S>
Options<S> randomOptions(Dice& dice, Index heads, Index queries, Index keys) {
  constexpr double scales[] = {0, 0.5, 1, -1, 3};
  constexpr double slopes[] = {0, 0.25, 0.5, 1, 3, -0.125};
  Options<S> options;
  if (oneIn(dice, 3)) options.scale = S(pick(dice, scales));
  randomPattern(dice, options, queries, keys);
  if (oneIn(dice, 3)) {
    options.attend = Matrix<bool>(queries, keys);
    for (Index i = 0; i < options.attend->size(); ++i) options.attend->data()[i] = !oneIn(dice, 4);
  }
  if (oneIn(dice, 3)) {
    options.keyPadding.emplace(std::size_t(keys));
    for (std::size_t k = 0; k < options.keyPadding->size(); ++k)
      (*options.keyPadding)[k] = oneIn(dice, 4);
  }
  if (oneIn(dice, 3)) options.bias = randomBias<S>(dice, heads, queries, keys);
  if (oneIn(dice, 3)) {
    auto& alibi = options.alibi.emplace();
    for (Index h = 0; h < heads; ++h) alibi.push_back(S(pick(dice, slopes)));
  }
  return options;
}

}  // namespace

template <class S>
Matrix<S> randomNumbers(Dice& dice, Index rows, Index columns) {
  Matrix<S> m(rows, columns);
  for (Index i = 0; i < m.size(); ++i) m.data()[i] = S(double(below(dice, 33) - 16) / 8);
  return m;
}

template <class S>
Problem<S> randomProblem(Dice& dice) {
  constexpr std::pair<Index, Index> groups[] = {{1, 1}, {2, 2}, {4, 2}, {4, 1}, {6, 3}, {6, 2}};
  const auto [heads, kvHeads] = pick(dice, groups);
  const Index queries = pick(dice, sizes), keys = pick(dice, sizes);
  const Index d = pick(dice, sizes), c = pick(dice, sizes);
  auto q = randomHeads<S>(dice, heads, queries, d);
  auto k = randomHeads<S>(dice, kvHeads, keys, d);
  auto v = randomHeads<S>(dice, kvHeads, keys, c);
  return {std::move(q), std::move(k), std::move(v), randomOptions<S>(dice, heads, queries, keys)};
}

template <class S>
int poisonHidden(Problem<S>& problem) {
  const S poisons[] = {S(NaN), S(inf), S(-inf)};
  const std::size_t group = problem.q_hqd.size() / problem.k_hkd.size();
  std::vector<Matrix<bool>> visible;
  for (std::size_t h = 0; h < problem.q_hqd.size(); ++h)
    visible.push_back(bruteForce(problem, h).visible);

  int poisoned = 0;
  for (std::size_t kv = 0; kv < problem.k_hkd.size(); ++kv)
    for (Index key = 0; key < problem.k_hkd[kv].rows(); ++key) {
      bool seen = false;
      for (std::size_t h = kv * group; h < (kv + 1) * group; ++h)
        seen = seen || visible[h].col(key).any();
      if (seen) continue;
      const S poison = poisons[poisoned++ % 3];
      problem.k_hkd[kv].row(key).setConstant(poison);
      problem.v_hkc[kv].row(key).setConstant(poison);
    }
  return poisoned;
}

template Matrix<float> randomNumbers(Dice&, Index, Index);
template Matrix<double> randomNumbers(Dice&, Index, Index);
template Problem<float> randomProblem(Dice&);
template Problem<double> randomProblem(Dice&);
template int poisonHidden(Problem<float>&);
template int poisonHidden(Problem<double>&);

}  // namespace attention::testing
