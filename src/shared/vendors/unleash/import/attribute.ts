import type { AttributeRef } from '../../../schemas/extended-attribute.ts'

/** Paths of a top-level field. The user id is `targetingKey` in Fanion contexts. */
export const fieldPaths = (name: string): string[][] => (name === 'userId' ? [['userId'], ['targetingKey']] : [[name]])

/** Reads a top-level field of the context. */
export const fieldOf = (name: string): AttributeRef => ({ firstOf: fieldPaths(name) })

/** Reads a top-level field, or the property with that name. */
export const contextValueOf = (name: string): AttributeRef => {
  const [own = [name], ...others] = fieldPaths(name)
  return { firstOf: [own, ['properties', name], ...others] }
}
