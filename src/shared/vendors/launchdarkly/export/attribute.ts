import type { AttributeRef } from '../../../schemas/extended-attribute.ts'
import { plainNames } from '../../exporting/names.ts'
import { notReadable } from '../../exporting/unreadable-reason.ts'

export const user = 'user'

/** An attribute reference of a clause, in a context of this kind. */
export interface Reference {
  readonly attribute: string
  readonly contextKind: string
}

/** Names with a special meaning in LaunchDarkly's contexts. The targeting key is `key` there. */
const reserved = new Set(['key', 'kind', 'anonymous', '_meta', 'targetingKey'])

/** Builds the reference for the steps of a path. */
const referenceOf = (steps: readonly string[]): string => {
  const [only = ''] = steps
  if (steps.length === 1 && !only.startsWith('/')) return only
  return steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** Converts a native attribute path to a reference in the user context. */
export const pathReference = (path: string): Reference => {
  const names = plainNames(path)
  const [first = ''] = names
  if (names.length === 1 && first === 'targetingKey') return { attribute: 'key', contextKind: user }
  if (reserved.has(first)) notReadable('reserved-name', path)
  return { attribute: referenceOf(names), contextKind: user }
}

/** Converts an imported attribute back to a reference. */
export const extendedReferenceOf = (read: AttributeRef): Reference => {
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
