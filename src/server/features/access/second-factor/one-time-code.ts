import { createHmac } from 'node:crypto'

const stepMs = 30_000

/** The 30-second time step of an instant (RFC 6238). */
export const timeStepAt = (nowMs: number): number => Math.floor(nowMs / stepMs)

/** The six digits of a time step: RFC 6238 with HMAC-SHA-1, the algorithm that authenticator apps support. */
export function oneTimeCodeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 15
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

/**
 * The time step that a code belongs to: the current, previous or next one, to tolerate clock skew. Undefined if none
 * matches.
 */
export const matchingTimeStep = (secret: Buffer, code: string, nowMs: number): number | undefined =>
  [0, -1, 1].map((away) => timeStepAt(nowMs) + away).find((step) => oneTimeCodeAt(secret, step) === code)

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

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
