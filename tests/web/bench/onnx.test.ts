import { expect, test } from "vitest";
import { model } from "../../bench/contenders/onnx.ts";

/** A message of the protobuf format as [field, value] pairs: numbers, or the bytes of what is inside. */
function fields(bytes: Uint8Array): [number, number | Uint8Array][] {
  const found: [number, number | Uint8Array][] = [];
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = bytes[at++]!;
      value += (byte % 128) * shift;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const key = varint();
    const wire = key % 8;
    const length = wire === 2 ? varint() : wire === 5 ? 4 : 0;
    found.push([key >> 3, wire === 0 ? varint() : bytes.subarray(at, at + length)]);
    at += length;
  }
  return found;
}

const first = (bytes: Uint8Array, field: number) =>
  fields(bytes).find(([number]) => number === field)![1];
const inside = (bytes: Uint8Array, ...path: number[]) =>
  path.reduce((message, field) => first(message, field) as Uint8Array, bytes);
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

const bytes = model({
  inputs: { x: [2, 300] },
  outputs: { y: [2, 300] },
  constants: { c: { shape: [1], data: Float32Array.of(0.5) } },
  nodes: [
    { type: "Mul", inputs: ["x", "c"], output: "y", ints: { axis: 200 }, floats: { scale: 0.25 } },
  ],
});

test("a model's node has its inputs, output, type and attributes", () => {
  const node = inside(bytes, 7, 1);
  const names = fields(node).filter(([field]) => field === 1);
  expect(names.map(([, name]) => text(name as Uint8Array))).toEqual(["x", "c"]);
  expect([text(inside(node, 2)), text(inside(node, 4))]).toEqual(["y", "Mul"]);
  const attributes = fields(node).filter(([field]) => field === 5);
  const [axis, scale] = attributes.map(([, attribute]) => attribute as Uint8Array);
  expect([text(inside(axis!, 1)), first(axis!, 3), first(axis!, 20)]).toEqual(["axis", 200, 2]);
  const value = inside(scale!, 2);
  expect(new DataView(value.buffer, value.byteOffset).getFloat32(0, true)).toBe(0.25);
});

test("shapes of more than a byte, and constants, are written as ONNX says", () => {
  const shape = inside(bytes, 7, 11, 2, 1, 2);
  expect(fields(shape).map(([, dimension]) => first(dimension as Uint8Array, 1))).toEqual([2, 300]);
  const constant = inside(bytes, 7, 5);
  expect(text(inside(constant, 8))).toBe("c");
  expect([...inside(constant, 9)]).toEqual([0, 0, 0, 63]);
});
