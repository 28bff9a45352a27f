import type { FlagDocument } from '../schemas/flag.ts'
import type { Json } from '../schemas/keys.ts'
import type { SegmentDocument } from '../schemas/segment.ts'
import { pathsWritten } from './extended/expression/variables.ts'

// these hold other people's data, in which such names mean nothing to us
const opaque = new Set(['values', 'variants', 'outputs', 'source'])

const pathText = (names: readonly unknown[]): string =>
  names.map((name) => String(name).replaceAll('\\', '\\\\').replaceAll('.', '\\.')).join('.')

/**
 * The attributes that a document names, each once, in the order in which it names them: in conditions, and as what users
 * are divided by. The targeting key is one where it is named, not where it is meant.
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
        // a document is JSON
        for (const path of pathsWritten(inner as Json)) found.add(pathText(path.split('.')))
      } else if (!opaque.has(name)) walk(inner)
    }
  }
  walk('rules' in document ? { ...document, prerequisites: [] } : { when: document.when })
  return [...found]
}
