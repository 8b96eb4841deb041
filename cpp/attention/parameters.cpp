#include "parameters.h"

#include "sizes.h"

namespace attention {

using namespace judge;

std::optional<Error> validate(const ParametersProblem& p) {
  const auto plain = [&]() -> Check {
    if (auto error = neededSize("headDim", p.headDim)) return error;
    if (auto error = sizeAtLeast("valueDim", p.valueDim, 1)) return error;
    if (auto error = sizeAtLeast("kvHeads", p.kvHeads, 1)) return error;
    return kvHeadsDivide(p.heads, p.kvHeads.value_or(p.heads));
  };
  const auto latent = [&]() -> Check {
    for (const auto& [field, given] : {std::pair{"kvHeads", p.kvHeads.has_value()},
                                       {"headDim", p.headDim.has_value()},
                                       {"valueDim", p.valueDim.has_value()},
                                       {"bias", p.bias.has_value()}})
      if (given) return Error{ErrorCode::excludes, field, "latent"};
    const LatentSizes& sizes = *p.latent;
    return first([&] { return sizeAtLeast("latent.dC", sizes.dC, 1); },
                 [&] { return sizeAtLeast("latent.dRope", sizes.dRope, 0); },
                 [&] { return sizeAtLeast("latent.dNope", sizes.dNope, 1); },
                 [&] { return sizeAtLeast("latent.dV", sizes.dV, 1); },
                 [&] { return sizeAtLeast("latent.queryRank", sizes.queryRank, 1); });
  };
  return first([&] { return sizeAtLeast("layers", p.layers, 1); },
               [&] { return sizeAtLeast("modelWidth", p.modelWidth, 1); },
               [&] { return sizeAtLeast("heads", p.heads, 1); },
               [&] { return p.latent ? latent() : plain(); });
}

namespace {

using Parts = std::vector<std::pair<const char*, Exact>>;

Parts plainParts(const ParametersProblem& p) {
  const Exact model = exact(p.modelWidth), heads = exact(p.heads);
  const Exact kvHeads = exact(p.kvHeads.value_or(p.heads));
  const Exact width = exact(*p.headDim), valueWidth = exact(p.valueDim.value_or(*p.headDim));
  Parts parts{{"wq", model * heads * width},
              {"wk", model * kvHeads * width},
              {"wv", model * kvHeads * valueWidth},
              {"wo", heads * valueWidth * model}};
  if (p.bias.value_or(false))
    parts.emplace_back("bias", (heads + kvHeads) * width + kvHeads * valueWidth + model);
  return parts;
}

Parts latentParts(const ParametersProblem& p) {
  const LatentSizes& sizes = *p.latent;
  const Exact model = exact(p.modelWidth), heads = exact(p.heads), dC = exact(sizes.dC);
  const Exact queries = heads * (exact(sizes.dNope) + exact(sizes.dRope));
  Parts parts;
  if (sizes.queryRank) {
    const Exact rank = exact(*sizes.queryRank);
    parts = {{"wDq", model * rank}, {"wUq", rank * queries}};
  } else {
    parts = {{"wq", model * queries}};
  }
  parts.emplace_back("wDkv", model * dC);
  parts.emplace_back("wKr", model * exact(sizes.dRope));
  parts.emplace_back("wUk", dC * heads * exact(sizes.dNope));
  parts.emplace_back("wUv", dC * heads * exact(sizes.dV));
  parts.emplace_back("wo", heads * exact(sizes.dV) * model);
  return parts;
}

}  // namespace

Result<ParametersTrace> attentionParameters(const ParametersProblem& p) {
  if (auto error = validate(p)) return *error;
  const Parts parts = p.latent ? latentParts(p) : plainParts(p);
  Exact perLayer;
  for (const auto& [name, numbers] : parts) perLayer = perLayer + numbers;
  const Exact total = perLayer * exact(p.layers);
  return fitting("attentionParameters", {{"parameters", total}},
                 ParametersTrace{perLayer, total, parts});
}

}  // namespace attention
