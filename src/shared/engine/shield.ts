import type { Context } from '../schemas/context.ts'
import { isList } from './operators/list.ts'

/**
 * Wraps a context so that every access is guarded: properties that throw read as absent. For the retry after an
 * exception.
 */
export const shield = (context: unknown): Context => {
  // Safe cast: an object that can be indexed by any name is a context.
  return behindShield(typeof context === 'object' && context !== null ? context : {}) as Context
}

const quietly = <T>(act: () => T): T | undefined => {
  try {
    return act()
  } catch {
    return undefined
  }
}

const behindShield = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const target = value
  if (quietly(() => Array.isArray(target)))
    return quietly(() => (isList(target) ? Array.from(target, behindShield) : undefined))
  if (quietly(() => target instanceof Date)) return quietly(() => new Date(Number(target)))
  return new Proxy(
    {},
    {
      get: (_, name) => behindShield(quietly(() => Reflect.get(target, name))),
      getOwnPropertyDescriptor: (_, name) =>
        quietly(() => Object.hasOwn(target, name))
          ? { configurable: true, enumerable: true, value: undefined }
          : undefined,
    },
  )
}
