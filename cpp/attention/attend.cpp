#include "attend.h"

#include "multiply.h"
#include "reference.h"
#include "validate.h"

namespace attention {

template <class S>
Result<Trace<S>> attend(const Problem<S>& problem) {
  if (auto error = validate(problem)) return *error;
  return reference(problem);
}

template <class S>
Result<SelfTrace<S>> attend(const SelfProblem<S>& p) {
  if (auto error = validate(p)) return *error;
  SelfTrace<S> trace{multiply(p.x, p.wq), multiply(p.x, p.wk), multiply(p.x, p.wv), {}};
  trace.attention = reference(Problem<S>{{trace.q}, {trace.k}, {trace.v}, p.options});
  return trace;
}

template Result<Trace<float>> attend(const Problem<float>&);
template Result<Trace<double>> attend(const Problem<double>&);
template Result<SelfTrace<float>> attend(const SelfProblem<float>&);
template Result<SelfTrace<double>> attend(const SelfProblem<double>&);

}  // namespace attention
