import { referencesOf } from '../datafile/references.ts'
import { flagOf, segmentOf } from '../engine/prerequisite.ts'
import type { Datafile } from '../schemas/datafile.ts'
import { attributesRead } from './attributes-read.ts'

/** Returns the attributes that a flag's answer may depend on: its own, and those of everything it refers to. */
export const transitiveReadsOf = (datafile: Datafile, flag: string): string[] => {
  const places = new Set([`flag ${flag}`])
  const found = new Set<string>()
  // The set grows during the iteration, which then covers the new members, too.
  for (const place of places) {
    const [kind, key] = [place.slice(0, place.indexOf(' ')), place.slice(place.indexOf(' ') + 1)]
    const document = kind === 'flag' ? flagOf(datafile, key) : segmentOf(datafile, key)
    if (document === undefined) continue
    for (const name of attributesRead(document)) found.add(name)
    if (readsTargetingKey(document)) found.add('targetingKey')
    for (const named of referencesOf(document)) places.add(`${named.kind} ${named.key}`)
  }
  return [...found]
}

/** Lists of keys, and points without an attribute, read the targeting key. */
const readsTargetingKey = (document: object): boolean => {
  if ('included' in document) return true
  const walk = (node: unknown): boolean => {
    if (Array.isArray(node)) return node.some(walk)
    if (typeof node !== 'object' || node === null) return false
    return Object.entries(node).some(
      ([name, inner]) =>
        ((name === 'split' || name === 'in') &&
          typeof inner === 'object' &&
          inner !== null &&
          usesTargetingKey(inner)) ||
        (name !== 'variants' && name !== 'values' && walk(inner)),
    )
  }
  return walk(document)
}

const usesTargetingKey = (node: object): boolean =>
  !('point' in node) || typeof node.point !== 'object' || node.point === null || !('by' in node.point)
