// Whether what a file holds is a case, and one that can fail.

import { numerals } from "./json.ts";
import type { Due, Sentences } from "./text.ts";

type Say = Sentences;
/** What is wrong with the value at the path, or "". */
type Judge = (value: unknown, path: string, say: Say) => string;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === "string";

const must =
  (due: Due, passes: (value: unknown) => boolean): Judge =>
  (value, path, say) =>
    passes(value) ? "" : say.must(path, due);

const join = (path: string, field: string): string => (path ? `${path}.${field}` : field);

/** The first thing that any of the judges finds. */
function first<T>(items: readonly T[], judge: (item: T) => string): string {
  for (const item of items) {
    const found = judge(item);
    if (found) return found;
  }
  return "";
}

/** An object of these fields and no others; those that are `due` must be there. */
function fieldsOf(judges: Record<string, Judge>, due: readonly string[]): Judge {
  return (value, path, say) => {
    if (!isObject(value)) return say.must(path || "case", "object");
    const unknown = Object.keys(value).find((field) => !Object.hasOwn(judges, field));
    if (unknown !== undefined) return say.unknownField(join(path, unknown));
    return first(Object.entries(judges), ([field, judge]) =>
      value[field] !== undefined || due.includes(field)
        ? judge(value[field], join(path, field), say)
        : "",
    );
  };
}

const listOf =
  (due: Due, judge: Judge): Judge =>
  (value, path, say) =>
    Array.isArray(value) && value.length > 0
      ? first([...value.entries()], ([i, item]) => judge(item, `${path}[${i}]`, say))
      : say.must(path, due);

const text = must("text", isText);

/** An empty object is like every other, wherever it stands. */
const comparable: Judge = (value, path, say) => {
  if (Array.isArray(value)) {
    return first([...value.entries()], ([i, item]) => comparable(item, `${path}[${i}]`, say));
  }
  if (!isObject(value)) return "";
  const entries = Object.entries(value);
  if (entries.length === 0) return say.must(path, "comparison");
  return first(entries, ([field, item]) => comparable(item, join(path, field), say));
};

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Values by path, at least one beside those of other names. */
const values =
  (due: Due, ...others: string[]): Judge =>
  (value, path, say) => {
    if (!isObject(value)) return say.must(path, due);
    if (!Object.keys(value).some((name) => !others.includes(name))) return say.must(path, due);
    // There is no call without a query.
    if (isEmptyList(value.visible)) return say.must(join(path, "visible"), "picture");
    return comparable(value, path, say);
  };

const fault: Judge = (value, path, say) =>
  values("values", "what")(value, path, say) ||
  text((value as { what?: unknown }).what, join(path, "what"), say);

const error = fieldsOf(
  {
    code: text,
    field: text,
    other: text,
    values: must(
      "sizes",
      (value) =>
        Array.isArray(value) && value.every((n) => typeof n === "number" || numerals.has(n)),
    ),
  },
  ["code", "field", "values"],
);

const callFields = fieldsOf(
  {
    call: text,
    input: must("object", isObject),
    tolerance: must("tolerance", (n) => typeof n === "number" && n >= 0 && n < 1),
    // The reference does not look at `float32`.
    expected: values("values", "float32"),
    error,
    wrong: listOf("faults", fault),
  },
  ["input"],
);

const call: Judge = (value, path, say) => {
  const found = callFields(value, path, say);
  if (found) return found;
  const { expected, error: due } = value as Record<string, unknown>;
  return (expected === undefined) === (due === undefined) ? say.oneOf(path) : "";
};

const inLanguages = fieldsOf({ en: text, tr: text }, []);

const fields = fieldsOf(
  {
    id: text,
    title: inLanguages,
    why: inLanguages,
    sources: must("texts", (value) => Array.isArray(value) && value.every(isText)),
    calls: listOf("calls", call),
  },
  ["calls"],
);

/** What keeps the value from being a case that can fail, by its path; or "". */
export const judgeCase = (value: unknown, say: Say): string => fields(value, "", say);
