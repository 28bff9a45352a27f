import type { AttributeRef } from '../../../schemas/extended-attribute.ts'
import { notReadable } from '../../exporting/because.ts'
import { plainNames } from '../../exporting/names.ts'

export const user = 'user'

/** Where a clause reads: an attribute reference, in a context of this kind. */
export interface Reference {
  readonly attribute: string
  readonly contextKind: string
}

/** Names that a context of LaunchDarkly has for itself; the targeting key is its `key`. */
const reserved = new Set(['key', 'kind', 'anonymous', '_meta', 'targetingKey'])

/** The reference for the steps of a path. */
const referenceOf = (steps: readonly string[]): string => {
  const [only = ''] = steps
  if (steps.length === 1 && !only.startsWith('/')) return only
  return steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** A native attribute path, read from the user. */
export const pathReference = (path: string): Reference => {
  const names = plainNames(path)
  const [first = ''] = names
  if (names.length === 1 && first === 'targetingKey') return { attribute: 'key', contextKind: user }
  if (reserved.has(first)) notReadable('reserved-name', path)
  return { attribute: referenceOf(names), contextKind: user }
}

/** Where the importer wrote that a clause reads, back as a reference. */
export const wideReference = (read: AttributeRef): Reference => {
  const { firstOf, contextKind, virtual, otherwise, ...more } = read
  if (Object.values(more).some((field) => field !== undefined)) return notReadable('other-vendor')
  if (virtual === 'kinds' && firstOf.length === 0) return { attribute: 'kind', contextKind: user }
  if (virtual !== undefined || contextKind === undefined) return notReadable('other-vendor')
  const paths = JSON.stringify(firstOf)
  if (paths === '[["key"],["targetingKey"]]' && otherwise === undefined) return { attribute: 'key', contextKind }
  const [steps, ...others] = firstOf
  if (steps === undefined || steps.length === 0 || others.length > 0) return notReadable('other-vendor')
  const [first = ''] = steps
  if (first === 'anonymous' && steps.length === 1 && otherwise === false) return { attribute: 'anonymous', contextKind }
  if (otherwise !== undefined || (steps.length === 1 && reserved.has(first))) return notReadable('other-vendor')
  if (steps.includes('') || first === '_meta') return notReadable('other-vendor')
  return { attribute: referenceOf(steps), contextKind }
}
