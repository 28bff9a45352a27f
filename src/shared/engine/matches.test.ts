import { describe, expect, it } from 'vitest'
import { aFlag, split, where } from '../../../tests/support/builders.ts'
import { buildDatafile } from '../datafile/build.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import { audienceOf, matchesOf } from './matches.ts'

const datafileOf = (...flags: FlagDocument[]) =>
  buildDatafile({
    project: 'shop',
    environment: 'production',
    revision: 1,
    publishedAt: '2026-11-20T12:00:00.000Z',
    flags: Object.fromEntries(flags.map((flag) => [flag.key, flag])),
    segments: {},
  })
const people = Array.from({ length: 100 }, (_, i) => ({ targetingKey: `u${i}`, country: i % 4 === 0 ? 'NO' : 'SE' }))

describe('the matches of a flag', () => {
  it('count a context at the first rule that serves it', () => {
    const flag = aFlag()
      .rule(where('country', 'is', 'NO'), 'on')
      .rule(where('country', 'exists'), 'off')
    expect(matchesOf(datafileOf(), flag, [...people, {}], 0)).toEqual({ rules: { r1: 25, r2: 75 }, otherwise: 1 })
  })

  it('count whom a split leaves out at what comes after it', () => {
    const { rules, otherwise } = matchesOf(datafileOf(), aFlag().rule(true, split({ on: 50_000 })), people, 0)
    expect(otherwise + (rules['r1'] ?? 0)).toBe(100)
    expect(otherwise).toBeGreaterThan(20)
  })

  it('are those of the flag switched on, though it is off', () => {
    expect(matchesOf(datafileOf(), aFlag().switchedOff(), people, 0).otherwise).toBe(100)
  })

  it('count nobody whom a flag it requires keeps away', () => {
    const flag = aFlag().requiring('other', 'on').rule(true, 'on')
    expect(matchesOf(datafileOf(aFlag('other')), flag, people, 0)).toEqual({ rules: { r1: 0 }, otherwise: 0 })
  })
})

describe('the audience of a rule', () => {
  const flag = aFlag()
    .rule(where('country', 'is', 'NO'), 'on')
    .rule(where('country', 'exists'), split({ on: 10_000 }))
  it('is whom it is about, whatever share of them it serves', () => {
    expect(audienceOf(datafileOf(), flag, 'r2', [...people, {}], 0)).toEqual({ matched: 75, of: 101 })
  })
  it('is nobody’s where there is no such rule', () => {
    expect(audienceOf(datafileOf(), flag, 'gone', people, 0)).toBe(null)
  })
})
