import type { Entry } from '../../src/shared/features/publishing/schemas/revision.ts'
import type { Condition } from '../../src/shared/schemas/condition.ts'
import type { Context } from '../../src/shared/schemas/context.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import type { SegmentDocument } from '../../src/shared/schemas/segment.ts'
import type { Serve } from '../../src/shared/schemas/split.ts'
import type { Random } from './random.ts'

/** The flags and segments of a small environment. A flag refers only to later ones, so there are no cycles. */
export const smallFlags = ['a', 'b', 'c', 'd']
export const smallSegments = ['s', 't']

/** All contexts: two countries, staff or not, and one without a targeting key. */
export const everybody: readonly Context[] = [
  {},
  ...['1', '2', '3', '4', '5', '6'].map((key, at) => ({
    targetingKey: `user-${key}`,
    country: at % 2 ? 'NO' : 'SE',
    staff: at % 3 === 0,
  })),
]

const laterThan = (key: string) => smallFlags.slice(smallFlags.indexOf(key) + 1)
const variants = ['on', 'off', 'half']

/** A random condition. `wide` allows extended ones. */
function condition(random: Random, key: string, wide: boolean, depth = 0): Condition {
  const others = laterThan(key)
  const pick = random.int(depth > 1 ? 4 : 8)
  if (pick === 0) return { attribute: 'country', operator: 'is', values: [random.one(['NO', 'SE'])] }
  if (pick === 1) return random.once(2) || { attribute: 'staff', operator: 'is', values: [true] }
  if (pick === 2) return { segment: random.one(smallSegments) }
  if (pick === 3) return { in: { from: 0, to: random.one([20_000, 50_000, 100_000]) } }
  const other = others.length > 0 ? random.one(others) : undefined
  if (pick === 4 && other) return { flag: other, variants: [random.one(variants)] }
  if (pick === 5) return { not: condition(random, key, wide, depth + 1) }
  if (pick === 6 && wide && other)
    return {
      flagTest: { flag: other, test: { variantIn: [random.one(variants)] }, missing: random.one(['true', 'false']) },
    }
  if (pick === 7 && wide) return { segment: random.one(smallSegments), missing: random.one(['true', 'false']) }
  return { any: [condition(random, key, wide, depth + 1), condition(random, key, wide, depth + 1)] }
}

const serve = (random: Random): Serve =>
  random.once(4)
    ? {
        split: {
          parts: [
            { variant: 'on', from: 0, to: 50_000 },
            { variant: random.one(variants), from: 50_000, to: 100_000 },
          ],
        },
      }
    : { variant: random.one(variants) }

/** A flag of the small environment. */
export function randomFlag(random: Random, key: string): FlagDocument {
  const others = laterThan(key)
  const wide = random.once(4)
  return {
    key,
    type: 'boolean',
    on: !random.once(3),
    variants: { on: true, off: false, half: random.once(2) },
    offVariant: random.one([null, 'off', 'off', 'on']),
    prerequisites:
      others.length > 0 && random.once(3) ? [{ flag: random.one(others), variants: [random.one(variants)] }] : [],
    rules: Array.from({ length: random.int(3) }, (_, at) => ({
      id: `r${at}`,
      when: condition(random, key, wide),
      serve: serve(random),
    })),
    otherwise: serve(random),
    salt: random.one(['x', 'y']),
    visibleToClients: false,
    ...(wide && random.once(2) ? { off: serve(random) } : {}),
  }
}

/** A segment of the small environment. The first one may refer to the second. */
export const randomSegment = (random: Random, key: string): SegmentDocument => ({
  key,
  included: random.once(2) ? [`user-${1 + random.int(6)}`] : [],
  excluded: [],
  when: key === 's' && random.once(3) ? { segment: 't' } : random.once(2) ? condition(random, 'd', false, 2) : null,
})

/** The next document of a subject: another one, the same switched on or off or with another off variant, or null. */
export function randomEntry(random: Random, before: ReadonlyMap<string, FlagDocument | SegmentDocument>): Entry {
  if (random.once(5)) {
    const key = random.one(smallSegments)
    return { kind: 'segment', key, document: random.once(5) ? null : randomSegment(random, key) }
  }
  const key = random.one(smallFlags)
  // Safe cast: the path is that of a flag.
  const was = before.get(`flag/${key}`) as FlagDocument | undefined
  const choices: (FlagDocument | null)[] = [
    randomFlag(random, key),
    { ...randomFlag(random, key), on: false, offVariant: null },
  ]
  if (was) {
    const off = { ...was, on: false }
    choices.push(null, off, off, { ...was, on: true }, { ...was, offVariant: random.one([null, 'on', 'off']) })
    choices.push({ ...off, rules: [] }, { ...was, otherwise: { variant: 'on' } })
  }
  return { kind: 'flag', key, document: random.one(choices) }
}
