import type { Context } from '../../../schemas/context.ts'

/**
 * A context of Unleash's as one of ours: the user id is the targeting key, and properties are attributes under the fields
 * of the same name. Undefined where it is none.
 */
export const fromUnleash = (given: unknown): Context | undefined => {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
  // Any object may be asked for any name.
  const { properties, ...fields } = given as Record<string, unknown>
  const own = typeof properties === 'object' && properties !== null && !Array.isArray(properties) ? properties : {}
  const there = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  const { userId } = fields
  return {
    ...own,
    ...Object.fromEntries(there),
    properties: own,
    // a user may be called by a number
    ...(userId === undefined || userId === null ? {} : { targetingKey: userId as string }),
  }
}
