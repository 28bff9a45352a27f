import type { Context } from '../schemas/context.ts'

/*
 * Reading attributes. What a context's own prototype offers (a class with getters) can be read; what every object inherits
 * from Object.prototype cannot, be it `constructor` or something a polluted prototype smuggles in.
 */

/** Reads one attribute; absent is undefined. May throw what a getter or proxy of the caller throws. */
export type Read = (context: Context) => unknown

// A null prototype would hide what `name in everyObject` is for.
const everyObject = Object.prototype as unknown as Record<string, unknown>

const nothing = Object.freeze({})
let smuggled = false

/**
 * Looks whether anything was smuggled into Object.prototype by assignment; each evaluation looks once, before it reads.
 * Names that Object.prototype has from the start never count on this.
 */
export const lookForSmuggled = (): void => {
  let found = false
  // an object without properties of its own lists only what is smuggled
  for (const _name in nothing) found = true
  smuggled = found
}

/** Whether a value found under `name` is the object's, not every object's; made for one name. */
export const belonging = (name: string): ((object: object) => boolean) =>
  name in everyObject ? (object) => belongs(object, name) : (object) => !smuggled || belongs(object, name)

/** Whether a value found under `name` is the object's, not every object's. */
const belongs = (object: object, name: string): boolean =>
  everyObject[name] === undefined || Object.hasOwn(object, name)

/** One step of a path: only into objects that are no lists. */
const step = (value: unknown, name: string): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  // Any object may be asked for any name.
  const found = (value as Record<string, unknown>)[name]
  return found !== undefined && belongs(value, name) ? found : undefined
}

/** The names of a dotted path: `user.team` is two, `a\.b` is one. */
export const namesOf = (path: string): string[] =>
  path.includes('\\') ? path.split(/(?<!\\)\./u).map((name) => name.replaceAll('\\.', '.')) : path.split('.')

/** How the attribute at a path is read. */
export const reader = (path: string): Read => {
  const [first = '', ...rest] = namesOf(path)
  if (rest.length === 0) {
    const isOwn = belonging(first)
    return (context) => {
      const found = context[first]
      return found !== undefined && isOwn(context) ? found : undefined
    }
  }
  return (context) => rest.reduce(step, step(context, first))
}
