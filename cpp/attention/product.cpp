#include "product.h"

#include <algorithm>

#include "blocks.h"
#include "panel.h"
#include "row.h"
#include "rows.h"

namespace attention {
namespace {

using panel::group;
using panel::lanes;

/// Rows, and how much of the inner dimension, of a block of the left side: 512 kB, so that it stays
/// in the second cache, while one of its panels and a group of columns stay in the first.
constexpr Index blockRows = 256, blockInner = 512;
/// Columns of the right side for which sums are kept in panels before they are written as rows.
constexpr Index blockColumns = 160;
static_assert(blockRows % lanes == 0 && blockColumns % group == 0);

/// Up to here a panel would be half empty.
constexpr Index fewRows = rows::most;

constexpr float ones[lanes] = {1, 1, 1, 1, 1, 1, 1, 1};

Index inner(const ProductLeft& left) { return left.parts * left.width; }

void startRow(const ProductRight& right, float* row) {
  if (right.bias)
    std::copy(right.bias, right.bias + right.columns, row);
  else
    std::fill(row, row + right.columns, 0.f);
}

/// For fewer rows than make a panel worth its packing: each reads the right side once, in its order.
void rowByRow(const ProductLeft& left, const ProductRight& right) {
  for (Index r = 0; r < left.rows; ++r) {
    float* to = right.to + r * right.columns;
    startRow(right, to);
    for (Index part = 0; part < left.parts; ++part)
      row::addValues(right.w + part * left.width * right.columns,
                     left.a + (part * left.rows + r) * left.width, left.width, right.columns, 1,
                     to);
  }
}

/// Blocks of rows, inner dimension and columns, in this order. The sums of a block continue those
/// of the one before it, which are read back from the result.
class Product {
 public:
  Product(const ProductLeft& left, Index widest)
      : left_(left),
        rows_(rows(left.rows)),
        inner_(std::min(blockInner, inner(left))),
        columns_(columns(widest)),
        scratch_(floats(left.rows, inner(left), widest)),
        panels_(scratch_.take(rows_ * inner_)),
        group_(scratch_.take(inner_ * group)),
        sums_(scratch_.take(rows_ * columns_)) {}

  static Index floats(Index allRows, Index allInner, Index widest) {
    const Index depth = std::min(blockInner, allInner);
    return rows(allRows) * (depth + columns(widest)) + depth * group;
  }

  void run(const std::vector<ProductRight>& rights) {
    for (r0_ = 0; r0_ < left_.rows; r0_ = r1_) {
      r1_ = std::min(r0_ + rows_, left_.rows);
      for (k0_ = 0; k0_ < inner(left_); k0_ = k1_) {
        k1_ = std::min(k0_ + inner_, inner(left_));
        packLeft();
        for (const ProductRight& right : rights)
          for (Index c = 0; c < right.columns; c += columns_)
            block(right, c, std::min(c + columns_, right.columns));
      }
    }
  }

 private:
  static Index rows(Index all) { return std::min(blockRows, roundUp(all, lanes)); }
  static Index columns(Index widest) { return std::min(blockColumns, roundUp(widest, group)); }

  template <class Body>
  void eachPanel(Body body) {
    for (Index r = r0_; r < r1_; r += lanes) body((r - r0_) / lanes, r, std::min(lanes, r1_ - r));
  }

  /// panels [panel][k1 - k0][lanes]
  void packLeft() {
    eachPanel([&](Index panel, Index r, Index count) {
      float* to = panels_ + panel * (k1_ - k0_) * lanes;
      for (Index k = k0_; k < k1_;) {
        const Index part = k / left_.width, at = k % left_.width;
        const Index width = std::min(left_.width - at, k1_ - k);
        panel::packQueries(left_.a + (part * left_.rows + r) * left_.width + at, left_.width, count,
                           width, 1, to);
        to += width * lanes;
        k += width;
      }
    });
  }

  /// Columns [c0, c1) of one right side.
  void block(const ProductRight& right, Index c0, Index c1) {
    eachPanel([&](Index panel, Index r, Index count) { start(right, c0, c1, panel, r, count); });
    for (Index c = c0; c < c1; c += group) {
      const Index columns = std::min(group, c1 - c);
      packGroup(right, c, columns);
      eachPanel([&](Index panel, Index, Index) {
        panel::addValues(int(columns), group_, columns, panels_ + panel * (k1_ - k0_) * lanes,
                         k1_ - k0_, ones, sums_ + (panel * columns_ + c - c0) * lanes);
      });
    }
    eachPanel([&](Index panel, Index r, Index count) {
      panel::unpack(sums_ + panel * columns_ * lanes, ones, count, c1 - c0, right.columns,
                    right.to + r * right.columns + c0);
    });
  }

  /// The bias, or what the blocks before this one came to.
  void start(const ProductRight& right, Index c0, Index c1, Index panel, Index r, Index count) {
    float* sums = sums_ + panel * columns_ * lanes;
    if (k0_ > 0)
      return panel::packQueries(right.to + r * right.columns + c0, right.columns, count, c1 - c0, 1,
                                sums);
    for (Index c = c0; c < c1; ++c, sums += lanes)
      std::fill(sums, sums + lanes, right.bias ? right.bias[c] : 0);
  }

  /// A group of columns, which lie far apart, drawn together: every panel reads them again.
  void packGroup(const ProductRight& right, Index c, Index columns) {
    const float* from = right.w + k0_ * right.columns + c;
    float* to = group_;
    for (Index k = k0_; k < k1_; ++k, from += right.columns, to += columns)
      for (Index i = 0; i < columns; ++i) to[i] = from[i];
  }

  const ProductLeft& left_;
  const Index rows_, inner_, columns_;  // of a block
  Scratch scratch_;
  float* const panels_;
  float* const group_;
  float* const sums_;
  Index r0_ = 0, r1_ = 0, k0_ = 0, k1_ = 0;
};

Index widest(const std::vector<ProductRight>& rights) {
  Index columns = 0;
  for (const ProductRight& right : rights) columns = std::max(columns, right.columns);
  return columns;
}

}  // namespace

void product(const ProductLeft& left, const std::vector<ProductRight>& rights) {
  if (left.rows > fewRows)
    Product(left, widest(rights)).run(rights);
  else
    for (const ProductRight& right : rights) rowByRow(left, right);
}

std::size_t productScratchBytes(Index rows, Index inner, Index widest) {
  if (rows <= fewRows) return 0;
  return std::size_t(Product::floats(rows, inner, widest)) * sizeof(float);
}

}  // namespace attention
