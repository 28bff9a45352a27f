import type { Context } from '../../../schemas/context.ts'

type Attributes = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const builtIn = ['name', 'ip', 'firstName', 'lastName', 'email', 'avatar', 'country']

/**
 * Converts a legacy user without a kind: `custom` attributes go below the built-in ones, and the key becomes a string.
 */
const legacyUser = (user: Attributes): Attributes => {
  const { custom, anonymous } = user
  const given = builtIn.filter((name) => user[name] !== null && user[name] !== undefined)
  return {
    ...(isObject(custom) ? custom : {}),
    ...(anonymous === null || anonymous === undefined ? {} : { anonymous: Boolean(anonymous) }),
    ...Object.fromEntries(given.map((name) => [name, user[name]])),
    kind: 'user',
    key: String(user['key']),
  }
}

/**
 * Converts a LaunchDarkly context for native and imported rules. Undefined if it is invalid. Native rules read the
 * user's attributes, with its key as the targeting key. For multi-kind contexts, these are inherited properties, which
 * only native rules read.
 */
export const contextFromLaunchDarkly = (given: unknown): Context | undefined => {
  if (!isObject(given)) return undefined
  const { kind } = given
  if (kind === undefined || kind === null) {
    if (given['key'] === undefined || given['key'] === null) return undefined
    const user = legacyUser(given)
    return { ...user, targetingKey: String(user['key']) }
  }
  if (typeof kind !== 'string') return undefined
  if (kind !== 'multi') {
    if (!isKeyed(given)) return undefined
    return kind === 'user'
      ? { ...given, targetingKey: String(given['key']) }
      : over({}, { kind: 'multi', [kind]: given })
  }
  const members = Object.entries(given).filter(([name]) => name !== 'kind')
  if (members.length === 0 || !members.every(([, member]) => isKeyed(member))) return undefined
  const { user } = given
  return over(isObject(user) ? { ...user, targetingKey: user['key'] } : {}, given)
}

const isKeyed = (context: unknown): context is Attributes =>
  isObject(context) && typeof context['key'] === 'string' && context['key'] !== ''

/** Inherited properties can be read by name, but are not own properties of the context. */
const over = (beneath: Attributes, own: Attributes): Context =>
  Object.assign(Object.create(Object.freeze({ ...beneath })) as Record<string, unknown>, own)
