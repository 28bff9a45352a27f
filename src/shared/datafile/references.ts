import type { FlagDocument } from '../schemas/flag.ts'
import type { SegmentDocument } from '../schemas/segment.ts'

export type Subject = { kind: 'flag' | 'segment'; key: string }

// These contain user data, in which a field named `flag` or `segment` is not a reference.
const opaque = new Set(['values', 'expr', 'variants', 'outputs', 'source'])

/** Returns the subjects that a document refers to, without duplicates, in order. */
export function referencesOf(document: FlagDocument | SegmentDocument): Subject[] {
  const found = new Map<string, Subject>()
  const note = (kind: Subject['kind'], key: string) => found.set(`${kind} ${key}`, { kind, key })
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (typeof node !== 'object' || node === null) return
    for (const [name, inner] of Object.entries(node)) {
      if (typeof inner === 'string' && (name === 'flag' || name === 'segment')) note(name, inner)
      else if (!opaque.has(name)) walk(inner)
    }
  }
  walk(document)
  return [...found.values()]
}
