#pragma once
// Whole numbers from 0 that are either exact or known not to be. Products of sizes leave 64 bits
// (and float64 its 53) long before they stop being of interest.

#include <cstdint>
#include <string>

namespace attention {

/// Exact up to 2^128 - 1. What is larger, or was computed from something larger, is told apart
/// (`fits`), and known only about.
class Exact {
 public:
  Exact(std::uint64_t value = 0) : value_(value), approximate_(double(value)) {}

  friend Exact operator+(const Exact& a, const Exact& b) {
    const Wide sum = a.value_ + b.value_;
    return Exact(sum, a.fits_ && b.fits_ && sum >= a.value_, a.approximate_ + b.approximate_);
  }

  friend Exact operator*(const Exact& a, const Exact& b) {
    const Wide product = a.value_ * b.value_;
    const bool whole = a.value_ == 0 || product / a.value_ == b.value_;
    return Exact(product, a.fits_ && b.fits_ && whole, a.approximate_ * b.approximate_);
  }

  /// Half of it, rounded up.
  Exact half() const { return Exact(value_ / 2 + value_ % 2, fits_, approximate_ / 2); }

  bool fits() const { return fits_; }

  /// The nearest float64 if it fits, else about that much.
  double approximate() const { return fits_ ? double(value_) : approximate_; }

  /// Its digits, if it fits.
  std::string decimal() const {
    std::string digits;
    for (Wide rest = value_; rest > 0; rest /= 10) digits.insert(0, 1, char('0' + int(rest % 10)));
    return digits.empty() ? "0" : digits;
  }

 private:
  // No word of standard C++ is as wide; all the compilers that build this have one.
  __extension__ typedef unsigned __int128 Wide;

  Exact(Wide value, bool fits, double approximate)
      : value_(value), approximate_(approximate), fits_(fits) {}

  Wide value_;
  double approximate_;
  bool fits_ = true;
};

/// The largest that fits, as a float64.
inline constexpr double maxExact = 0x1p128;

}  // namespace attention
