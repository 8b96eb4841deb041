// What decoding refuses, and what it says of it.

#include <limits>

#include "attention/decode.h"
#include "attention/judge.h"
#include "support/catch.h"

using namespace attention;

namespace {

void checkError(const DecodeProblem& p, ErrorCode code, const char* field, const char* other,
                const std::vector<double>& values) {
  const auto result = decode(p);
  const Error* error = std::get_if<Error>(&result);
  REQUIRE(error);
  CHECK(name(error->code) == std::string(name(code)));
  CHECK(error->field == field);
  CHECK(error->other == other);
  CHECK(error->values == values);
}

}  // namespace

TEST_CASE("Bad texts, caches and schedules are told apart", "[decode]") {
  const Heads<double> five{Matrix<double>::Zero(5, 1)};
  DecodeProblem p;
  p.q_hqd = p.k_hkd = p.v_hkc = five;
  const Heads<double> four{Matrix<double>::Zero(4, 1)}, wide{Matrix<double>::Zero(5, 2)};
  SECTION("q empty") {
    p.q_hqd.clear();
    checkError(p, ErrorCode::empty, "q", "", {0, 0});
  }
  SECTION("k empty") {
    p.k_hkd = {Matrix<double>(0, 1)};
    checkError(p, ErrorCode::empty, "k", "", {0, 1});
  }
  SECTION("not one query per token") {
    p.q_hqd = four;
    checkError(p, ErrorCode::shape, "q", "", {4, 1, 5, 1});
  }
  SECTION("k of another width") {
    p.k_hkd = wide;
    checkError(p, ErrorCode::widthMismatch, "k", "q", {2, 1});
  }
  SECTION("v of another length") {
    p.v_hkc = four;
    checkError(p, ErrorCode::lengthMismatch, "v", "k", {4, 5});
  }
  SECTION("heads that do not share") {
    p.q_hqd = {3, p.q_hqd[0]};
    p.k_hkd = p.v_hkc = {2, p.k_hkd[0]};
    checkError(p, ErrorCode::headsMismatch, "k", "q", {2, 3});
  }
  SECTION("heads of different shapes") {
    p.v_hkc.push_back(four[0]);
    checkError(p, ErrorCode::headShape, "v", "", {2, 4, 1, 5, 1});
  }
  SECTION("a mask of another size") {
    p.options.attend = Matrix<bool>::Constant(5, 4, true);
    checkError(p, ErrorCode::maskShape, "attend", "", {5, 4, 5, 5});
  }
  SECTION("sinks of nothing") {
    p.options.sinks = 1;
    checkError(p, ErrorCode::needs, "sinks", "window", {});
  }
  SECTION("sinks below 0") {
    p.options.sinks = -1;
    checkError(p, ErrorCode::range, "sinks", "", {-1, 0});
    p.capacity = 3;
    checkError(p, ErrorCode::range, "sinks", "", {-1, 0});
  }
  SECTION("a text that is too long, before anything is allocated") {
    const Heads<double> tall{Matrix<double>::Zero(5000, 1)};
    p.q_hqd = p.k_hkd = p.v_hkc = tall;
    checkError(p, ErrorCode::tooLarge, "scores", "", {25e6, double(judge::maxNumbers)});
  }
  SECTION("a cache without room") {
    p.capacity = 0;
    checkError(p, ErrorCode::range, "capacity", "", {0, 1});
    p.capacity = 2;
    p.options.sinks = 2;
    checkError(p, ErrorCode::range, "capacity", "", {2, 3});
  }
  SECTION("a text that does not fit, where nothing may be dropped") {
    p.evict = false;
    p.capacity = 4;
    checkError(p, ErrorCode::capacity, "k", "", {5, 4});
    p.capacity = 5;
    CHECK(std::get<DecodeTrace>(decode(p)).frames[0].dropped.empty());
  }
  SECTION("rotary positions of a bad kind") {
    p.rotary = Rotary{};
    p.rotary->dims = 1;
    checkError(p, ErrorCode::odd, "rotary.dims", "", {1});
    p.rotary->theta = 0;
    checkError(p, ErrorCode::positive, "rotary.theta", "", {0});
  }
  SECTION("a schedule of another text") {
    p.schedule = {2, 2};
    checkError(p, ErrorCode::sumMismatch, "schedule", "tokens", {4, 5});
    p.schedule = std::vector<std::int64_t>{};
    checkError(p, ErrorCode::sumMismatch, "schedule", "tokens", {0, 5});
    p.schedule = {5, 0};
    checkError(p, ErrorCode::range, "schedule", "", {0, 1, 2});
    const std::int64_t huge = std::numeric_limits<std::int64_t>::max();
    p.schedule = {huge, huge, 7};
    checkError(p, ErrorCode::sumMismatch, "schedule", "tokens", {2 * double(huge), 5});
  }
  SECTION("tokens of another text") {
    p.tokens = {1, 2, 3};
    checkError(p, ErrorCode::entries, "tokens", "", {3, 5});
  }
  SECTION("a previous text") {
    p.previous = {{1, 2, 3, 4}, four, four};
    SECTION("without tokens to compare") {
      checkError(p, ErrorCode::needs, "previous", "tokens", {});
    }
    p.tokens = {1, 2, 3, 4, 5};
    SECTION("that is good") {
      CHECK(std::get<DecodeTrace>(decode(p)).frames[0].reused.size() == 4);
    }
    SECTION("whose keys are of another length") {
      p.previous->tokens.pop_back();
      checkError(p, ErrorCode::shape, "previous.k", "", {4, 1, 3, 1});
    }
    SECTION("whose values are of another width") {
      p.previous->v_hkc = {Matrix<double>::Zero(4, 2)};
      checkError(p, ErrorCode::shape, "previous.v", "", {4, 2, 4, 1});
    }
    SECTION("of other heads") {
      p.previous->k_hkd.push_back(four[0]);
      checkError(p, ErrorCode::headsMismatch, "previous.k", "k", {2, 1});
    }
    SECTION("of heads that differ") {
      p.previous->v_hkc.push_back(wide[0]);
      checkError(p, ErrorCode::headShape, "previous.v", "", {2, 5, 2, 4, 1});
    }
    SECTION("of nothing") {
      p.previous->k_hkd.clear();
      checkError(p, ErrorCode::empty, "previous.k", "", {0, 0});
    }
  }
}
