import { createHash } from 'node:crypto'
import { ofrepJson } from '../../../../shared/engine/ofrep-json.ts'
import type { Outcome } from '../../../../shared/engine/outcome.ts'

/** The contribution of one outcome to a response for many flags. */
export type ResponsePiece = {
  readonly json: string
  /** Length of the JSON in bytes. */
  readonly bytes: number
  /** The first 128 bits of its SHA-1. */
  readonly digest: readonly [number, number, number, number]
}

const pieces = new WeakMap<Outcome, ResponsePiece>()

/** Returns the piece of an outcome. Cached, because evaluations share outcomes. */
export function responsePieceOf(outcome: Outcome): ResponsePiece {
  const known = pieces.get(outcome)
  if (known) return known
  const json = ofrepJson(outcome)
  const sha1 = createHash('sha1').update(json).digest()
  const piece: ResponsePiece = {
    json,
    bytes: Buffer.byteLength(json),
    digest: [sha1.readInt32LE(0), sha1.readInt32LE(4), sha1.readInt32LE(8), sha1.readInt32LE(12)],
  }
  pieces.set(outcome, piece)
  return piece
}

// Odd, so that multiplication modulo 2^32 loses no information.
const factor = 0x0100_0193

/** A sequence of pieces, joined by commas. */
export class PieceSequence {
  #a = 0
  #b = 0
  #c = 0
  #d = 0
  json = ''
  bytes = 0

  add({ json, bytes, digest: [a, b, c, d] }: ResponsePiece): void {
    this.json += this.bytes === 0 ? json : `,${json}`
    this.bytes += this.bytes === 0 ? bytes : bytes + 1
    this.#a = (Math.imul(this.#a, factor) + a) | 0
    this.#b = (Math.imul(this.#b, factor) + b) | 0
    this.#c = (Math.imul(this.#c, factor) + c) | 0
    this.#d = (Math.imul(this.#d, factor) + d) | 0
  }

  /**
   * An entity tag: a polynomial over the digests of the pieces in order, for each 32-bit word. Different sequences have
   * different tags, unless their author can choose SHA-1 outputs.
   */
  get etag(): string {
    const tag = Buffer.allocUnsafe(16)
    tag.writeInt32LE(this.#a, 0)
    tag.writeInt32LE(this.#b, 4)
    tag.writeInt32LE(this.#c, 8)
    tag.writeInt32LE(this.#d, 12)
    return `"${tag.toString('base64url')}"`
  }
}
