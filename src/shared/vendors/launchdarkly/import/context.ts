export type Attributes = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Attributes => typeof value === 'object' && value !== null

const builtIn = ['name', 'ip', 'firstName', 'lastName', 'email', 'avatar', 'country']

/**
 * A context as LaunchDarkly's SDKs read it today. One that names its `kind` is returned as it is. A legacy user, who
 * has none, becomes kind `user`: `custom` attributes lie under the built-in ones, and the key is made text.
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
