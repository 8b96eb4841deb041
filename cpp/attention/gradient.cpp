#include "gradient.h"

#include <cmath>

#include "judge.h"
#include "mask.h"
#include "multiply.h"
#include "reference.h"
#include "validate.h"

namespace attention {
namespace {

/// Each product of the way there has two on the way back.
constexpr double backwardTimes = 3;

/// Calls visit(q, k) for every visible pair of head h. What is hidden is left out rather than
/// multiplied by zero, since 0 * NaN is NaN.
template <class S, class Visit>
void eachVisible(const Mask<S>& mask, Index h, Index queries, Index keys, Visit visit) {
  for (Index q = 0; q < queries; ++q)
    for (Index k = 0; k < keys; ++k)
      if (mask.visible(h, q, k)) visit(q, k);
}

template <class S>
Heads<S> zerosLike(const Heads<S>& heads) {
  return Heads<S>(heads.size(), Matrix<S>::Zero(heads.front().rows(), heads.front().cols()));
}

template <class S>
GradientTrace<S> backward(const Problem<S>& problem, const Heads<S>& dOutput_hqc) {
  const std::size_t heads = problem.q_hqd.size();
  const std::size_t queriesPerKv = heads / problem.k_hkd.size();
  const Index queries = problem.q_hqd.front().rows(), keys = problem.k_hkd.front().rows();
  const Mask<S> mask(problem.options, queries, keys);
  const S scale = problem.options.scale.value_or(S(1) / std::sqrt(S(problem.q_hqd.front().cols())));

  GradientTrace<S> trace{
      reference(problem),       {}, {}, zerosLike(problem.q_hqd), zerosLike(problem.k_hkd),
      zerosLike(problem.v_hkc),
  };
  for (std::size_t h = 0; h < heads; ++h) {
    const std::size_t kv = h / queriesPerKv;
    const auto &q = problem.q_hqd[h], &k = problem.k_hkd[kv], &v = problem.v_hkc[kv];
    const auto &weights = trace.attention.weights_hqk[h], &output = trace.attention.output_hqc[h];
    const auto& dOutput = dOutput_hqc[h];
    const auto eachPair = [&](auto visit) {
      eachVisible(mask, static_cast<Index>(h), queries, keys, visit);
    };

    // 1. dv: each value gets what it was weighed with
    eachPair([&](Index i, Index j) { trace.dv_hkc[kv].row(j) += weights(i, j) * dOutput.row(i); });
    // 2. dWeights: how much the loss wants of each value
    Matrix<S>& dWeights = trace.dWeights_hqk.emplace_back(Matrix<S>::Zero(queries, keys));
    eachPair([&](Index i, Index j) { dWeights(i, j) = dOutput.row(i).dot(v.row(j)); });
    // 3. dMasked: through the softmax. The weights add up to 1, so what the loss wants of all
    //    values, which is their weighted mean, moves none of them
    std::vector<S> means(static_cast<std::size_t>(queries));
    for (Index i = 0; i < queries; ++i)
      means[static_cast<std::size_t>(i)] = dOutput.row(i).dot(output.row(i));
    Matrix<S>& dMasked = trace.dMasked_hqk.emplace_back(Matrix<S>::Zero(queries, keys));
    eachPair([&](Index i, Index j) {
      dMasked(i, j) = weights(i, j) * (dWeights(i, j) - means[static_cast<std::size_t>(i)]);
    });
    // 4. dq and dk: through the scaled product
    eachPair([&](Index i, Index j) {
      const S dScore = scale * dMasked(i, j);
      trace.dq_hqd[h].row(i) += dScore * k.row(j);
      trace.dk_hkd[kv].row(j) += dScore * q.row(i);
    });
  }
  return trace;
}

/// x [t][m], dProjected [t][n] -> x^T dProjected [m][n] of the tokens that take part: a NaN in
/// another one would not be stopped by its gradient of zero.
template <class S>
Matrix<S> weightGradient(const Matrix<S>& x, const Matrix<S>& dProjected,
                         const std::vector<bool>& takesPart) {
  Matrix<S> sum = Matrix<S>::Zero(x.cols(), dProjected.cols());
  for (Index t = 0; t < x.rows(); ++t)
    if (takesPart[static_cast<std::size_t>(t)]) sum += x.row(t).transpose() * dProjected.row(t);
  return sum;
}

}  // namespace

template <class S>
std::optional<Error> validate(const GradientProblem<S>& p) {
  using namespace judge;
  if (auto error = validate(p.attention)) return error;
  const Index heads = Index(p.attention.q_hqd.size());
  if (auto error =
          equal(ErrorCode::headsMismatch, "dOutput", Index(p.dOutput_hqc.size()), "q", heads))
    return error;
  for (const auto& dOutput : p.dOutput_hqc)
    if (auto error = shape("dOutput", dOutput, p.attention.q_hqd.front().rows(),
                           p.attention.v_hkc.front().cols()))
      return error;
  return judge::work("dOutput", backwardTimes * attentionWork(shapeOf(p.attention.q_hqd),
                                                              shapeOf(p.attention.k_hkd),
                                                              shapeOf(p.attention.v_hkc)));
}

template <class S>
std::optional<Error> validate(const SelfGradientProblem<S>& p) {
  if (auto error = validate(p.attention)) return error;
  if (auto error = judge::shape("dOutput", p.dOutput, p.attention.x.rows(), p.attention.wv.cols()))
    return error;
  return judge::work("dOutput", backwardTimes * workOf(p.attention));
}

template <class S>
Result<GradientTrace<S>> gradient(const GradientProblem<S>& problem) {
  if (auto error = validate(problem)) return *error;
  return backward(problem.attention, problem.dOutput_hqc);
}

template <class S>
Result<SelfGradientTrace<S>> gradient(const SelfGradientProblem<S>& problem) {
  if (auto error = validate(problem)) return *error;
  const auto& [x, wq, wk, wv, options] = problem.attention;
  SelfGradientTrace<S> trace{multiply(x, wq), multiply(x, wk), multiply(x, wv), {}, {}, {}, {}, {}};
  trace.gradient =
      backward(Problem<S>{{trace.q}, {trace.k}, {trace.v}, options}, {problem.dOutput});
  const Matrix<S>&dq = trace.gradient.dq_hqd.front(), &dk = trace.gradient.dk_hkd.front(),
        &dv = trace.gradient.dv_hkc.front();

  const auto tokens = static_cast<std::size_t>(x.rows());
  std::vector<bool> sees(tokens), isSeen(tokens);
  const Mask<S> mask(options, x.rows(), x.rows());
  eachVisible(mask, 0, x.rows(), x.rows(), [&](Index q, Index k) {
    sees[static_cast<std::size_t>(q)] = isSeen[static_cast<std::size_t>(k)] = true;
  });
  // 5. through the projections
  const Matrix<S> byQuery = multiplyTransposed(dq, wq), byKey = multiplyTransposed(dk, wk);
  const Matrix<S> byValue = multiplyTransposed(dv, wv);
  trace.dx = byQuery + byKey + byValue;
  trace.dwq = weightGradient(x, dq, sees);
  trace.dwk = weightGradient(x, dk, isSeen);
  trace.dwv = weightGradient(x, dv, isSeen);
  return trace;
}

template std::optional<Error> validate(const GradientProblem<float>&);
template std::optional<Error> validate(const GradientProblem<double>&);
template std::optional<Error> validate(const SelfGradientProblem<float>&);
template std::optional<Error> validate(const SelfGradientProblem<double>&);
template Result<GradientTrace<float>> gradient(const GradientProblem<float>&);
template Result<GradientTrace<double>> gradient(const GradientProblem<double>&);
template Result<SelfGradientTrace<float>> gradient(const SelfGradientProblem<float>&);
template Result<SelfGradientTrace<double>> gradient(const SelfGradientProblem<double>&);

}  // namespace attention
