import type { Context } from '../../../schemas/context.ts'

/**
 * Converts an Unleash context. The user id becomes the targeting key, and properties become attributes unless a field
 * has the same name. Undefined if it is invalid.
 */
export const contextFromUnleash = (given: unknown): Context | undefined => {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
  // Safe cast: any property may be read from an object.
  const { properties, ...fields } = given as Record<string, unknown>
  const own = typeof properties === 'object' && properties !== null && !Array.isArray(properties) ? properties : {}
  const there = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  const { userId } = fields
  return {
    ...own,
    ...Object.fromEntries(there),
    properties: own,
    // A user id may be a number.
    ...(userId === undefined || userId === null ? {} : { targetingKey: userId as string }),
  }
}
