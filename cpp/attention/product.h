#pragma once
// A matrix product in float32, made of the inner loops of the tiled path: what attention of many
// heads projects its embeddings with.

#include <cstddef>
#include <vector>

#include "types.h"

namespace attention {

/// The left side, a [rows][parts * width]: `parts` matrices [rows][width] that lie one after the
/// other and are taken as standing side by side. One matrix is one part; the outputs of all heads
/// are merged this way without being moved.
struct ProductLeft {
  const float* a;
  Index rows, width;
  Index parts = 1;
};

/// A right side w [parts * width][columns], and where its product goes:
/// to [rows][columns] = a w + bias [columns]. No bias = null.
struct ProductRight {
  const float* w;
  Index columns;
  const float* bias;
  float* to;
};

/// The products of one left side with several right sides: the left side is laid out for the inner
/// loops once for all of them. Everything is dense and row-major, and no `to` lies in an input.
///
/// Any size, none of the matrices read or written beside it. Each number is the sum of the plain
/// product: nothing is left out, so that 0 * NaN is NaN and inf * 0 as well, and no number of another
/// row or column has a part in it. With n = parts * width and u = 2^-24 it is off by at most
/// (n + 1) u / (1 - (n + 1) u) times the sum of the sizes of its terms, the bias among them, where
/// none of them underflows.
/// Throws std::bad_alloc, before anything is written, if there is no memory for productScratchBytes.
void product(const ProductLeft& left, const std::vector<ProductRight>& rights);

/// What `product` allocates for `rows` and `inner` = parts * width of its left side and the widest of
/// its right sides: less than 700 kB whatever the sizes, and nothing for few rows.
std::size_t productScratchBytes(Index rows, Index inner, Index widest);

}  // namespace attention
