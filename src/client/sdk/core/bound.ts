import type { BoundCall, Call } from './calls.ts'
import type { Attributes } from './define-flags.ts'

type Calls = Readonly<Record<string, Call<unknown>>>
type Bound = Readonly<Record<string, BoundCall<unknown>>>

/** Binds calls to contexts. Each call is bound on first access, because a request reads only a few flags. */
export const createBinder = (calls: Calls): ((context: Attributes) => Bound) => {
  const contexts = new WeakMap<object, Attributes>()
  const properties = Object.entries(calls).map(([name, call]) => {
    const get = function (this: object) {
      const context = contexts.get(this)
      const bound = Object.assign(() => call(context), {
        details: () => call.details(context),
        peek: () => call.peek(context),
      })
      // Later reads find the bound call directly.
      Object.defineProperty(this, name, { value: bound, enumerable: true })
      return bound
    }
    return [name, { get, enumerable: true }] as const
  })
  const prototype: object = Object.defineProperties({}, Object.fromEntries(properties))
  return (context) => {
    const bound: Bound = Object.create(prototype)
    contexts.set(bound, context)
    return bound
  }
}
