import type { Context } from '../../../schemas/context.ts'

/**
 * Converts the attributes of GrowthBook's SDKs to a context. `id` becomes the targeting key and also stays an
 * attribute.
 */
export const contextFromGrowthBook = (attributes: unknown): Context | undefined => {
  if (typeof attributes !== 'object' || attributes === null || Array.isArray(attributes)) return undefined
  const { id } = attributes as { id?: Context['targetingKey'] }
  return id === undefined ? { ...attributes } : { ...attributes, targetingKey: id }
}
