// JSON for people: one row of numbers per line.

const isPlain = (value: unknown): boolean => typeof value !== "object" || value === null;

function wrap(open: string, items: string[], close: string, indent: string): string {
  if (items.length === 0) return open + close;
  return `${open}\n${items.map((item) => `${indent}  ${item}`).join(",\n")}\n${indent}${close}`;
}

/** `value` as JSON text; what holds only numbers and texts stays on a line. */
export function layout(value: unknown, indent = ""): string {
  if (isPlain(value)) return JSON.stringify(value);
  const inner = (item: unknown) => layout(item, `${indent}  `);
  if (Array.isArray(value)) {
    if (value.every(isPlain)) return `[${value.map((item) => JSON.stringify(item)).join(", ")}]`;
    return wrap("[", value.map(inner), "]", indent);
  }
  const fields = Object.entries(value as object).filter(([, item]) => item !== undefined);
  const items = fields.map(([name, item]) => `${JSON.stringify(name)}: ${inner(item)}`);
  return wrap("{", items, "}", indent);
}
