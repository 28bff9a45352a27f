/** Returns the CRC-32 of IEEE 802.3 (reflected, polynomial 0xEDB88320), an unsigned 32-bit integer. */
export const crc32 = (bytes: readonly number[]): number => {
  let rest = -1
  for (const byte of bytes) {
    rest ^= byte
    for (let bit = 0; bit < 8; bit += 1) rest = (rest >>> 1) ^ (0xedb88320 & -(rest & 1))
  }
  return ~rest >>> 0
}
