#include "random.h"

#include "judge.h"

namespace attention {

std::uint64_t Random::bits() {
  std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

double Random::uniform() { return double(bits() >> 11) * 0x1p-53; }

double Random::normal() {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += uniform();
  return sum;
}

std::optional<Error> validateRandom(double rows, double columns, double deviation) {
  return judge::first([&] { return judge::size("random", rows, columns); },
                      [&] { return judge::finite("deviation", deviation); },
                      [&] { return judge::atLeast("deviation", deviation, 0); });
}

Matrix<double> randomMatrix(Index rows, Index columns, std::uint64_t seed, double deviation) {
  Random random(seed);
  Matrix<double> m(rows, columns);
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < columns; ++j) m(i, j) = random.normal() * deviation;
  return m;
}

Matrix<double> embed(const std::vector<std::string>& tokens, Index width, std::uint64_t seed) {
  Matrix<double> x(Index(tokens.size()), width);
  Index row = 0;
  for (const auto& token : tokens) {
    // FNV-1a, 64 bits, over the bytes of the text; the seed sets where it starts.
    std::uint64_t hash = Random(seed).bits() ^ 0xcbf29ce484222325;
    for (const char byte : token) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
    x.row(row++) = randomMatrix(1, width, hash).row(0);
  }
  return x;
}

}  // namespace attention
