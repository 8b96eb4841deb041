type Holder = Record<string, unknown>;

/** Every typed array in a value, with what holds it. A long list of plain numbers is not looked through. */
function eachArray(
  value: object,
  found: (array: ArrayBufferView, holder: Holder, key: string) => void,
): void {
  if (Array.isArray(value) && typeof value[0] !== "object") return;
  for (const [key, part] of Object.entries(value)) {
    if (ArrayBuffer.isView(part)) found(part, value as Holder, key);
    else if (typeof part === "object" && part !== null) eachArray(part, found);
  }
}

/** All memory that arrays in a value lie in, each once: what a message can give away. */
export function memoryIn(value: unknown): ArrayBuffer[] {
  const memory = new Set<ArrayBuffer>();
  eachArray([value], ({ buffer }) => {
    if (buffer instanceof ArrayBuffer) memory.add(buffer);
  });
  return [...memory];
}

/** A copy that shares nothing, not even what lies in shared memory, which a clone would still share. */
export function cloned<Value>(value: Value): Value {
  const clone = structuredClone(value);
  eachArray([clone], (array, holder, key) => {
    if (!(array.buffer instanceof ArrayBuffer) && "slice" in array)
      holder[key] = (array as Float64Array).slice();
  });
  return clone;
}
