#include "latent.h"

#include <cmath>
#include <utility>

#include "heads.h"
#include "judge.h"
#include "multiply.h"
#include "reference.h"
#include "validate.h"

namespace attention {
namespace {

using namespace judge;

Index ropeOf(const LatentProblem& p) { return p.wKr ? p.wKr->cols() : 0; }
Index widthOf(const LatentProblem& p) { return p.wq.front().cols(); }
Index nopeOf(const LatentProblem& p) { return p.wUk.front().cols(); }

/// Whoever gives all heads side by side knows the columns of all, and the heads that divide them.
Check queryShape(const LatentProblem& p) {
  auto error = judge::shape("wq", p.wq.front(), p.x.cols(), nopeOf(p) + ropeOf(p));
  if (error && p.wq.size() > 1) error->values.push_back(double(p.wq.size()));
  return error;
}

Check goodWeights(const LatentProblem& p) {
  const auto heads = [&](const char* field, const Heads<double>& w, const char* other,
                         Index columns) {
    return first(
        [&] { return sameHeads(field, w); }, [&] { return notEmpty(field, shapeOf(w)); },
        [&] {
          return equal(ErrorCode::headsMismatch, field, Index(w.size()), "wq", Index(p.wq.size()));
        },
        [&] { return equal(ErrorCode::innerMismatch, field, w.front().rows(), other, columns); });
  };
  const auto one = [&](const char* field, const Matrix<double>& w) {
    if (auto error = notEmpty(field, w.rows(), w.cols())) return error;
    return equal(ErrorCode::innerMismatch, field, w.rows(), "x", p.x.cols());
  };
  return first([&] { return notEmpty("x", p.x.rows(), p.x.cols()); },
               [&] { return heads("wq", p.wq, "x", p.x.cols()); },
               [&] { return one("wDkv", p.wDkv); },
               [&] { return p.wKr ? one("wKr", *p.wKr) : Check{}; },
               [&] { return heads("wUk", p.wUk, "wDkv", p.wDkv.cols()); },
               [&] { return heads("wUv", p.wUv, "wDkv", p.wDkv.cols()); },
               [&] { return headCount("wq", double(p.wq.size())); }, [&] { return queryShape(p); });
}

/// Of every matrix of the result, in both forms.
Check goodSizes(const LatentProblem& p) {
  const double tokens = double(p.x.rows()), heads = double(p.wq.size());
  const double latents = double(p.wDkv.cols()), c = double(p.wUv.front().cols());
  const double absorbed = latents + double(ropeOf(p));
  const bool naive = p.form == LatentForm::naive;
  return first(
      [&] { return judge::size("c", tokens, latents); },
      [&] { return judge::size("q", tokens * heads, double(widthOf(p))); },
      [&] { return naive ? Check{} : judge::size("queries", tokens * heads, absorbed); },
      [&] { return judge::size("scores", tokens * heads, tokens); },
      [&] { return judge::size("merged", tokens, heads * c); },
      [&] { return p.wo ? judge::size("output", tokens, double(p.wo->cols())) : Check{}; });
}

Check goodRotary(const LatentProblem& p) {
  if (p.positions && !p.rotary) return Error{ErrorCode::needs, "positions", "rotary"};
  if (!p.rotary) return {};
  if (!p.wKr) return Error{ErrorCode::needs, "rotary", "wKr"};
  if (auto error = validatePart(*p.rotary, ropeOf(p))) return error;
  return p.positions ? validatePositions(*p.positions, p.x.rows()) : Check{};
}

Check goodOutput(const LatentProblem& p) {
  if (!p.wo) return {};
  if (auto error = notEmpty("wo", p.wo->rows(), p.wo->cols())) return error;
  const Index merged = Index(p.wUv.size()) * p.wUv.front().cols();
  return equal(ErrorCode::innerMismatch, "wo", p.wo->rows(), "merged", merged);
}

/// Of all products, in the form that is asked for: judge::work.
double workOf(const LatentProblem& p) {
  const double tokens = double(p.x.rows()), heads = double(p.wq.size());
  const double latents = double(p.wDkv.cols()), c = double(p.wUv.front().cols());
  const double down =
      double(p.x.size()) * (heads * double(widthOf(p)) + latents + double(ropeOf(p)));
  const double up = tokens * heads * latents * (double(nopeOf(p)) + c);
  const double mixing = p.wo ? tokens * double(p.wo->size()) : 0;
  const bool naive = p.form == LatentForm::naive;
  const Index width = naive ? widthOf(p) : p.wDkv.cols() + ropeOf(p);
  const Index valueWidth = naive ? p.wUv.front().cols() : p.wDkv.cols();
  const auto shape = [&](Index columns) { return Shape{Index(p.wq.size()), p.x.rows(), columns}; };
  return down + up + mixing + attentionWork(shape(width), shape(width), shape(valueWidth));
}

/// Two matrices side by side.
Matrix<double> beside(const Matrix<double>& a, const Matrix<double>& b) {
  Matrix<double> both(a.rows(), a.cols() + b.cols());
  both << a, b;
  return both;
}

Matrix<double> turned(const LatentProblem& p, const Matrix<double>& rope) {
  if (!p.rotary) return rope;
  return rotate(rope, *p.rotary, p.positions ? *p.positions : positionsFrom(0, rope.rows()));
}

/// Keys and values of every head, from the latents.
void makeKeysAndValues(const LatentProblem& p, LatentTrace& t) {
  t.queries = t.q_hqd;
  for (std::size_t h = 0; h < p.wq.size(); ++h) {
    t.keys.push_back(beside(multiply(t.c, p.wUk[h]), t.kRope));
    t.values.push_back(multiply(t.c, p.wUv[h]));
  }
}

/// (q W_uk^T) c^T = q (c W_uk)^T: the latents are keys and values themselves, those of one KV head.
void absorbKeys(const LatentProblem& p, LatentTrace& t) {
  const Index nope = nopeOf(p), rope = ropeOf(p);
  for (std::size_t h = 0; h < p.wq.size(); ++h)
    t.queries.push_back(beside(multiplyTransposed<double>(t.q_hqd[h].leftCols(nope), p.wUk[h]),
                               t.q_hqd[h].rightCols(rope)));
  t.keys.push_back(beside(t.c, t.kRope));
  t.values.push_back(t.c);
}

}  // namespace

std::optional<Error> validate(const LatentProblem& p) {
  const Index tokens = p.x.rows(), heads = Index(p.wq.size());
  return first([&] { return goodWeights(p); }, [&] { return goodSizes(p); },
               [&] { return goodOutput(p); }, [&] { return goodRotary(p); },
               [&] { return validateOptions(p.options, heads, tokens, tokens, "wq"); },
               [&] { return judge::work("output", workOf(p)); });
}

Result<LatentTrace> latent(const LatentProblem& p) {
  if (auto error = validate(p)) return *error;
  const bool naive = p.form == LatentForm::naive;
  LatentTrace t;
  // 1. latents and the shared rotary part: what a cache keeps
  t.c = multiply(p.x, p.wDkv);
  t.kRope = turned(p, p.wKr ? multiply(p.x, *p.wKr) : Matrix<double>(p.x.rows(), 0));
  // 2. queries, their rotary part turned
  for (const auto& w : p.wq) {
    const Matrix<double> q = multiply(p.x, w);
    t.q_hqd.push_back(beside(q.leftCols(nopeOf(p)), turned(p, q.rightCols(ropeOf(p)))));
  }
  // 3. what is attended with
  if (naive)
    makeKeysAndValues(p, t);
  else
    absorbKeys(p, t);
  // 4. attention, with the scale of the keys that the absorbed form does not make
  Problem<double> problem{std::move(t.queries), std::move(t.keys), std::move(t.values), p.options};
  problem.options.scale = p.options.scale.value_or(1 / std::sqrt(double(widthOf(p))));
  t.attention = reference(problem);
  t.queries = std::move(problem.q_hqd);
  t.keys = std::move(problem.k_hkd);
  t.values = std::move(problem.v_hkc);
  // 5. outputs of the heads: up from the latents, where that was left for later
  for (std::size_t h = 0; h < p.wq.size(); ++h) {
    const Matrix<double>& sum = t.attention.output_hqc[h];
    t.outputs_hqc.push_back(naive ? sum : multiply(sum, p.wUv[h]));
  }
  // 6. merged and mixed
  t.merged = mergeHeads(t.outputs_hqc);
  t.output = p.wo ? multiply(t.merged, *p.wo) : t.merged;
  return t;
}

LatentCache latentCache(const LatentProblem& p) {
  const double heads = double(p.wq.size());
  return {double(p.wDkv.cols() + ropeOf(p)), heads * double(widthOf(p) + p.wUv.front().cols())};
}

}  // namespace attention
