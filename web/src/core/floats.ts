// Arrays of floats, by what they are and not by what they say: a subclass may say any length, a
// proxy of one is none, and one whose buffer was sent away holds nothing.

export type Floats = Float64Array | Float32Array;

const prototype: object = Object.getPrototypeOf(Float64Array.prototype);

/** What the language itself knows of an array of numbers; nothing of any other value. */
const known = <T>(name: PropertyKey) => {
  const get = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  return (array: unknown): T => get?.call(array);
};

const kindOf = known<string | undefined>(Symbol.toStringTag);
const lengthOf = known<number>("length");
const bufferOf = known<ArrayBuffer>("buffer");
const offsetOf = known<number>("byteOffset");

/** The same numbers in an array that nobody has changed, if `value` is an array of floats. */
export function floatsOf(value: unknown): Floats | undefined {
  const kind = kindOf(value);
  if (kind !== "Float64Array" && kind !== "Float32Array") return undefined;
  const Class = kind === "Float64Array" ? Float64Array : Float32Array;
  const length = lengthOf(value);
  // There is no view of a buffer that is gone.
  return length === 0 ? new Class(0) : new Class(bufferOf(value), offsetOf(value), length);
}
