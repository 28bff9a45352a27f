import fc from 'fast-check'

/*
 * Contexts that no one should send. The engine must handle them anyway. Each value is created for every use, because
 * some change when they are read.
 */
const throwing = (): unknown => ({
  get plan() {
    throw new Error('no')
  },
  get targetingKey() {
    throw new Error('no')
  },
  toString() {
    throw new Error('no')
  },
  valueOf() {
    throw new Error('no')
  },
})

const cyclic = (): unknown => {
  const holder: Record<string, unknown> = { plan: 'pro' }
  holder['user'] = holder
  holder['tags'] = [holder]
  return holder
}

const everyTrap = (): unknown => {
  const no = () => {
    throw new Error('no')
  }
  return new Proxy({}, { get: no, has: no, ownKeys: no, getOwnPropertyDescriptor: no, getPrototypeOf: no })
}

const revoked = (): unknown => {
  const { proxy, revoke } = Proxy.revocable([], {})
  revoke()
  return proxy
}

const endless = (): unknown =>
  new Proxy({}, { get: (target, name) => (name === Symbol.toPrimitive ? undefined : target) })
const hundredThousand = Object.freeze(Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`a${at}`, at])))
const wide = (): unknown => hundredThousand
const huge = (): unknown => 'x'.repeat(1_048_576)
const sparse = (): unknown => new Array(2 ** 32 - 1)
const bare = (): unknown => Object.assign(Object.create(null), { plan: 'pro', constructor: 'x' })
const polluted = (): unknown => JSON.parse('{"__proto__": {"plan": "pro"}, "constructor": {"name": "x"}}')

class Person {
  get plan() {
    return 'pro'
  }
}

const makers: (() => unknown)[] = [
  ...[
    throwing,
    cyclic,
    everyTrap,
    revoked,
    endless,
    bare,
    polluted,
    () => new Person(),
    () => new Map([['plan', 'pro']]),
  ],
  ...[() => 10n, () => Symbol('s'), () => new Date(Number.NaN), () => new Date(0), () => () => 'pro', () => /x/],
  ...[() => '\ud800', () => '\udc00a', () => 'a\u0000b', () => Number.NaN, () => -0, () => Number.POSITIVE_INFINITY],
  ...[() => Object(true), () => Object('pro'), () => new Uint8Array(3), () => Promise.resolve('pro'), () => [[[[[]]]]]],
]
/** Values that are expensive to traverse, so they are rare. */
const costly: (() => unknown)[] = [wide, huge, sparse]

const value: fc.Arbitrary<() => unknown> = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom(...makers) },
  { weight: 1, arbitrary: fc.constantFrom(...costly) },
  { weight: 20, arbitrary: fc.anything().map((made) => () => made) },
)
const names = [
  'targetingKey',
  'plan',
  'country',
  'age',
  'version',
  'signedUp',
  'tags',
  'address',
  'user',
  'kind',
  'org',
]
const odd = ['__proto__', 'constructor', 'toString', '$sticky', 'currentTime']

/** A context or an invalid value, created by each call. */
export const aHostileContext = (): fc.Arbitrary<() => unknown> =>
  fc.oneof(
    { weight: 1, arbitrary: value },
    {
      weight: 6,
      arbitrary: fc.dictionary(fc.constantFrom(...names, ...odd), value, { maxKeys: 6 }).map((made) => () => {
        const context: Record<string, unknown> = {}
        for (const [name, make] of Object.entries(made)) {
          Object.defineProperty(context, name, { value: make(), enumerable: true, configurable: true, writable: true })
        }
        return context
      }),
    },
  )
