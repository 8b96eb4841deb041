/** All memory that lists of numbers in a value lie in, each once: what a message can give away. */
export function memoryIn(value: unknown): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  const visit = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    if (ArrayBuffer.isView(part)) found.add(part.buffer as ArrayBuffer);
    else if (!Array.isArray(part)) Object.values(part).forEach(visit);
    // A long list of numbers is not looked through.
    else if (typeof part[0] === "object") part.forEach(visit);
  };
  visit(value);
  return [...found];
}
