/**
 * ONNX models as bytes, as far as the benchmark needs them: a graph of nodes over float32 tensors of
 * fixed shapes. Field numbers are those of onnx.proto (github.com/onnx/onnx).
 */

type Bytes = readonly Uint8Array[];

const utf8 = new TextEncoder();

/** Seven bits a byte, lowest first, the eighth set where more follow. From 0 on. */
function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return Uint8Array.of(...bytes, rest);
}

const wire = { varint: 0, bytes: 2, float: 5 };

const whole = (field: number, value: number): Bytes => [
  varint(field * 8 + wire.varint),
  varint(value),
];

const float = (field: number, value: number): Bytes => [
  varint(field * 8 + wire.float),
  new Uint8Array(Float32Array.of(value).buffer),
];

const bytes = (field: number, value: Uint8Array): Bytes => [
  varint(field * 8 + wire.bytes),
  varint(value.length),
  value,
];

const text = (field: number, value: string): Bytes => bytes(field, utf8.encode(value));

const message = (field: number, ...parts: Bytes[]): Bytes =>
  bytes(field, concatenated(parts.flat()));

function concatenated(parts: Bytes): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}

export interface Node {
  type: string;
  /** Empty for ONNX's own operators. */
  domain?: string;
  inputs: string[];
  output: string;
  /** Whole numbers. */
  ints?: Record<string, number>;
  floats?: Record<string, number>;
  /** A list of whole numbers. */
  lists?: Record<string, number[]>;
}

export interface Graph {
  inputs: Record<string, number[]>;
  outputs: Record<string, number[]>;
  constants?: Record<string, { shape: number[]; data: Float32Array }>;
  nodes: Node[];
}

const floatType = 1;
const attributeType = { float: 1, int: 2, ints: 7 };

const attribute = (name: string, type: number, ...value: Bytes[]): Bytes =>
  message(5, text(1, name), ...value, whole(20, type));

const node = ({ type, domain, inputs, output, ints, floats, lists }: Node): Bytes =>
  message(
    1,
    ...inputs.map((name) => text(1, name)),
    text(2, output),
    text(4, type),
    ...Object.entries(ints ?? {}).map(([name, value]) =>
      attribute(name, attributeType.int, whole(3, value)),
    ),
    ...Object.entries(floats ?? {}).map(([name, value]) =>
      attribute(name, attributeType.float, float(2, value)),
    ),
    ...Object.entries(lists ?? {}).map(([name, values]) =>
      attribute(name, attributeType.ints, ...values.map((value) => whole(8, value))),
    ),
    text(7, domain ?? ""),
  );

const constant = (name: string, shape: number[], data: Float32Array): Bytes =>
  message(
    5,
    ...shape.map((size) => whole(1, size)),
    whole(2, floatType),
    text(8, name),
    bytes(9, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)),
  );

const value = (field: number, name: string, shape: number[]): Bytes => {
  const dimensions = shape.map((size) => message(1, whole(1, size)));
  const tensor = message(1, whole(1, floatType), message(2, ...dimensions));
  return message(field, text(1, name), message(2, tensor));
};

/** The version of the format, and of the operators: 23 has Attention. */
const formatVersion = 10;
const operators = 23;

export function model({ inputs, outputs, constants = {}, nodes }: Graph): Uint8Array {
  const graph = message(
    7,
    ...nodes.map(node),
    text(2, "attention"),
    ...Object.entries(constants).map(([name, { shape, data }]) => constant(name, shape, data)),
    ...Object.entries(inputs).map(([name, shape]) => value(11, name, shape)),
    ...Object.entries(outputs).map(([name, shape]) => value(12, name, shape)),
  );
  const operatorSet = (domain: string, version: number) =>
    message(8, text(1, domain), whole(2, version));
  return concatenated([
    ...whole(1, formatVersion),
    ...graph,
    ...operatorSet("", operators),
    ...operatorSet("com.microsoft", 1),
  ]);
}
