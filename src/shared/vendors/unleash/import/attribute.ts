import type { AttributeRef } from '../../../schemas/extended-attribute.ts'

/** Paths of a top-level field. A context of ours calls the user `targetingKey`. */
export const fieldPaths = (name: string): string[][] => (name === 'userId' ? [['userId'], ['targetingKey']] : [[name]])

/** A field of the context itself. */
export const fieldOf = (name: string): AttributeRef => ({ firstOf: fieldPaths(name) })

/** A field of the context, or else the property of that name. */
export const contextValueOf = (name: string): AttributeRef => {
  const [own = [name], ...others] = fieldPaths(name)
  return { firstOf: [own, ['properties', name], ...others] }
}
