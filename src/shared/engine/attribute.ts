import type { Context } from '../schemas/context.ts'

/*
 * Reads attributes. Properties from a context's own prototype (a class with getters) are readable. Properties that
 * every object inherits from `Object.prototype` are not, whether built in (`constructor`) or added by prototype
 * pollution.
 */

/** Reads one attribute; undefined if it is absent. May throw errors of the caller's getters and proxies. */
export type Read = (context: Context) => unknown

// Not a copy with a null prototype, which would lack inherited names that `name in everyObject` must find.
const everyObject = Object.prototype as unknown as Record<string, unknown>

const nothing = Object.freeze({})
let isPrototypePolluted = false

/**
 * Checks whether `Object.prototype` was polluted by assignment. Called once per evaluation, before attributes are read.
 * Built-in names never depend on this check.
 */
export const detectPollutedPrototype = (): void => {
  let found = false
  // An object without own properties enumerates only polluting ones.
  for (const _name in nothing) found = true
  isPrototypePolluted = found
}

/** Creates a check, for one name, of whether a found value belongs to the object rather than to every object. */
export const ownershipCheckFor = (name: string): ((object: object) => boolean) =>
  name in everyObject
    ? (object) => isOwnOrUninherited(object, name)
    : (object) => !isPrototypePolluted || isOwnOrUninherited(object, name)

const isOwnOrUninherited = (object: object, name: string): boolean =>
  everyObject[name] === undefined || Object.hasOwn(object, name)

/** Follows one step of a path. Only objects that are not lists have members. */
const step = (value: unknown, name: string): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  // Safe cast: any object can be indexed by any name.
  const found = (value as Record<string, unknown>)[name]
  return found !== undefined && isOwnOrUninherited(value, name) ? found : undefined
}

/** Splits a dotted path into names: `user.team` is two, `a\.b` is one. */
export const namesOf = (path: string): string[] =>
  path.includes('\\') ? path.split(/(?<!\\)\./u).map((name) => name.replaceAll('\\.', '.')) : path.split('.')

export const reader = (path: string): Read => {
  const [first = '', ...rest] = namesOf(path)
  if (rest.length === 0) {
    const isOwn = ownershipCheckFor(first)
    return (context) => {
      const found = context[first]
      return found !== undefined && isOwn(context) ? found : undefined
    }
  }
  return (context) => rest.reduce(step, step(context, first))
}
