import type { FlagDocument } from '../schemas/flag.ts'
import type { SegmentDocument } from '../schemas/segment.ts'
import { canonicalJson } from './canonical-json.ts'
import { murmur3x128 } from './murmur3-128.ts'

export type Flags = Readonly<Record<string, FlagDocument>>
export type Segments = Readonly<Record<string, SegmentDocument>>

/** A document that was added, removed or changed. Null means that it does not exist. */
export type DocumentChange =
  | { kind: 'flag'; key: string; before: FlagDocument | null; after: FlagDocument | null }
  | { kind: 'segment'; key: string; before: SegmentDocument | null; after: SegmentDocument | null }

type Words = [number, number, number, number]

const utf8 = new TextEncoder()

/** Adds or removes a document, which is the same operation: the exclusive or with its hash. */
const toggle = (sum: Words, kind: DocumentChange['kind'], key: string, document: unknown): void => {
  const hash = murmur3x128(utf8.encode(canonicalJson([kind, key, document])))
  sum[0] ^= hash[0]
  sum[1] ^= hash[1]
  sum[2] ^= hash[2]
  sum[3] ^= hash[3]
}

const hex = (sum: Words): string => sum.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')

/**
 * Returns the digest of an environment's documents, 32 hexadecimal digits: the exclusive or of a 128-bit hash of every
 * document with its kind and key. It does not depend on the order of documents or fields, and can be updated
 * incrementally.
 * It detects clients whose state differs from the server's. It is no protection against an attacker: the hash is not
 * cryptographic, and authenticity comes from the connection.
 */
export const digestOf = (flags: Flags, segments: Segments): string => {
  const sum: Words = [0, 0, 0, 0]
  for (const [key, document] of Object.entries(flags)) toggle(sum, 'flag', key, document)
  for (const [key, document] of Object.entries(segments)) toggle(sum, 'segment', key, document)
  return hex(sum)
}

/** Updates a digest with some changes. Reads only the changed documents. */
export const digestAfter = (digest: string, changes: Iterable<DocumentChange>): string => {
  const word = (at: number) => Number.parseInt(digest.slice(at, at + 8), 16)
  const sum: Words = [word(0), word(8), word(16), word(24)]
  for (const { kind, key, before, after } of changes) {
    if (before !== null) toggle(sum, kind, key, before)
    if (after !== null) toggle(sum, kind, key, after)
  }
  return hex(sum)
}

/** Returns the hash of a text in the same format, to detect whether it was altered. */
export const digestOfText = (text: string): string => hex(murmur3x128(utf8.encode(text)))
