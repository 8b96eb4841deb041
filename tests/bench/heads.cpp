// Attention of many heads on weights that are in the module's memory already, as those of a model
// would be: the whole, and apart from each other the products and the attention that it is made of.

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "attention/heads.h"
#include "attention/product.h"
#include "attention/tiled.h"

#define EXPORT [[gnu::used, gnu::visibility("default")]]

namespace {

using namespace attention;
using Floats = Matrix<float>;

/// x [tokens][model], the weights [model][model], all heads side by side.
struct Prepared {
  MultiHeadProblem<float> problem;
  Floats wq, wk, wv;
  TiledSizes sizes;
  Floats q, k, v, outputs;  // as the tiled path wants them, one head after the other
  Floats result;
};

void multiply(const Floats& a, const Floats& w, Floats& to) {
  product({a.data(), a.rows(), a.cols()}, {{w.data(), w.cols(), nullptr, to.data()}});
}

}  // namespace

extern "C" {

EXPORT float* room(std::size_t floats) { return new float[floats]; }
EXPORT void giveBack(const float* room) { delete[] room; }

/// numbers: x, wq, wk, wv and wo, one after the other.
EXPORT Prepared* prepare(const float* numbers, int tokens, int heads, int model) {
  const auto next = [&](Index rows) {
    const Floats m = Eigen::Map<const Floats>(numbers, rows, model);
    numbers += m.size();
    return m;
  };
  auto* all = new Prepared;
  auto& p = all->problem;
  p.x = next(tokens);
  all->wq = next(model);
  all->wk = next(model);
  all->wv = next(model);
  p.wo = next(model);
  p.wq = splitHeads(all->wq, heads);
  p.wk = splitHeads(all->wk, heads);
  p.wv = splitHeads(all->wv, heads);
  all->sizes = {heads, heads, tokens, tokens, model / heads, model / heads};
  // Zeros are no case of their own: neither the products nor the exponentials look at the numbers.
  for (Floats* m : {&all->q, &all->k, &all->v, &all->outputs, &all->result})
    *m = Floats::Zero(tokens, model);
  return all;
}

EXPORT void discard(const Prepared* all) { delete all; }

/// Returns where the output is, or 0 if it was refused.
EXPORT const float* whole(Prepared* all) {
  auto found = tiledMultiHead(all->problem);
  if (!std::holds_alternative<Floats>(found)) return nullptr;
  all->result = std::move(std::get<Floats>(found));
  return all->result.data();
}

EXPORT void products(Prepared* all) {
  multiply(all->problem.x, all->wq, all->q);
  multiply(all->problem.x, all->wk, all->k);
  multiply(all->problem.x, all->wv, all->v);
  multiply(all->outputs, *all->problem.wo, all->result);
}

EXPORT void attendAll(Prepared* all) {
  tiled({all->sizes, all->q.data(), all->k.data(), all->v.data(), all->problem.options},
        {all->outputs.data(), nullptr}, {0, all->sizes.heads, 0, all->sizes.queries});
}

}  // extern "C"
