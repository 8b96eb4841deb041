/**
 * What is called of the peers. They are installed for `npm run bench` alone, and the type check must
 * pass without them: these few lines stand in for their own typings.
 */

declare module "onnxruntime-web/wasm" {
  export const env: {
    logLevel: string;
    wasm: { numThreads: number; wasmBinary: Uint8Array };
  };
  export class Tensor {
    constructor(type: "float32", data: Float32Array, dimensions: readonly number[]);
    readonly data: Float32Array;
  }
  export class InferenceSession {
    static create(
      model: Uint8Array,
      options: { executionProviders: string[]; graphOptimizationLevel: "all" },
    ): Promise<InferenceSession>;
    run(feeds: Record<string, Tensor>): Promise<Record<string, Tensor>>;
    release(): Promise<void>;
  }
}

declare module "@tensorflow/tfjs-core" {
  export interface Tensor {
    readonly shape: number[];
    dataSync(): Float32Array;
    dispose(): void;
  }
  export function tensor(data: Float32Array, shape: number[]): Tensor;
  export function tidy<T>(work: () => T): T;
  export function matMul(a: Tensor, b: Tensor, transposeA?: boolean, transposeB?: boolean): Tensor;
  export function transpose(x: Tensor): Tensor;
  export function mul(a: Tensor, b: Tensor | number): Tensor;
  export function add(a: Tensor, b: Tensor): Tensor;
  export function softmax(x: Tensor): Tensor;
  export function setBackend(name: string): Promise<boolean>;
  export function ready(): Promise<void>;
}

declare module "@tensorflow/tfjs-backend-wasm" {
  export function setWasmPaths(folder: string): void;
  export function setThreadsCount(count: number): void;
}

declare module "@jax-js/jax" {
  export interface Array {
    readonly ref: Array;
    mul(factor: number): Array;
    add(other: Array): Array;
    data(): Promise<Float32Array>;
    dispose(): void;
  }
  export const numpy: {
    array(data: Float32Array, options: { shape: number[] }): Array;
    matmul(a: Array, b: Array): Array;
    matrixTranspose(a: Array): Array;
  };
  export const nn: {
    softmax(x: Array, axis: number): Array;
    dotProductAttention(q: Array, k: Array, v: Array, options: { isCausal: boolean }): Array;
  };
  export function jit<F extends (...inputs: never[]) => Array>(f: F): F & { dispose(): void };
  export function init(device: "wasm"): Promise<string[]>;
  export function defaultDevice(device: "wasm"): string;
}
