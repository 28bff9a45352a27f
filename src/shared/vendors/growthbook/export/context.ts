import type { Context } from '../../../schemas/context.ts'

/** What GrowthBook's SDKs call attributes, as a context: its `id` is the targeting key, and stays an attribute. */
export const fromGrowthBook = (attributes: unknown): Context | undefined => {
  if (typeof attributes !== 'object' || attributes === null || Array.isArray(attributes)) return undefined
  const { id } = attributes as { id?: Context['targetingKey'] }
  return id === undefined ? { ...attributes } : { ...attributes, targetingKey: id }
}
