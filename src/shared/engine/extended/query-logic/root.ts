import { isMembers, jsonOf, type Members, type Value } from './values.ts'

/**
 * A context as GO Feature Flag presents it to a query: the targeting key has two names and is an empty text if absent,
 * and `anonymous` is always defined.
 */
export class Root {
  readonly #context: unknown
  #members: Members | undefined

  constructor(context: unknown) {
    this.#context = context
  }

  #memberOf(name: string): unknown {
    const context = this.#context
    if (typeof context !== 'object' || context === null || !Object.hasOwn(context, name)) return undefined
    // Safe cast: any object can be indexed by any name.
    return (context as Readonly<Record<string, unknown>>)[name]
  }

  member(name: string): Value {
    if (name === 'anonymous') return this.#memberOf(name) === true
    if (name !== 'key' && name !== 'targetingKey') return jsonOf(this.#memberOf(name))
    const key = this.#memberOf('targetingKey')
    return typeof key === 'string' ? key : ''
  }

  get members(): Members {
    if (this.#members !== undefined) return this.#members
    const given = jsonOf(this.#context)
    const key: Value = this.member('key')
    const members: Members = {
      ...(isMembers(given) ? given : {}),
      anonymous: this.member('anonymous'),
      key,
      targetingKey: key,
    }
    this.#members = members
    return members
  }
}
