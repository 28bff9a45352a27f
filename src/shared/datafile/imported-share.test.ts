import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rangeTestOf } from '../engine/extended/point.ts'
import { createPointLocator } from '../impact/extended/partition-scale.ts'
import type { Condition } from '../schemas/condition.ts'
import type { ExtendedPoint, Within } from '../schemas/extended-point.ts'
import type { Rule } from '../schemas/flag.ts'
import { importedShare, shareOf, withShare } from './imported-share.ts'

const unit: ExtendedPoint['unit'] = {
  parts: [{ literal: 'group:' }, { attribute: { firstOf: [['userId']] }, str: 'js' }],
}
const murmur: ExtendedPoint['hash'] = { algorithm: 'murmur3-32', seed: 0, encoding: 'utf8' }
/** How vendors spread users: the hash, its normalization, and the bounds of a rollout. */
const lines: Record<string, Pick<Within, 'point' | 'bounds'>> = {
  unleash: { point: { unit, hash: murmur, norm: { kind: 'mod', mod: 100, add: 1 } }, bounds: '[]' },
  growthbook: {
    point: { unit, hash: { algorithm: 'fnv1a-32' }, norm: { kind: 'mod', mod: 1_000, div: 1_000 } },
    bounds: '[]',
  },
  launchdarkly: {
    point: { unit, hash: { algorithm: 'sha1-prefix', hex: 15 }, norm: { kind: 'div', by: 2 ** 60 } },
    bounds: '[)',
  },
  statsig: { point: { unit, hash: { algorithm: 'sha256-prefix' }, norm: { kind: 'mod', mod: 10_000 } }, bounds: '[)' },
  split: { point: { unit, hash: murmur, norm: { kind: 'mod', mod: 100, add: 1 } }, bounds: '(]' },
}
const users = Array.from({ length: 1_000 }, (_, n) => `user-${n}`)
const membersOf = ({ point, ...stretch }: Within): ReadonlySet<string> => {
  const locate = createPointLocator(point, 0)
  const holds = rangeTestOf(stretch)
  return new Set(
    users.filter((userId) => {
      const place = locate({ userId })
      return place !== undefined && holds(place)
    }),
  )
}
const rolloutOf = (vendor: string, share: number): Within => {
  const whole: Within = { ...(lines[vendor] as Pick<Within, 'point' | 'bounds'>) }
  return withShare(whole, share) ?? whole
}

describe('the share of an imported rollout', () => {
  it.each(Object.keys(lines))('of %s is the share of the users in it', (vendor) => {
    for (const share of [0, 0.01, 0.07, 0.25, 0.5, 0.99, 1]) {
      const within = rolloutOf(vendor, share)
      expect({ share, found: shareOf(within) }).toEqual({ share, found: expect.closeTo(share, 9) })
      // 5.5 standard errors of a share of 1,000 users.
      expect(Math.abs(membersOf(within).size / users.length - share)).toBeLessThan(0.087)
    }
    expect(membersOf(rolloutOf(vendor, 0)).size).toBe(0)
    expect(membersOf(rolloutOf(vendor, 1)).size).toBe(users.length)
  })

  it.each(Object.keys(lines))('of %s keeps everyone who stays when it is changed', (vendor) => {
    const shares = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100)
    fc.assert(
      fc.property(shares, shares, (before, after) => {
        const was = membersOf(rolloutOf(vendor, before))
        const is = membersOf(withShare(rolloutOf(vendor, before), after) as Within)
        const [smaller, larger] = before <= after ? [was, is] : [is, was]
        expect([...smaller].filter((user) => !larger.has(user))).toEqual([])
      }),
      { numRuns: 10 },
    )
  })

  it('starts where it was imported: a slice in the middle grows to the right', () => {
    const slice: Within = { ...(lines['statsig'] as Pick<Within, 'point' | 'bounds'>), lo: 4_000, hi: 5_000 }
    expect(shareOf(slice)).toBe(0.1)
    expect(withShare(slice, 0.2)).toEqual({ ...slice, hi: 6_000 })
    // At most the end of the scale.
    expect(withShare(slice, 1)).toEqual({ ...slice, hi: 10_000 })
  })
})

const served = { id: 'r', serve: { variant: 'on' } } as const
const country: Condition = { attribute: 'country', operator: 'is', values: ['NO'] }
const seven: Condition = { within: rolloutOf('unleash', 0.07) }
const byChance = (within: Within): Condition => ({
  all: [
    { not: { read: { firstOf: [['userId']] }, test: { op: 'present' } } },
    { within: { ...within, point: { ...within.point, hash: { algorithm: 'random' } } } },
  ],
})

describe('the imported rollout of a rule', () => {
  it.each<[string, Rule]>([
    ['alone', { ...served, when: seven }],
    ['beside conditions', { ...served, when: { all: [country, seven] } }],
    ['as a gate', { ...served, when: country, gate: rolloutOf('unleash', 0.07) }],
    ['by chance without a unit', { ...served, when: { any: [seven, byChance(rolloutOf('unleash', 0.07))] } }],
  ])('is found %s, and changed', (_, rule) => {
    const found = importedShare(rule)
    expect(found?.share).toBeCloseTo(0.07, 9)
    const changed = found?.withShare(0.5) ?? rule
    expect(importedShare(changed)?.share).toBeCloseTo(0.5, 9)
    expect(JSON.stringify(changed)).toBe(JSON.stringify(rule).replaceAll('"hi":7', '"hi":50'))
    const bare = found?.withoutRollout() ?? rule
    expect(JSON.stringify(bare)).not.toContain('"hi"')
    // Other conditions can be edited next to the rollout.
    const edited = found?.withConditions(country) ?? rule
    expect(importedShare(edited)).toMatchObject({ share: found?.share })
    expect(importedShare(edited)?.withoutRollout().when).toEqual('gate' in rule ? country : { all: [country] })
    expect(importedShare(found?.withConditions(bare.when) ?? rule)?.share).toBe(found?.share)
  })

  it.each<[string, Rule]>([
    ['without one', { ...served, when: country }],
    ['with two', { ...served, when: { all: [seven, { within: rolloutOf('statsig', 0.5) }] } }],
    ['inside of other conditions', { ...served, when: { any: [country, seven] } }],
    ['negated', { ...served, when: { not: seven } }],
    ['that divides', { id: 'r', when: seven, serve: { split: { parts: [] } } }],
  ])('is none in a rule %s', (_, rule) => {
    expect(importedShare(rule)).toBeNull()
  })
})
