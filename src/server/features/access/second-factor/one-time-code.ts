import { createHmac } from 'node:crypto'

const stepMs = 30_000

/** The time step an instant falls into: RFC 6238 counts half minutes. */
export const stepAt = (nowMs: number): number => Math.floor(nowMs / stepMs)

/** The six digits of one time step (RFC 6238 with HMAC-SHA-1, which is what authenticator apps know). */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 15
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

/** The step a code belongs to, the one before and after now included: clocks differ. Undefined where it is none. */
export const stepOf = (secret: Buffer, code: string, nowMs: number): number | undefined =>
  [0, -1, 1].map((away) => stepAt(nowMs) + away).find((step) => codeOf(secret, step) === code)

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes as Base32 (RFC 4648) without padding. */
export function base32(bytes: Buffer): string {
  let text = ''
  let buffer = 0
  let bits = 0
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xffff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet.charAt((buffer >>> bits) & 31)
    }
  }
  return bits > 0 ? text + alphabet.charAt((buffer << (5 - bits)) & 31) : text
}
