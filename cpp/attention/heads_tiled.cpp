// Many heads in float32. The projections of all heads are one call of product.h, which writes them
// where the tiled path reads them; its outputs are merged by being read side by side.

#include <algorithm>
#include <memory>

#include "heads.h"
#include "product.h"
#include "tiled.h"
#include "validate.h"

namespace attention {
namespace {

/// [heads][rows][columns], not initialised.
class Room {
 public:
  Room(Index heads, Index rows, Index columns)
      : numbers_(new float[std::size_t(heads * rows * columns)]), perHead_(rows * columns) {}

  float* head(Index h) const { return numbers_.get() + h * perHead_; }
  float* data() const { return numbers_.get(); }

 private:
  std::unique_ptr<float[]> numbers_;
  Index perHead_;
};

using Bias = std::optional<std::vector<float>>;

void addRights(const Heads<float>& w, const Bias& bias, const Room& to,
               std::vector<ProductRight>& rights) {
  for (std::size_t h = 0; h < w.size(); ++h) {
    const Index columns = w[h].cols(), head = Index(h);
    rights.push_back(
        {w[h].data(), columns, bias ? bias->data() + head * columns : nullptr, to.head(head)});
  }
}

ProductLeft leftOf(const Matrix<float>& m) { return {m.data(), m.rows(), m.cols()}; }

/// Runs of heads that are switched on; the output of the others is zeros.
void attend(const TiledInput& in, const std::optional<std::vector<bool>>& active,
            const Room& outputs) {
  const auto on = [&](Index h) { return !active || (*active)[std::size_t(h)]; };
  for (Index h = 0; h < in.heads;) {
    const Index first = h;
    while (h < in.heads && on(h) == on(first)) ++h;
    if (on(first))
      tiled(in, {outputs.data(), nullptr}, {first, h, 0, in.queries});
    else
      std::fill(outputs.head(first), outputs.head(h), 0.f);
  }
}

/// outputs [heads][tokens][c] -> merged, mixed, biased.
Matrix<float> output(const MultiHeadProblem<float>& p, const TiledSizes& sizes,
                     const Room& outputs) {
  const Index c = sizes.valueWidth, columns = p.wo ? p.wo->cols() : sizes.heads * c;
  Matrix<float> result(sizes.queries, columns);
  if (p.wo) {
    product({outputs.data(), sizes.queries, c, sizes.heads},
            {{p.wo->data(), columns, p.bo ? p.bo->data() : nullptr, result.data()}});
    return result;
  }
  for (Index h = 0; h < sizes.heads; ++h)
    result.middleCols(h * c, c) =
        Eigen::Map<const Matrix<float>>(outputs.head(h), sizes.queries, c);
  if (p.bo) result.rowwise() += Eigen::Map<const Eigen::RowVectorXf>(p.bo->data(), columns);
  return result;
}

}  // namespace

Result<Matrix<float>> tiledMultiHead(const MultiHeadProblem<float>& p) {
  if (auto error = validate(p)) return *error;
  const Matrix<float>& source = p.context ? *p.context : p.x;
  const TiledSizes sizes{Index(p.wq.size()), Index(p.wk.size()),  p.x.rows(),
                         source.rows(),      p.wq.front().cols(), p.wv.front().cols()};
  const Room q(sizes.heads, sizes.queries, sizes.width);
  const Room k(sizes.kvHeads, sizes.keys, sizes.width);
  const Room v(sizes.kvHeads, sizes.keys, sizes.valueWidth);
  const Room outputs(sizes.heads, sizes.queries, sizes.valueWidth);

  std::vector<ProductRight> ofX, ofContext;
  std::vector<ProductRight>& ofSource = p.context ? ofContext : ofX;
  addRights(p.wq, p.bq, q, ofX);
  addRights(p.wk, p.bk, k, ofSource);
  addRights(p.wv, p.bv, v, ofSource);
  product(leftOf(p.x), ofX);
  if (p.context) product(leftOf(source), ofContext);
  if (p.rotary)
    rotateInPlace({{q.data(), sizes.heads}, {k.data(), sizes.kvHeads}}, sizes.width, *p.rotary,
                  p.positions ? *p.positions : positionsFrom(0, sizes.queries));
  attend({sizes, q.data(), k.data(), v.data(), p.options}, p.active, outputs);
  return output(p, sizes, outputs);
}

double tiledWork(const MultiHeadShapes& s, const Options<float>& options) {
  const judge::Shape& source = s.context ? *s.context : s.x;
  return projectionWork(s) +
         tiledWork({s.wq.heads, s.wk.heads, s.x.rows, source.rows, s.wq.columns, s.wv.columns},
                   options);
}

double tiledBytes(const MultiHeadShapes& s) {
  const auto numbers = [](const judge::Shape& m) {
    return double(m.heads) * double(m.rows) * double(m.columns);
  };
  const judge::Shape& source = s.context ? *s.context : s.x;
  const double tokens = double(s.x.rows), keys = double(source.rows);
  const double q = tokens * double(s.wq.heads) * double(s.wq.columns);
  const double k = keys * double(s.wk.heads) * double(s.wk.columns);
  const double v = keys * double(s.wv.heads) * double(s.wv.columns);
  const double merged = tokens * double(s.wq.heads) * double(s.wv.columns);
  const double output = s.wo ? tokens * double(s.wo->columns) : merged;
  const double handed = numbers(s.x) + (s.context ? numbers(*s.context) : 0) + numbers(s.wq) +
                        numbers(s.wk) + numbers(s.wv) + (s.wo ? numbers(*s.wo) : 0);
  const double split = std::max({numbers(s.wq), numbers(s.wk), numbers(s.wv)});
  const double bytes = (handed + split + q + k + v + merged + output) * sizeof(float);
  if (bytes > double(maxTiledBytes)) return bytes;
  const Index inner = std::max({s.x.columns, source.columns, s.wq.heads * s.wv.columns});
  const Index widest = std::max({s.wq.columns, s.wv.columns, s.wo ? s.wo->columns : 0});
  const auto scratch =
      std::max(std::int64_t(productScratchBytes(std::max(s.x.rows, source.rows), inner, widest)),
               tiledScratchBytes(
                   {s.wq.heads, s.wk.heads, s.x.rows, source.rows, s.wq.columns, s.wv.columns}));
  return bytes + double(scratch);
}

}  // namespace attention
