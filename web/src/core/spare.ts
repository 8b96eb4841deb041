// Memory for the copies that Workers are sent. It comes back with their answers and is used again:
// fresh memory has to be cleared and mapped by the system first, which takes longer than the copy.

import { allocated } from "./allocate.ts";
import type { RawTensor } from "./fields.ts";

/** What is kept between calls, at most. */
export const MOST_SPARE_BYTES = 2 ** 26;

export class Spare {
  /** Those that came back last are last. */
  #buffers: ArrayBuffer[] = [];

  /** Holds whatever was there before. */
  take(length: number): Float32Array<ArrayBuffer> {
    const bytes = length * Float32Array.BYTES_PER_ELEMENT;
    const place = this.#buffers.findLastIndex(({ byteLength }) => byteLength === bytes);
    const [buffer] = place < 0 ? [] : this.#buffers.splice(place, 1);
    return buffer ? new Float32Array(buffer) : allocated(() => new Float32Array(length));
  }

  give(buffers: ArrayBuffer[]): void {
    let bytes = 0;
    const newestFirst = [...this.#buffers, ...buffers].reverse();
    this.#buffers = newestFirst
      .filter(({ byteLength }) => {
        bytes += byteLength;
        return bytes <= MOST_SPARE_BYTES;
      })
      .reverse();
  }

  clear(): void {
    this.#buffers = [];
  }

  /** Of a tensor of float32, as the tiled path takes them. */
  copyOf({ shape, data }: RawTensor): RawTensor {
    const copy = this.take(data.length);
    copy.set(data);
    return { shape, data: copy };
  }
}
