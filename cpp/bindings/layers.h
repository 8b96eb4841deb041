#pragma once
// The parts of a block and their traces, across the boundary.

#include "attention/feed_forward.h"
#include "attention/norm.h"
#include "attention/state_space.h"
#include "problem.h"

namespace attention::bindings {

inline StateSpaceProblem stateSpaceProblemFrom(const val& from) {
  const bool convolution = wordOr(from, "form", "recurrent") == "convolution";
  return {matrixFrom(from["x"]),
          matrixFrom(from["a"]),
          matrixFrom(from["b"]),
          matrixFrom(from["c"]),
          optionalList<double>(from, "d"),
          convolution ? StateSpaceForm::convolution : StateSpaceForm::recurrent};
}

inline val object(const StateSpaceTrace& trace) {
  val result = val::object();
  result.set("output", tensor(trace.output));
  if (trace.states.size() > 0) result.set("states", tensor(trace.states));
  if (trace.kernel.size() > 0) result.set("kernel", tensor(trace.kernel));
  return result;
}

inline Normalization normalizationFrom(const val& from) {
  return wordOr(from, "normalization", "layer") == "rms" ? Normalization::rms
                                                         : Normalization::layer;
}

inline NormProblem normProblemFrom(const val& from, Normalization normalization) {
  NormProblem problem{matrixFrom(from["x"]), optionalList<double>(from, "gain"),
                      optionalList<double>(from, "bias")};
  problem.epsilon = numberOr(from, "epsilon", problem.epsilon);
  problem.normalization = normalization;
  return problem;
}

inline val object(const NormTrace& trace) {
  val result = val::object();
  result.set("output", tensor(trace.output));
  if (!trace.mean.empty()) result.set("mean", array(trace.mean));
  if (!trace.variance.empty()) result.set("variance", array(trace.variance));
  if (!trace.rootMeanSquare.empty()) result.set("rootMeanSquare", array(trace.rootMeanSquare));
  return result;
}

inline Activation activationFrom(const std::string& word) {
  if (word == "relu") return Activation::relu;
  if (word == "gelu-tanh") return Activation::geluTanh;
  return word == "swiglu" ? Activation::swiglu : Activation::gelu;
}

inline FeedForwardProblem feedForwardProblemFrom(const val& from) {
  return {matrixFrom(from["x"]),
          matrixFrom(from["w1"]),
          optionalList<double>(from, "b1"),
          matrixFrom(from["w2"]),
          optionalList<double>(from, "b2"),
          optionalMatrix(from, "wGate"),
          activationFrom(wordOr(from, "activation", "gelu"))};
}

inline val object(const FeedForwardTrace& trace) {
  val result = val::object();
  result.set("hidden", tensor(trace.hidden));
  if (trace.gate) result.set("gate", tensor(*trace.gate));
  result.set("activated", tensor(trace.activated));
  result.set("output", tensor(trace.output));
  return result;
}

}  // namespace attention::bindings
