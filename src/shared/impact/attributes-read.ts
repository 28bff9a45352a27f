import type { FlagDocument } from '../schemas/flag.ts'
import type { Json } from '../schemas/keys.ts'
import type { SegmentDocument } from '../schemas/segment.ts'
import { pathsWritten } from './extended/expression/variables.ts'

// These contain user data, in which such names have no meaning.
const opaque = new Set(['values', 'variants', 'outputs', 'source'])

const pathText = (names: readonly unknown[]): string =>
  names.map((name) => String(name).replaceAll('\\', '\\\\').replaceAll('.', '\\.')).join('.')

/**
 * Returns the attributes that a document names, without duplicates, in order: in conditions, and as attributes that
 * users are bucketed by. The targeting key is included only if it is named explicitly.
 */
export const attributesRead = (document: FlagDocument | SegmentDocument): string[] => {
  const found = new Set<string>()
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (typeof node !== 'object' || node === null) return
    for (const [name, inner] of Object.entries(node)) {
      if ((name === 'attribute' || name === 'by') && typeof inner === 'string') found.add(inner)
      else if (name === 'firstOf' && Array.isArray(inner)) {
        for (const path of inner) if (Array.isArray(path) && path.length > 0) found.add(pathText(path))
      } else if (name === 'expr') {
        // Safe cast: a document is JSON.
        for (const path of pathsWritten(inner as Json)) found.add(pathText(path.split('.')))
      } else if (!opaque.has(name)) walk(inner)
    }
  }
  walk('rules' in document ? { ...document, prerequisites: [] } : { when: document.when })
  return [...found]
}
