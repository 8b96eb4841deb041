// Self-attention of three words, "kedi mindere oturdu" (the cat sat on the cushion): all of it in the
// five lines of self_attention.h, then causal, with every intermediate result, by attend.h.

#include <attention/attend.h>
#include <attention/self_attention.h>

#include <iostream>
#include <variant>

using attention::Matrix;

void print(const char* name, const Matrix<double>& matrix) {
  std::cout << name << "\n" << matrix << "\n";
}

int main() {
  std::cout.precision(15);
  Matrix<double> x(3, 4), wq(4, 4), wk(4, 4), wv(4, 4);
  x << 1, 1, -1, 1, /**/ 0, 0, 1, 1, /**/ 1, 0, -1, 2;
  wq << 1, 0, 1, 0, /**/ 1, 0, 1, 2, /**/ 0, 0, 0, 3, /**/ 1, 1, 1, 2;
  wk << 1, -1, 0, 1, /**/ 0, 0, 1, 0, /**/ 0, 0, 0, 1, /**/ 0, 1, 0, 0;
  wv << 1, 0, 2, 0, /**/ 1, 0, -1, -1, /**/ 0, 1, 0, 0, /**/ 0, 1, 0, 1;

  const auto [output, weights] = attention::selfAttention(x, wq, wk, wv);
  print("weights", weights);
  print("output", output);

  attention::SelfProblem<double> problem{x, wq, wk, wv, {}};
  problem.options.causal = attention::Causal::topLeft;
  const auto result = attention::attend(problem);
  print("causal weights", std::get<attention::SelfTrace<double>>(result).attention.weights_hqk[0]);

  // What is wrong with an input is a value too.
  problem.wq.resize(3, 4);
  const auto refused = attention::attend(problem);
  const auto& error = std::get<attention::Error>(refused);
  std::cout << "refused: " << attention::name(error.code) << " of " << error.field << "\n";
}
