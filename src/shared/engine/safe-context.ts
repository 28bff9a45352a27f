import type { Context } from '../schemas/context.ts'
import { isList } from './operators/list.ts'

/**
 * Wraps a context so that every access is guarded: properties that throw read as absent. For the retry after an
 * exception.
 */
export const safeContext = (context: unknown): Context => {
  // Safe cast: an object that can be indexed by any name is a context.
  return safeValue(typeof context === 'object' && context !== null ? context : {}) as Context
}

const undefinedIfThrows = <T>(act: () => T): T | undefined => {
  try {
    return act()
  } catch {
    return undefined
  }
}

const safeValue = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const target = value
  if (undefinedIfThrows(() => Array.isArray(target)))
    return undefinedIfThrows(() => (isList(target) ? Array.from(target, safeValue) : undefined))
  if (undefinedIfThrows(() => target instanceof Date)) return undefinedIfThrows(() => new Date(Number(target)))
  return new Proxy(
    {},
    {
      get: (_, name) => safeValue(undefinedIfThrows(() => Reflect.get(target, name))),
      getOwnPropertyDescriptor: (_, name) =>
        undefinedIfThrows(() => Object.hasOwn(target, name))
          ? { configurable: true, enumerable: true, value: undefined }
          : undefined,
    },
  )
}
