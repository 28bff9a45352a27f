export type Attributes = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Attributes => typeof value === 'object' && value !== null

const builtIn = ['name', 'ip', 'firstName', 'lastName', 'email', 'avatar', 'country']

/**
 * Normalizes a context as current SDKs do. One with a `kind` is returned as it is. A legacy user becomes kind `user`:
 * `custom` attributes go below the built-in ones, and the key becomes a string.
 */
export const singleKind = (context: Attributes): Attributes => {
  if (context['kind'] !== undefined && context['kind'] !== null) return context
  const { custom, anonymous } = context
  const given = builtIn.filter((name) => context[name] !== null && context[name] !== undefined)
  return {
    ...(isObject(custom) ? custom : {}),
    ...(anonymous === null || anonymous === undefined ? {} : { anonymous: Boolean(anonymous) }),
    ...Object.fromEntries(given.map((name) => [name, context[name]])),
    kind: 'user',
    key: String(context['key']),
  }
}
