import { byCodePoint } from '../../../engine/extended/text.ts'
import type { AttributeRef } from '../../../schemas/extended-attribute.ts'
import type { ExtendedPoint } from '../../../schemas/extended-point.ts'
import type { Serve } from '../../../schemas/split.ts'
import type { Report } from '../../importing/finding.ts'

const multiplier = 1_000

/** The key to bucket by: the targeting key, or the attribute that the flag names. */
export const keyOf = (bucketingKey: string | null | undefined): AttributeRef => ({
  // The targeting key as queries read it, so that one is compared with the other.
  ...(bucketingKey == null || bucketingKey === ''
    ? { firstOf: [['targetingKey']], otherwise: '' }
    : { firstOf: [bucketingKey.split('.')] }),
})

const pointOf = (flag: string, bucketingKey: string | null | undefined, mod: number): ExtendedPoint => ({
  unit: { parts: [{ literal: flag }, { attribute: keyOf(bucketingKey), presence: 'text', str: 'none' }] },
  hash: { algorithm: 'fnv1a-32' },
  norm: { kind: 'mod', mod },
})

/** Truncates to a 32-bit unsigned integer, as Go does. */
const cut = (number: number): number => Math.trunc(number) >>> 0

/** All sums that the percentages can have: Go adds them in random order, so rounding differs. */
const sumsOf = (shares: readonly number[]): number[] => {
  const orders = shares.length > 6 ? [shares, shares.toReversed()] : permutations(shares)
  return [...new Set(orders.map((order) => cut(order.reduce((sum, share) => sum + share, 0) * multiplier)))]
}

const permutations = (list: readonly number[]): number[][] =>
  list.length < 2
    ? [[...list]]
    : list.flatMap((first, at) => permutations(list.toSpliced(at, 1)).map((rest) => [first, ...rest]))

type Shares = Readonly<Record<string, number>>

/** Splits users by percentages: variations in reverse order of their names, one after the other. */
export const shared = (
  flag: string,
  bucketingKey: string | null | undefined,
  shares: Shares,
  serveOf: (variation: string) => Serve,
  report: Report,
): Serve => {
  const names = Object.keys(shares).toSorted((a, b) => byCodePoint(b, a))
  const [mod = 0, ...others] = sumsOf(names.map((name) => shares[name] ?? 0))
  if (others.length > 0) {
    const message =
      'Its percentages add up to another sum from one evaluation to the next there, by rounding; here it is one of them.'
    report('warn', 'percentage', message)
  }
  let end = 0
  const slots = names.map((name) => {
    const lo = cut(end)
    end += (shares[name] ?? 0) * multiplier
    return { lo, hi: cut(end), serve: serveOf(name) }
  })
  return {
    wide: {
      point: pointOf(flag, bucketingKey, mod),
      bounds: '[)',
      slots: slots.filter(({ lo, hi }) => lo < hi),
      overflow: 'error',
      noUnit: 'fatal',
      source: { layout: 'reverse-names', weights: { ...shares } },
    },
  }
}

/** Splits users in two: buckets below the share get one variation, all others the second. */
export const rampedTo = (
  flag: string,
  bucketingKey: string | null | undefined,
  share: number,
  ends: { below: Serve; above: Serve },
): Serve => {
  const hi = cut(share)
  return {
    wide: {
      point: pointOf(flag, bucketingKey, 100 * multiplier),
      bounds: '[)',
      slots: hi === 0 ? [] : [{ lo: 0, hi, serve: ends.below }],
      overflow: 'serve',
      overflowServe: ends.above,
      noUnit: 'fatal',
      source: { layout: 'ramp', weights: share },
    },
  }
}
