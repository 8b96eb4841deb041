// The check of a link: CRC-24 of OpenPGP (RFC 9580, section 6.1.1) in five digits and small letters.
// It tells every letter that was changed and every two that changed places; of other damage all but
// one in 16 million.

const POLYNOMIAL = 0x864cfb;
const START = 0xb704ce;
const LENGTH = 5;

/** What each byte leaves of a sum; a page works out its link at every step of a slider. */
const remainders = Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 16;
  for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc & 0x800000 ? POLYNOMIAL : 0);
  return crc & 0xffffff;
});

export function crc24(bytes: Uint8Array): number {
  let crc = START;
  for (const byte of bytes) {
    crc = ((crc << 8) & 0xffffff) ^ (remainders[(crc >> 16) ^ byte] ?? 0);
  }
  return crc;
}

export const sumOf = (text: string): string =>
  crc24(new TextEncoder().encode(text)).toString(36).padStart(LENGTH, "0");

/** Whether `written` begins with that sum; a point or bracket of the text around may have got behind it. */
export function isSum(written: string, sum: string): boolean {
  return written.startsWith(sum) && !/[\p{L}\p{N}]/u.test(written.slice(LENGTH));
}
