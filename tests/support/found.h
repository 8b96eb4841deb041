#pragma once
// What is wrong with a problem, as one line, which a failing CHECK prints.

#include <cstdint>
#include <sstream>
#include <string>
#include <variant>

#include "attention/error.h"

namespace attention::testing {

/// "code: field / other values", or "none".
template <class P>
std::string found(const P& problem) {
  const auto error = validate(problem);
  if (!error) return "none";
  std::ostringstream line;
  line << name(error->code) << ": " << error->field;
  if (!error->other.empty()) line << " / " << error->other;
  for (const double value : error->values) line << ' ' << std::int64_t(value);
  return line.str();
}

/// What is wrong with `good` once it is changed. `compute` must refuse it as well.
template <class P, class Change, class Compute>
std::string foundIn(P good, Change change, Compute compute) {
  change(good);
  if (!std::holds_alternative<Error>(compute(good))) return "not refused";
  return found(good);
}

}  // namespace attention::testing
