#pragma once
// Bad input is a value, not an exception. The codes live here and nowhere else: the sentences, in
// every language, belong to the layer that talks to people and are looked up by code.

#include <array>
#include <string>
#include <variant>
#include <vector>

namespace attention {

/// What is wrong, and what `field`, `other` and `values` of the Error then hold.
enum class ErrorCode {
  type,  ///< field is not what its type says; other = what is expected; values = row and column of a cell, or the place (from 1) of an entry, if it is one
  unknownField,   ///< field is no option of this call
  ragged,         ///< a row has another length; values = row (from 1), its length, length of row 1
  empty,          ///< field has no rows or no columns; values = rows, columns, or 0 for a list
  rank,           ///< values = number of axes, least, most
  dataLength,     ///< shape and data disagree; values = numbers in data, numbers the shape asks for
  widthMismatch,  ///< field and other must be equally wide; values = their widths, and where these are per head the heads of both
  lengthMismatch,  ///< field and other must have as many rows; values = their rows
  headsMismatch,   ///< values = heads of field, heads of other
  headShape,  ///< a head of another shape; values = head (from 1), its rows, its columns, those of head 1
  innerMismatch,  ///< field (a matrix W) must have as many rows as other has columns; values = both
  maskShape,      ///< values = rows, columns of field; rows, columns it must have
  paddingLength,  ///< values = entries of field, number of keys
  range,  ///< values = the value, the least that is allowed, and its place (from 1), if field has several; other = "float32" where that sets the limit
  atMost,  ///< values = the value, the most that is allowed, and its place (from 1), if field has several
  positive,   ///< field must be more than 0; values = the number
  notFinite,  ///< field must be finite; values = the place (from 1), if field has several
  needs,      ///< field means something only together with other
  tooLarge,   ///< values = what is asked for, the most; other = its unit, numbers if empty
  outLength,  ///< values = numbers that field has room for, numbers of the output
  odd,  ///< field must be even; values = the number. With other: field was left out and is as many
  notDivisible,  ///< field must be a multiple of other; values = both numbers
  excludes,      ///< field means nothing together with other
  entries,       ///< values = entries of field, entries it must have
  shape,  ///< values = rows, columns of field; rows, columns it must have; where these are per head, and there are several: the heads
  sumMismatch,  ///< the entries of field must add up to other; values = their sum, that number
  capacity,     ///< field needs more places than there are, and none may be freed; values = both
  order,        ///< the entries of field must rise; values = which (from 1), it, the one before
  memoryLimit,  ///< values = bytes the call needs, the most there can be
  memory,       ///< the allocation failed
  repeated,     ///< an entry of field is there already; values = which (from 1), it
  missing,      ///< field must be given
  columns,  ///< field must have a multiple of other as its columns; values = its columns, that number
};

/// In the order of ErrorCode. A test compares this list with the keys of the sentences.
inline constexpr std::array<const char*, 33> errorCodeNames = {
    "type",          "unknownField",  "ragged",         "empty",         "rank",
    "dataLength",    "widthMismatch", "lengthMismatch", "headsMismatch", "headShape",
    "innerMismatch", "maskShape",     "paddingLength",  "range",         "atMost",
    "positive",      "notFinite",     "needs",          "tooLarge",      "outLength",
    "odd",           "notDivisible",  "excludes",       "entries",       "shape",
    "sumMismatch",   "capacity",      "order",          "memoryLimit",   "memory",
    "repeated",      "missing",       "columns"};
static_assert(errorCodeNames.size() == static_cast<std::size_t>(ErrorCode::columns) + 1);

inline const char* name(ErrorCode code) { return errorCodeNames[static_cast<std::size_t>(code)]; }

struct Error {
  ErrorCode code;
  std::string field;       ///< as the public API spells it: "q", "wk", "keyPadding"
  std::string other = {};  ///< the field it is at odds with, where there is one
  std::vector<double> values = {};
};

template <class T>
using Result = std::variant<T, Error>;

}  // namespace attention
