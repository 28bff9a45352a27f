import { describe, expect, it } from 'vitest'
import { aFlag, split, where } from '../../../../../tests/support/builders.ts'
import { buildDatafile } from '../../../../shared/datafile/build.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'
import { movedUsersOf } from './moved-users.ts'

const datafileOf = (flag: FlagDocument) =>
  buildDatafile({
    project: 'shop',
    environment: 'production',
    revision: 1,
    publishedAt: '2026-11-20T12:00:00.000Z',
    flags: { [flag.key]: flag },
    segments: {},
  })
const people = Array.from({ length: 40 }, (_, i) => ({
  targetingKey: `u${i}`,
  country: i % 4 === 0 ? 'SE' : 'NO',
  plan: i % 2 === 0 ? 'free' : 'gold',
}))
const before = aFlag().rule(where('country', 'is', 'SE'), 'on')
const after = aFlag()
  .rule(where('country', 'is', 'SE'), 'on')
  .rule(where('country', 'is', 'NO'), 'on')

describe('who moves', () => {
  const { key } = before
  const found = movedUsersOf(
    datafileOf({ ...before, otherwise: { variant: 'off' } }),
    datafileOf({ ...after, otherwise: { variant: 'off' } }),
    key,
    people,
    0,
  )
  it('is counted, and some are named with the reason', () => {
    expect(found.moved).toBe(30)
    expect(found.examples).toHaveLength(3)
    expect(found.examples[0]).toEqual({
      key: 'u1',
      facts: ['country NO', 'plan gold'],
      from: 'off',
      to: 'on',
      because: 'rule 2',
    })
  })
  it('is described by what they share', () => {
    expect(found.traits).toEqual([
      { name: 'country', values: [{ value: 'NO', count: 30 }] },
      {
        name: 'plan',
        values: [
          { value: 'gold', count: 20 },
          { value: 'free', count: 10 },
        ],
      },
    ])
  })
  it('is nobody where nothing changes', () => {
    expect(movedUsersOf(datafileOf(before), datafileOf(before), key, people, 0)).toEqual({
      moved: 0,
      examples: [],
      traits: [],
    })
  })
  it('shows each kind of move before a second of one', () => {
    const parts = { ...before, otherwise: split({ on: 50_000, off: 50_000 }) }
    const turned = { ...before, otherwise: split({ off: 50_000, on: 50_000 }) }
    const { examples } = movedUsersOf(datafileOf(parts), datafileOf(turned), key, people, 0)
    expect(new Set(examples.slice(0, 2).map(({ from }) => from)).size).toBe(2)
  })
})
