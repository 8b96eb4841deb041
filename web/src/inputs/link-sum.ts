// The check of a link: CRC-24 of OpenPGP (RFC 9580, section 6.1.1) in five digits and small letters.
// It tells every letter that was changed and every two that changed places; of other damage all but
// one in 16 million.

const POLYNOMIAL = 0x864cfb;
const START = 0xb704ce;
const LENGTH = 5;

export function crc24(bytes: Iterable<number>): number {
  let crc = START;
  for (const byte of bytes) {
    crc ^= byte << 16;
    for (let bit = 0; bit < 8; bit++) {
      crc <<= 1;
      if (crc & 0x1000000) crc ^= 0x1000000 | POLYNOMIAL;
    }
  }
  return crc;
}

export const sumOf = (text: string): string =>
  crc24(new TextEncoder().encode(text)).toString(36).padStart(LENGTH, "0");

/** Whether `written` begins with that sum; a point or bracket of the text around may have got behind it. */
export function isSum(written: string, sum: string): boolean {
  return written.startsWith(sum) && !/[\p{L}\p{N}]/u.test(written.slice(LENGTH));
}
