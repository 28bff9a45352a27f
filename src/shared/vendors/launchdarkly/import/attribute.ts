import type { AttributeRef } from '../../../schemas/extended-attribute.ts'
import { stepsOf } from './attribute-steps.ts'

export const defaultKind = 'user'

/** The key of a context of this kind, which is `targetingKey` in Fanion contexts. */
export const keyOf = (kind: string): AttributeRef => ({ firstOf: [['key'], ['targetingKey']], contextKind: kind })

/**
 * Where an attribute is read. Null if the reference is malformed. Without a kind, the text is the literal name of a
 * user attribute. With a kind, it may be a path, `/address/city`, with `~1` for a slash and `~0` for a tilde.
 */
export const readOf = (reference: string, kind: string | null | undefined): AttributeRef | null => {
  const steps = stepsOf(reference, !kind)
  if (steps === null) return null
  const contextKind = kind || defaultKind
  const only = steps.length === 1 ? steps[0] : undefined
  if (only === 'kind') return { firstOf: [], virtual: 'kinds' }
  if (only === 'key') return keyOf(contextKind)
  if (only === 'anonymous') return { firstOf: [['anonymous']], contextKind, otherwise: false }
  return { firstOf: [steps], contextKind }
}
