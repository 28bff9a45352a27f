/** Kind of a flag in the workload. */
export type Kind = 'on' | 'conditions' | 'rollout' | 'variants' | 'lists'

/** A vendor-neutral flag. Each subject writes it in its own format. */
export type FlagSpec = {
  readonly key: string
  readonly kind: Kind
  /** For `lists`: ten lists of a hundred user IDs, each the only condition of a rule that serves true. */
  readonly lists: readonly (readonly string[])[]
}

export type User = {
  readonly id: string
  readonly plan: string
  readonly country: string
  readonly age: number
  readonly email: string
  readonly version: string
}

/** `conditions` is true if plan = pro, the country is one of these, and the age is greater than this. */
export const targeting = { plan: 'pro', countries: ['de', 'fr', 'at'], age: 21 } as const

/** Variants and percentages of `variants`. */
export const shares = { control: 40, blue: 30, green: 20, red: 10 } as const
export const variantNames: readonly string[] = Object.keys(shares)

/** Numbers of each kind in every hundred flags, in this order. */
const mix: readonly (readonly [Kind, number])[] = [
  ['on', 40],
  ['conditions', 25],
  ['rollout', 20],
  ['variants', 10],
  ['lists', 5],
]
const kinds = mix.flatMap(([kind, count]) => Array.from({ length: count }, () => kind))

/** Returns a generator of numbers in [0, 1) from a seed: mulberry32 by Tommy Ettinger (public domain). */
export const random = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
const id = (next: () => number): string =>
  Array.from({ length: 20 }, () => letters.charAt(Math.floor(next() * letters.length))).join('')

/** Returns users for whom `conditions` is true and who are in the ninth list of every `lists` flag. */
export const insiders = (count: number): User[] => {
  const next = random(1)
  return Array.from({ length: count }, (_, at) => ({
    id: id(next),
    plan: targeting.plan,
    country: targeting.countries[at % 3] ?? 'de',
    age: targeting.age + 1 + (at % 50),
    email: `user${at}@example.com`,
    version: `2.${at % 10}.0`,
  }))
}

/** Returns users who each miss one condition and are in no list. */
export const outsiders = (count: number): User[] => {
  const next = random(2)
  const misses = [{ plan: 'free' }, { country: 'us' }, { age: targeting.age }]
  return insiders(count).map((user, at) => ({ ...user, id: id(next), ...misses[at % 3] }))
}

export const contexts = 64
const listed = insiders(contexts).map((user) => user.id)

/** Interns the text as if it was a literal in the code, so that map lookups are fast. */
const literal = (text: string): string => Object.keys({ [text]: true })[0] ?? text

/**
 * Returns the first `count` flags of the workload: of each hundred 40 on, 25 conditions, 20 rollout, 10 variants, 5
 * lists.
 */
export const flagSpecs = (count: number): FlagSpec[] => {
  const next = random(3)
  return Array.from({ length: count }, (_, at) => {
    const kind = kinds[at % kinds.length] ?? 'on'
    const lists = kind !== 'lists' ? [] : Array.from({ length: 10 }, () => Array.from({ length: 100 }, () => id(next)))
    if (kind === 'lists') lists[8] = [...listed, ...(lists[8] ?? []).slice(listed.length)]
    return { key: literal(`${kind}-${at}`), kind, lists }
  })
}
